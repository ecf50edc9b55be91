//! Angles.

use core::f64::consts::TAU;

use bevy::reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

use super::{Space, nearest};

/// An angle in radians that takes the short way round: from 3 to −3 is 0.28 forward, not 6 back.
///
/// The stored number may wind up beyond ±π while it turns; at rest it is the target's own number.
///
/// # Special cases
///
/// Exactly half a turn away, it turns the way the plain difference points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct Angle(
    /// Unit: rad. Range: finite. Default: 0.
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
