//! What a camera has of its own, below what is drawn over it: below the lens and the place of a shot, and below a shake.

use bevy::{
    camera::Projection,
    ecs::{
        change_detection::DetectChangesMut, component::ComponentIdFor, entity::Entity, query::With, system::Query,
        world::DeferredWorld,
    },
    math::{Quat, Vec3},
    transform::components::Transform,
};

use super::{Composed, LookAt, Orbit, Pose, Shake, Shows};
use crate::{engine::Removed, math::rotation::Vector3, motion::Motion, property::FieldOfView, space::quat};

/// A camera's own lens and place, over which those of its shot are written: what others wrote last.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Own {
    lens: Option<Covered>,
    /// In its parents' frame.
    place: Option<(Vec3, Quat)>,
}

/// A field of view, and the one that was written over it. Unit: rad.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Covered {
    own: f32,
    written: f32,
}

impl Own {
    /// The camera's own field of view (rad), where this one is found. What was not written over it was written by others since.
    pub(crate) fn lens(&self, found: f32) -> f32 {
        self.lens.filter(|lens| lens.written == found).map_or(found, |lens| lens.own)
    }

    /// The field of view (rad) that was last drawn of a shot, or else the one that is found.
    pub(crate) fn drawn_lens(&self, found: f32) -> f32 {
        self.lens.map_or(found, |lens| lens.written)
    }

    /// This one (rad) is drawn instead of the one that is found; whether it is another one than before.
    pub(crate) fn cover_lens(&mut self, found: f32, written: f32) -> bool {
        let covered = Covered { own: self.lens(found), written };
        self.lens.replace(covered).is_none_or(|before| before.written != written)
    }

    /// The place of a camera of its own.
    pub(crate) fn set_place(&mut self, place: (Vec3, Quat)) {
        self.place = Some(place);
    }

    /// Puts a place of the world elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        if let Some((place, _)) = &mut self.place {
            *place = (place.as_dvec3() + quat::vector_from_math(by)).as_vec3();
        }
    }
}

impl Composed {
    /// A camera's own place in its parents' frame, where its `Transform` is this one: what others wrote last.
    pub(crate) fn own_place(&self, found: &Transform) -> (Vec3, Quat) {
        let found = (found.translation, found.rotation);
        let is_written_over = self.is_shifted || self.written == Some(found);
        self.own.place.filter(|_| is_written_over).unwrap_or(found)
    }
}

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

/// Takes the shake off a `Transform` over which it is drawn. What other systems wrote since stays.
pub(super) fn calm(world: &mut DeferredWorld, entity: Entity) {
    let Some(mut composed) = world.get_mut::<Composed>(entity) else { return };
    let composed = composed.bypass_change_detection();
    let Some([written, calm]) = composed.calm.take() else { return };
    let is_shifted = composed.is_shifted;
    if composed.written == Some(written) {
        composed.written = Some(calm);
    }
    // A loaded state may hold anything.
    let is_finite = calm.0.is_finite() && calm.1.is_finite() && written.0.is_finite();
    let Some(mut transform) = world.get_mut::<Transform>(entity).filter(|_| is_finite) else { return };
    if transform.translation == written.0 {
        transform.translation = calm.0;
    } else if is_shifted {
        transform.translation += calm.0 - written.0;
    }
    if transform.rotation == written.1 {
        transform.rotation = calm.1;
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
