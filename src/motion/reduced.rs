//! Whether motion is reduced.

use bevy::prelude::*;

/// Whether the properties that were [chosen for it](crate::RegisterMotion::reduce_motion) arrive at once: for people whom motion makes ill.
/// Your app sets it, for instance from the system's setting.
///
/// While it is true, an entity that would come to rest within an hour is there in the next tick: on a spring at its target, with an
/// exponential rate or a throw at its end, otherwise where friction or a limit stops it. [`Settled`](crate::Settled) and
/// [`Finished`](crate::Finished) are triggered as usual; [`LimitReached`](crate::LimitReached) is not triggered for contacts on the way.
///
/// An entity behind a target that moves is put onto the target in every tick, with the target's velocity, along the axes that have a
/// spring. If the target is beyond a hard bound, the entity lies on the bound, without bouncing and without a `LimitReached`. Among bounds
/// that move, the entity is put where it would rest if they stood still, and goes on with a bound that it lies on.
///
/// You may switch it at any time, also in flight.
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
/// A motion without an end goes on as usual: an entity that coasts without friction, falls without a floor, or swings without damping.
/// So does an entity that is [held](crate::Held) or paused, and one that follows without a spring.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
pub struct ReducedMotion(
    /// Whether motion is reduced. Default: false.
    pub bool,
);
