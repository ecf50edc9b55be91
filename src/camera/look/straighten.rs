//! Removes the distortion of cameras whose parents scale the axes by different factors.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use alloc::vec::Vec;

use bevy::{ecs::relationship::RelationshipTarget, prelude::*};

use crate::{
    camera::Composed,
    space::{Space, matrix::determinant},
};

/// System: overwrites the `GlobalTransform`s of cameras whose parents distort their axes, and of the descendants of these cameras, after
/// Bevy's propagation. Otherwise the picture would be sheared, because no rotation in the camera's `Transform` can undo the distortion.
pub(crate) fn straighten(
    cameras: Query<(Entity, &Composed)>,
    entities: Query<(&Transform, Option<&Children>), With<GlobalTransform>>,
    mut globals: Query<&mut GlobalTransform>,
) {
    let is_straightened = |entity| cameras.get(entity).is_ok_and(|(_, composed)| composed.undistorted.is_some());
    for (camera, composed) in &cameras {
        let Some(rotation) = composed.undistorted else { continue };
        let Ok(mut global) = globals.get_mut(camera) else { continue };
        // The scale is the same on all axes, and keeps the volume.
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
