//! What is elsewhere all at once because somebody wrote it there.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        entity::Entity,
        query::{Or, With, Without},
        system::Query,
    },
    transform::components::Transform,
};

use super::{Blending, LookAt, Sight, frame::Frames};
use crate::{
    motion::{Held, Motion},
    property::{Property, Rotation, Translation},
};

type Moved = (&'static Transform, Option<&'static Motion<Translation>>, Option<&'static Motion<Rotation>>);

/// What is held is written where a hand moves it to, which is no jump.
type Free =
    (Or<(With<Motion<Translation>>, With<Motion<Rotation>>)>, Without<Held<Translation>>, Without<Held<Rotation>>);

/// Tells cameras that what they look from, at or around has not gone to where it is: a write to what this crate moves is a jump, as it is
/// for followers. Only before it is adopted is it known from motion, so they are told before `Adopt`; and before they look after a tick. A
/// write that is found twice is a step of what has happened since the first time.
pub(crate) fn find_jumps(
    moved: Query<Moved, Free>,
    frames: Frames,
    mut looking: Query<(Entity, &LookAt, &mut Sight)>,
    mut showing: Query<&mut Blending>,
) {
    let is_written = |entity: Entity| {
        let Ok((transform, moves, turns)) = moved.get(entity) else { return false };
        moves.is_some_and(|motion| is_written(motion, transform))
            || turns.is_some_and(|motion| is_written(motion, transform))
    };
    let jumps = |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(is_written);
    for (eye, look, mut sight) in &mut looking {
        if jumps(look.target) || jumps(eye) {
            sight.bypass_change_detection().jump();
        }
    }
    for mut blending in &mut showing {
        if blending.subject().is_some_and(jumps) {
            blending.subject_jumps();
        }
    }
}

fn is_written<P: Property<Component = Transform>>(Motion(body): &Motion<P>, transform: &Transform) -> bool {
    body.adopted && body.written().value != P::get(transform)
}
