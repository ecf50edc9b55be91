//! How long a boom can be without passing through a wall.

use crate::rotation::Vector3;

use super::Lens;

/// A plane that blocks a ray, such as a wall.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::Plane;
/// use exact_motion::rotation::Vector3;
///
/// let wall = Plane { point: Vector3::new(0.0, 0.0, 4.0), normal: Vector3::new(0.0, 0.0, -1.0) };
/// let pivot = Vector3::new(0.0, 0.0, 1.0);
/// assert_eq!(wall.free_length(pivot, Vector3::new(0.0, 0.0, 1.0)), Some(3.0));
/// assert_eq!(wall.free_length(pivot, Vector3::new(0.0, 0.0, -1.0)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// A point on the plane. Unit: length.
    pub point: Vector3,
    /// A normal of the plane, of any non-zero length, pointing to either side.
    pub normal: Vector3,
}

impl Plane {
    /// The distance (length) from `origin` (length) to the plane along `direction` (of length 1): `L = n·(q − p)/(n·d)`, where `n` is the
    /// plane's normal, `q` its point, `p` the origin and `d` the direction.
    ///
    /// # Special cases
    ///
    /// Returns `None` if the ray does not meet the plane, and for non-finite input.
    #[must_use]
    pub fn free_length(&self, origin: Vector3, direction: Vector3) -> Option<f64> {
        let length = self.normal.dot(self.point - origin) / self.normal.dot(direction);
        (length >= 0.0 && length.is_finite()).then_some(length)
    }

    /// The rate of [`Self::free_length`] (length/s) for a fixed plane, if the origin moves at `velocity` (length/s) and the direction
    /// changes at `turning` (1/s): `L′ = −(n·p′ + L n·d′)/(n·d)`.
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

/// The free length (length) of a main ray and its whiskers, which are rays around it: `min(L_i + K |δ_i|)`. With whiskers, the length
/// shrinks gradually near a corner instead of in one step.
///
/// Each item is a ray's angle `δ` (rad) from the main ray, which is 0 for the main ray itself, and its own free length `L` (length).
/// `slope` is `K` (length/rad, ≥ 0).
///
/// # Special cases
///
/// ∞ without items. An item that is NaN is ignored.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::whiskers;
///
/// assert_eq!(whiskers([(0.0, 8.0), (0.5, 3.0)], 6.0), 6.0);
/// ```
#[must_use]
pub fn whiskers(casts: impl IntoIterator<Item = (f64, f64)>, slope: f64) -> f64 {
    casts.into_iter().fold(f64::INFINITY, |free, (angle, length)| {
        // The slope is not used for the main ray, because 0 times an infinite slope would be NaN.
        let reach = if angle == 0.0 { length } else { length + slope * angle.abs() };
        free.min(reach)
    })
}

/// The smallest radius (length) of a sphere cast that keeps the corners of the near plane, at the distance `near` (length), out of walls:
/// `near √(1 + T² (1 + A²))`.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Lens, cast_radius};
///
/// assert!((cast_radius(0.1, &Lens::of_height(1.0, 1.0)) - 0.1 * 3.0_f64.sqrt()).abs() < 1e-16);
/// ```
#[must_use]
pub fn cast_radius(near: f64, lens: &Lens) -> f64 {
    let height = lens.height();
    near * libm::sqrt(1.0 + height * height * (1.0 + lens.aspect * lens.aspect))
}
