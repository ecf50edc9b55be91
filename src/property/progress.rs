//! A number that springs between 0 and 1, and its property.

use bevy::prelude::*;

use super::{Property, REGISTERED_BY_MOTION_PLUGIN};

/// A number that springs between 0 and 1, and may overshoot. Drive anything from it, in a system with `Changed<Progress>`.
///
/// `Progress` is a component and also the marker of its own property, which the plugin registers. [`toggle`](crate::Target::toggle) its
/// target to start it; [`Settled<Progress>`](crate::events::Settled) is triggered when it comes to rest.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((
///         Sprite::default(),
///         Progress::default(),
///         Spring::from_tension_friction(230.0, 22.0).on::<Progress>(),
///         Target::<Progress>::of(0.0),
///     ));
/// }
///
/// fn press(mut target: Single<&mut Target<Progress>>) {
///     target.toggle();
/// }
///
/// fn scale(mut buttons: Query<(&Progress, &mut Transform), Changed<Progress>>) {
///     for (progress, mut transform) in &mut buttons {
///         transform.scale = Vec3::splat(1.0 - 0.5 * progress.0);
///     }
/// }
/// # #[derive(Component, Default)]
/// # struct Sprite;
/// ```
#[doc(alias = "tween")]
#[doc(alias = "interpolator")]
#[doc(alias = "toggle")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct Progress(
    /// The number. Unit: 1. Range: finite. Default: 0.
    pub f32,
);

impl Property for Progress {
    type Component = Self;
    type Value = f32;
    const REGISTERED_BY: Option<&'static str> = REGISTERED_BY_MOTION_PLUGIN;

    fn get(progress: &Self) -> f32 {
        progress.0
    }

    fn set(progress: &mut Self, value: f32) {
        progress.0 = value;
    }
}
