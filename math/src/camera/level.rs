//! Offsets in yaw, pitch and roll between two orientations. They keep the horizon level in a blend between level views.

use crate::rotation::{Quaternion, Spin, Vector3};

use super::Polar;
use super::bearing::turned_near;

/// Sine of 85°. At this pitch and at steeper ones, up or down, yaw and roll count as undefined.
const STEEP_SINE: f64 = 0.996_194_698_091_745_5;

/// Yaw, pitch and roll, with their rates, of an orientation or of an offset between two orientations.
///
/// ```text
/// q = yaw about up, after pitch about −right, after roll about back          w = ψ′ up − θ′ r + ρ′ d
/// ```
///
/// `q` is the orientation, `w` the angular velocity, `ρ` the roll, `r` the horizontal unit vector to the right, and `d` the unit vector
/// backward.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{LevelOffset, Polar};
/// use exact_motion::rotation::{Spin, Vector3};
///
/// let view = |yaw, pitch| Spin { orientation: Polar { yaw, pitch, length: 0.0 }.orientation(), angular_velocity: Vector3::default() };
/// let offset = LevelOffset::between(&view(2.0, 0.9), &view(0.1, 0.1)).unwrap();
/// assert!((offset.angles.x - 1.9).abs() < 1e-15 && offset.angles.z.abs() < 1e-15); // no roll
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelOffset {
    /// Yaw, pitch and roll, as x, y and z. Unit: rad.
    pub angles: Vector3,
    /// The rates of yaw, pitch and roll, as x, y and z. Unit: rad/s.
    pub rates: Vector3,
}

impl LevelOffset {
    /// Yaw, pitch and roll of an orientation, and their rates.
    ///
    /// # Special cases
    ///
    /// Returns `None` within 5° of straight up or down, where yaw and roll turn about almost the same axis, and for non-finite input.
    #[must_use]
    pub fn of(spin: &Spin) -> Option<Self> {
        let q = spin.orientation;
        let back = q.rotate(Vector3::new(0.0, 0.0, 1.0));
        if back.y.abs() >= STEEP_SINE || back.y.is_nan() {
            return None;
        }
        let yaw = libm::atan2(back.x, back.z);
        let pitch = libm::atan2(back.y, libm::hypot(back.x, back.z));
        let level = Polar { yaw, pitch, length: 0.0 };
        // The remaining rotation is about the camera's view axis.
        let rest = level.orientation().conjugate() * q;
        let roll = turned_near(2.0 * libm::atan2(rest.vector.z, rest.scalar), 0.0);
        let (w, right) = (spin.angular_velocity, level.right());
        let (sin_pitch, cos_pitch) = libm::sincos(pitch);
        let ahead = Vector3::new(-right.z, 0.0, right.x);
        let roll_rate = w.dot(ahead) / cos_pitch;
        let rates = Vector3::new(w.y - roll_rate * sin_pitch, -w.dot(right), roll_rate);
        let found = Self { angles: Vector3::new(yaw, pitch, roll), rates };
        (found.angles.length() + found.rates.length()).is_finite().then_some(found)
    }

    /// The orientation and angular velocity with this yaw, pitch and roll.
    pub fn spin(&self) -> Spin {
        let level = Polar { yaw: self.angles.x, pitch: self.angles.y, length: 0.0 };
        let (sin_roll, cos_roll) = libm::sincos(self.angles.z / 2.0);
        let roll = Quaternion { vector: Vector3::new(0.0, 0.0, sin_roll), scalar: cos_roll };
        let rate = Polar { yaw: self.rates.x, pitch: self.rates.y, length: 0.0 };
        Spin {
            orientation: level.orientation() * roll,
            angular_velocity: level.angular_velocity(&rate) + level.direction() * self.rates.z,
        }
    }

    /// The offset of `shown` from `base`, by the shorter rotation about each axis.
    ///
    /// # Special cases
    ///
    /// Returns `None` if [`Self::of`] does for `shown` or `base`.
    #[must_use]
    pub fn between(shown: &Spin, base: &Spin) -> Option<Self> {
        let (shown, base) = (Self::of(shown)?, Self::of(base)?);
        let away = shown.angles - base.angles;
        let angles = Vector3::new(turned_near(away.x, 0.0), away.y, turned_near(away.z, 0.0));
        Some(Self { angles, rates: shown.rates - base.rates })
    }

    /// The view that is shown: `base` plus this offset.
    ///
    /// # Special cases
    ///
    /// Returns `None` if [`Self::of`] does for `base`.
    #[must_use]
    pub fn on(&self, base: &Spin) -> Option<Spin> {
        let base = Self::of(base)?;
        Some(Self { angles: base.angles + self.angles, rates: base.rates + self.rates }.spin())
    }
}
