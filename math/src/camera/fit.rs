//! The distance, or the lens, at which a group fits into the picture.

use super::Lens;

/// A sphere that has to be in the picture. Its position is relative to the pivot, in the camera's axes.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Lens, Sphere};
///
/// let group = [Sphere { right: -3.0, up: 0.0, back: 0.0, radius: 0.5 }, Sphere { right: 2.0, up: 1.0, back: 1.0, radius: 0.5 }];
/// let lens = Lens { field_of_view: 0.8, aspect: 1.5, rate: 0.0 };
/// let length = Sphere::fit_length(group, 0.8, &lens).unwrap();
/// // From there the same lens shows them in the same share.
/// let height = Sphere::fit_lens(group, 0.8, lens.aspect, length).unwrap();
/// assert!((height - lens.height()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sphere {
    /// Distance to the right of the pivot. Unit: length.
    pub right: f64,
    /// Distance above the pivot, along the picture's height. Unit: length.
    pub up: f64,
    /// Distance from the pivot towards the camera. Unit: length.
    pub back: f64,
    /// The radius. Unit: length. Range: ≥ 0.
    pub radius: f64,
}

impl Sphere {
    /// The shortest boom (length) at which all spheres are inside the middle `share` (1, > 0) of the picture, or touch its edges:
    /// `ℓ = max(Z + (|X| cos η + r)/sin η)` with `η = atan(q T)`, `atan(q A T)`.
    ///
    /// # Special cases
    ///
    /// Returns `None` without spheres, and for non-finite input.
    #[must_use]
    pub fn fit_length(spheres: impl IntoIterator<Item = Self>, share: f64, lens: &Lens) -> Option<f64> {
        let (up, across) = (share * lens.height(), share * lens.width());
        let least = spheres.into_iter().fold(f64::NEG_INFINITY, |least, sphere| {
            let length = sphere.length_for(sphere.right, across).max(sphere.length_for(sphere.up, up));
            larger(least, length)
        });
        least.is_finite().then_some(least)
    }

    /// The smallest `T` (1) at which all spheres are inside the middle `share` (1, > 0) of a picture of this `aspect` (1, > 0), for a boom
    /// of this `length` (length): `η = max(atan2(|X|, ℓ − Z) + asin(r/hypot(X, ℓ − Z)))`, `T = tan η/q` or `tan η/(q A)`.
    ///
    /// # Special cases
    ///
    /// ∞ if no lens shows a sphere, because it surrounds the camera or is beside or behind it. Returns `None` without spheres, and for NaN.
    #[must_use]
    pub fn fit_lens(spheres: impl IntoIterator<Item = Self>, share: f64, aspect: f64, length: f64) -> Option<f64> {
        let least = spheres.into_iter().fold(f64::NEG_INFINITY, |least, sphere| {
            let across = sphere.tangent_from(sphere.right, length) / aspect;
            larger(least, larger(across, sphere.tangent_from(sphere.up, length)))
        });
        let height = least / share;
        (height >= 0.0).then_some(height)
    }

    /// The length of a boom at which a single sphere of this `radius` (length) at the pivot fills the `share` (1, > 0) of the picture:
    /// `R/sin(atan(q T min(1, A)))`.
    ///
    /// # Special cases
    ///
    /// NaN in gives NaN out.
    #[must_use]
    pub fn length_of_one(radius: f64, share: f64, lens: &Lens) -> f64 {
        let tangent = share * lens.height() * if lens.aspect < 1.0 { lens.aspect } else { 1.0 };
        radius * cosecant(tangent)
    }

    /// The boom's length at which a side plane of this `tangent` touches the sphere, which is `aside` of the axis.
    fn length_for(&self, aside: f64, tangent: f64) -> f64 {
        self.back + (aside.abs() / tangent + self.radius * cosecant(tangent))
    }

    /// The tangent of the side plane that touches the sphere, which is `aside` of the axis; ∞ if no side plane does.
    fn tangent_from(&self, aside: f64, length: f64) -> f64 {
        let (x, z) = (aside.abs(), length - self.back);
        let distance = libm::hypot(x, z);
        if (distance + self.radius).is_nan() {
            return f64::NAN;
        }
        // No tangent exists from inside the sphere. For a sphere beside or behind the camera, the tangent plane is not in front of it.
        if distance <= self.radius || z <= 0.0 {
            return f64::INFINITY;
        }
        let angle = libm::atan2(x, z) + libm::asin(self.radius / distance);
        if angle < core::f64::consts::FRAC_PI_2 { libm::tan(angle) } else { f64::INFINITY }
    }
}

/// `1/sin(atan t)`.
fn cosecant(tangent: f64) -> f64 {
    libm::sqrt(1.0 + tangent * tangent) / tangent
}

/// The larger of both; NaN if either is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}
