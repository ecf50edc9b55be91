//! Rotations in the plane.

use bevy::prelude::*;

use super::{Space, nearest};

/// How far the squared length of a normalized rotation may be from 1, as in Bevy's `is_normalized`.
const UNIT_TOLERANCE: f64 = 2e-4;

/// A rotation in the plane, in f64: the form in which the motion of a [`Rot2`] is computed. It appears only as
/// [`Space::Wide`].
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct DRot2 {
    /// The cosine of the angle.
    pub cos: f64,
    /// The sine of the angle.
    pub sin: f64,
}

impl DRot2 {
    /// No rotation.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// Composes two rotations: first `self`, then `other`.
    fn then(self, other: Self) -> Self {
        Self { cos: self.cos * other.cos - self.sin * other.sin, sin: self.cos * other.sin + self.sin * other.cos }
    }

    fn normalized(self) -> Self {
        let length = libm::sqrt(self.length_squared());
        Self { cos: self.cos / length, sin: self.sin / length }
    }

    fn length_squared(self) -> f64 {
        self.cos * self.cos + self.sin * self.sin
    }
}

impl Default for DRot2 {
    /// No rotation.
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A rotation in the plane; its velocity is an angular velocity in rad/s, and it takes the short way round.
///
/// # Special cases
///
/// - At rest the value is the target's, bit for bit. A target that is not of length 1 (by Bevy's `is_normalized`) is normalized;
///   a target of length 0 is invalid input.
/// - It cannot count turns; [`Angle`](crate::space::Angle) can. A motion that passes the rotation opposite to its target continues the
///   short way round from the next tick on. Exactly opposite the target, the sine of the difference is 0, and the sign of that zero
///   decides the direction.
///
/// # Accuracy
///
/// The written rotation is correct to 0.5 ulp of f32.
impl Space for Rot2 {
    type Tangent = f32;
    type Wide = DRot2;
    /// At a distance of a thousand pixels from the axis, a turn by this angle is a movement of a tenth of a pixel. Unit: rad.
    const REST_TOLERANCE: f64 = 1e-4;

    #[inline]
    fn widen(self) -> DRot2 {
        let exact = DRot2 { cos: self.cos.into(), sin: self.sin.into() };
        if (exact.length_squared() - 1.0).abs() <= UNIT_TOLERANCE { exact } else { exact.normalized() }
    }

    #[inline]
    fn narrow(wide: DRot2) -> Self {
        // The state may be NaN until it is rejected, and `from_sin_cos` would panic.
        Self { cos: nearest(wide.cos), sin: nearest(wide.sin) }
    }

    #[inline]
    fn difference(to: DRot2, from: DRot2) -> f64 {
        let turn = to.then(DRot2 { sin: -from.sin, ..from });
        libm::atan2(turn.sin, turn.cos)
    }

    #[inline]
    fn offset(from: DRot2, by: f64) -> DRot2 {
        if by == 0.0 {
            return from;
        }
        let (sin, cos) = libm::sincos(by);
        from.then(DRot2 { cos, sin }).normalized()
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.cos.is_finite() && self.sin.is_finite() && (self.cos != 0.0 || self.sin != 0.0)
    }

    #[inline]
    fn magnitude(_: DRot2) -> f64 {
        1.0
    }

    const COORDINATES: usize = 1;

    const WRAPS: bool = true;

    #[inline]
    fn coordinate(position: DRot2, _: usize) -> f64 {
        Self::difference(position, DRot2::IDENTITY)
    }

    #[inline]
    fn with_coordinate(_: DRot2, _: usize, number: f64) -> DRot2 {
        Self::offset(DRot2::IDENTITY, number)
    }
}

#[cfg(test)]
mod tests {
    use core::f64::consts::{PI, TAU};

    use super::*;

    #[test]
    fn widening_and_then_narrowing_keeps_every_bit() {
        for i in 0..1000u16 {
            let turn = Rot2::radians(0.0137 * f32::from(i)) * Rot2::radians(-0.71 * f32::from(i));
            let back = Rot2::narrow(Rot2::offset(turn.widen(), 0.0));
            assert_eq!((back.cos.to_bits(), back.sin.to_bits()), (turn.cos.to_bits(), turn.sin.to_bits()));
            assert_eq!(Rot2::difference(turn.widen(), turn.widen()), 0.0);
        }
    }

    #[test]
    fn the_difference_is_the_short_way_round() {
        let at = |angle: f64| DRot2 { cos: libm::cos(angle), sin: libm::sin(angle) };
        assert!((Rot2::difference(at(-3.0), at(3.0)) - (TAU - 6.0)).abs() < 1e-15);
        assert!((Rot2::difference(at(3.0), at(-3.0)) - (6.0 - TAU)).abs() < 1e-15);
        assert!((Rot2::difference(at(2.5), at(-0.5)) - 3.0).abs() < 1e-15);
        assert_eq!(Rot2::difference(at(PI), at(0.0)).abs(), PI);
        for by in [-3.1, -1e-9, 0.3, 2.0] {
            assert!((Rot2::difference(Rot2::offset(at(1.0), by), at(1.0)) - by).abs() < 1e-15);
        }
    }

    #[test]
    fn widening_normalizes_a_rotation_and_one_of_length_0_is_invalid() {
        for length in [1e-30, 0.5, 1.01, 1e30] {
            let wide = Rot2 { cos: 0.6 * length, sin: -0.8 * length }.widen();
            assert!((wide.length_squared() - 1.0).abs() < 1e-15);
            assert!(Rot2::difference(wide, DRot2 { cos: 0.6, sin: -0.8 }).abs() < 1e-7);
        }
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!Space::is_finite(Rot2 { cos: 1.0, sin: bad }));
            assert!(!Space::is_finite(Rot2 { cos: bad, sin: 0.0 }));
        }
        assert!(!Space::is_finite(Rot2 { cos: 0.0, sin: -0.0 }));
    }
}
