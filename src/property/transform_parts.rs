//! Properties for parts of [`Transform`]'s fields. They yield to the properties of the whole fields.

use bevy::prelude::*;

use super::{Frames, Property, Rotation, Translation, field::own_property, overlap::register_yielding};
use crate::space::{Angle, nearest};

own_property! {
    /// The x coordinate of [`Transform::translation`]; the other coordinates are unchanged. Not registered by default.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{prelude::*, property::TranslationX};
    ///
    /// // A spring moves x; other code sets the height.
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<TranslationX>();
    /// app.world_mut().spawn((
    ///     Transform::default(),
    ///     Spring::critical(6.0).on::<TranslationX>(),
    ///     Target::<TranslationX>::of(3.0),
    /// ));
    /// ```
    TranslationX: Transform.translation.x as f32 {
        fn prepare(app: &mut App) {
            register_yielding::<Self, Translation>(app);
            register_yielding::<Self, Translation2d>(app);
        }
    };
    /// The y coordinate of [`Transform::translation`], like [`TranslationX`]. [`ExponentialRate`](crate::ExponentialRate) has an example.
    TranslationY: Transform.translation.y as f32 {
        fn prepare(app: &mut App) {
            register_yielding::<Self, Translation>(app);
            register_yielding::<Self, Translation2d>(app);
        }
    };
    /// The z coordinate of [`Transform::translation`], like [`TranslationX`], which has an example.
    TranslationZ: Transform.translation.z as f32 {
        fn prepare(app: &mut App) {
            register_yielding::<Self, Translation>(app);
        }
    };
}

/// x and y of [`Transform::translation`]; z is unchanged: for sprites and everything else in 2D. Not registered by default.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, property::Translation2d};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Translation2d>();
/// // z, which decides what is drawn in front, belongs to other code.
/// app.world_mut().spawn((
///     Transform::from_xyz(0.0, 0.0, 5.0),
///     Spring::new(8.0, 0.4).on::<Translation2d>(),
///     Target::<Translation2d>::of(Vec2::new(120.0, 40.0)),
/// ));
/// ```
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum Translation2d {}

impl Property for Translation2d {
    type Component = Transform;
    type Value = Vec2;
    const STORES_EXACTLY: bool = true;
    const IN_PARENT: bool = true;

    fn prepare(app: &mut App) {
        register_yielding::<Self, Translation>(app);
    }

    fn get(transform: &Transform) -> Vec2 {
        transform.translation.truncate()
    }

    fn set(transform: &mut Transform, value: Vec2) {
        (transform.translation.x, transform.translation.y) = (value.x, value.y);
    }

    fn own_axes(transform: &Transform) -> Quat {
        transform.rotation
    }

    fn seen(value: Vec2, offset: Vec2, leader_axes: bool, frames: &Frames) -> Vec2 {
        Translation::seen(value.extend(0.0), offset.extend(0.0), leader_axes, frames).truncate()
    }
}

/// The angle of [`Transform::rotation`] about the z axis, in rad, counterclockwise: for sprites and everything else in 2D. Not registered
/// by default.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, property::Rotation2d};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Rotation2d>();
/// // A spinner that slows down, and a needle.
/// app.world_mut().spawn((Transform::default(), Velocity::<Rotation2d>::of(20.0), Friction::new(0.5).on::<Rotation2d>()));
/// app.world_mut().spawn((
///     Transform::default(),
///     Spring::new(12.0, 0.4).on::<Rotation2d>(),
///     Target::<Rotation2d>::of(Angle(1.2)),
/// ));
/// ```
///
/// # Special cases
///
/// - Every write replaces the whole rotation, so a tilt out of the plane is lost.
/// - The angle takes the short way round, as [`Angle`] does.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum Rotation2d {}

impl Property for Rotation2d {
    type Component = Transform;
    type Value = Angle;

    fn prepare(app: &mut App) {
        register_yielding::<Self, Rotation>(app);
    }

    fn get(transform: &Transform) -> Angle {
        let [.., z, w] = transform.rotation.to_array();
        // q and −q are the same rotation; w ≥ 0 gives the angle from −π to π.
        let (sine, cosine) = if w < 0.0 { (-z, -w) } else { (z, w) };
        Angle(nearest(2.0 * libm::atan2(sine.into(), cosine.into())))
    }

    fn set(transform: &mut Transform, angle: Angle) {
        let (sine, cosine) = libm::sincos(0.5 * f64::from(angle.0));
        transform.rotation = Quat::from_xyzw(0.0, 0.0, nearest(sine), nearest(cosine));
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;

    use super::*;

    #[test]
    fn an_angle_round_trips_through_the_quaternion() {
        use core::f64::consts::TAU;

        let mut transform = Transform::default();
        for i in -1000..1000i16 {
            let angle = 0.0123 * f32::from(i);
            Rotation2d::set(&mut transform, Angle(angle));
            let turns = (f64::from(angle) - f64::from(Rotation2d::get(&transform).0)) / TAU;
            // The sine, the cosine and the angle are each rounded to f32.
            assert!((turns - libm::rint(turns)).abs() < 1e-7, "{angle}: {turns} turns");
            assert!(Rotation2d::get(&transform).0.abs() <= core::f32::consts::PI);
            transform.rotation = -transform.rotation;
            let other = (f64::from(angle) - f64::from(Rotation2d::get(&transform).0)) / TAU;
            assert!((other - libm::rint(other)).abs() < 1e-7, "{angle}, −q: {other} turns");
        }
        transform.rotation = Quat::from_rotation_x(0.4);
        assert_eq!(Rotation2d::get(&transform), Angle(0.0), "a tilt is not a rotation in the plane");
    }

    #[test]
    fn writing_one_axis_leaves_the_others_unchanged() {
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
