//! Overwrites the `GlobalTransform` of an entity after Bevy's propagation.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use alloc::vec::Vec;

use bevy::{ecs::relationship::RelationshipTarget, prelude::*};

use super::Composed;
use crate::space::{Space, matrix::determinant};

/// The places of entities in their parents, their children, and how cameras are straightened.
pub(crate) type Family<'w, 's> =
    Query<'w, 's, (&'static Transform, Option<&'static Children>, Option<&'static Composed>), With<GlobalTransform>>;

/// Overwrites the `GlobalTransform` of an entity and moves its descendants along, except those for which `is_left_out` is true, and what is
/// below them. Descendants that are cameras stay straight.
pub(crate) fn overwrite(
    entity: Entity,
    global: GlobalTransform,
    family: &Family,
    globals: &mut Query<&mut GlobalTransform>,
    is_left_out: impl Fn(Entity) -> bool,
) {
    let mut all: Vec<(Entity, GlobalTransform)> = Vec::new();
    all.push((entity, global));
    while let Some((entity, global)) = all.pop() {
        let Ok(mut found) = globals.get_mut(entity) else { continue };
        found.set_if_neq(global);
        let children = family.get(entity).ok().and_then(|(_, children, _)| children);
        let children = children.into_iter().flat_map(RelationshipTarget::iter).filter(|&child| !is_left_out(child));
        all.extend(children.filter_map(|child| {
            let (local, _, composed) = family.get(child).ok()?;
            let global = global.mul_transform(*local);
            Some((child, composed.and_then(|composed| straightened(&global, composed)).unwrap_or(global)))
        }));
    }
}

/// A camera's `GlobalTransform` without the distortion by its parents, with the same scale on all axes, which keeps the volume. `None` if its
/// parents do not distort it.
pub(crate) fn straightened(global: &GlobalTransform, composed: &Composed) -> Option<GlobalTransform> {
    let rotation = composed.undistorted?;
    let scale = Vec3::splat(f32::narrow(libm::cbrt(determinant(&global.affine().matrix3.as_dmat3()))));
    Some(Transform { translation: global.translation(), rotation, scale }.into())
}
