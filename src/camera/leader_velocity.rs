//! The velocity of cameras on booms, for entities that follow them.

use bevy::prelude::*;

use super::{ActiveShot, Composed, Orbit, Pose, Shake, frames::Frames};

type CameraMotion =
    (Entity, &'static mut Composed, Option<&'static Pose>, Option<&'static Shake>, (Has<Orbit>, Has<ActiveShot>));

/// System: stores the velocity of each camera with an `Orbit` and no shot. The velocity counts as unknown while the camera is displaced by
/// its shake, or moved by a parent that this crate does not move, because the pose does not contain that motion.
pub(crate) fn update_known_velocity(mut cameras: Query<CameraMotion>, frames: Frames) {
    for (entity, mut composed, pose, shake, (is_boom, has_shot)) in &mut cameras {
        let composed = composed.bypass_change_detection();
        let foreign = if is_boom && !has_shot { frames.foreign_transform(entity) } else { None };
        let is_unmoved = foreign.is_some() && composed.foreign_transform == foreign;
        composed.foreign_transform = foreign;
        let is_shaken = shake.is_some_and(|shake| shake.offset != Vec3::ZERO);
        composed.known_velocity = pose.map(|pose| pose.velocity).filter(|_| is_unmoved && !is_shaken);
    }
}

impl Composed {
    /// The velocity, or NaN if it is not known. Unit: m/s.
    pub(crate) fn velocity(&self) -> Vec3 {
        self.known_velocity.unwrap_or(Vec3::NAN)
    }
}
