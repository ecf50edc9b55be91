//! Angles.

use core::f64::consts::TAU;

use bevy::prelude::*;

use super::{Space, nearest};

/// Angles beyond this are reduced to within one turn, because the spacing of f32 exceeds a turn there. Much further out, f64 could not
/// distinguish angles either, and no motion would come to rest. Unit: rad.
const MAX_COUNTED_ANGLE: f64 = 134_217_728.0;

/// An angle in radians that takes the short way round: from 3 to −3 is 0.28 forward, not 6 back.
///
/// The number may exceed ±π while the angle turns; at rest it is exactly the target's number. [`property!`](macro@crate::property) has an
/// example.
///
/// # Special cases
///
/// - Exactly half a turn from its target, an angle turns in the direction of the difference between the two numbers.
/// - From 2²⁷ rad on, where neighbouring f32 are 16 apart, a motion does not count turns: it continues within one turn of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct Angle(
    /// The angle. Unit: rad. Range: finite. Default: 0.
    pub f32,
);

impl Space for Angle {
    type Tangent = f32;
    type Wide = f64;
    /// At a distance of a thousand pixels from the axis, a turn by this angle is a movement of a tenth of a pixel. Unit: rad.
    const REST_TOLERANCE: f64 = 1e-4;

    #[inline]
    fn widen(self) -> f64 {
        Self::reduced(self.0.into())
    }

    #[inline]
    fn narrow(wide: f64) -> Self {
        Self(nearest(wide))
    }

    #[inline]
    fn difference(to: f64, from: f64) -> f64 {
        let plain = to - from;
        let short = plain - TAU * libm::rint(plain / TAU);
        // `rint` rounds ties to even, so half a turn may get the wrong sign.
        if short.abs() == TAU / 2.0 { libm::copysign(short, plain) } else { short }
    }

    #[inline]
    fn offset(from: f64, by: f64) -> f64 {
        if by == 0.0 { from } else { Self::reduced(from + by) }
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    #[inline]
    fn magnitude(wide: f64) -> f64 {
        wide.abs()
    }

    const COORDINATES: usize = 1;

    const WRAPS: bool = true;

    #[inline]
    fn reduced(coordinate: f64) -> f64 {
        if coordinate.abs() < MAX_COUNTED_ANGLE { coordinate } else { libm::fmod(coordinate, TAU) }
    }

    #[inline]
    fn coordinate(position: f64, _: usize) -> f64 {
        position
    }

    #[inline]
    fn with_coordinate(_: f64, _: usize, number: f64) -> f64 {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_not_counted_beyond_the_resolution_of_f32() {
        assert_eq!(Angle::offset(MAX_COUNTED_ANGLE - 1.0, 0.5), MAX_COUNTED_ANGLE - 0.5);
        for far in [MAX_COUNTED_ANGLE, -2.0 * MAX_COUNTED_ANGLE, 3e9, 1e30, -1e300] {
            assert!(Angle::offset(far, 0.25).abs() < TAU);
            assert_eq!(Angle::offset(far, 0.0), far);
        }
        assert_eq!(Angle(3.0).widen(), 3.0);
        assert!(Angle(3e9).widen().abs() < TAU);
        // The tolerance is the rounding error of TAU, times the number of turns.
        assert!(Angle::difference(Angle::offset(MAX_COUNTED_ANGLE, 0.25), MAX_COUNTED_ANGLE + 0.25).abs() < 1e-8);
    }

    #[test]
    fn an_angle_takes_the_short_way_round() {
        assert!((Angle::difference(-3.0, 3.0) - (TAU - 6.0)).abs() < 1e-15);
        assert!((Angle::difference(3.0, -3.0) - (6.0 - TAU)).abs() < 1e-15);
        assert!((Angle::difference(100.0 * TAU + 0.25, 0.0) - 0.25).abs() < 1e-13);
    }

    #[test]
    fn half_a_turn_has_the_sign_of_the_plain_difference() {
        assert_eq!(Angle::difference(TAU / 2.0, 0.0), TAU / 2.0);
        assert_eq!(Angle::difference(-TAU / 2.0, 0.0), -TAU / 2.0);
        assert_eq!(Angle::difference(1.5 * TAU, 0.0), TAU / 2.0);
    }
}
