//! Angles.

use core::f64::consts::TAU;

use bevy::prelude::*;

use super::{Space, nearest};

/// From here on a turn is less than the spacing of f32, and turns are not counted any more: far beyond, f64 would not tell
/// angles apart either, and nothing would come to rest. Unit: rad.
const FAR: f64 = 134_217_728.0;

/// An angle in radians that takes the short way round: from 3 to −3 is 0.28 forward, not 6 back.
///
/// The number may go beyond ±π while the angle turns; at rest it is the target's own number. [`property!`](crate::property) has an
/// example.
///
/// # Special cases
///
/// - Exactly half a turn from its target, an angle turns in the direction of the plain difference.
/// - From 2²⁷ rad on, where neighbouring f32 are 16 apart, a motion does not count turns: it goes on within one turn of 0.
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
    /// In rad: a thousand pixels from the axis, a tenth of a pixel.
    const REST_TOLERANCE: f64 = 1e-4;

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
        let to = from + by;
        if by == 0.0 {
            from
        } else if to.abs() < FAR {
            to
        } else {
            libm::fmod(to, TAU)
        }
    }

    #[inline]
    fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    #[inline]
    fn magnitude(wide: f64) -> f64 {
        wide.abs()
    }

    const NUMBERS: usize = 1;

    const GOES_ROUND: bool = true;

    #[inline]
    fn number(position: f64, _: usize) -> f64 {
        position
    }

    #[inline]
    fn with_number(_: f64, _: usize, number: f64) -> f64 {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_what_an_f32_tells_turns_are_not_counted() {
        assert_eq!(Angle::offset(FAR - 1.0, 0.5), FAR - 0.5);
        for far in [FAR, -2.0 * FAR, 3e9, 1e30, -1e300] {
            assert!(Angle::offset(far, 0.25).abs() < TAU);
            assert_eq!(Angle::offset(far, 0.0), far);
        }
        // As far as TAU is rounded, over so many turns.
        assert!(Angle::difference(Angle::offset(FAR, 0.25), FAR + 0.25).abs() < 1e-8);
    }

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
