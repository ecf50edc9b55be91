//! The plugin triggers [`Settled`], [`Finished`], [`LimitReached`] and [`InvalidMotion`]. Each is an entity event for observers, and also
//! a message, for systems that read many at once.
//!
//! User code triggers [`Teleported`], [`Cut`], [`Complete`], [`Stop`] and [`OriginShift`].

use core::{marker::PhantomData, time::Duration};

use bevy::prelude::*;

use crate::{
    law::Bound,
    property::{Property, TangentOf, Translation, component::impl_by_field},
};

/// An entity came to rest: its value is the rest point bit for bit, its velocity zero.
///
/// It is triggered once each time the entity comes to rest, in `FixedLast` (in `PostUpdate` or in your own schedule, if the property is
/// stepped there). It is not triggered for an entity that an observer has despawned or grabbed in the same tick. [`Finished`] and
/// [`InvalidMotion`] are not triggered for despawned entities either.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
/// app.add_observer(|settled: On<Settled>, mut commands: Commands| commands.entity(settled.entity).despawn());
/// ```
#[doc(alias = "on complete")]
#[doc(alias = "on rest")]
#[doc(alias = "arrived")]
#[derive(EntityEvent, Message, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settled<P: Property = Translation> {
    /// The entity that came to rest.
    pub entity: Entity,
    /// The value at which it rests. Unit: property units.
    pub value: P::Value,
    /// The value to which its spring pulls. Gravity makes the entity rest at a distance from that value. Without a spring this is the value
    /// at which its motion began. Unit: property units.
    pub target: P::Value,
    /// When it came to rest, on the clock that steps the property.
    pub time: Duration,
}

/// A timed move, whose end [`Finished`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Hash, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TimedMove {
    /// An [`ExponentialRate`](crate::ExponentialRate). It ends when its duration is over.
    ExponentialRate,
    /// A [`Fling`](crate::Fling). It ends when it lands.
    Fling,
}

/// An [`ExponentialRate`](crate::ExponentialRate) is over, or a [`Fling`](crate::Fling) has landed.
///
/// It is triggered once, in `FixedFirst` (in `PreUpdate` or in your own schedule, if the property is stepped there), in the tick that
/// passes the end. The entity is then at the end, or farther if it keeps moving for the rest of the tick.
///
/// The end is usually inside that tick: [`time`](Self::time) says when. The guide has an [example](crate::guide::particles) that despawns
/// the entity.
///
/// # Examples
///
/// The next move of a sequence acts from the end of the tick. If you shorten it by the time that has passed since the last move ended, the
/// sequence takes the sum of its durations at every tick rate.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn next_step(finished: On<Finished>, time: Res<Time>, mut commands: Commands) {
///     let late = (time.elapsed_secs_f64() - finished.time) as f32;
///     let next = finished.value + Vec3::X;
///     commands.entity(finished.entity).insert(ExponentialRate::to(next, 1.0, (0.25 - late).max(0.0)));
/// }
/// ```
#[doc(alias = "on complete")]
#[derive(EntityEvent, Message, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finished<P: Property = Translation> {
    /// The entity whose exponential rate or throw is over.
    pub entity: Entity,
    /// Which kind of move is over.
    pub kind: TimedMove,
    /// When it ended, which may be inside the tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    /// The value at [`time`](Self::time). Unit: property units.
    pub value: P::Value,
    /// The velocity just after [`time`](Self::time): 0 if the entity stays at the end. Unit: property units/s.
    pub velocity: TangentOf<P>,
}

/// An entity reached one of its [`Limits`](crate::Limits).
///
/// It is triggered once for each contact, in `FixedLast` (in `PostUpdate` or in your own schedule, if the property is stepped there),
/// ordered by time and then by entity. The correction of a follower at the end of the tick may undo a contact, which is then not reported.
/// A contact with a soft bound is reported when the entity passes the bound outward. An entity that lies on a bound, or would bounce so
/// little that it stays there, has no contact.
///
/// The guide has an [example](crate::guide::particles) with a splash at the point of the bounce.
#[derive(EntityEvent, Message, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimitReached<P: Property = Translation> {
    /// The entity that reached the bound.
    pub entity: Entity,
    /// The bound that was reached.
    pub bound: Bound,
    /// The index of the coordinate that reached the bound: 0 is x. If the limits have a normal, 0 is the distance along the normal.
    pub coordinate: usize,
    /// When it reached the bound, which may be inside a tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    /// The whole value at the contact. Unit: property units.
    pub value: P::Value,
    /// The velocity before the contact. Unit: property units/s.
    pub velocity_before: TangentOf<P>,
    /// The velocity after the contact. Unit: property units/s.
    pub velocity_after: TangentOf<P>,
}

/// A parameter, the velocity, the target or the value of an entity turned invalid. The last valid motion continues, and the invalid input
/// has no effect.
///
/// The event is triggered each time a field turns invalid. The plugin also logs a warning with the entity, the field and the value, and,
/// with Bevy's feature `track_location`, the line of code that wrote the value. Each field of an entity is logged once, and each field for
/// at most ten entities. Usually the warning is enough, and you need not observe the event.
///
/// [`Settled`] has an example of an observer.
#[derive(EntityEvent, Message, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InvalidMotion<P: Property = Translation> {
    /// The entity whose input is invalid.
    pub entity: Entity,
    /// The invalid field, as `Component::field`, for instance `Limits::lower` or `Limits::soft.lower`.
    pub field: &'static str,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

impl<P: Property> InvalidMotion<P> {
    pub(crate) const fn new(entity: Entity, field: &'static str) -> Self {
        Self { entity, field, property: PhantomData }
    }
}

/// Trigger this when you teleport a leader that this crate does not move. Its followers' target then jumps to the leader instead of moving
/// there along a line.
///
/// A write to the value of an entity that this crate moves is always a jump, and needs no event.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn teleport(body: Entity, transform: &mut Transform, commands: &mut Commands) {
///     transform.translation = Vec3::ZERO;
///     commands.trigger(Teleported::new(body));
/// }
/// ```
#[derive(EntityEvent, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
pub struct Teleported<P: Property = Translation> {
    /// The entity that was teleported.
    pub entity: Entity,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

/// Trigger this where code other than this crate's starts to write another path to an entity with an
/// [`Inertialization`](crate::Inertialization), for instance when an animation changes its clip, or when a network plugin corrects a
/// position. It acts on all such properties of the entity and of its descendants, in the next `PostUpdate`.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::events::Jumped;
///
/// fn snap_to_ledge(player: Entity, transform: &mut Transform, ledge: Vec3, commands: &mut Commands) {
///     transform.translation = ledge;
///     // The player is drawn on the way there for a moment.
///     commands.trigger(Jumped { entity: player });
/// }
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
pub struct Jumped {
    /// The entity whose value jumps, or one above all such entities, for instance the one with the `AnimationPlayer`.
    pub entity: Entity,
}

/// Trigger this to put an entity where its springs would settle, instead of letting it fly there: when a player respawns, or when a camera
/// jumps to another view.
///
/// The entity and all its ancestors are put at their steady lag, with the velocity of their leaders or moving targets. The steady lag is
/// the lag that a spring has after a long time behind a leader with this velocity, so a follower neither flies in nor falls behind. The cut
/// acts on every registered property that has a [`Follow`](crate::Follow), or a [`Target`](crate::Target) that moves. A spring with a
/// target at rest keeps moving to it. [`StartOnTarget`](crate::StartOnTarget) does the same for a new follower.
///
/// The cut acts at the next [`Adopt`](crate::MotionSystems::Adopt) of each property. For a property that is stepped in the fixed timestep,
/// this is before the frame is drawn if you trigger it in a fixed tick, and in the next frame if you trigger it in `Update`.
///
/// If other code has teleported a leader, trigger [`Teleported`] on that leader first. Otherwise the jump is mistaken for movement, because
/// it looks like the step of a fast body, and the follower starts far behind, at the lag of that velocity. Observe this event to restart
/// other parts of your app at a cut.
///
/// # Cameras
///
/// - If the entity is a camera with an `ActiveShot`, its shot and all ancestors of the shot are put at their steady lag as well, and its
///   blend ends. A blend of an entity with an `Attach` ends, too.
/// - Springs on the `Orbit` and on the lens of the camera and of its shot are put on their targets. If you wrote or inserted an `Orbit`
///   since the last frame or tick, the targets of its yaw, pitch and distance are first moved to the written values.
/// - A `LookAt` turns to its target in one step. The next cast for an `Obstruction` puts the boom at its length in one step.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn respawn(player: Entity, pivot: Entity, place: Vec3, commands: &mut Commands) {
///     commands.entity(player).insert(Transform::from_translation(place));
///     // The pivot does not fly there.
///     commands.trigger(Cut::new(pivot));
/// }
/// ```
///
/// # Special cases
///
/// - It has no effect on an entity that is disabled.
/// - A [`Fling`](crate::Fling) of a follower ends, as after a write to the value. An [`ExponentialRate`](crate::ExponentialRate) continues
///   from the new value, so it does not reach its end value.
#[doc(alias = "snap")]
#[doc(alias = "teleport")]
#[doc(alias = "warp")]
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The entity that is put at its steady lag: a follower, or a camera.
    pub entity: Entity,
}

impl Cut {
    /// A cut of `entity`, of its ancestors, and of the shot that it shows.
    #[must_use]
    pub const fn new(entity: Entity) -> Self {
        Self { entity }
    }
}

/// Trigger this to complete a motion, as if all its time had passed: `commands.trigger(Complete::new(entity))`. Use it for instance when
/// the player skips an animation.
///
/// At the next [`Adopt`](crate::MotionSystems::Adopt) the entity jumps to its end: to the end of its
/// [`ExponentialRate`](crate::ExponentialRate) or [`Fling`](crate::Fling), otherwise to its spring's target, or to where friction or a
/// limit stops it. [`Finished`] and [`Settled`] are triggered as usual, in the next tick, with the instant of the completion.
/// [`LimitReached`] is not triggered for the contacts in between. A paused motion is completed as well. If the clock is paused, the events
/// are triggered when it runs again.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn skip(cards: Query<Entity, (With<Spring>, Without<Resting>)>, mut commands: Commands) {
///     for card in &cards {
///         commands.trigger(Complete::new(card));
///     }
/// }
/// ```
///
/// # Special cases
///
/// - If the target moves, the entity is put on the target, and keeps following it.
/// - An exponential rate with [`then_coast`](crate::ExponentialRate::then_coast) is completed, and the entity coasts on from its end,
///   unless friction or a limit stops it.
/// - It has no effect, and triggers nothing, for an entity that rests, is [held](crate::Grabbed) or disabled, has no motion, or would never
///   come to rest.
#[derive(EntityEvent, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[doc(alias = "skip")]
#[doc(alias = "finish")]
pub struct Complete<P: Property = Translation> {
    /// The entity whose motion is completed.
    pub entity: Entity,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

/// A [`Sequence`](crate::Sequence) has come to a [`call`](crate::Sequence::call).
///
/// What an observer writes to this entity acts from the instant of the call.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{events::SequenceCalled, prelude::*};
///
/// fn shake(called: On<SequenceCalled>, mut velocities: Query<&mut Velocity>) {
///     if called.step == 2 && let Ok(mut velocity) = velocities.get_mut(called.entity) {
///         velocity.0 += 3.0 * Vec3::Y;
///     }
/// }
/// ```
#[derive(EntityEvent, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SequenceCalled<P: Property = Translation> {
    /// The entity whose sequence calls.
    pub entity: Entity,
    /// The index of the call in the sequence's steps.
    pub step: usize,
    /// When the step began, which may be inside a tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

impl<P: Property> SequenceCalled<P> {
    pub(crate) const fn new(entity: Entity, step: usize, time: f64) -> Self {
        Self { entity, step, time, property: PhantomData }
    }
}

/// All steps of a [`Sequence`](crate::Sequence) are over, and the plugin has removed it.
///
/// What an observer writes to this entity acts from the instant of the end.
///
/// [`SequenceCalled`] has an example of an observer.
#[derive(EntityEvent, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SequenceFinished<P: Property = Translation> {
    /// The entity whose sequence is over.
    pub entity: Entity,
    /// When it ended, which may be inside a tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

impl<P: Property> SequenceFinished<P> {
    pub(crate) const fn new(entity: Entity, time: f64) -> Self {
        Self { entity, time, property: PhantomData }
    }
}

/// Trigger this to stop a motion where it is: `commands.trigger(Stop::new(entity))`. If you only remove the [`Spring`](crate::Spring) or
/// the [`ExponentialRate`](crate::ExponentialRate), the entity coasts on with its current velocity.
///
/// The velocity becomes 0, an [`ExponentialRate`](crate::ExponentialRate) or [`Fling`](crate::Fling) is removed, and the
/// [`Target`](crate::Target) moves to the entity's value, so that its spring holds it there. [`Finished`] is not triggered, because no move
/// has reached its end. [`Settled`] is triggered when the entity comes to rest there.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn jam(door: Single<Entity, With<Spring>>, mut commands: Commands) {
///     commands.trigger(Stop::new(*door));
/// }
/// ```
///
/// # Special cases
///
/// - An entity with a [`Follow`](crate::Follow) keeps following its leader from there, and gravity continues to act. Remove these
///   components as well if the entity has to stay where it is.
/// - It has no effect on an entity that rests or has no motion.
#[derive(EntityEvent, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[doc(alias = "cancel")]
#[doc(alias = "abort")]
#[doc(alias = "freeze")]
pub struct Stop<P: Property = Translation> {
    /// The entity whose motion is stopped.
    pub entity: Entity,
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

/// Trigger this when you move the origin of the world. Everything that this crate moves is shifted, and motion, targets and delayed drawing
/// continue as if nothing had happened.
///
/// It shifts the values and targets of entities that have a [`Velocity`](crate::Velocity) and no parent. Shift everything else yourself, at
/// the same place in your code. Values that you wrote just before are shifted as well, and take effect. If an f32 cannot hold an entity's
/// value after the shift, the entity stays where it is, and a warning is logged. A shift that is not finite has no effect. A shift of
/// [`Translation`] also shifts the planes in the world on which pointers drag, whatever property they drag, and the regions of confiners.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{events::OriginShift, prelude::*};
///
/// fn recentre(
///     player: Single<&Transform, (With<Velocity>, Without<Follow>)>,
///     mut scenery: Query<&mut Transform, (Without<ChildOf>, Without<Velocity>)>,
///     mut commands: Commands,
/// ) {
///     let by = -player.translation;
///     for mut transform in &mut scenery {
///         transform.translation += by;
///     }
///     commands.trigger(OriginShift::new(by));
/// }
/// ```
#[derive(Event, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[must_use]
pub struct OriginShift<P: Property = Translation> {
    /// The shift, which is added to every value. Unit: property units. Range: finite.
    pub by: TangentOf<P>,
}

impl<P: Property> OriginShift<P> {
    /// A shift of property `P` by `by` (property units).
    pub const fn of(by: TangentOf<P>) -> Self {
        Self { by }
    }
}

impl OriginShift {
    /// A shift of the translation by `by` (units).
    pub const fn new(by: Vec3) -> Self {
        Self::of(by)
    }
}

/// The constructors of the events that user code triggers for an entity.
macro_rules! of_entity {
    ($($name:ident),*) => { $(
        impl<P: Property> $name<P> {
            /// An event for the property `P` of `entity`.
            pub const fn of(entity: Entity) -> Self {
                Self { entity, property: PhantomData }
            }
        }

        impl $name {
            /// An event for the translation of `entity`.
            pub const fn new(entity: Entity) -> Self {
                Self::of(entity)
            }
        }
    )* };
}

of_entity!(Teleported, Complete, Stop);

impl_by_field!(Settled { entity, value, target, time });
impl_by_field!(Finished { entity, kind, time, value, velocity });
impl_by_field!(LimitReached { entity, bound, coordinate, time, value, velocity_before, velocity_after });
impl_by_field!(InvalidMotion { entity, field });
impl_by_field!(SequenceCalled { entity, step, time });
impl_by_field!(SequenceFinished { entity, time });
impl_by_field!(Teleported { entity });
impl_by_field!(Complete { entity });
impl_by_field!(Stop { entity });
impl_by_field!(OriginShift { by });
