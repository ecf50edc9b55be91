//! The direction from a camera to a point, as yaw and pitch.

use core::f64::consts::TAU;

use crate::rotation::Vector3;

/// The smallest distance at which a point has a [`Bearing`]. Unit: length.
pub const MIN_DISTANCE: f64 = 1e-4;

/// Cosine of 89°. At a steeper pitch, up or down, the yaw counts as undefined.
const STEEP_COSINE: f64 = 0.017_452_406_437_283_51;

/// Direction to a point, and how fast it changes: the yaw and pitch, with their rates, of a camera that keeps the point in the middle of
/// its picture.
///
/// ```text
/// ψ = atan2(−r_x, −r_z)      ψ′ = (r_z r_x′ − r_x r_z′)/ρ²      θ = atan2(−r_y, ρ)      θ′ = (r_y ρ′ − ρ r_y′)/(ρ² + r_y²)
/// ```
///
/// `r` is the vector from the camera to the point, and `ρ² = r_x² + r_z²`.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::Bearing;
/// use exact_motion::rotation::Vector3;
///
/// // The point is 4 units ahead and moves to the right at 2 units/s.
/// let seen = Bearing::of(Vector3::new(0.0, 0.0, -4.0), Vector3::new(2.0, 0.0, 0.0)).unwrap();
/// assert_eq!((seen.yaw, seen.yaw_rate), (0.0, -0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Bearing {
    /// The yaw; positive is to the left. Unit: rad. Range: −π to π.
    pub yaw: f64,
    /// The pitch; positive is down. Unit: rad. Range: ±π/2.
    pub pitch: f64,
    /// The rate of the yaw. Unit: rad/s.
    pub yaw_rate: f64,
    /// The rate of the pitch. Unit: rad/s.
    pub pitch_rate: f64,
}

impl Bearing {
    /// The bearing of a point that is at `offset` (length) from the camera and moves at `rate` (length/s) relative to the camera.
    ///
    /// # Special cases
    ///
    /// Returns `None` for a point nearer than [`MIN_DISTANCE`] and for non-finite input. For a point exactly above or below the camera, yaw
    /// and yaw rate are 0.
    ///
    /// # Accuracy
    ///
    /// Angles: 2 ulp. Rates: 4 ε of the sum of the terms' magnitudes.
    #[must_use]
    pub fn of(offset: Vector3, rate: Vector3) -> Option<Self> {
        let size = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        if !size.is_finite() || size == 0.0 || libm::hypot(libm::hypot(offset.x, offset.z), offset.y) < MIN_DISTANCE {
            return None;
        }
        // In units of the largest component, no square overflows.
        let (r, u) = (offset * (1.0 / size), rate * (1.0 / size));
        let across = libm::hypot(r.x, r.z);
        let (yaw, yaw_rate, away) = if across == 0.0 {
            (0.0, 0.0, libm::hypot(u.x, u.z))
        } else {
            let away = (r.x * u.x + r.z * u.z) / across;
            (libm::atan2(-r.x, -r.z), (r.z * u.x - r.x * u.z) / (across * across), away)
        };
        let seen = Self {
            yaw,
            pitch: libm::atan2(-r.y, across),
            yaw_rate,
            pitch_rate: (r.y * away - across * u.y) / r.dot(r),
        };
        (seen.yaw + seen.pitch + seen.yaw_rate + seen.pitch_rate).is_finite().then_some(seen)
    }

    /// The bearing to aim at, given the `last` one, if any. It is the result of [`Self::of`], with two exceptions: if that is `None`, the
    /// last bearing is kept, with rates of 0; within 1° of straight up or down, the last yaw is kept, with a rate of 0.
    #[must_use]
    pub fn next(offset: Vector3, rate: Vector3, last: Option<Self>) -> Option<Self> {
        let fixed = |last: Self| Self { yaw_rate: 0.0, pitch_rate: 0.0, ..last };
        let Some(seen) = Self::of(offset, rate) else { return last.map(fixed) };
        match last {
            Some(last) if seen.is_steep() => Some(Self { yaw: last.yaw, yaw_rate: 0.0, ..seen }),
            _ => Some(seen),
        }
    }

    /// Whether the bearing is within 1° of straight up or down, where its yaw counts as undefined.
    #[must_use]
    pub fn is_steep(&self) -> bool {
        libm::cos(self.pitch) < STEEP_COSINE
    }
}

/// `angle` (rad) plus the number of whole turns that brings it nearest to `near` (rad).
///
/// # Special cases
///
/// NaN for non-finite input.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::turned_near;
///
/// assert!((turned_near(-3.0, 3.1) - (core::f64::consts::TAU - 3.0)).abs() < 1e-15);
/// assert_eq!(turned_near(0.5, 0.4), 0.5);
/// ```
#[must_use]
pub fn turned_near(angle: f64, near: f64) -> f64 {
    let away = angle - near;
    // If no turn is needed, the angle is returned bit for bit; computing it from `away` would round it.
    if away.abs() <= TAU / 2.0 { angle } else { near + libm::remainder(away, TAU) }
}
