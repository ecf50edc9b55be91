//! Removes the distortion of cameras whose parents scale the axes by different factors.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use bevy::prelude::*;

use crate::camera::{
    Composed,
    overwrite::{Family, overwrite, straightened},
};

/// System: overwrites the `GlobalTransform`s of cameras whose parents distort their axes, and of the descendants of these cameras, after
/// Bevy's propagation. Otherwise the picture would be sheared, because no rotation in the camera's `Transform` can undo the distortion.
pub(crate) fn straighten(
    cameras: Query<(Entity, &Composed)>,
    family: Family,
    mut globals: Query<&mut GlobalTransform>,
) {
    for (camera, composed) in &cameras {
        let straight = globals.get(camera).ok().and_then(|global| straightened(global, composed));
        if let Some(straight) = straight {
            overwrite(camera, straight, &family, &mut globals, |_| false);
        }
    }
}
