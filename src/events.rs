//! What the plugin tells: an entity came to rest, an exponential rate is over, an entity's input turned invalid. Each is an entity
//! event for observers, and a message for systems that read thousands.
//!
//! And what you tell the plugin: a foreign leader's teleport, a follower's snap.

use core::{marker::PhantomData, time::Duration};

use bevy::{
    ecs::{
        entity::Entity,
        event::{EntityEvent, Event},
        message::Message,
    },
    math::Vec3,
};

use crate::{
    law::Bound,
    property::{Property, TangentOf, Translation},
};

/// An entity came to rest: its value is the rest point bit for bit, its velocity zero.
///
/// It is triggered once for each time that the entity comes to rest, in `FixedLast`. It is not triggered for an entity that an observer
/// has despawned or grabbed in the same tick. [`Finished`] and [`InvalidMotion`] are not triggered for despawned entities either.
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
    /// Who came to rest.
    pub entity: Entity,
    /// Where: its value now.
    pub value: P::Value,
    /// Where its spring pulls it to. Under a gravity it rests below that, by the sag. Without a spring this is where it began.
    pub target: P::Value,
    /// When: the time of the clock that steps it.
    pub time: Duration,
}

/// An [`ExponentialRate`](crate::ExponentialRate) is over. Triggered once, in `FixedFirst`, at the tick that passes its
/// end; the entity is where it ended, or as much further as the rest of the tick takes it.
#[doc(alias = "on complete")]
#[derive(EntityEvent, Message, Debug)]
pub struct Finished<P: Property = Translation> {
    /// Whose exponential rate is over.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Finished<P> {
    pub(crate) const fn new(entity: Entity) -> Self {
        Self { entity, property: PhantomData }
    }
}

/// An entity reached one of its [`Limits`](crate::Limits).
///
/// It is told once for each contact, where the tick is final: in `FixedLast`, in the order of time and then of entities. A contact that
/// a correction undoes is not told. A contact with a soft bound is told where the entity passes it outward. Lying on a bound is no
/// contact, and neither is bouncing so little that it stays there.
#[derive(EntityEvent, Message, Debug)]
pub struct LimitReached<P: Property = Translation> {
    /// Who reached it.
    pub entity: Entity,
    /// Which bound.
    pub bound: Bound,
    /// Of which number of the value: 0 is x, and the way along a normal.
    pub number: usize,
    /// When: on the clock that it is stepped by, between ticks too. Unit: s.
    pub time: f64,
    /// Where: the whole value there.
    pub value: P::Value,
    /// How fast it came. Unit: property units/s.
    pub velocity_before: TangentOf<P>,
    /// How fast it goes on. Unit: property units/s.
    pub velocity_after: TangentOf<P>,
}

/// An entity's parameters, velocity, target or value turned invalid. The last valid motion continues, and what was written has no
/// effect. It is triggered once, as the input turns invalid. A warning in the log says what and where, and with Bevy's feature
/// `track_location` also which line wrote it.
#[derive(EntityEvent, Message, Debug)]
pub struct InvalidMotion<P: Property = Translation> {
    /// Whose input is invalid.
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

/// Trigger it when you put a leader elsewhere that this crate does not move: its followers' target jumps there, rather
/// than to move there along a line.
///
/// A write to an entity that this crate does move is a jump anyway.
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
    /// Who was put elsewhere.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Teleported<P> {
    /// `entity`'s property `P` was put elsewhere.
    #[must_use]
    pub const fn of(entity: Entity) -> Self {
        Self { entity, property: PhantomData }
    }
}

impl Teleported {
    /// `entity` was put elsewhere.
    #[must_use]
    pub const fn new(entity: Entity) -> Self {
        Self::of(entity)
    }
}

/// Trigger it to have a follower where its target is at once, with its leader's velocity: a camera after a cut.
///
/// It acts from the next adoption: before the frame is drawn if triggered in a fixed tick, else before the next tick.
/// It does nothing to an entity that follows nobody and whose target does not move.
#[derive(EntityEvent, Debug)]
pub struct Snap<P: Property = Translation> {
    /// The follower.
    pub entity: Entity,
    /// Whether it is put as far behind its target as its spring is behind one that has long moved so, instead of onto it: from
    /// there it does not begin to fall behind. Default: false.
    pub steady: bool,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Snap<P> {
    /// `entity`'s property `P`.
    #[must_use]
    pub const fn of(entity: Entity) -> Self {
        Self { entity, steady: false, property: PhantomData }
    }

    /// The same, as far behind its target as it is behind one that has long moved so.
    #[must_use]
    pub const fn steady(mut self) -> Self {
        self.steady = true;
        self
    }
}

impl Snap {
    /// `entity`'s translation.
    #[must_use]
    pub const fn new(entity: Entity) -> Self {
        Self::of(entity)
    }
}

/// Trigger it to put everything of this crate's elsewhere together, because the origin of the world moves: motion, targets
/// and what is drawn late go on as if nothing had happened.
///
/// It moves the values and targets of those entities without a parent that have a [`Velocity`](crate::Velocity); move
/// everything else yourself, at the same place in your code. What was written just before is shifted with the rest, and
/// acts. An entity that an f32 could not hold after the shift stays where it is, with a warning; a shift that is not
/// finite moves nothing.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn recentre(
///     player: Single<&Transform, With<Velocity>>,
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
pub struct OriginShift<P: Property = Translation> {
    /// Added to every value. Unit: property units.
    pub by: TangentOf<P>,
}

impl<P: Property> OriginShift<P> {
    /// Everything's property `P` by so much (property units).
    #[must_use]
    pub const fn of(by: TangentOf<P>) -> Self {
        Self { by }
    }
}

impl OriginShift {
    /// Everything's translation by so much.
    #[must_use]
    pub const fn new(by: Vec3) -> Self {
        Self::of(by)
    }
}

/// By field: a derive would ask the same of the property's marker, which is never a value.
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

copy!(Settled, Finished, LimitReached, InvalidMotion, Teleported, Snap, OriginShift);
