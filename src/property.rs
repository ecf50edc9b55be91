//! What is moved: one value inside one component.

use bevy::{
    ecs::component::{Component, Mutable},
    math::Vec3,
    reflect::TypePath,
    transform::components::Transform,
};

use crate::space::Space;

/// One animated value: which component holds it, and how it is read and written.
///
/// A marker type implements it. Register it once with [`register_motion`](crate::RegisterMotion::register_motion);
/// from then on every component of this crate works on it.
///
/// # Examples
///
/// ```
/// use bevy::{prelude::*, reflect::TypePath};
/// use bevy_exact_motion::prelude::*;
///
/// #[derive(Component)]
/// struct Orbit { yaw: f32 }
///
/// #[derive(TypePath)]
/// enum Yaw {}
///
/// impl Property for Yaw {
///     type Component = Orbit;
///     type Value = Angle;
///     fn get(orbit: &Orbit) -> Angle { Angle(orbit.yaw) }
///     fn set(orbit: &mut Orbit, yaw: Angle) { orbit.yaw = yaw.0 }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Yaw>();
/// app.world_mut().spawn((Orbit { yaw: 0.0 }, Spring::critical(9.0).on::<Yaw>(), Target::<Yaw>::at(Angle(1.5))));
/// ```
pub trait Property: TypePath + Send + Sync + 'static {
    /// The component that holds the value.
    type Component: Component<Mutability = Mutable>;
    /// The value's space: where differences, velocities and distances live.
    type Value: Space;

    /// Reads the value.
    fn get(component: &Self::Component) -> Self::Value;

    /// Writes the value.
    fn set(component: &mut Self::Component, value: Self::Value);
}

/// The wide (f64) form of a property's value.
pub(crate) type Point<P> = <<P as Property>::Value as Space>::Wide;

/// A property's velocity as users write it.
pub(crate) type TangentOf<P> = <<P as Property>::Value as Space>::Tangent;

/// [`Transform::translation`], in the parent's frame. What every component of this crate means unless told otherwise.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Translation {}

impl Property for Translation {
    type Component = Transform;
    type Value = Vec3;

    #[inline]
    fn get(transform: &Transform) -> Vec3 {
        transform.translation
    }

    #[inline]
    fn set(transform: &mut Transform, translation: Vec3) {
        transform.translation = translation;
    }
}
