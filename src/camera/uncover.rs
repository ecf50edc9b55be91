//! Restores a camera's own lens and place when a shot or a shake no longer covers them.

use bevy::{
    ecs::{component::ComponentIdFor, world::DeferredWorld},
    prelude::*,
};

use super::{Composed, LookAt, Orbit, Pose, Shake, Shows, calm::calm};
use crate::{engine::Removed, motion::Motion, property::FieldOfView};

/// Observer: what a shake or a shot is drawn over is restored as soon as a component without which it is not drawn is removed.
pub(crate) fn uncover(
    removed: Removed<(Orbit, LookAt, Shows, Shake, Pose, Composed)>,
    (orbit, look, shows): (ComponentIdFor<Orbit>, ComponentIdFor<LookAt>, ComponentIdFor<Shows>),
    composed: ComponentIdFor<Composed>,
    mut world: DeferredWorld,
) {
    let entity = removed.entity;
    // The removed components are still there.
    let Some(left) = removed.trigger().new_archetype else { return };
    calm(&mut world, entity);
    if ![orbit.get(), look.get(), shows.get()].iter().any(|&id| left.contains(id)) {
        propagate(&mut world, entity);
    }
    if left.contains(shows.get()) && left.contains(composed.get()) {
        return;
    }
    let Some(own) = world.get_mut::<Composed>(entity).map(|mut composed| core::mem::take(&mut composed.own)) else {
        return;
    };
    let found = world.get::<Projection>(entity).and_then(|projection| match projection {
        Projection::Perspective(perspective) => Some(perspective.fov),
        _ => None,
    });
    if let Some(found) = found.filter(|&found| own.lens(found) != found)
        && let Some(mut projection) = world.get_mut::<Projection>(entity)
        && let Projection::Perspective(perspective) = &mut *projection
    {
        perspective.fov = own.lens(found);
    }
}

/// Lets Bevy propagate a camera's `Transform` again, if its `GlobalTransform` was straightened.
fn propagate(world: &mut DeferredWorld, entity: Entity) {
    let composed = world.get_mut::<Composed>(entity);
    if composed.is_some_and(|mut composed| composed.bypass_change_detection().undistorted.take().is_some())
        && let Some(mut transform) = world.get_mut::<Transform>(entity)
    {
        transform.set_changed();
    }
}

/// A lens on a spring is the camera's own again before motion goes on: what is drawn of a shot is nobody's write to it.
pub(crate) fn uncover_lenses(
    mut cameras: Query<(&Composed, &mut Projection), (With<Shows>, With<Motion<FieldOfView>>)>,
) {
    for (composed, mut projection) in &mut cameras {
        if let Projection::Perspective(perspective) = projection.bypass_change_detection() {
            perspective.fov = composed.own.lens(perspective.fov);
        }
    }
}
