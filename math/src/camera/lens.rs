//! The lens of a camera, which maps directions to positions in the picture.

use crate::rotation::Vector3;

use super::{Bearing, Polar};

/// The lens of a camera: its field of view and aspect ratio.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Lens, Polar};
/// use exact_motion::rotation::Vector3;
///
/// let lens = Lens { field_of_view: core::f64::consts::FRAC_PI_2, aspect: 2.0, rate: 0.0 };
/// assert!((lens.height() - 1.0).abs() < 1e-15); // half of the picture's height at distance 1
/// let [right, up] = lens.shares(&Polar::default(), Vector3::new(1.0, -1.0, -4.0)).unwrap();
/// assert!((right - 0.0625).abs() < 1e-15 && (up + 0.125).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Lens {
    /// `φ`, the vertical field of view. Unit: rad. Range: > 0, < π.
    pub field_of_view: f64,
    /// `A`, width of the picture divided by its height. Unit: 1. Range: > 0.
    pub aspect: f64,
    /// How fast the field of view changes. Unit: rad/s.
    pub rate: f64,
}

impl Lens {
    /// The lens, with rate 0, for which half the picture's height at distance 1 is `height`: `φ = 2 atan T`.
    #[must_use]
    pub fn of_height(height: f64, aspect: f64) -> Self {
        Self { field_of_view: 2.0 * libm::atan(height), aspect, rate: 0.0 }
    }

    /// `T = tan(φ/2)`: half the picture's height at distance 1.
    #[must_use]
    pub fn height(&self) -> f64 {
        libm::tan(self.field_of_view / 2.0)
    }

    /// The rate of [`Self::height`] (1/s): `φ′ (1 + T²)/2`.
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

    /// The rate of [`Self::width`] (1/s).
    #[must_use]
    pub fn width_rate(&self) -> f64 {
        self.aspect * self.height_rate()
    }

    /// Where a point appears in the picture: how far to the right of the middle, as a fraction of the width, and how far above the middle,
    /// as a fraction of the height. The point is at `offset` (length) from the camera, which has this lens and the orientation of `aim`.
    ///
    /// # Special cases
    ///
    /// Returns `None` for a point that is not in front of the camera.
    #[must_use]
    pub fn shares(&self, aim: &Polar, offset: Vector3) -> Option<[f64; 2]> {
        let back = aim.orientation().conjugate().rotate(offset);
        let depth = -back.z;
        let shares = [back.x / (2.0 * depth * self.width()), back.y / (2.0 * depth * self.height())];
        (depth > 0.0).then_some(shares)
    }

    /// The aim of a camera with this lens that shows a point at these fractions of the picture, which are measured as those of
    /// [`Self::shares`]. `seen` is the bearing of the point. The length is 0.
    ///
    /// # Special cases
    ///
    /// If a point is so steeply above or below that no aim shows it there, because the camera does not roll, this is the aim that shows it
    /// as far to that side as possible: a quarter turn from the bearing's yaw.
    ///
    /// # Accuracy
    ///
    /// Shares of the point with the returned aim: 2e-14, except near the steepest point for which there is such an aim.
    ///
    /// # Reference
    ///
    /// Derived here: with `x = 2 s A T` and `y = 2 s T` for the two shares, and the bearing's yaw `ψ_t` and pitch `θ_t`,
    /// `θ = atan y + atan2(√(1 + x² + y²) sin θ_t, a)` and `ψ = ψ_t + atan2(x, a)`, where `a² = (1 + y²) cos² θ_t − x² sin² θ_t`.
    #[must_use]
    pub fn aim(&self, [right, up]: [f64; 2], seen: &Bearing) -> Polar {
        let (x, y) = (2.0 * right * self.width(), 2.0 * up * self.height());
        let (sine, cosine) = libm::sincos(seen.pitch);
        let upright = libm::hypot(1.0, y);
        let [far, aside] = [upright * cosine, (x * sine).abs()];
        // How far in front of the camera the point is, and how far below, before the camera is pitched by atan y.
        let ahead = libm::sqrt(((far - aside) * (far + aside)).max(0.0));
        let below = libm::hypot(upright, x) * sine;
        Polar { yaw: seen.yaw + libm::atan2(x, ahead), pitch: libm::atan(y) + libm::atan2(below, ahead), length: 0.0 }
    }
}
