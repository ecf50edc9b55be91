//! The direction in which a point is seen.

use core::f64::consts::TAU;

use crate::math::rotation::Vector3;

/// Below this distance a direction has no meaning. Unit: length. [`Bearing::of`] compares with it.
pub const NEAREST: f64 = 1e-4;

/// Cosine of the pitch beyond which a yaw has no meaning: 1° from straight up or down.
const STEEP_COSINE: f64 = 0.017_452_406_437_283_51;

/// Yaw and pitch at which a point is seen, and their rates: those of a camera that has it in the middle of its picture.
///
/// ```text
/// ψ = atan2(−r_x, −r_z)      ψ′ = (r_z r_x′ − r_x r_z′)/ρ²      θ = atan2(−r_y, ρ)      θ′ = (r_y ρ′ − ρ r_y′)/(ρ² + r_y²)
/// ```
///
/// `r` is the point from the camera and `ρ² = r_x² + r_z²`.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::Bearing;
/// use bevy_exact_motion::math::rotation::Vector3;
///
/// // 4 ahead, walking to the right at 2.
/// let seen = Bearing::of(Vector3::new(0.0, 0.0, -4.0), Vector3::new(2.0, 0.0, 0.0)).unwrap();
/// assert_eq!((seen.yaw, seen.yaw_rate), (0.0, -0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Bearing {
    /// The yaw, which grows to the left. Unit: rad. Range: −π to π.
    pub yaw: f64,
    /// The pitch, which grows downwards. Unit: rad. Range: ±π/2.
    pub pitch: f64,
    /// The rate of the yaw. Unit: rad/s.
    pub yaw_rate: f64,
    /// The rate of the pitch. Unit: rad/s.
    pub pitch_rate: f64,
}

impl Bearing {
    /// The bearing of a point at `offset` (length) from the camera, which moves at `rate` (length/s) relative to the camera.
    ///
    /// # Special cases
    ///
    /// `None` nearer than [`NEAREST`], and for input that is not finite. Straight up or down the yaw is 0 with rate 0.
    ///
    /// # Accuracy
    ///
    /// Angles to 2 ulp; a rate to 4 ε of the magnitudes added.
    #[must_use]
    pub fn of(offset: Vector3, rate: Vector3) -> Option<Self> {
        let size = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        if !size.is_finite() || size == 0.0 || libm::hypot(libm::hypot(offset.x, offset.z), offset.y) < NEAREST {
            return None;
        }
        // In units of the largest component no square overflows.
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

    /// The bearing to aim at, after `last`: as [`Self::of`], but nearer than the least distance it is the last one, with rate 0, and within
    /// 1° of straight up or down the yaw is the last one's; `None` if there is no last one.
    #[must_use]
    pub fn next(offset: Vector3, rate: Vector3, last: Option<Self>) -> Option<Self> {
        let standing = |last: Self| Self { yaw_rate: 0.0, pitch_rate: 0.0, ..last };
        let Some(seen) = Self::of(offset, rate) else { return last.map(standing) };
        match last {
            Some(last) if seen.is_steep() => Some(Self { yaw: last.yaw, yaw_rate: 0.0, ..seen }),
            _ => Some(seen),
        }
    }

    /// Whether it is within 1° of straight up or down, where its yaw has no meaning.
    #[must_use]
    pub fn is_steep(&self) -> bool {
        libm::cos(self.pitch) < STEEP_COSINE
    }
}

/// The angle (rad) nearest to `near` (rad) that differs from `angle` by whole turns.
///
/// # Special cases
///
/// NaN for what is not finite.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::turned_near;
///
/// assert!((turned_near(-3.0, 3.1) - (core::f64::consts::TAU - 3.0)).abs() < 1e-15);
/// assert_eq!(turned_near(0.5, 0.4), 0.5);
/// ```
#[must_use]
pub fn turned_near(angle: f64, near: f64) -> f64 {
    let away = angle - near;
    // Not through the difference where nothing has to be turned: it rounds.
    if away.abs() <= TAU / 2.0 { angle } else { near + libm::remainder(away, TAU) }
}
