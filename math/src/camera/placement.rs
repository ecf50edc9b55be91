//! Position and orientation of a moving object or frame of reference, and conversions between moving frames.

use crate::rotation::{Quaternion, Vector3};

/// Position and orientation of an object or a frame of reference, with velocity and angular velocity.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::Placement;
/// use exact_motion::rotation::Vector3;
///
/// // A camera 2 units behind the middle of a deck that turns at 0.5 rad/s about the up axis.
/// let deck = Placement { angular_velocity: Vector3::new(0.0, 0.5, 0.0), ..Placement::REST };
/// let camera = Placement { position: Vector3::new(0.0, 0.0, 2.0), ..Placement::REST };
/// assert_eq!(deck.carry(&camera).velocity, Vector3::new(1.0, 0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Placement {
    /// The position. Unit: length.
    pub position: Vector3,
    /// The velocity. Unit: length/s.
    pub velocity: Vector3,
    /// The orientation, a unit quaternion.
    pub orientation: Quaternion,
    /// The angular velocity, in the parent's axes. Unit: rad/s.
    pub angular_velocity: Vector3,
}

impl Placement {
    /// At the origin, unrotated, at rest.
    pub const REST: Self = Self {
        position: Vector3::new(0.0, 0.0, 0.0),
        velocity: Vector3::new(0.0, 0.0, 0.0),
        orientation: Quaternion::IDENTITY,
        angular_velocity: Vector3::new(0.0, 0.0, 0.0),
    };

    /// Converts `local` from this frame to the frame's parent. A frame that turns at `Ω` adds `Ω × r` to the velocity and `Ω` to the
    /// angular velocity; `r` is the offset from the frame's origin.
    pub fn carry(&self, local: &Self) -> Self {
        let arm = self.orientation.rotate(local.position);
        let swept = self.angular_velocity.cross(arm);
        Self {
            position: self.position + arm,
            velocity: self.velocity + (swept + self.orientation.rotate(local.velocity)),
            orientation: self.orientation * local.orientation,
            angular_velocity: self.angular_velocity + self.orientation.rotate(local.angular_velocity),
        }
    }

    /// Converts `world` from the frame's parent to this frame: the inverse of [`Self::carry`].
    pub fn local(&self, world: &Self) -> Self {
        let (position, velocity) = self.local_offset(world.position - self.position, world.velocity - self.velocity);
        let back = self.orientation.conjugate();
        Self {
            position,
            velocity,
            orientation: back * world.orientation,
            angular_velocity: back.rotate(world.angular_velocity - self.angular_velocity),
        }
    }

    /// Converts an offset (length) and its rate (length/s) from the parent's axes to this frame's, as [`Bearing`](super::Bearing) needs
    /// them: `r = R⁻¹ r_world` and `r′ = R⁻¹ (r_world′ − Ω × r_world)`, where `R` is the frame's rotation and `Ω` its angular velocity.
    pub fn local_offset(&self, offset: Vector3, rate: Vector3) -> (Vector3, Vector3) {
        let back = self.orientation.conjugate();
        (back.rotate(offset), back.rotate(rate - self.angular_velocity.cross(offset)))
    }
}
