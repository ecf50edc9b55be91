//! The fields of [`Transform`].

use bevy::{
    app::App,
    math::{Quat, Vec3},
    reflect::TypePath,
    transform::components::Transform,
};

use super::{Frames, OffsetFrame, Property, overlap::give_way};
use crate::space::Angle;

macro_rules! field {
    ($($(#[$doc:meta])* $name:ident: $value:ty, $($field:ident).+ $(, seen: $seen:path)? $(, part of $whole:ty)?;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = Transform;
            type Value = $value;

            #[inline]
            fn get(transform: &Transform) -> $value {
                transform.$($field).+
            }

            #[inline]
            fn set(transform: &mut Transform, value: $value) {
                transform.$($field).+ = value;
            }

            $(
                fn prepare(app: &mut App) {
                    give_way::<Self, $whole>(app);
                }
            )?

            $(
                const IN_PARENT: bool = true;

                fn own_axes(transform: &Transform) -> Quat {
                    transform.rotation
                }

                fn seen(value: $value, offset: Vec3, frame: OffsetFrame, frames: &Frames) -> $value {
                    $seen(value, offset, frame, frames)
                }
            )?
        }
    )* };
}

fn point_seen(value: Vec3, offset: Vec3, frame: OffsetFrame, frames: &Frames) -> Vec3 {
    let offset = match frame {
        OffsetFrame::World => offset,
        OffsetFrame::Leader => frames.leader_rotation * offset,
    };
    let point = frames.leader_parent.transform_point(value) + offset;
    frames.follower_parent.affine().inverse().transform_point3(point)
}

fn orientation_seen(value: Quat, offset: Vec3, frame: OffsetFrame, frames: &Frames) -> Quat {
    let turned = Quat::from_scaled_axis(offset);
    let leader = frames.leader_parent.rotation() * value;
    let orientation = match frame {
        OffsetFrame::World => turned * leader,
        OffsetFrame::Leader => leader * turned,
    };
    (frames.follower_parent.rotation().inverse() * orientation).normalize()
}

field! {
    /// [`Transform::translation`], in the parent's frame. What every component of this crate means unless told otherwise.
    ///
    /// Unit: whatever the world is measured in. Registered by the plugin.
    Translation: Vec3, translation, seen: point_seen;

    /// [`Transform::rotation`], in the parent's frame: the shortest arc to the target, with a continuous angular velocity
    /// whatever the target does.
    ///
    /// [`Velocity`](crate::Velocity) is the angular velocity along the parent's axes, in rad/s;
    /// [`Gravity`](crate::Gravity) an angular acceleration along them, in rad/s². Registered by the plugin. For sprites,
    /// [`Rotation2d`] is one number.
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
    /// let door = (Transform::default(), Spring::critical(8.0).on::<Rotation>(), Target::<Rotation>::at(goal));
    /// let door = app.world_mut().spawn(door).id();
    /// for _ in 0..5 {
    ///     app.update(); // the first one takes no time
    /// }
    /// // After one second 1 − (1 + ω t) e^(−ω t) of the way is covered.
    /// let angle = app.world().get::<Transform>(door).unwrap().rotation.to_scaled_axis().y;
    /// assert!((angle - FRAC_PI_2 * (1.0 - 9.0 * (-8.0f32).exp())).abs() < 1e-6);
    /// ```
    ///
    /// # Special cases
    ///
    /// - **Half a turn is the limit.** An orientation cannot count turns: a motion that passes the orientation opposite to its
    ///   target (kicked hard, or barely damped from nearly there) goes on the short way round from the next tick on. Only
    ///   then does the path depend on the tick rate. Motion without a spring has no such limit.
    /// - `q` and `−q` are the same orientation. A target that is not of length 1 is normalized; one of length 0 is refused,
    ///   as NaN is.
    ///
    /// # Accuracy
    ///
    /// What is shown is correct to 0.5 ulp of f32, at every tick rate, for targets that are held or turn uniformly. Behind a
    /// target that turns about a changing axis or at a changing rate it is of second order in the tick: on a cone, 5.8e-5
    /// rad at 64 Hz.
    Rotation: Quat, rotation, seen: orientation_seen;

    /// [`Transform::scale`]. Registered by the plugin.
    ///
    /// Unit: 1. A `Target::<Scale>::default()` is a scale of 0, not of 1; an overshoot below 0 turns the entity inside
    /// out.
    Scale: Vec3, scale;

    /// [`Transform::translation`] along the first axis; the others stay whoever's they are. To be registered.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// // Springs sideways, while something else decides how high it is.
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<TranslationX>();
    /// app.world_mut().spawn((
    ///     Transform::default(),
    ///     Spring::critical(6.0).on::<TranslationX>(),
    ///     Target::<TranslationX>::at(3.0),
    /// ));
    /// ```
    TranslationX: f32, translation.x, part of Translation;
    /// [`Transform::translation`] along the second axis, as [`TranslationX`].
    TranslationY: f32, translation.y, part of Translation;
    /// [`Transform::translation`] along the third axis, as [`TranslationX`].
    TranslationZ: f32, translation.z, part of Translation;
}

/// The angle of [`Transform::rotation`] about the z axis, in rad, counterclockwise: for sprites and all else in 2D. To be
/// registered.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Rotation2d>();
/// // A spinner that slows down, and a needle.
/// app.world_mut().spawn((Transform::default(), Velocity::<Rotation2d>::of(20.0), Friction::new(0.5).on::<Rotation2d>()));
/// app.world_mut().spawn((
///     Transform::default(),
///     Spring::new(12.0, 0.4).on::<Rotation2d>(),
///     Target::<Rotation2d>::at(Angle(1.2)),
/// ));
/// ```
///
/// # Special cases
///
/// It owns the whole rotation: a tilt out of the plane is lost when it is written. The short way round is taken, as
/// [`Angle`] takes it.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum Rotation2d {}

impl Property for Rotation2d {
    type Component = Transform;
    type Value = Angle;

    fn prepare(app: &mut App) {
        give_way::<Self, Rotation>(app);
    }

    fn get(transform: &Transform) -> Angle {
        let [.., z, w] = transform.rotation.to_array();
        // Of q and −q, the one that turns less: −π to π.
        let (sine, cosine) = if w < 0.0 { (-z, -w) } else { (z, w) };
        Angle(narrow(2.0 * libm::atan2(sine.into(), cosine.into())))
    }

    fn set(transform: &mut Transform, angle: Angle) {
        let (sine, cosine) = libm::sincos(0.5 * f64::from(angle.0));
        transform.rotation = Quat::from_xyzw(0.0, 0.0, narrow(sine), narrow(cosine));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a Transform holds f32")]
fn narrow(wide: f64) -> f32 {
    wide as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_in_the_plane_comes_back() {
        use core::f64::consts::TAU;

        let mut transform = Transform::default();
        for i in -1000..1000i16 {
            let angle = 0.0123 * f32::from(i);
            Rotation2d::set(&mut transform, Angle(angle));
            let turns = (f64::from(angle) - f64::from(Rotation2d::get(&transform).0)) / TAU;
            // Three roundings to f32 of numbers up to 2π.
            assert!((turns - libm::rint(turns)).abs() < 1e-7, "{angle}: {turns} turns");
            assert!(Rotation2d::get(&transform).0.abs() <= core::f32::consts::PI);
            transform.rotation = -transform.rotation;
            let other = (f64::from(angle) - f64::from(Rotation2d::get(&transform).0)) / TAU;
            assert!((other - libm::rint(other)).abs() < 1e-7, "{angle}, −q: {other} turns");
        }
        transform.rotation = Quat::from_rotation_x(0.4);
        assert_eq!(Rotation2d::get(&transform), Angle(0.0), "a tilt is no turn in the plane");
    }

    #[test]
    fn a_single_axis_leaves_the_others_alone() {
        let mut transform = Transform::from_xyz(1.0, 2.0, 3.0);
        TranslationX::set(&mut transform, 10.0);
        assert_eq!(transform.translation, Vec3::new(10.0, 2.0, 3.0));
        TranslationZ::set(&mut transform, 30.0);
        assert_eq!(transform.translation, Vec3::new(10.0, 2.0, 30.0));
        TranslationY::set(&mut transform, 20.0);
        assert_eq!(transform.translation, Vec3::new(10.0, 20.0, 30.0));
        let axes = (TranslationX::get(&transform), TranslationY::get(&transform), TranslationZ::get(&transform));
        assert_eq!(axes, (10.0, 20.0, 30.0));
    }
}
