//! The setting for reduced motion.

use bevy::prelude::*;

/// Whether the [chosen](crate::RegisterMotion::register_reduced_motion) properties jump straight to the end of their motion, for players
/// with motion sensitivity. Your app sets it, for instance from the system's setting.
///
/// While it is true, an entity that would come to rest within an hour is at rest in the next tick: at its target if it has a spring, at the
/// end of its exponential rate or throw if it has one, and otherwise where friction or a limit stops it.
/// [`Settled`](crate::events::Settled) and [`Finished`](crate::events::Finished) are triggered as usual.
/// [`LimitReached`](crate::events::LimitReached) is not triggered for the contacts that are skipped.
///
/// An entity with a moving target jumps to the target in every tick and takes the target's velocity, along the axes that have a spring. If
/// the target is beyond a hard bound, the entity is kept on the bound, without bouncing and without a `LimitReached`. Between moving
/// bounds, the entity jumps to where it would rest if they were fixed, and moves with a bound that it rests on.
///
/// You may change this resource at any time, even while entities move.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{ReducedMotion, prelude::*};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_reduced_motion::<Scale>();
///
/// fn toggle(mut reduced: ResMut<ReducedMotion>) {
///     reduced.0 = !reduced.0;
/// }
/// ```
///
/// # Special cases
///
/// A motion without an end continues as usual: an entity that coasts without friction, falls without a floor, or swings without damping. An
/// entity that is [grabbed](crate::Grabbed) or paused, and a follower without a spring, are not affected either.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
pub struct ReducedMotion(
    /// Whether motion is reduced. Default: false.
    pub bool,
);
