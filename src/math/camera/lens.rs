//! What a lens makes of angles.

use crate::math::rotation::Vector3;

use super::Polar;

/// A lens: how much of the world is in the picture.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::{Lens, Polar};
/// use bevy_exact_motion::math::rotation::Vector3;
///
/// let lens = Lens { field_of_view: core::f64::consts::FRAC_PI_2, aspect: 2.0, rate: 0.0 };
/// assert!((lens.height() - 1.0).abs() < 1e-15); // half the picture, at distance 1
/// let [right, up] = lens.shares(&Polar::default(), Vector3::new(1.0, -1.0, -4.0)).unwrap();
/// assert!((right - 0.0625).abs() < 1e-15 && (up + 0.125).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Lens {
    /// `φ`, from the lower to the upper edge. Unit: rad. Range: > 0, < π.
    pub field_of_view: f64,
    /// `A`, width of the picture by its height. Unit: 1. Range: > 0.
    pub aspect: f64,
    /// How fast the field of view changes. Unit: rad/s.
    pub rate: f64,
}

impl Lens {
    /// The lens, at rest, whose picture is half as high as `height` at distance 1: `φ = 2 atan T`.
    #[must_use]
    pub fn of_height(height: f64, aspect: f64) -> Self {
        Self { field_of_view: 2.0 * libm::atan(height), aspect, rate: 0.0 }
    }

    /// `T = tan(φ/2)`: half the picture's height at distance 1.
    #[must_use]
    pub fn height(&self) -> f64 {
        libm::tan(self.field_of_view / 2.0)
    }

    /// How fast [`Self::height`] grows (1/s): `φ′ (1 + T²)/2`.
    #[must_use]
    pub fn height_rate(&self) -> f64 {
        let height = self.height();
        self.rate * (1.0 + height * height) / 2.0
    }

    /// `A T`: half the picture's width at distance 1.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.aspect * self.height()
    }

    /// How fast [`Self::width`] grows (1/s).
    #[must_use]
    pub fn width_rate(&self) -> f64 {
        self.aspect * self.height_rate()
    }

    /// Where a camera with this lens, turned by `aim`, has a point `offset` (length) from it in its picture: shares to the right and up.
    ///
    /// # Special cases
    ///
    /// `None` for a point that is not in front of the camera.
    #[must_use]
    pub fn shares(&self, aim: &Polar, offset: Vector3) -> Option<[f64; 2]> {
        let back = aim.orientation().conjugate().rotate(offset);
        let depth = -back.z;
        let shares = [back.x / (2.0 * depth * self.width()), back.y / (2.0 * depth * self.height())];
        (depth > 0.0).then_some(shares)
    }
}
