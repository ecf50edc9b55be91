//! Cameras below parents that scale them by another factor along each axis.

#![allow(clippy::disallowed_types, reason = "it is for the picture alone: nothing moves by it")]

use alloc::vec::Vec;

use bevy::{ecs::relationship::RelationshipTarget, prelude::*};

use crate::{
    camera::Composed,
    space::{Space, matrix::determinant},
};

/// No rotation in `Transform` undoes what such parents do to the axes of a camera: its picture would be sheared. So its `GlobalTransform`,
/// and those of what hangs on it, are written again after Bevy has propagated them.
pub(crate) fn straighten(
    cameras: Query<(Entity, &Composed)>,
    entities: Query<(&Transform, Option<&Children>), With<GlobalTransform>>,
    mut globals: Query<&mut GlobalTransform>,
) {
    let is_straightened = |entity| cameras.get(entity).is_ok_and(|(_, composed)| composed.undistorted.is_some());
    for (camera, composed) in &cameras {
        let Some(rotation) = composed.undistorted else { continue };
        let Ok(mut global) = globals.get_mut(camera) else { continue };
        // One factor for all axes, of the same volume.
        let scale = Vec3::splat(f32::narrow(libm::cbrt(determinant(&global.affine().matrix3.as_dmat3()))));
        global.set_if_neq(Transform { translation: global.translation(), rotation, scale }.into());
        let children = |entity| entities.get(entity).ok().and_then(|(_, children)| children);
        let mut below: Vec<(Entity, GlobalTransform)> = Vec::new();
        let add = |global, parent, below: &mut Vec<_>| {
            let all = children(parent).into_iter().flat_map(RelationshipTarget::iter);
            below.extend(all.filter(|&child| !is_straightened(child)).map(|child| (child, global)));
        };
        add(*global, camera, &mut below);
        while let Some((entity, parent)) = below.pop() {
            let (Ok((local, _)), Ok(mut global)) = (entities.get(entity), globals.get_mut(entity)) else { continue };
            global.set_if_neq(parent.mul_transform(*local));
            add(*global, entity, &mut below);
        }
    }
}
