//! What is elsewhere all at once because somebody wrote it there.

use bevy::prelude::*;

use super::{Blending, LookAt, Sight, frames::Frames};
use crate::{
    motion::{Held, Motion},
    property::{Property, Rotation, Rotation2d, Translation, TranslationX, TranslationY, TranslationZ},
};

/// A property that this crate moves, unless a hand holds it: what is held is written where the hand moves it to, which is no jump.
type Free<P> = (Option<&'static Motion<P>>, Has<Held<P>>);
type Moved = (
    &'static Transform,
    (Free<Translation>, Free<Rotation>),
    (Free<TranslationX>, Free<TranslationY>, Free<TranslationZ>, Free<Rotation2d>),
);

/// Tells cameras that what they look from, at or around has not gone to where it is: a write to what this crate moves is a jump, as it is
/// for followers. Only before it is adopted is it known from motion, so they are told before `Adopt`; and before they look after a tick. A
/// write that is found twice is a step of what has happened since the first time.
pub(crate) fn find_jumps(
    moved: Query<Moved>,
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
    let jumps = |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(is_written);
    for (eye, look, mut sight) in &mut looking {
        if jumps(look.target) || jumps(eye) {
            sight.bypass_change_detection().jump();
        }
    }
    for mut blending in &mut showing {
        if blending.subject().is_some_and(jumps) {
            blending.subject_jumps = true;
        }
    }
}

fn is_written<P: Property<Component = Transform>>(
    (motion, is_held): (Option<&Motion<P>>, bool),
    transform: &Transform,
) -> bool {
    motion.is_some_and(|Motion(body)| !is_held && body.adopted && body.written().value != P::get(transform))
}
