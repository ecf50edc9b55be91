//! One bone, from frame to frame.

use bevy::{math::DQuat, prelude::*};

use super::{
    collider::{Obstacle, kept_out},
    sample::Sample,
    spring_bones::Rules,
};
use crate::{
    camera::frame::{Rates, WorldFrame},
    math::{
        camera::Placement,
        rotation::Vector3,
        swing::{self, BonePose, Swing},
    },
    space::{
        Space,
        quat::{from_math, to_math, vector_from_math, vector_to_math},
    },
};

/// What the plugin remembers of a bone that swings.
pub(super) struct Bone {
    sample: Sample,
    last: Option<Last>,
    /// The rotation that other code wrote in this frame, and the one that is shown instead.
    shown: Option<(Quat, Quat)>,
    /// The rotation that was shown in the last frame.
    drawn: Option<Quat>,
    /// The last valid settings of the bone's own [`SpringBones`](super::SpringBones).
    pub(super) rules: Option<Rules>,
    /// Whether a field is invalid.
    pub(super) is_invalid: bool,
    /// The last frame in which the bone was visited.
    pub(super) frame: u32,
}

/// A bone in the last frame.
#[derive(Clone, Copy)]
struct Last {
    pose: BonePose,
    /// The orientation of the pose in the world.
    orientation: DQuat,
    swing: Swing,
}

/// The frame that a bone hangs on.
#[derive(Clone, Copy)]
pub(super) struct Parent {
    /// As it is shown.
    pub(super) shown: WorldFrame,
    /// As it would be if nothing swung. A bone is pulled to its direction in this frame: if it were pulled to that in the shown frame, a chain
    /// would swing further from bone to bone, without bound.
    pub(super) posed: WorldFrame,
}

/// What a bone hangs on, and what it may meet.
pub(super) struct Surroundings<'a> {
    pub(super) parent: &'a Parent,
    pub(super) obstacles: &'a [Obstacle],
    /// Whether the bone, or something above it, was teleported.
    pub(super) jumped: bool,
    /// The length of the frame. Unit: s. Range: ≥ 0.
    pub(super) time: f64,
}

impl Bone {
    pub(super) fn new(transform: &Transform) -> Self {
        Self {
            sample: Sample::new(transform),
            last: None,
            shown: None,
            drawn: None,
            rules: None,
            is_invalid: false,
            frame: 0,
        }
    }

    /// Restores the rotation that other code wrote, unless other code has written a new one.
    pub(super) fn put_back(&mut self, mut transform: Mut<Transform>) {
        if let Some((written, shown)) = self.shown.take()
            && transform.rotation == shown
        {
            transform.bypass_change_detection().rotation = written;
        }
    }

    /// Shifts the bone with the world's origin.
    pub(super) fn shift(&mut self, by: Vec3, is_root: bool) {
        if let Some(last) = &mut self.last {
            last.pose.head = last.pose.head + vector_to_math(by.as_dvec3());
        }
        if is_root {
            self.sample.shift(by);
        }
    }

    /// Lets the bone swing in one frame, and returns its frame of reference. `end` is that of the bone, in its own axes; `teleported` is
    /// whether the bone itself was teleported.
    pub(super) fn swing(
        &mut self,
        rules: &Rules,
        around: &Surroundings,
        transform: &mut Mut<Transform>,
        end: Vec3,
        teleported: bool,
    ) -> Parent {
        let written = **transform;
        if teleported {
            self.sample.jump(&written);
        }
        let rates = self.sample.pass(&written, around.time);
        let Parent { shown: hung, posed } = around.parent;
        let (hung_on, posed) = (hung, posed.carry(&written, &rates));
        let hung = hung_on.carry(&written, &rates);
        let along = posed.vector(end.as_dvec3());
        let length = along.length();
        if !(length > 0.0 && length.is_finite() && posed.is_finite() && hung.is_finite()) {
            self.last = None;
            self.show(transform, written.rotation);
            return Parent { shown: hung, posed };
        }
        let Placement { orientation, angular_velocity, .. } = posed.placement;
        let Placement { position, velocity, .. } = hung.placement;
        let direction = vector_to_math(along / length);
        let direction_velocity = angular_velocity.cross(direction);
        let pose = BonePose { head: position, head_velocity: velocity, direction, direction_velocity };
        let bone = rules.bone(length);
        let radius = rules.radius * length / end.as_dvec3().length();
        let clear = |swing: Swing| kept_out(around.obstacles, swing, position, length, radius);
        let orientation = from_math(orientation);
        let swing = clear(match self.last {
            None => Swing::at_rest(&bone, &pose),
            Some(last) if around.jumped => last.carried_to(orientation),
            Some(last) if last.rests(&bone, &pose) => Swing::at_rest(&bone, &pose),
            Some(last) if around.time > 0.0 => last.swing.step(&bone, &last.pose, &pose, around.time),
            Some(last) => last.swing,
        });
        self.last = Some(Last { pose, orientation, swing });

        let shown = clear(swing.limited(&pose, rules.max_angle, rules.influence));
        let (turn, spin) = shown.rotation(&pose, angular_velocity);
        let placed = Placement { orientation: to_math(from_math(turn) * orientation), ..hung.placement };
        let rotation = hung_on.local_rotation(&placed);
        let is_posed =
            shown.direction == direction && hung_on.placement.orientation == around.parent.posed.placement.orientation;
        self.show(transform, if is_posed || !rotation.is_finite() { written.rotation } else { rotation });
        let turning = hung_on.local_vector(vector_from_math(spin - hung_on.placement.angular_velocity));
        Parent { shown: hung_on.carry(transform, &Rates { turning, ..rates }), posed }
    }

    /// Shows a rotation, and marks the `Transform` as changed only if another one was drawn before.
    fn show(&mut self, transform: &mut Mut<Transform>, rotation: Quat) {
        let written = transform.rotation;
        if rotation != written {
            transform.bypass_change_detection().rotation = rotation;
            self.shown = Some((written, rotation));
        }
        if self.drawn.replace(rotation) != Some(rotation) {
            transform.set_changed();
        }
    }
}

impl Last {
    /// Whether the bone comes to rest, because its pose rests.
    fn rests(&self, bone: &swing::Bone, pose: &BonePose) -> bool {
        let is_still = pose.head_velocity == Vector3::default() && pose.direction_velocity == Vector3::default();
        is_still && self.pose == *pose && self.swing.is_at_rest(bone, pose, <Quat as Space>::REST_TOLERANCE)
    }

    /// The same swing about a pose with this orientation.
    fn carried_to(&self, orientation: DQuat) -> Swing {
        let turn = orientation * self.orientation.inverse();
        let turned = |v: Vector3| vector_to_math(turn * vector_from_math(v));
        Swing { direction: turned(self.swing.direction), velocity: turned(self.swing.velocity) }
    }
}
