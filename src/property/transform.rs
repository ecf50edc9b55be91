//! Properties for the fields of [`Transform`].

use bevy::{math::DQuat, prelude::*};

use super::{Frames, REGISTERED_BY_MOTION_PLUGIN, field::own_property};
use crate::space::{Space, matrix::inverse_affine};

own_property! {
    /// [`Transform::translation`], in the parent's frame. Components such as `Spring` and `Target` act on it unless you name another
    /// property.
    ///
    /// Unit: the world's unit of length. The plugin registers it. Examples that name no property move the translation, for instance those
    /// of [`Spring`](crate::Spring).
    Translation: Transform.translation as Vec3 {
        const REGISTERED_BY: Option<&'static str> = REGISTERED_BY_MOTION_PLUGIN;
        const IN_PARENT: bool = true;

        fn own_axes(transform: &Transform) -> Quat {
            transform.rotation
        }

        fn seen(value: Vec3, offset: Vec3, leader_axes: bool, frames: &Frames) -> Vec3 {
            let offset = if leader_axes { frames.leader_rotation * offset.as_dvec3() } else { offset.as_dvec3() };
            let point = frames.leader_parent.affine.transform_point3(value.as_dvec3()) + offset;
            inverse_affine(&frames.follower_parent.affine).transform_point3(point).as_vec3()
        }
    };

    /// [`Transform::rotation`], in the parent's frame. It takes the shortest arc to the target, and its angular velocity is continuous
    /// whatever the target does.
    ///
    /// [`Velocity`](crate::Velocity) is the angular velocity along the parent's axes, in rad/s;
    /// [`Gravity`](crate::Gravity) is an angular acceleration along them, in rad/s². The plugin registers it. For sprites, use
    /// [`Rotation2d`](super::Rotation2d), which is a single angle.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::{prelude::*, time::TimeUpdateStrategy};
    /// use bevy_exact_motion::prelude::*;
    /// use core::{f32::consts::FRAC_PI_2, time::Duration};
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
    ///     .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
    /// let goal = Quat::from_rotation_y(FRAC_PI_2);
    /// let door = (Transform::default(), Spring::critical(8.0).on::<Rotation>(), Target::<Rotation>::of(goal));
    /// let door = app.world_mut().spawn(door).id();
    /// for _ in 0..5 {
    ///     app.update(); // the first update has a delta of 0
    /// }
    /// // After one second, the door has turned by 1 − (1 + ω t) e^(−ω t) of the angle.
    /// let angle = app.world().get::<Transform>(door).unwrap().rotation.to_scaled_axis().y;
    /// assert!((angle - FRAC_PI_2 * (1.0 - 9.0 * (-8.0f32).exp())).abs() < 1e-6);
    /// ```
    ///
    /// # Special cases
    ///
    /// - **Half a turn is the limit.** An orientation cannot count turns: a motion that passes the orientation opposite to its target
    ///   (after a hard kick, or with little damping from nearly half a turn away) continues the short way round from the next tick on. From
    ///   there on, the path also depends on the tick rate. Motion without a spring has no such limit.
    /// - `q` and `−q` are the same orientation. A target that is not of length 1 is normalized; a target of length 0 is invalid
    ///   input, like NaN.
    ///
    /// # Accuracy
    ///
    /// The written orientation is correct to 0.5 ulp of f32, at every tick rate, for targets that are held or turn uniformly. With a target
    /// that turns about a changing axis or at a changing rate, the error is of second order in the tick, for example 5.8e-5 rad at 64 Hz
    /// for a target whose axis moves on a cone.
    Rotation: Transform.rotation as Quat {
        const REGISTERED_BY: Option<&'static str> = REGISTERED_BY_MOTION_PLUGIN;
        const IN_PARENT: bool = true;

        fn own_axes(transform: &Transform) -> Quat {
            transform.rotation
        }

        fn seen(value: Quat, offset: Vec3, leader_axes: bool, frames: &Frames) -> Quat {
            let turned = Quat::offset(DQuat::IDENTITY, offset.as_dvec3());
            let leader = frames.leader_parent.rotation * value.widen();
            let orientation = if leader_axes { leader * turned } else { turned * leader };
            Quat::narrow((frames.follower_parent.rotation.inverse() * orientation).normalize())
        }
    };

    /// [`Transform::scale`]. The plugin registers it. The [presets](crate::Spring) of `Spring` have an example.
    ///
    /// Unit: 1. A `Target::<Scale>::default()` is a scale of 0, not of 1; an overshoot below 0 turns the entity inside
    /// out.
    Scale: Transform.scale as Vec3 {
        const REGISTERED_BY: Option<&'static str> = REGISTERED_BY_MOTION_PLUGIN;
    };
}
