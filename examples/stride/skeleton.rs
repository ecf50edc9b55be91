//! The bones of a puppet, and where a pose puts them.

use bevy::prelude::*;

/// A bone.
pub(crate) struct Bone {
    pub(crate) name: &'static str,
    /// The index of the bone that it hangs on.
    pub(crate) parent: Option<usize>,
    /// Where it begins, in its parent's coordinates. Unit: m.
    pub(crate) start: Vec2,
    /// Where it ends, in its own coordinates. Unit: m.
    pub(crate) end: Vec2,
    /// Half its thickness. Unit: m.
    pub(crate) radius: f32,
    pub(crate) side: Side,
}

/// On which side of the body a bone is, as the viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Far,
    Middle,
    Near,
}

pub(crate) const COUNT: usize = 13;
pub(crate) const TORSO: usize = 1;
pub(crate) const HEAD: usize = 2;
pub(crate) const ARMS: [usize; 2] = [3, 5];
pub(crate) const LEGS: [usize; 2] = [7, 10];
/// The forearm whose end is the near hand.
pub(crate) const HAND: usize = 4;
/// The radius of a foot, which is how high its bone is above the ground. Unit: m.
pub(crate) const SOLE: f32 = 0.045;

const fn bone(name: &'static str, parent: usize, start: [f32; 2], end: [f32; 2], radius: f32, side: Side) -> Bone {
    Bone { name, parent: Some(parent), start: Vec2::from_array(start), end: Vec2::from_array(end), radius, side }
}

/// The bones, each after its parent. The puppet looks to the right; with all angles 0 it stands upright, and its limbs hang down.
pub(crate) const BONES: [Bone; COUNT] = [
    Bone { name: "hips", parent: None, start: Vec2::ZERO, end: Vec2::new(0.0, 0.04), radius: 0.12, side: Side::Middle },
    bone("torso", 0, [0.0, 0.06], [0.0, 0.46], 0.12, Side::Middle),
    bone("head", 1, [0.0, 0.56], [0.02, 0.16], 0.11, Side::Middle),
    bone("near arm", 1, [0.0, 0.44], [0.0, -0.28], 0.055, Side::Near),
    bone("near forearm", 3, [0.0, -0.28], [0.0, -0.27], 0.048, Side::Near),
    bone("far arm", 1, [0.0, 0.44], [0.0, -0.28], 0.055, Side::Far),
    bone("far forearm", 5, [0.0, -0.28], [0.0, -0.27], 0.048, Side::Far),
    bone("near thigh", 0, [0.0, -0.02], [0.0, -0.40], 0.075, Side::Near),
    bone("near shin", 7, [0.0, -0.40], [0.0, -0.40], 0.06, Side::Near),
    bone("near foot", 8, [0.0, -0.40], [0.17, 0.0], SOLE, Side::Near),
    bone("far thigh", 0, [0.0, -0.02], [0.0, -0.40], 0.075, Side::Far),
    bone("far shin", 10, [0.0, -0.40], [0.0, -0.40], 0.06, Side::Far),
    bone("far foot", 11, [0.0, -0.40], [0.17, 0.0], SOLE, Side::Far),
];

/// The feet.
pub(crate) const FEET: [usize; 2] = [9, 12];

/// Where all bones are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    /// The height of the hips. Unit: m.
    pub(crate) height: f32,
    /// The angle of each bone to its parent, counterclockwise. Unit: rad.
    pub(crate) angles: [f32; COUNT],
}

impl Pose {
    /// The same pose with the lower foot on the ground.
    pub(crate) fn grounded(self) -> Self {
        let lowest =
            FEET.into_iter().flat_map(|foot| self.ends_of(foot)).map(|end| end.y).fold(f32::INFINITY, f32::min);
        Self { height: self.height - lowest + SOLE, ..self }
    }

    /// The start and the end of a bone. Unit: m.
    fn ends_of(&self, bone: usize) -> [Vec2; 2] {
        let mut ends = [Vec2::ZERO, BONES[bone].end];
        let mut next = Some(bone);
        while let Some(index) = next {
            ends = ends.map(|end| BONES[index].start + Vec2::from_angle(self.angles[index]).rotate(end));
            next = BONES[index].parent;
        }
        ends.map(|end| end + self.height * Vec2::Y)
    }
}
