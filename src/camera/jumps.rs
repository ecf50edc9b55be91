//! What is elsewhere all at once because somebody wrote it there.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        entity::{Entity, EntityHashSet},
        observer::On,
        query::Has,
        system::{Commands, Query},
    },
    transform::components::Transform,
};

use super::{Blending, InGroup, LookAt, Sight, frame::Frames};
use crate::{
    events::Teleported,
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
    members: Query<(Entity, &InGroup)>,
    frames: Frames,
    mut looking: Query<(Entity, &LookAt, &mut Sight)>,
    mut showing: Query<&mut Blending>,
    mut commands: Commands,
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
            blending.subject_jumps();
        }
    }
    tell_groups(&members, jumps, &mut commands);
}

fn is_written<P: Property<Component = Transform>>(
    (motion, is_held): (Option<&Motion<P>>, bool),
    transform: &Transform,
) -> bool {
    motion.is_some_and(|Motion(body)| !is_held && body.adopted && body.written().value != P::get(transform))
}

/// Observer: the middle of a group whose member is put elsewhere, or a parent of it, has not gone there at some speed.
pub(crate) fn member_teleported(
    teleported: On<Teleported>,
    members: Query<(Entity, &InGroup)>,
    frames: Frames,
    mut commands: Commands,
) {
    // Groups may be members of each other in a ring.
    if members.iter().any(|(_, member)| member.group == teleported.entity) {
        return;
    }
    let goes =
        |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == teleported.entity);
    tell_groups(&members, goes, &mut commands);
}

/// Tells followers of the groups in which one of these members counts.
fn tell_groups(members: &Query<(Entity, &InGroup)>, jumps: impl Fn(Entity) -> bool, commands: &mut Commands) {
    let jumped = members.iter().filter(|&(entity, member)| member.counts() && jumps(entity));
    let groups: EntityHashSet = jumped.map(|(_, member)| member.group).collect();
    for group in groups {
        commands.trigger(Teleported::new(group));
    }
}
