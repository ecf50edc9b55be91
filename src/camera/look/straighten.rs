//! Removes the distortion of cameras whose parents scale the axes by different factors.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use bevy::prelude::*;

use crate::{
    camera::{
        Composed,
        overwrite::{Family, overwrite},
    },
    space::{Space, matrix::determinant},
};

/// System: overwrites the `GlobalTransform`s of cameras whose parents distort their axes, and of the descendants of these cameras, after
/// Bevy's propagation. Otherwise the picture would be sheared, because no rotation in the camera's `Transform` can undo the distortion.
pub(crate) fn straighten(
    cameras: Query<(Entity, &Composed)>,
    family: Family,
    mut globals: Query<&mut GlobalTransform>,
) {
    let is_straightened = |entity| cameras.get(entity).is_ok_and(|(_, composed)| composed.undistorted.is_some());
    for (camera, composed) in &cameras {
        let Some(rotation) = composed.undistorted else { continue };
        let Ok(global) = globals.get(camera) else { continue };
        // The scale is the same on all axes, and keeps the volume.
        let scale = Vec3::splat(f32::narrow(libm::cbrt(determinant(&global.affine().matrix3.as_dmat3()))));
        let straight = Transform { translation: global.translation(), rotation, scale }.into();
        overwrite(camera, straight, &family, &mut globals, is_straightened);
    }
}
