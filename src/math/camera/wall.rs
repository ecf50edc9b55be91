//! How far a boom may reach.

use crate::math::rotation::Vector3;

use super::Lens;

/// A plane in the way of a ray.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::Plane;
/// use bevy_exact_motion::math::rotation::Vector3;
///
/// let wall = Plane { point: Vector3::new(0.0, 0.0, 4.0), normal: Vector3::new(0.0, 0.0, -1.0) };
/// let pivot = Vector3::new(0.0, 0.0, 1.0);
/// assert_eq!(wall.free_length(pivot, Vector3::new(0.0, 0.0, 1.0)), Some(3.0));
/// assert_eq!(wall.free_length(pivot, Vector3::new(0.0, 0.0, -1.0)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// A point of the plane. Unit: length.
    pub point: Vector3,
    /// Its normal, of any length but 0, to either side.
    pub normal: Vector3,
}

impl Plane {
    /// How far (length) a ray from `origin` (length) in the `direction` (of length 1) is free of the plane: `L = n·(q − p)/(n·d)`.
    ///
    /// # Special cases
    ///
    /// `None` if the ray does not meet the plane, and for what is not finite.
    #[must_use]
    pub fn free_length(&self, origin: Vector3, direction: Vector3) -> Option<f64> {
        let length = self.normal.dot(self.point - origin) / self.normal.dot(direction);
        (length >= 0.0 && length.is_finite()).then_some(length)
    }

    /// How fast that length grows (length/s) if the plane stands, the origin moves at `velocity` (length/s) and the direction turns at
    /// `turning` (1/s): `L′ = −(n·p′ + L n·d′)/(n·d)`.
    ///
    /// # Special cases
    ///
    /// As [`Self::free_length`].
    #[must_use]
    pub fn free_length_rate(
        &self,
        origin: Vector3,
        direction: Vector3,
        velocity: Vector3,
        turning: Vector3,
    ) -> Option<f64> {
        let length = self.free_length(origin, direction)?;
        let rate = -(self.normal.dot(velocity) + length * self.normal.dot(turning)) / self.normal.dot(direction);
        rate.is_finite().then_some(rate)
    }
}

/// The free length (length) of several rays, so that a corner is met with a slope instead of a jump: `min(L_i + K |δ_i|)`.
///
/// Each feeler is its angle `δ` (rad) from the ray that counts and its free length; `slope` is `K` (length/rad, ≥ 0).
///
/// # Special cases
///
/// ∞ without feelers. A feeler that is NaN is left out.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::feelers;
///
/// assert_eq!(feelers([(0.0, 8.0), (0.5, 3.0)], 6.0), 6.0);
/// ```
#[must_use]
pub fn feelers(casts: impl IntoIterator<Item = (f64, f64)>, slope: f64) -> f64 {
    casts.into_iter().fold(f64::INFINITY, |free, (angle, length)| {
        // 0 · ∞ would be NaN: the ray itself has no slope to pay.
        let reach = if angle == 0.0 { length } else { length + slope * angle.abs() };
        free.min(reach)
    })
}

/// The least radius (length) of a cast that keeps the corners of the near plane at `near` (length) out of the wall:
/// `near √(1 + T² (1 + A²))`.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::{Lens, cast_radius};
///
/// assert!((cast_radius(0.1, &Lens::of_height(1.0, 1.0)) - 0.1 * 3.0_f64.sqrt()).abs() < 1e-16);
/// ```
#[must_use]
pub fn cast_radius(near: f64, lens: &Lens) -> f64 {
    let height = lens.height();
    near * libm::sqrt(1.0 + height * height * (1.0 + lens.aspect * lens.aspect))
}
