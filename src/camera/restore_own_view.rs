//! Restores a camera's own field of view and `Transform` when a shot or a shake is no longer written over them.

use bevy::{
    ecs::{component::ComponentIdFor, world::DeferredWorld},
    prelude::*,
};

use super::{ActiveShot, Composed, LookAt, Orbit, Pose, Shake, remove_shake::remove_shake};
use crate::{engine::Removed, motion::Motion, property::FieldOfView};

/// Observer: a component that a shake or a shot needs is removed. Removes the shake from the `Transform`. If the shot can no longer be
/// shown, restores the camera's own field of view.
pub(crate) fn restore_own_view(
    removed: Removed<(Orbit, LookAt, ActiveShot, Shake, Pose, Composed)>,
    (orbit, look, shows): (ComponentIdFor<Orbit>, ComponentIdFor<LookAt>, ComponentIdFor<ActiveShot>),
    composed: ComponentIdFor<Composed>,
    mut world: DeferredWorld,
) {
    let entity = removed.entity;
    // The observer runs before the components are removed, so it looks at the components that remain.
    let Some(remaining) = removed.trigger().new_archetype else { return };
    remove_shake(&mut world, entity);
    if ![orbit.get(), look.get(), shows.get()].iter().any(|&id| remaining.contains(id)) {
        propagate(&mut world, entity);
    }
    if remaining.contains(shows.get()) && remaining.contains(composed.get()) {
        return;
    }
    let Some(own_view) = world.get_mut::<Composed>(entity).map(|mut composed| core::mem::take(&mut composed.own_view))
    else {
        return;
    };
    let found = world.get::<Projection>(entity).and_then(|projection| match projection {
        Projection::Perspective(perspective) => Some(perspective.fov),
        _ => None,
    });
    if let Some(found) = found.filter(|&found| own_view.lens(found) != found)
        && let Some(mut projection) = world.get_mut::<Projection>(entity)
        && let Projection::Perspective(perspective) = &mut *projection
    {
        perspective.fov = own_view.lens(found);
    }
}

/// Makes Bevy propagate a camera's `Transform` again, if the system `straighten` has overwritten its `GlobalTransform`.
fn propagate(world: &mut DeferredWorld, entity: Entity) {
    let composed = world.get_mut::<Composed>(entity);
    if composed.is_some_and(|mut composed| composed.bypass_change_detection().undistorted.take().is_some())
        && let Some(mut transform) = world.get_mut::<Transform>(entity)
    {
        transform.set_changed();
    }
}

/// System: for cameras with a spring on their field of view, restores their own field of view before its motion is adopted. Otherwise the
/// field of view that was written for a shot would count as a write by user code.
pub(crate) fn restore_own_lenses(
    mut cameras: Query<(&Composed, &mut Projection), (With<ActiveShot>, With<Motion<FieldOfView>>)>,
) {
    for (composed, mut projection) in &mut cameras {
        if let Projection::Perspective(perspective) = projection.bypass_change_detection() {
            perspective.fov = composed.own_view.lens(perspective.fov);
        }
    }
}
