//! Finds teleports: writes by other code to transforms that this crate moves.

use bevy::prelude::*;

use super::{Blending, LookAt, Sight, frames::Frames};
use crate::{
    motion::{Grabbed, Motion},
    property::{Property, Rotation, Rotation2d, Translation, TranslationX, TranslationY, TranslationZ},
};

/// The motion of a property, and whether the property is grabbed: a grabbed value is written continually, which is not a teleport.
type MotionState<P> = (Option<&'static Motion<P>>, Has<Grabbed<P>>);
type TransformMotions = (
    &'static Transform,
    (MotionState<Translation>, MotionState<Rotation>),
    (MotionState<TranslationX>, MotionState<TranslationY>, MotionState<TranslationZ>, MotionState<Rotation2d>),
);

/// Marks cameras whose eye, target or pivot was teleported, so that the change is not mistaken for motion. A write by other code to a
/// transform that this crate moves is a teleport, as it is for followers.
///
/// A write can only be distinguished from motion before it is adopted. So this system runs before `Adopt`, and, at the end of a tick,
/// before cameras look. If both runs find the same write, the camera is marked twice; the second jump then only covers the change since the
/// first.
pub(crate) fn find_teleports(
    moved: Query<TransformMotions>,
    frames: Frames,
    mut looking: Query<(Entity, &LookAt, &mut Sight)>,
    mut showing: Query<&mut Blending>,
) {
    let is_written = |entity: Entity| {
        let Ok((transform, (place, turn), (x, y, z, angle))) = moved.get(entity) else { return false };
        is_written(place, transform)
            || is_written(turn, transform)
            || is_written(x, transform)
            || is_written(y, transform)
            || is_written(z, transform)
            || is_written(angle, transform)
    };
    let was_teleported = |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(is_written);
    for (eye, look, mut sight) in &mut looking {
        if was_teleported(look.target) || was_teleported(eye) {
            sight.bypass_change_detection().mark_teleported();
        }
    }
    for mut blending in &mut showing {
        if blending.subject().is_some_and(was_teleported) {
            blending.subject_teleported = true;
        }
    }
}

fn is_written<P: Property<Component = Transform>>(
    (motion, is_grabbed): (Option<&Motion<P>>, bool),
    transform: &Transform,
) -> bool {
    motion.is_some_and(|Motion(body)| !is_grabbed && body.adopted && body.written().value != P::get(transform))
}
