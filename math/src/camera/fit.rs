//! The camera distance or the lens with which a group fits into the picture.

use super::Lens;

/// A sphere that has to fit into the picture. Its position is relative to the pivot, in the camera's axes.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Lens, Sphere};
///
/// let group = [Sphere { right: -3.0, up: 0.0, back: 0.0, radius: 0.5 }, Sphere { right: 2.0, up: 1.0, back: 1.0, radius: 0.5 }];
/// let lens = Lens { field_of_view: 0.8, aspect: 1.5, rate: 0.0 };
/// let length = Sphere::fit_length(group, 0.8, &lens).unwrap();
/// // At that length, the lens that fits the group is the same lens.
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
    /// The shortest boom (length) with which all spheres fit into the middle of the picture: into the fraction `share` (1, > 0) of its
    /// height and of its width.
    ///
    /// `ℓ = max(Z + (|X| cos η + r)/sin η)`, the maximum over all spheres and both directions. `X` is `up` with `η = atan(q T)`, and
    /// `right` with `η = atan(q A T)`; `q` is `share`, `Z` is `back` and `r` is `radius`.
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

    /// The smallest `T` (1) with which all spheres fit into the fraction `share` (1, > 0) of the height and of the width of a picture with
    /// this `aspect` (1, > 0), seen by a camera on a boom of this `length` (length).
    ///
    /// `T` is the maximum over all spheres and both directions of `tan η/q` for `up` and `tan η/(q A)` for `right`, with
    /// `η = atan2(|X|, ℓ − Z) + asin(r/hypot(X, ℓ − Z))` and the symbols of [`Self::fit_length`].
    ///
    /// # Special cases
    ///
    /// ∞ unless every sphere is entirely in front of the camera. Returns `None` without spheres, and for NaN.
    #[must_use]
    pub fn fit_lens(spheres: impl IntoIterator<Item = Self>, share: f64, aspect: f64, length: f64) -> Option<f64> {
        let least = spheres.into_iter().fold(f64::NEG_INFINITY, |least, sphere| {
            let across = sphere.tangent_from(sphere.right, length) / aspect;
            larger(least, larger(across, sphere.tangent_from(sphere.up, length)))
        });
        let height = least / share;
        (height >= 0.0).then_some(height)
    }

    /// The length of the boom (length) at which a single sphere at the pivot, of this `radius` (length), fills the fraction `share`
    /// (1, > 0) of the picture's shorter side: `r/sin(atan(q T min(1, A)))`.
    ///
    /// # Special cases
    ///
    /// NaN in gives NaN out.
    #[must_use]
    pub fn length_of_one(radius: f64, share: f64, lens: &Lens) -> f64 {
        let tangent = share * lens.height() * if lens.aspect < 1.0 { lens.aspect } else { 1.0 };
        radius * cosecant(tangent)
    }

    /// The boom's length at which the sphere touches a plane through the camera. `tangent` is the tangent of the angle between the plane
    /// and the view axis. `aside` is the sphere's `right` or `up`.
    fn length_for(&self, aside: f64, tangent: f64) -> f64 {
        self.back + (aside.abs() / tangent + self.radius * cosecant(tangent))
    }

    /// The tangent of the angle between the view axis and the plane through the camera that touches the sphere on the outside; ∞ if there
    /// is no such plane in front of the camera. `aside` is the sphere's `right` or `up`; `length` is the boom's length.
    fn tangent_from(&self, aside: f64, length: f64) -> f64 {
        let (x, z) = (aside.abs(), length - self.back);
        let distance = libm::hypot(x, z);
        if (distance + self.radius).is_nan() {
            return f64::NAN;
        }
        // No plane touches a sphere that surrounds the camera. If the sphere is beside or behind the camera, so is the plane.
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

/// The larger of the two; NaN if either is NaN.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}
