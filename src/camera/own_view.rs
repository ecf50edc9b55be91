//! A camera's own field of view and pose, which are kept while those of a shot are written over them.

use bevy::math::{Quat, Vec3};

use crate::{math::rotation::Vector3, space::quat};

/// A camera's own field of view and pose, as user code last wrote them. While the camera shows a shot, those of the shot are written over
/// them.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct OwnView {
    lens: Option<OverwrittenLens>,
    /// The camera's own position and rotation in its parent frame, if those of a shot are written over them.
    pub(crate) place: Option<(Vec3, Quat)>,
}

/// A camera's own field of view, and the one that was written over it. Unit: rad.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct OverwrittenLens {
    own: f32,
    written: f32,
}

impl OwnView {
    /// The camera's own field of view (rad), given the value `found` in its `Projection`. If `found` differs from the value that was
    /// written for a shot, other code has written it since, so it is the camera's own.
    pub(crate) fn lens(&self, found: f32) -> f32 {
        self.lens.filter(|lens| lens.written == found).map_or(found, |lens| lens.own)
    }

    /// The field of view (rad) that was last written for a shot, or `found` if no shot has written one.
    pub(crate) fn shown_lens(&self, found: f32) -> f32 {
        self.lens.map_or(found, |lens| lens.written)
    }

    /// Records that `written` (rad) replaces the field of view `found` (rad). Returns whether `written` has changed since the last call.
    pub(crate) fn overwrite_lens(&mut self, found: f32, written: f32) -> bool {
        let overwritten = OverwrittenLens { own: self.lens(found), written };
        self.lens.replace(overwritten).is_none_or(|before| before.written != written)
    }

    /// Shifts the stored position with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        if let Some((place, _)) = &mut self.place {
            *place = (place.as_dvec3() + quat::vector_from_math(by)).as_vec3();
        }
    }
}
