//! What a camera has of its own, below what is drawn over it: below the lens and the place of a shot, and below a shake.

use bevy::math::{Quat, Vec3};

use crate::{math::rotation::Vector3, space::quat};

/// A camera's own lens and place, over which those of its shot are written: what others wrote last.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Own {
    lens: Option<Covered>,
    /// The camera's own place, in its parents' frame, if a shot that it shows is drawn over it.
    pub(crate) place: Option<(Vec3, Quat)>,
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

    /// Puts a place of the world elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        if let Some((place, _)) = &mut self.place {
            *place = (place.as_dvec3() + quat::vector_from_math(by)).as_vec3();
        }
    }
}
