//! Overwrites the `GlobalTransform` of an entity after Bevy's propagation.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use alloc::vec::Vec;

use bevy::{ecs::relationship::RelationshipTarget, prelude::*};

/// The places of entities in their parents, and their children.
pub(crate) type Family<'w, 's> = Query<'w, 's, (&'static Transform, Option<&'static Children>), With<GlobalTransform>>;

/// Overwrites the `GlobalTransform` of an entity and moves its descendants along, except those for which `is_overwritten` is true, and what is
/// below them.
pub(crate) fn overwrite(
    entity: Entity,
    global: GlobalTransform,
    family: &Family,
    globals: &mut Query<&mut GlobalTransform>,
    is_overwritten: impl Fn(Entity) -> bool,
) {
    let mut all: Vec<(Entity, GlobalTransform)> = Vec::new();
    all.push((entity, global));
    while let Some((entity, global)) = all.pop() {
        let Ok(mut found) = globals.get_mut(entity) else { continue };
        found.set_if_neq(global);
        let children = family.get(entity).ok().and_then(|(_, children)| children);
        let children = children.into_iter().flat_map(RelationshipTarget::iter).filter(|&child| !is_overwritten(child));
        all.extend(children.filter_map(|child| {
            let (local, _) = family.get(child).ok()?;
            Some((child, global.mul_transform(*local)))
        }));
    }
}
