//! Whether motion is reduced.

use bevy::{
    ecs::{reflect::ReflectResource, resource::Resource},
    reflect::{Reflect, std_traits::ReflectDefault},
};

/// Whether the properties that were [chosen for it](crate::RegisterMotion::reduce_motion) arrive at once: for people whom motion makes
/// ill, and who have told their system so.
///
/// While it is on, what would come to rest within an hour is there in the next tick: springs at their targets, exponential rates and
/// throws at their ends, what glides where friction or a limit stops it. [`Settled`](crate::Settled) and [`Finished`](crate::Finished)
/// are told as ever; [`LimitReached`](crate::LimitReached) is not told of contacts on the way. What follows a target that moves is
/// put onto it in every tick, with its velocity.
///
/// It may be switched at any time, also in flight.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).reduce_motion::<Scale>();
///
/// fn toggle(mut reduced: ResMut<ReducedMotion>) {
///     reduced.0 = !reduced.0;
/// }
/// ```
///
/// # Special cases
///
/// What has no end goes on as usual: what coasts without friction, falls without a floor, or swings without damping. So does what
/// is [held](crate::Held), or paused.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
pub struct ReducedMotion(
    /// Default: false.
    pub bool,
);
