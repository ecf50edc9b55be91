//! One bone, from frame to frame.

use bevy::{
    math::{DQuat, DVec3},
    prelude::*,
};

use super::{SpringBones, cone::limited};
use crate::{
    camera::frame::{Rates, WorldFrame},
    math::{
        camera::Placement,
        rotation::{Quaternion, Vector3},
        swing::{self, BonePose, Swing},
    },
    space::quat::{from_math, to_math, vector_from_math, vector_to_math},
};

/// What the plugin remembers of a bone that swings.
#[derive(Component, Clone, Copy, Default)]
pub(crate) struct Bone {
    last: Option<Last>,
    /// The rotation that other code wrote in this frame, and the one that is shown instead.
    shown: Option<(Quat, Quat)>,
}

/// A bone in the last frame.
#[derive(Clone, Copy)]
struct Last {
    pose: BonePose,
    /// The orientation of the pose in the world.
    orientation: DQuat,
    swing: Swing,
    /// The local pose, and how fast it has been changing.
    local: Transform,
    rates: Rates,
}

impl Bone {
    /// Restores the rotation that other code wrote, unless other code has written a new one.
    pub(super) fn put_back(&mut self, mut transform: Mut<Transform>) {
        if let Some((written, shown)) = self.shown.take()
            && transform.rotation == shown
        {
            transform.bypass_change_detection().rotation = written;
        }
    }

    /// Swings for `time` seconds (≥ 0), and returns the frame of the bone as it is shown. `end` is that of the bone, in its own axes.
    pub(super) fn swing(
        &mut self,
        settings: &SpringBones,
        parent: &WorldFrame,
        mut transform: Mut<Transform>,
        end: DVec3,
        is_teleported: bool,
        time: f64,
    ) -> WorldFrame {
        let written = *transform;
        let rates = self.last.map_or_else(Rates::default, |last| last.rates_until(&written, time));
        let frame = parent.carry(&written, &rates);
        let along = frame.vector(end);
        let length = along.length();
        if !(length > 0.0 && frame.is_finite()) {
            self.last = None;
            return frame;
        }
        let Placement { position, velocity, orientation, angular_velocity } = frame.placement;
        let direction = vector_to_math(along / length);
        let pose = BonePose {
            head: position,
            head_velocity: velocity,
            direction,
            direction_velocity: angular_velocity.cross(direction),
        };
        let orientation = from_math(orientation);
        let (stiffness, damping) = settings.law();
        let bone = swing::Bone {
            stiffness,
            damping,
            feed_forward: settings.feed_forward.into(),
            length,
            acceleration: vector_to_math(settings.gravity.as_dvec3()),
        };
        let swing = match self.last {
            None => Swing::at_rest(&bone, &pose),
            Some(last) if is_teleported => last.carried_to(orientation),
            Some(last) if time > 0.0 => last.swing.step(&bone, &last.pose, &pose, time),
            Some(last) => last.swing,
        };
        self.last = Some(Last { pose, orientation, swing, local: written, rates });

        let turn = shown_turn(direction, swing.direction, settings);
        let shown = Placement { orientation: to_math(turn * orientation), ..frame.placement };
        let rotation = parent.local_rotation(&shown);
        if rotation != written.rotation && rotation.is_finite() {
            transform.rotation = rotation;
            self.shown = Some((written.rotation, rotation));
        }
        // The bone turns with its tip, and about itself as its pose does.
        let tip = swing.direction;
        let spin = tip.cross(swing.velocity) + tip * angular_velocity.dot(direction);
        let turning = parent.local_vector(vector_from_math(spin - parent.placement.angular_velocity));
        parent.carry(&transform, &Rates { turning, ..rates })
    }
}

impl Last {
    /// The rates of the local pose at the end of `time` seconds in which it becomes `next`: the mean rates, continued from the last ones.
    fn rates_until(&self, next: &Transform, time: f64) -> Rates {
        if time <= 0.0 {
            return self.rates;
        }
        let (before, after) = (self.local.rotation.as_dquat(), next.rotation.as_dquat());
        let turn = to_math((after * before.inverse()).normalize()).log();
        Rates {
            velocity: (next.translation.as_dvec3() - self.local.translation.as_dvec3()) / time,
            turning: vector_from_math(turn) / time,
            growth: (next.scale.as_dvec3() - self.local.scale.as_dvec3()) / time,
        }
    }

    /// The same swing about a pose with this orientation.
    fn carried_to(&self, orientation: DQuat) -> Swing {
        let turn = orientation * self.orientation.inverse();
        let turned = |v: Vector3| vector_to_math(turn * vector_from_math(v));
        Swing { direction: turned(self.swing.direction), velocity: turned(self.swing.velocity) }
    }
}

/// The rotation from the pose to what is shown.
fn shown_turn(pose: Vector3, direction: Vector3, settings: &SpringBones) -> DQuat {
    let axis = vector_from_math(pose.cross(direction));
    let (sine, cosine) = (axis.length(), pose.dot(direction));
    if sine == 0.0 {
        return DQuat::IDENTITY;
    }
    let angle = limited(libm::atan2(sine, cosine), settings.max_angle.into()) * f64::from(settings.influence);
    from_math(Quaternion::exp(vector_to_math(axis * (angle / sine))))
}

impl SpringBones {
    /// Stiffness (1/s²) and damping (1/s).
    fn law(&self) -> (f64, f64) {
        let (angular_frequency, damping_ratio) = (f64::from(self.angular_frequency), f64::from(self.damping_ratio));
        (angular_frequency * angular_frequency, 2.0 * damping_ratio * angular_frequency)
    }
}
