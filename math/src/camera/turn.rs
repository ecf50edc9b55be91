//! Offsets between orientations, along the shortest arc.

use crate::rotation::{Quaternion, Spin, Vector3, left_jacobian, left_jacobian_inverse};

/// The offset of one rotating orientation from another: the rotation vector of the shortest arc, and its rate.
///
/// ```text
/// y = log(q q_b⁻¹)      y′ = J(y)⁻¹ (w − exp(y) w_b)          q = exp(y) q_b      w = J(y) y′ + exp(y) w_b
/// ```
///
/// `q` is the shown orientation, `w` its angular velocity, and `q_b` and `w_b` are those of the base. `J` is the left Jacobian.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::TurnOffset;
/// use exact_motion::rotation::{Quaternion, Spin, Vector3};
///
/// let turned = |x, y, z| Spin { orientation: Quaternion::exp(Vector3::new(x, y, z)), angular_velocity: Vector3::new(y, z, x) };
/// let (shown, base) = (turned(0.1, 0.7, 0.0), turned(-0.3, 0.2, 0.4));
/// let offset = TurnOffset::between(&shown, &base);
/// let back = offset.on(&base);
/// assert!((back.angular_velocity - shown.angular_velocity).length() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnOffset {
    /// `y`, in the world's axes. Unit: rad.
    pub offset: Vector3,
    /// `y′`. Unit: rad/s.
    pub rate: Vector3,
}

impl TurnOffset {
    /// The offset of `shown` from `base`.
    #[must_use]
    pub fn between(shown: &Spin, base: &Spin) -> Self {
        let error = shown.orientation * base.orientation.conjugate();
        let offset = error.log();
        let against = shown.angular_velocity - error.rotate(base.angular_velocity);
        Self { offset, rate: left_jacobian_inverse(offset, against) }
    }

    /// The view that is shown: `base` plus this offset.
    pub fn on(&self, base: &Spin) -> Spin {
        let error = Quaternion::exp(self.offset);
        Spin {
            orientation: (error * base.orientation).normalized(),
            angular_velocity: left_jacobian(self.offset, self.rate) + error.rotate(base.angular_velocity),
        }
    }
}
