//! Where values live: how far apart two are, what a velocity is, and their wide (f64) form.

use core::{f64::consts::TAU, fmt::Debug};

use bevy::{
    math::{DVec2, DVec3, DVec4, NormedVectorSpace, Vec2, Vec3, Vec4, VectorSpace},
    reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath, Typed, std_traits::ReflectDefault},
};

use crate::math::Vector;

/// The wide (f64) form of a value's velocity.
pub(crate) type WideTangent<V> = <<V as Space>::Tangent as Tangent>::Wide;

/// A value that can be moved: it has differences, offsets and a wide (f64) form in which motion is computed.
///
/// Implemented for `f32`, `Vec2`, `Vec3`, `Vec4` and [`Angle`].
pub trait Space:
    Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration
{
    /// The velocity of such a value, per second.
    type Tangent: Tangent;
    /// The same value in f64.
    type Wide: Copy + PartialEq + Debug + Default + Send + Sync + 'static;

    /// At rest within this distance, unless told otherwise. Unit: that of the value.
    const REST_TOLERANCE: f64;

    /// The value in f64, exactly.
    fn widen(self) -> Self::Wide;

    /// The nearest value in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// The way to go from `from` to `to`: the shortest, where there are several.
    fn difference(to: Self::Wide, from: Self::Wide) -> WideTangent<Self>;

    /// Where one arrives going `by` from `from`.
    fn offset(from: Self::Wide, by: WideTangent<Self>) -> Self::Wide;

    /// Neither NaN nor infinite, in any part.
    fn is_finite(self) -> bool;

    /// The largest magnitude in the value, which its f32 spacing depends on.
    fn magnitude(wide: Self::Wide) -> f64;
}

/// A velocity as users write it (f32), with the wide form in which it is kept.
pub trait Tangent:
    Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration
{
    /// The same velocity in f64.
    type Wide: Vector + NormedVectorSpace<Scalar = f64> + PartialEq + Send + Sync + 'static;

    /// The velocity in f64, exactly.
    fn widen(self) -> Self::Wide;

    /// The nearest velocity in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// Neither NaN nor infinite, in any part.
    fn is_finite(self) -> bool;
}

macro_rules! linear_space {
    ($($value:ty: $wide:ty, $widen:expr, $narrow:expr, $finite:expr, $largest:expr;)*) => { $(
        impl Tangent for $value {
            type Wide = $wide;
            #[inline]
            fn widen(self) -> $wide { $widen(self) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
            #[inline]
            fn is_finite(self) -> bool { $finite(self) }
        }

        impl Space for $value {
            type Tangent = Self;
            type Wide = $wide;
            const REST_TOLERANCE: f64 = 1e-3;
            #[inline]
            fn widen(self) -> $wide { $widen(self) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
            #[inline]
            fn difference(to: $wide, from: $wide) -> $wide { to - from }
            #[inline]
            fn offset(from: $wide, by: $wide) -> $wide { from + by }
            #[inline]
            fn is_finite(self) -> bool { $finite(self) }
            #[inline]
            fn magnitude(wide: $wide) -> f64 { $largest(wide) }
        }
    )* };
}

/// f64 to f32, to nearest.
#[expect(clippy::cast_possible_truncation, reason = "a component holds f32; motion is computed in f64")]
fn nearest(wide: f64) -> f32 {
    wide as f32
}

linear_space! {
    f32: f64, f64::from, nearest, f32::is_finite, f64::abs;
    Vec2: DVec2, |v: Self| v.as_dvec2(), |w: DVec2| w.as_vec2(), |v: Self| v.is_finite(), |w: DVec2| w.abs().max_element();
    Vec3: DVec3, |v: Self| v.as_dvec3(), |w: DVec3| w.as_vec3(), |v: Self| v.is_finite(), |w: DVec3| w.abs().max_element();
    Vec4: DVec4, |v: Self| v.as_dvec4(), |w: DVec4| w.as_vec4(), |v: Self| v.is_finite(), |w: DVec4| w.abs().max_element();
}

/// An angle in radians that takes the short way round: from 3 to −3 is 0.28 forward, not 6 back.
///
/// The stored number may wind up beyond ±π while it turns; at rest it is the target's own number.
///
/// # Special cases
///
/// Exactly half a turn away, it turns the way the plain difference points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct Angle(
    /// Unit: rad. Range: finite. Default: 0.
    pub f32,
);

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

impl Space for Angle {
    type Tangent = f32;
    type Wide = f64;
    const REST_TOLERANCE: f64 = 1e-3;

    #[inline]
    fn widen(self) -> f64 {
        f64::from(self.0)
    }

    #[inline]
    fn narrow(wide: f64) -> Self {
        Self(nearest(wide))
    }

    #[inline]
    fn difference(to: f64, from: f64) -> f64 {
        let plain = to - from;
        let short = plain - TAU * libm::rint(plain / TAU);
        // rint takes ties to even, so half a turn may come back with the other sign.
        if short.abs() == TAU / 2.0 { libm::copysign(short, plain) } else { short }
    }

    #[inline]
    fn offset(from: f64, by: f64) -> f64 {
        from + by
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    #[inline]
    fn magnitude(wide: f64) -> f64 {
        wide.abs()
    }
}

/// The distance covered by a wide tangent vector.
#[inline]
pub(crate) fn length<T: NormedVectorSpace<Scalar = f64>>(vector: T) -> f64 {
    libm::sqrt(vector.norm_squared())
}

/// The zero of a wide tangent space.
#[inline]
pub(crate) fn zero<T: VectorSpace>() -> T {
    T::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_angle_takes_the_short_way_round() {
        assert!((Angle::difference(-3.0, 3.0) - (TAU - 6.0)).abs() < 1e-15);
        assert!((Angle::difference(3.0, -3.0) - (6.0 - TAU)).abs() < 1e-15);
        assert!((Angle::difference(100.0 * TAU + 0.25, 0.0) - 0.25).abs() < 1e-13);
    }

    #[test]
    fn half_a_turn_goes_where_the_plain_difference_points() {
        assert_eq!(Angle::difference(TAU / 2.0, 0.0), TAU / 2.0);
        assert_eq!(Angle::difference(-TAU / 2.0, 0.0), -TAU / 2.0);
        assert_eq!(Angle::difference(1.5 * TAU, 0.0), TAU / 2.0);
    }
}
