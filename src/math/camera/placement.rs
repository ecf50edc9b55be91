//! Where something is and how it is turned, both in motion, in frames that move and turn themselves.

use crate::math::rotation::{Quaternion, Vector3};

/// Where something is, how it is turned, and how both change.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::Placement;
/// use bevy_exact_motion::math::rotation::Vector3;
///
/// // A camera 2 behind the middle of a deck that turns at 0.5 rad/s about up.
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
    /// The orientation, of length 1.
    pub orientation: Quaternion,
    /// The angular velocity, in the axes in which the orientation is given. Unit: rad/s.
    pub angular_velocity: Vector3,
}

impl Placement {
    /// At the origin, not turned, at rest.
    pub const REST: Self = Self {
        position: Vector3::new(0.0, 0.0, 0.0),
        velocity: Vector3::new(0.0, 0.0, 0.0),
        orientation: Quaternion::IDENTITY,
        angular_velocity: Vector3::new(0.0, 0.0, 0.0),
    };

    /// What is `local` in this frame, in the axes of the frame's own parent: a frame turning at `Ω` adds `Ω × r` and `Ω`.
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

    /// What `world`, given in the axes of this frame's parent, is in this frame: the inverse of [`Self::carry`].
    pub fn local(&self, world: &Self) -> Self {
        let (position, velocity) = self.sight(world.position - self.position, world.velocity - self.velocity);
        let back = self.orientation.conjugate();
        Self {
            position,
            velocity,
            orientation: back * world.orientation,
            angular_velocity: back.rotate(world.angular_velocity - self.angular_velocity),
        }
    }

    /// An offset (length) and its rate (length/s) from the world's axes into this frame's, as [`Bearing`](super::Bearing) wants them:
    /// `r′ = R⁻¹ (r_world′ − Ω × r_world)`.
    pub fn sight(&self, offset: Vector3, rate: Vector3) -> (Vector3, Vector3) {
        let back = self.orientation.conjugate();
        (back.rotate(offset), back.rotate(rate - self.angular_velocity.cross(offset)))
    }
}
