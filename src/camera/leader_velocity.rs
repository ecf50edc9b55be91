//! The velocity of cameras on booms, for their followers.

use bevy::prelude::*;

use super::{Composed, Orbit, Pose, Shake, Shows, frames::Frames};

type Telling = (Entity, &'static mut Composed, Option<&'static Pose>, Option<&'static Shake>, (Has<Orbit>, Has<Shows>));

/// Finds whose velocity is that of its place: what else moves a parent, or shakes the camera, is not in its pose.
pub(crate) fn tell_velocity(mut cameras: Query<Telling>, frames: Frames) {
    for (entity, mut composed, pose, shake, (is_boom, shows)) in &mut cameras {
        let composed = composed.bypass_change_detection();
        let others = if is_boom && !shows { frames.moved_by_others(entity) } else { None };
        let stands = others.is_some() && composed.moved_by_others == others;
        composed.moved_by_others = others;
        let is_shaken = shake.is_some_and(|shake| shake.offset != Vec3::ZERO);
        composed.told = pose.map(|pose| pose.velocity).filter(|_| stands && !is_shaken);
    }
}

impl Composed {
    /// NaN where it is not known.
    pub(crate) fn velocity(&self) -> Vec3 {
        self.told.unwrap_or(Vec3::NAN)
    }
}
