//! What can be done to a world: one small record for each, so that a run can be printed, filtered and made smaller.

mod edit;

use std::{fmt, time::Duration};

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Presentation, Space, prelude::*};

use crate::{
    keep, limits,
    property::{Fuzzed, Parts, Which, with_property},
    stage::{Agenda, Cast, Slot},
    watch::Watch,
};

/// What an entity may carry, for each of its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    Value,
    Velocity,
    Spring,
    AxisSprings,
    Friction,
    Gravity,
    ExponentialRate,
    Target,
    Follow,
    Held,
    Pace,
    PresentAs,
    RestTolerance,
    Limits,
    DryFriction,
    Fling,
    Motion,
    Resting,
}

impl Part {
    pub(crate) const ALL: &[Self] = &[
        Self::Value,
        Self::Velocity,
        Self::Spring,
        Self::AxisSprings,
        Self::Friction,
        Self::Gravity,
        Self::ExponentialRate,
        Self::Target,
        Self::Follow,
        Self::Held,
        Self::Pace,
        Self::PresentAs,
        Self::RestTolerance,
        Self::Limits,
        Self::DryFriction,
        Self::Fling,
        Self::Motion,
        Self::Resting,
    ];
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Spawn,
    Despawn,
    Reparent,
    Orphan,
    Disable,
    Enable,
    Clone,
    CloneOnto,
    Reload,
    Insert(Part),
    Remove(Part),
    Reinsert(Part),
    Write(Part),
    Drift,
    MoveBounds,
    Wind,
    Teleported,
    Snap,
    OriginShift,
    Timestep,
    TimeScale,
    Pause,
    Unpause,
    Keep,
    PutBack,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{self:?}").replace(['(', ')'], "");
        for (i, letter) in name.chars().enumerate() {
            if letter.is_uppercase() && i > 0 {
                f.write_str("_")?;
            }
            write!(f, "{}", letter.to_lowercase())?;
        }
        Ok(())
    }
}

/// Where an operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// Between two frames.
    Between,
    /// In the tick of this number in its frame, in `FixedUpdate`; in a user's schedule, between advance and correct.
    Tick(u16),
    Update,
    PostUpdate,
    /// In the next observer of this kind of event that runs.
    Observer(Event),
}

/// What is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Event {
    Settled,
    Finished,
    Invalid,
    LimitReached,
    RestingAdded,
    RestingRemoved,
    MotionAdded,
    MotionRemoved,
    VelocityInserted,
}

impl Event {
    pub(crate) const ALL: &[Self] = &[
        Self::Settled,
        Self::Finished,
        Self::Invalid,
        Self::LimitReached,
        Self::RestingAdded,
        Self::RestingRemoved,
        Self::MotionAdded,
        Self::MotionRemoved,
        Self::VelocityInserted,
    ];
}

/// The entity that the observed event is about.
pub(crate) const OBSERVED: u8 = u8::MAX;

/// The one in the next place of the cast: perhaps its twin, to which the same happens in the same step.
pub(crate) const BESIDE: u8 = u8::MAX - 1;

/// One edit of the world.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Operation {
    pub(crate) frame: u16,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    pub(crate) property: Which,
    /// Whom: a place in the cast, [`OBSERVED`] or [`BESIDE`].
    pub(crate) who: u8,
    /// Another one: a leader, a parent, where a clone goes.
    pub(crate) other: u8,
    pub(crate) numbers: [f32; 8],
    /// For all that is chosen among a few.
    pub(crate) choice: u32,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, place, kind, property, who, other, numbers, choice } = self;
        write!(f, "frame {frame} {place:?}: {kind} {property:?} of ")?;
        match *who {
            OBSERVED => f.write_str("the observed")?,
            BESIDE => f.write_str("the one beside the observed")?,
            who => write!(f, "{who}")?,
        }
        write!(f, ", other {other}, {numbers:?}, choice {choice:#x}")
    }
}

impl Operation {
    fn flag(&self, bit: u32) -> bool {
        self.choice & (1 << bit) != 0
    }

    /// A quaternion as it is, not of length 1.
    fn raw(&self) -> bool {
        self.choice & 0xf00 == 0xf00
    }

    fn value<P: Fuzzed>(&self) -> P::Value {
        let [a, b, c, d, ..] = self.numbers;
        P::Value::from_parts([a, b, c, d], self.raw())
    }

    fn tangent<P: Fuzzed>(&self) -> <P::Value as Space>::Tangent {
        let [a, b, c, d, ..] = self.numbers;
        Parts::from_parts([a, b, c, d], true)
    }

    fn other_tangent<P: Fuzzed>(&self) -> <P::Value as Space>::Tangent {
        let [.., a, b, c, d] = self.numbers;
        Parts::from_parts([a, b, c, d], true)
    }

    fn limits<P: Fuzzed>(&self, value: Option<P::Value>) -> Limits<P> {
        limits::around::<P>(value.map_or([0.0; 4], Parts::parts), self.numbers, self.choice)
    }

    fn way<P: Fuzzed>(&self) -> Way<P::Value> {
        if self.flag(12) { Way::To(self.value::<P>()) } else { Way::Over(self.tangent::<P>()) }
    }

    fn presentation(&self) -> Presentation {
        [Presentation::Live, Presentation::Delayed, Presentation::Ticked][(self.choice % 3) as usize]
    }

    /// Does it; `observed` is the entity of the event in whose observer it is done.
    pub(crate) fn apply(&self, observed: Option<Entity>, world: &mut World) {
        let cast = world.resource::<Cast>();
        let who = match self.who {
            OBSERVED => observed,
            BESIDE => observed.and_then(|observed| cast.get(world.get::<Slot>(observed)?.0 + 1)),
            slot => cast.get(slot),
        };
        let other = if self.other == OBSERVED { observed } else { cast.get(self.other) };
        let alive = |entity: Option<Entity>| entity.filter(|&entity| world.get_entity(entity).is_ok());
        let (who, other) = (alive(who), alive(other));
        // What stands by itself is not to be touched but by what touches everybody.
        let open = |entity: &Entity| !world.entity(*entity).get::<Slot>().is_some_and(|slot| slot.is_control());
        let (who, other_open) = (who.filter(open), other.filter(open));
        // One may be done within another, in an observer.
        let within = core::mem::replace(&mut world.resource_mut::<Watch>().operating, true);
        let done = self.perform(who, other, other_open, world);
        let mut watch = world.resource_mut::<Watch>();
        watch.operating = within;
        watch.note_operation(self.kind, done);
    }

    /// Whether it was possible.
    fn perform(
        &self,
        who: Option<Entity>,
        other: Option<Entity>,
        other_open: Option<Entity>,
        world: &mut World,
    ) -> bool {
        match self.kind {
            Kind::Spawn => {
                // Into an empty place only.
                if self.who == OBSERVED || who.is_some() || world.resource::<Cast>().is_control(self.who) {
                    return false;
                }
                let [x, y, z, ..] = self.numbers;
                let entity = world.spawn((Slot(self.who), Transform::from_xyz(x, y, z))).id();
                world.resource_mut::<Cast>().set(self.who, entity);
                world.resource_mut::<Watch>().forget(self.who);
                touch(world, entity);
            }
            Kind::Timestep => {
                // In an observer the frame's time may have been measured already, in ticks as long as they were.
                let now = world.resource::<Time<Fixed>>().timestep().as_secs_f32();
                let least = if matches!(self.place, Place::Observer(_)) { 0.1 * now } else { 0.0 };
                set_timestep(world, self.numbers[0].max(least));
            }
            Kind::TimeScale => {
                world.resource_mut::<Time<Virtual>>().set_relative_speed(self.numbers[0].abs());
            }
            Kind::Pause => world.resource_mut::<Time<Virtual>>().pause(),
            Kind::Unpause => world.resource_mut::<Time<Virtual>>().unpause(),
            Kind::OriginShift => {
                with_property!(self.property, P => {
                    world.trigger(OriginShift::<P>::of(self.tangent::<P>()));
                    world.flush();
                    world.resource_mut::<Watch>().note_shift(P::WHICH, self.tangent::<P>());
                });
            }
            _ => {
                let Some(who) = who else { return false };
                return self.perform_on(who, other, other_open, world);
            }
        }
        true
    }

    fn perform_on(&self, who: Entity, other: Option<Entity>, other_open: Option<Entity>, world: &mut World) -> bool {
        let mut entity = world.entity_mut(who);
        match self.kind {
            Kind::Despawn => {
                // A control would go with its parent; nobody is a control's parent.
                entity.despawn();
                world.flush();
                return true;
            }
            Kind::Reparent => {
                let Some(parent) = other_open.filter(|&parent| parent != who) else { return false };
                if !self.flag(4) && is_below(world, parent, who) {
                    return false;
                }
                world.entity_mut(who).insert(ChildOf(parent));
            }
            Kind::Orphan => {
                entity.remove::<ChildOf>();
            }
            Kind::Disable => {
                entity.insert(Disabled);
            }
            Kind::Enable => {
                entity.remove::<Disabled>();
            }
            Kind::Clone | Kind::Reload => {
                let is_taken = |world: &World| {
                    world.resource::<Cast>().get(self.other).is_some_and(|other| world.get_entity(other).is_ok())
                };
                let is_control = world.resource::<Cast>().is_control(self.other);
                if is_taken(world) || self.other == OBSERVED || is_control {
                    return false;
                }
                let copy = if self.kind == Kind::Clone {
                    let was_cloning = std::mem::replace(&mut world.resource_mut::<Agenda>().is_cloning, true);
                    let copy = world.entity_mut(who).clone_and_spawn_with_opt_out(|builder| _ = builder.deny::<Slot>());
                    world.resource_mut::<Agenda>().is_cloning = was_cloning;
                    Some(copy)
                } else {
                    keep::reload(world, who)
                };
                let Some(copy) = copy else { return false };
                if is_taken(world) {
                    // In an observer of what the copy brings, another one was made.
                    world.despawn(copy);
                    return false;
                }
                let Ok(mut copied) = world.get_entity_mut(copy) else { return false };
                copied.insert(Slot(self.other));
                world.resource_mut::<Cast>().set(self.other, copy);
                let mut watch = world.resource_mut::<Watch>();
                watch.forget(self.other);
                watch.put_back(self.other);
                touch(world, copy);
            }
            Kind::CloneOnto => {
                let Some(onto) = other_open.filter(|&onto| onto != who) else { return false };
                let slot = world.entity(onto).get::<Slot>().copied();
                world.entity_mut(who).clone_with_opt_out(onto, |builder| {
                    builder.deny::<Slot>().deny::<ChildOf>();
                });
                if let Some(slot) = slot {
                    world.resource_mut::<Watch>().put_back(slot.0);
                }
                touch(world, onto);
            }
            Kind::Keep => keep::keep(world, who),
            Kind::PutBack => {
                if !keep::put_back(world, who, self.choice) {
                    return false;
                }
            }
            Kind::Wind => {
                let [.., a, b, c, _] = self.numbers;
                entity.insert(crate::stage::Wind(Vec3::new(a, b, c)));
            }
            Kind::Teleported => with_property!(self.property, P => {
                world.trigger(Teleported::<P>::of(who));
            }),
            Kind::Snap => with_property!(self.property, P => {
                world.trigger(Snap::<P>::of(who));
            }),
            Kind::Drift => return with_property!(self.property, P => self.drift::<P>(who, world)),
            Kind::MoveBounds => return with_property!(self.property, P => self.move_bounds::<P>(who, world)),
            Kind::Insert(part) => with_property!(self.property, P => self.insert::<P>(part, who, other, world)),
            Kind::Remove(part) => with_property!(self.property, P => edit::remove::<P>(part, who, world)),
            Kind::Reinsert(part) => with_property!(self.property, P => {
                edit::remove::<P>(part, who, world);
                if world.get_entity(who).is_ok() {
                    self.insert::<P>(part, who, other, world);
                }
            }),
            Kind::Write(part) => return with_property!(self.property, P => self.write::<P>(part, who, other, world)),
            Kind::Spawn | Kind::Timestep | Kind::TimeScale | Kind::Pause | Kind::Unpause | Kind::OriginShift => {}
        }
        world.flush();
        if world.get_entity(who).is_ok() {
            // Only what was written by the user is the user's.
            if !matches!(self.kind, Kind::Teleported | Kind::Snap) {
                touch(world, who);
            } else {
                world.resource_mut::<Watch>().stir();
            }
        }
        true
    }

    /// Moves it by a little, as something else that moves it would.
    fn drift<P: Fuzzed>(&self, who: Entity, world: &mut World) -> bool {
        let Some(mut component) = world.get_mut::<P::Component>(who) else { return false };
        let before = P::get(&component).parts();
        let step = self.numbers;
        let parts = [0, 1, 2, 3].map(|i| before[i] + 0.1 * step[i]);
        P::set(&mut component, P::Value::from_parts(parts, false));
        touch(world, who);
        true
    }
}

fn slot_of(world: &World, who: Entity) -> Option<u8> {
    world.get::<Slot>(who).map(|slot| slot.0)
}

/// Notes what the user has written.
pub(crate) fn touch(world: &mut World, who: Entity) {
    world.resource_scope(|world, mut watch: Mut<Watch>| watch.touch(world, who));
}

/// Whether `entity` has `above` among its parents.
fn is_below(world: &World, mut entity: Entity, above: Entity) -> bool {
    for _ in 0..100 {
        if entity == above {
            return true;
        }
        let Some(child_of) = world.get::<ChildOf>(entity) else { return false };
        entity = child_of.parent();
    }
    true
}

/// Another tick length, in seconds; not so short that what has been accumulated would mean very many ticks.
pub(crate) fn set_timestep(world: &mut World, seconds: f32) {
    let mut fixed = world.resource_mut::<Time<Fixed>>();
    let timestep = Duration::from_secs_f32(seconds.clamp(1e-9, 3600.0)).max(Duration::from_nanos(1));
    let least = fixed.overstep() / 200;
    fixed.set_timestep(timestep.max(least));
}
