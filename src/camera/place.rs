//! The one writer of cameras' poses and transforms.

use alloc::vec::Vec;

use bevy::{
    ecs::{
        change_detection::{DetectChanges, DetectChangesMut},
        entity::Entity,
        entity_disabling::Disabled,
        lifecycle::Add,
        name::NameOrEntity,
        observer::On,
        query::{Allow, Or, With},
        system::{Commands, ParamSet, Query},
    },
    math::Vec3,
    transform::components::Transform,
};
use log::warn;

use super::{Composed, Orbit, Pose, Shake, frame::Frames};
use crate::{
    property::{Rotation, Velocity},
    space::{Tangent, quat},
};

/// Writes what was composed.
pub(crate) fn place(
    mut world: ParamSet<(
        (Query<(Entity, &Composed, Option<&Shake>)>, Frames),
        Query<(NameOrEntity, &mut Composed, &mut Pose, &mut Transform)>,
    )>,
) {
    let (composed, frames) = world.p0();
    let locals: Vec<_> = composed
        .iter()
        .filter_map(|(entity, composed, shake)| {
            let placement = composed.placement?;
            let frame = frames.parent(entity);
            let local = frame.has_room().then(|| {
                let back = frame.placement.orientation.conjugate();
                let drawn = shake.map_or(placement, |shake| shake.of(&placement));
                let rotation = quat::from_math((back * drawn.orientation).normalized()).as_quat();
                (Vec3::narrow(frame.local(drawn.position)), rotation)
            });
            Some((entity, placement, local))
        })
        .collect();
    let mut cameras = world.p1();
    for (entity, placement, local) in locals {
        let Ok((name, mut composed, mut pose, mut transform)) = cameras.get_mut(entity) else { continue };
        let composed = composed.bypass_change_detection();
        let Some(local) = local.filter(|(place, turn)| place.is_finite() && turn.is_finite()) else {
            if !core::mem::replace(&mut composed.told_frame, true) {
                warn!("{name}: its parents leave a camera no room, or mirror it; its last pose stands");
            }
            continue;
        };
        composed.told_frame = false;
        pose.set_if_neq(Pose::of(&placement));
        let found = (transform.translation, transform.rotation);
        if composed.written.is_some_and(|written| written != found)
            && !core::mem::replace(&mut composed.told_writer, true)
        {
            let by = transform.changed_by();
            warn!(
                "{name}: something else moves this camera (written by {by}), which has no effect: its Transform is \
                 composed from its Orbit and its LookAt"
            );
        }
        composed.written = Some(local);
        if found != local {
            (transform.translation, transform.rotation) = local;
        }
    }
}

/// Observer: an orbit is all that moves its camera; springs on the composed `Transform` give way, also where it is enabled again.
pub(crate) fn give_way(
    added: On<Add, (Orbit, Velocity, Velocity<Rotation>)>,
    both: Query<NameOrEntity, (With<Orbit>, Or<(With<Velocity>, With<Velocity<Rotation>>)>, Allow<Disabled>)>,
    mut commands: Commands,
) {
    let Ok(name) = both.get(added.entity) else { return };
    warn!(
        "{name}: its Orbit moves this camera; motion on its Translation or Rotation has no effect, put it on the pivot"
    );
    commands.entity(added.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
}
