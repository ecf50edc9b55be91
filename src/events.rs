//! The events that the plugin triggers: an entity came to rest, an exponential rate is over, an entity reached a bound, an entity's
//! input turned invalid. Each is an entity event for observers, and also a message, for systems that read many at once.
//!
//! And the events that you trigger: a leader's teleport, a follower's snap, a motion completed or stopped, a shift of the world's origin.

use core::{marker::PhantomData, time::Duration};

use bevy::prelude::*;

use crate::{
    law::Bound,
    property::{Property, TangentOf, Translation},
};

/// An entity came to rest: its value is the rest point bit for bit, its velocity zero.
///
/// It is triggered once for each time that the entity comes to rest, in `FixedLast`; in `PostUpdate` or in your own schedule if the property is
/// stepped there. It is not triggered for an entity that an observer has despawned or grabbed in the same tick. [`Finished`] and
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
#[derive(EntityEvent, Message, Debug)]
pub struct Settled<P: Property = Translation> {
    /// The entity that came to rest.
    pub entity: Entity,
    /// The value at which it rests. Unit: property units.
    pub value: P::Value,
    /// The value that its spring pulls to; under gravity the entity rests below that, by the sag. Without a spring this is the value at
    /// which its motion began. Unit: property units.
    pub target: P::Value,
    /// The instant, on the clock that steps the property.
    pub time: Duration,
}

/// A timed move: what a [`Finished`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum TimedMove {
    /// An [`ExponentialRate`](crate::ExponentialRate), whose duration is over.
    ExponentialRate,
    /// A [`Fling`](crate::Fling), which has landed.
    Fling,
}

/// An [`ExponentialRate`](crate::ExponentialRate) is over, or a [`Fling`](crate::Fling) has landed. It is triggered once, in
/// `FixedFirst` (in `PreUpdate` or in your own schedule, if the property is stepped there), at the tick that passes the end. The entity is then
/// at the end, or further on if it moves on for the rest of the tick.
///
/// The end is mostly inside that tick: [`time`](Self::time) says when. The guide has an [example](crate::guide::particles) that despawns
/// the entity.
///
/// # Examples
///
/// The next move of a sequence acts from the end of the tick. Shortened by what has passed since the last one ended, it ends when it
/// should, and the sequence takes the sum of its durations at every tick rate.
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
#[derive(EntityEvent, Message, Debug)]
pub struct Finished<P: Property = Translation> {
    /// The entity whose exponential rate or throw is over.
    pub entity: Entity,
    /// What is over.
    pub kind: TimedMove,
    /// The instant at which it ended, inside the tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    /// The value at that instant. Unit: property units.
    pub value: P::Value,
    /// The velocity from that instant on: 0 if the entity stays there. Unit: property units/s.
    pub velocity: TangentOf<P>,
}

/// An entity reached one of its [`Limits`](crate::Limits).
///
/// It is triggered once for each contact, in `FixedLast` (in `PostUpdate` or in your own schedule, if the property is stepped there), in the
/// order of time and then of entities. A contact that a correction of the tick undoes is not reported. A contact with a soft bound is reported
/// when the entity passes the bound outward. An entity that lies on a bound, or would bounce so little that it stays there, has no contact.
///
/// The guide has an [example](crate::guide::particles) with a splash at the place of the bounce.
#[derive(EntityEvent, Message, Debug)]
pub struct LimitReached<P: Property = Translation> {
    /// The entity that reached the bound.
    pub entity: Entity,
    /// Which bound.
    pub bound: Bound,
    /// Which number of the value: 0 is x; with a normal, 0 is the distance along it.
    pub number: usize,
    /// The instant, which may be inside a tick, on the clock that steps the property. Unit: s.
    pub time: f64,
    /// The whole value at the contact. Unit: property units.
    pub value: P::Value,
    /// The velocity before the contact. Unit: property units/s.
    pub velocity_before: TangentOf<P>,
    /// The velocity after the contact. Unit: property units/s.
    pub velocity_after: TangentOf<P>,
}

/// An entity's parameters, velocity, target or value turned invalid. The last valid motion continues, and the invalid input has no effect.
/// The event is triggered each time a field turns invalid. A warning in the log names the entity, the field and the value, and with Bevy's
/// feature `track_location` also the line of code that wrote the value. The log has a field of an entity once, and a field for at most ten
/// entities. Usually the warning is enough, and needs no code.
/// [`Settled`] has an example of an observer.
#[derive(EntityEvent, Message, Debug)]
pub struct InvalidMotion<P: Property = Translation> {
    /// The entity whose input is invalid.
    pub entity: Entity,
    /// What is invalid, as `Component::field`.
    pub field: &'static str,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> InvalidMotion<P> {
    pub(crate) const fn new(entity: Entity, field: &'static str) -> Self {
        Self { entity, field, property: PhantomData }
    }
}

/// Trigger this when you teleport a leader that this crate does not move: its followers' target then jumps there, instead of moving
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
#[derive(EntityEvent, Debug)]
pub struct Teleported<P: Property = Translation> {
    /// The entity that was teleported.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

/// Trigger this to put a follower on its target at once, with its leader's velocity: `commands.trigger(Snap::new(follower))`.
///
/// It acts at the next [`Adopt`](crate::MotionSystems::Adopt). For a property that is stepped in the fixed timestep this is before the frame
/// is drawn if you trigger it in a fixed tick, and in the next frame if you trigger it in `Update`. It has no effect on an entity that has no
/// [`Follow`](crate::Follow) and whose target does not move. A [`Fling`](crate::Fling) ends, as after a write; an
/// [`ExponentialRate`](crate::ExponentialRate) goes on from there, but not to its end.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn put(player: Entity, pivot: Entity, place: Vec3, commands: &mut Commands) {
///     commands.entity(player).insert(Transform::from_translation(place));
///     // The pivot does not fly there.
///     commands.trigger(Snap::new(pivot).steady());
/// }
/// ```
#[derive(EntityEvent, Debug)]
pub struct Snap<P: Property = Translation> {
    /// The follower.
    pub entity: Entity,
    /// Whether the follower is put at its steady lag behind the target instead of onto the target: the lag that its spring has after it
    /// has followed at this velocity for a long time. From there it does not fall behind. Default: false.
    pub steady: bool,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Snap<P> {
    /// The same snap, to the steady lag behind the target.
    #[must_use]
    pub const fn steady(mut self) -> Self {
        self.steady = true;
        self
    }
}

/// Trigger this to complete a motion, as if its time had passed: `commands.trigger(Complete::new(entity))`. The player skips an animation,
/// for instance.
///
/// The entity is at its end at once, from the next [`Adopt`](crate::MotionSystems::Adopt) on: at the end of its
/// [`ExponentialRate`](crate::ExponentialRate) or [`Fling`](crate::Fling), otherwise on its spring's target, or where friction or a limit
/// stops it. [`Finished`] and [`Settled`] are triggered as usual, in the next tick, with the instant of the completion; [`LimitReached`] is
/// not triggered for contacts on the way. Also a paused motion is completed; if the clock is paused, its events follow when the clock runs.
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
/// - An entity behind a target that moves is put onto the target, as by a [`Snap`], and follows on from there.
/// - An exponential rate [`then_coast`](crate::ExponentialRate::then_coast) is completed, and the entity coasts on from its end, unless
///   friction or a limit stops it.
/// - It has no effect, and triggers nothing, on an entity that rests, is [held](crate::Held) or disabled, or has no motion; nor on one that
///   nothing ever stops.
#[derive(EntityEvent, Debug)]
#[doc(alias = "skip")]
#[doc(alias = "finish")]
pub struct Complete<P: Property = Translation> {
    /// The entity.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

/// Trigger this to stop a motion where it is: `commands.trigger(Stop::new(entity))`. If you only remove the [`Spring`](crate::Spring) or the
/// [`ExponentialRate`](crate::ExponentialRate), the entity coasts on with the velocity that it has.
///
/// The velocity becomes 0, an [`ExponentialRate`](crate::ExponentialRate) or [`Fling`](crate::Fling) is removed, and a
/// [`Target`](crate::Target) is where the entity is, so that its spring holds it there. No [`Finished`] is triggered, because nothing has
/// reached its end; [`Settled`] is, when the entity comes to rest there.
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
/// - An entity with a [`Follow`](crate::Follow) follows on from there, and gravity acts on. Remove those, too, if the entity is to stand.
/// - It has no effect on an entity that rests, or has no motion.
#[derive(EntityEvent, Debug)]
#[doc(alias = "cancel")]
#[doc(alias = "abort")]
#[doc(alias = "freeze")]
pub struct Stop<P: Property = Translation> {
    /// The entity.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

/// Trigger this when you move the origin of the world: all that this crate moves is shifted, and motion, targets and delayed drawing go
/// on as if nothing had happened.
///
/// It shifts the values and targets of entities that have a [`Velocity`](crate::Velocity) and no parent. Shift everything else yourself,
/// at the same place in your code. Values that you wrote just before are shifted, too, and act. An entity whose value an f32 could not
/// hold after the shift stays where it is, with a warning. A shift that is not finite has no effect. The shift of
/// [`Translation`](crate::Translation) also shifts the planes of the world on which pointers drag, whatever property they drag.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
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
#[derive(Event, Debug)]
#[must_use]
pub struct OriginShift<P: Property = Translation> {
    /// The shift, which is added to every value. Unit: property units. Range: finite.
    pub by: TangentOf<P>,
}

impl<P: Property> OriginShift<P> {
    /// A shift of property `P` of all entities by `by` (property units).
    pub const fn of(by: TangentOf<P>) -> Self {
        Self { by }
    }
}

impl OriginShift {
    /// A shift of the translation of all entities by `by` (units).
    pub const fn new(by: Vec3) -> Self {
        Self::of(by)
    }
}

/// By field: a derive would ask the same of the property's marker, which is never a value.
/// The constructors of what is asked of an entity.
macro_rules! of_entity {
    ($($name:ident { $($field:ident: $value:expr)? };)*) => { $(
        impl<P: Property> $name<P> {
            /// For the property `P` of `entity`.
            pub const fn of(entity: Entity) -> Self {
                Self { entity, $($field: $value,)? property: PhantomData }
            }
        }

        impl $name {
            /// For the translation of `entity`.
            pub const fn new(entity: Entity) -> Self {
                Self::of(entity)
            }
        }
    )* };
}

of_entity! {
    Teleported {};
    Snap { steady: false };
    Complete {};
    Stop {};
}

macro_rules! copy {
    ($($name:ident),*) => { $(
        impl<P: Property> Clone for $name<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: Property> Copy for $name<P> {}
    )* };
}

copy!(Settled, Finished, LimitReached, InvalidMotion, Teleported, Snap, Complete, Stop, OriginShift);
