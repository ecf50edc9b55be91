//! A camera on a boom that rotates about a pivot.

use core::ops::{Add, Mul, Sub};

use crate::rotation::{Quaternion, Vector3};

/// Yaw, pitch and length of a boom; or their rates, or their accelerations.
///
/// ```text
/// d = (sin ψ cos θ, sin θ, cos ψ cos θ)          position = ℓ d          view along −d
/// ```
///
/// # Examples
///
/// ```
/// use exact_motion::camera::Polar;
/// use exact_motion::rotation::Vector3;
///
/// let boom = Polar { yaw: 0.0, pitch: 0.0, length: 8.0 };
/// assert_eq!(boom.place(), Vector3::new(0.0, 0.0, 8.0)); // behind the pivot, looking along −z
/// let turning = Polar { yaw: 0.5, ..Polar::default() }; // turns left, so the camera moves right
/// assert_eq!(boom.velocity(&turning), Vector3::new(4.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Polar {
    /// `ψ`; positive is to the left. Unit: rad.
    pub yaw: f64,
    /// `θ`; if positive, the camera is above the pivot and looks down. Unit: rad.
    pub pitch: f64,
    /// `ℓ`. Unit: length.
    pub length: f64,
}

/// Sines and cosines of a boom's angles.
struct Trigonometry {
    sin_yaw: f64,
    cos_yaw: f64,
    sin_pitch: f64,
    cos_pitch: f64,
}

impl Trigonometry {
    fn d(&self) -> Vector3 {
        Vector3::new(self.sin_yaw * self.cos_pitch, self.sin_pitch, self.cos_yaw * self.cos_pitch)
    }

    fn d_yaw(&self) -> Vector3 {
        Vector3::new(self.cos_yaw * self.cos_pitch, 0.0, -self.sin_yaw * self.cos_pitch)
    }

    fn d_pitch(&self) -> Vector3 {
        Vector3::new(-self.sin_yaw * self.sin_pitch, self.cos_pitch, -self.cos_yaw * self.sin_pitch)
    }

    fn right(&self) -> Vector3 {
        Vector3::new(self.cos_yaw, 0.0, -self.sin_yaw)
    }
}

impl Polar {
    /// The boom whose camera is at `place` (length, relative to the pivot) and looks at the pivot.
    ///
    /// # Special cases
    ///
    /// If `place` is exactly above or below the pivot, the yaw is 0. If it is the pivot itself, yaw, pitch and length are 0.
    #[must_use]
    pub fn of_place(place: Vector3) -> Self {
        let across = libm::hypot(place.x, place.z);
        let yaw = if across == 0.0 { 0.0 } else { libm::atan2(place.x, place.z) };
        Self { yaw, pitch: libm::atan2(place.y, across), length: libm::hypot(across, place.y) }
    }

    /// `d`, the unit vector from the pivot to the camera.
    pub fn direction(&self) -> Vector3 {
        self.trigonometry().d()
    }

    /// The rate of `d` (1/s) if yaw and pitch change at `rate` (rad/s).
    pub fn direction_rate(&self, rate: &Self) -> Vector3 {
        let t = self.trigonometry();
        t.d_yaw() * rate.yaw + t.d_pitch() * rate.pitch
    }

    /// The horizontal unit vector to the camera's right.
    pub fn right(&self) -> Vector3 {
        self.trigonometry().right()
    }

    /// The camera's position relative to the pivot (length): `ℓ d`.
    pub fn place(&self) -> Vector3 {
        self.direction() * self.length
    }

    /// The camera's velocity relative to the pivot (length/s) if the boom changes at `rate` (rad/s, length/s):
    /// `ℓ′ d + ℓ (ψ′ d_ψ + θ′ d_θ)`, where `d_ψ` and `d_θ` are partial derivatives.
    pub fn velocity(&self, rate: &Self) -> Vector3 {
        let t = self.trigonometry();
        t.d() * rate.length + (t.d_yaw() * rate.yaw + t.d_pitch() * rate.pitch) * self.length
    }

    /// The camera's acceleration relative to the pivot (length/s²) if the boom changes at `rate` (rad/s, length/s) and with `acceleration`
    /// (rad/s², length/s²).
    ///
    /// # Reference
    ///
    /// Derived here: `ℓ″ d + 2 ℓ′ (ψ′ d_ψ + θ′ d_θ) + ℓ (ψ″ d_ψ + θ″ d_θ + ψ′² d_ψψ + 2 ψ′ θ′ d_ψθ − θ′² d)`.
    pub fn acceleration(&self, rate: &Self, acceleration: &Self) -> Vector3 {
        let t = self.trigonometry();
        let (d, d_yaw, d_pitch) = (t.d(), t.d_yaw(), t.d_pitch());
        let d_yaw_yaw = Vector3::new(-d.x, 0.0, -d.z);
        let d_yaw_pitch = Vector3::new(-t.cos_yaw * t.sin_pitch, 0.0, t.sin_yaw * t.sin_pitch);
        let turning = d_yaw * rate.yaw + d_pitch * rate.pitch;
        let turned = d_yaw * acceleration.yaw
            + d_pitch * acceleration.pitch
            + d_yaw_yaw * (rate.yaw * rate.yaw)
            + d_yaw_pitch * (2.0 * rate.yaw * rate.pitch)
            - d * (rate.pitch * rate.pitch);
        d * acceleration.length + turning * (2.0 * rate.length) + turned * self.length
    }

    /// The orientation of a camera that looks along `−d`, without roll.
    pub fn orientation(&self) -> Quaternion {
        let (sin_yaw, cos_yaw) = libm::sincos(self.yaw / 2.0);
        let (sin_pitch, cos_pitch) = libm::sincos(self.pitch / 2.0);
        // First the pitch about −right, then the yaw about up.
        Quaternion {
            vector: Vector3::new(-cos_yaw * sin_pitch, sin_yaw * cos_pitch, sin_yaw * sin_pitch),
            scalar: cos_yaw * cos_pitch,
        }
    }

    /// The angular velocity of [`Self::orientation`] (rad/s) if yaw and pitch change at `rate` (rad/s): `ψ′ up − θ′ right`.
    pub fn angular_velocity(&self, rate: &Self) -> Vector3 {
        let right = self.right();
        Vector3::new(-right.x * rate.pitch, rate.yaw, -right.z * rate.pitch)
    }

    fn trigonometry(&self) -> Trigonometry {
        let (sin_yaw, cos_yaw) = libm::sincos(self.yaw);
        let (sin_pitch, cos_pitch) = libm::sincos(self.pitch);
        Trigonometry { sin_yaw, cos_yaw, sin_pitch, cos_pitch }
    }
}

impl Add for Polar {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { yaw: self.yaw + other.yaw, pitch: self.pitch + other.pitch, length: self.length + other.length }
    }
}

impl Sub for Polar {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { yaw: self.yaw - other.yaw, pitch: self.pitch - other.pitch, length: self.length - other.length }
    }
}

impl Mul<f64> for Polar {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { yaw: self.yaw * factor, pitch: self.pitch * factor, length: self.length * factor }
    }
}
