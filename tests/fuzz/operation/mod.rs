//! Operations on a world. Each is one small record, so that a run can be printed, filtered and made smaller.

mod edit;

use std::{fmt, time::Duration};

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    Displacement, Presentation,
    events::{Jumped, OriginShift},
    prelude::*,
    space::Space,
};

use crate::{
    keep, limits,
    property::{Fuzzed, Parts, Which, with_property},
    stage::{Agenda, Cast, Slot},
    watch::Watch,
};

/// A component that an entity may have for each of its properties.
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
    Grabbed,
    TimeScale,
    Presentation,
    RestTolerance,
    Limits,
    DryFriction,
    Fling,
    SnapPoints,
    Sequence,
    Inertialization,
    StateTargets,
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
        Self::Grabbed,
        Self::TimeScale,
        Self::Presentation,
        Self::RestTolerance,
        Self::Limits,
        Self::DryFriction,
        Self::Fling,
        Self::SnapPoints,
        Self::Sequence,
        Self::Inertialization,
        Self::StateTargets,
        Self::Motion,
        Self::Resting,
    ];
}

/// A kind of operation.
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
    /// Changes the state of the entity as a widget.
    State,
    Drift,
    MoveBounds,
    Wind,
    Teleported,
    Cut,
    Jumped,
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

/// The point of a frame at which an operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// Between two frames.
    Between,
    /// In this tick of the frame, counted from 0. The operation is done in `FixedUpdate`, or between Advance and Correct of the schedule
    /// of user code if the run has one.
    Tick(u16),
    Update,
    PostUpdate,
    /// In the next observer of this kind of event that runs.
    Observer(Event),
}

/// A kind of event whose observers do operations.
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

/// Used as a slot: stands for the entity of the observed event.
pub(crate) const OBSERVED: u8 = u8::MAX;

/// Used as a slot: stands for the entity in the slot after that of [`OBSERVED`]. It may be a twin, which has the same event in the same
/// step.
pub(crate) const AFTER_OBSERVED: u8 = u8::MAX - 1;

/// One edit of the world.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Operation {
    pub(crate) frame: u16,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    pub(crate) property: Which,
    /// The entity on which the operation is done: a slot, [`OBSERVED`] or [`AFTER_OBSERVED`].
    pub(crate) slot: u8,
    /// The slot of another entity: a leader, a parent, or a new clone.
    pub(crate) other: u8,
    pub(crate) numbers: [f32; 8],
    /// Random bits that choose among variants of the operation.
    pub(crate) choice: u32,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, place, kind, property, slot, other, numbers, choice } = self;
        write!(f, "frame {frame} {place:?}: {kind} {property:?} of ")?;
        match *slot {
            OBSERVED => f.write_str("the observed")?,
            AFTER_OBSERVED => f.write_str("the one after the observed")?,
            slot => write!(f, "{slot}")?,
        }
        write!(f, ", other {other}, {numbers:?}, choice {choice:#x}")
    }
}

impl Operation {
    fn flag(&self, bit: u32) -> bool {
        self.choice & (1 << bit) != 0
    }

    /// Whether quaternions are written without being normalized.
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

    fn displacement<P: Fuzzed>(&self) -> Displacement<P::Value> {
        if self.flag(12) { Displacement::To(self.value::<P>()) } else { Displacement::Over(self.tangent::<P>()) }
    }

    fn presentation(&self) -> Presentation {
        [Presentation::Live, Presentation::Delayed, Presentation::Ticked][(self.choice % 3) as usize]
    }

    /// Does the operation. In an observer, `observed` is the entity of the event.
    pub(crate) fn apply(&self, observed: Option<Entity>, world: &mut World) {
        let cast = world.resource::<Cast>();
        let subject = match self.slot {
            OBSERVED => observed,
            AFTER_OBSERVED => observed.and_then(|observed| cast.get(world.get::<Slot>(observed)?.0 + 1)),
            slot => cast.get(slot),
        };
        let other = if self.other == OBSERVED { observed } else { cast.get(self.other) };
        let alive = |entity: Option<Entity>| entity.filter(|&entity| world.get_entity(entity).is_ok());
        let (subject, other) = (alive(subject), alive(other));
        // Only operations on the whole world affect controls.
        let open = |entity: &Entity| !world.entity(*entity).get::<Slot>().is_some_and(|slot| slot.is_control());
        let (subject, other_open) = (subject.filter(open), other.filter(open));
        // Operations nest: one may trigger an observer that does another.
        let was_operating = core::mem::replace(&mut world.resource_mut::<Watch>().operating, true);
        let done = self.perform(subject, other, other_open, world);
        let mut watch = world.resource_mut::<Watch>();
        watch.operating = was_operating;
        watch.note_operation(self.kind, done);
    }

    /// Does the operation, and returns whether it was possible.
    fn perform(
        &self,
        subject: Option<Entity>,
        other: Option<Entity>,
        other_open: Option<Entity>,
        world: &mut World,
    ) -> bool {
        match self.kind {
            Kind::Spawn => {
                // Spawns only into an empty slot that is not reserved for a control.
                if self.slot == OBSERVED || subject.is_some() || world.resource::<Cast>().is_control(self.slot) {
                    return false;
                }
                let [x, y, z, ..] = self.numbers;
                let entity = world.spawn((Slot(self.slot), Transform::from_xyz(x, y, z))).id();
                world.resource_mut::<Cast>().set(self.slot, entity);
                world.resource_mut::<Watch>().forget(self.slot);
                touch(world, entity);
            }
            Kind::Timestep => {
                // When an observer runs, the frame already has a length: a number of ticks of the old length. If ticks became much shorter
                // now, the frame would have too many of them.
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
                let Some(subject) = subject else { return false };
                return self.perform_on(subject, other, other_open, world);
            }
        }
        true
    }

    fn perform_on(
        &self,
        subject: Entity,
        other: Option<Entity>,
        other_open: Option<Entity>,
        world: &mut World,
    ) -> bool {
        let mut entity = world.entity_mut(subject);
        match self.kind {
            Kind::Despawn => {
                // No control is despawned as a child, because controls have no parents.
                entity.despawn();
                world.flush();
                return true;
            }
            Kind::Reparent => {
                let Some(parent) = other_open.filter(|&parent| parent != subject) else { return false };
                if !self.flag(4) && is_below(world, parent, subject) {
                    return false;
                }
                world.entity_mut(subject).insert(ChildOf(parent));
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
                    let copy =
                        world.entity_mut(subject).clone_and_spawn_with_opt_out(|builder| _ = builder.deny::<Slot>());
                    world.resource_mut::<Agenda>().is_cloning = was_cloning;
                    Some(copy)
                } else {
                    keep::reload(world, subject)
                };
                let Some(copy) = copy else { return false };
                if is_taken(world) {
                    // An observer of the copy's components has put another copy into the slot.
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
                let Some(onto) = other_open.filter(|&onto| onto != subject) else { return false };
                let slot = world.entity(onto).get::<Slot>().copied();
                world.entity_mut(subject).clone_with_opt_out(onto, |builder| {
                    builder.deny::<Slot>().deny::<ChildOf>();
                });
                if let Some(slot) = slot {
                    world.resource_mut::<Watch>().put_back(slot.0);
                }
                touch(world, onto);
            }
            Kind::Keep => keep::keep(world, subject),
            Kind::PutBack => {
                if !keep::put_back(world, subject, self.choice) {
                    return false;
                }
            }
            Kind::Wind => {
                let [.., a, b, c, _] = self.numbers;
                entity.insert(crate::stage::Wind(Vec3::new(a, b, c)));
            }
            Kind::Teleported => with_property!(self.property, P => {
                world.trigger(Teleported::<P>::of(subject));
            }),
            Kind::Cut => world.trigger(Cut::new(subject)),
            Kind::Jumped => world.trigger(Jumped { entity: subject }),
            Kind::State => edit::change_state(&mut entity, self.choice),
            Kind::Drift => return with_property!(self.property, P => self.drift::<P>(subject, world)),
            Kind::MoveBounds => return with_property!(self.property, P => self.move_bounds::<P>(subject, world)),
            Kind::Insert(part) => with_property!(self.property, P => self.insert::<P>(part, subject, other, world)),
            Kind::Remove(part) => with_property!(self.property, P => edit::remove::<P>(part, subject, world)),
            Kind::Reinsert(part) => with_property!(self.property, P => {
                edit::remove::<P>(part, subject, world);
                if world.get_entity(subject).is_ok() {
                    self.insert::<P>(part, subject, other, world);
                }
            }),
            Kind::Write(part) => {
                return with_property!(self.property, P => self.write::<P>(part, subject, other, world));
            }
            Kind::Spawn | Kind::Timestep | Kind::TimeScale | Kind::Pause | Kind::Unpause | Kind::OriginShift => {}
        }
        world.flush();
        if world.get_entity(subject).is_ok() {
            match self.kind {
                // They write nothing, but they may move any entity.
                Kind::Teleported | Kind::Cut => world.resource_mut::<Watch>().note_disturbance(),
                Kind::Jumped => {}
                _ => touch(world, subject),
            }
        }
        true
    }

    /// Moves the entity a little, as a system of user code would.
    fn drift<P: Fuzzed>(&self, subject: Entity, world: &mut World) -> bool {
        let Some(mut component) = world.get_mut::<P::Component>(subject) else { return false };
        let before = P::get(&component).parts();
        let step = self.numbers;
        let parts = [0, 1, 2, 3].map(|i| before[i] + 0.1 * step[i]);
        P::set(&mut component, P::Value::from_parts(parts, false));
        touch(world, subject);
        true
    }
}

fn slot_of(world: &World, entity: Entity) -> Option<u8> {
    world.get::<Slot>(entity).map(|slot| slot.0)
}

/// Records that user code wrote to an entity.
pub(crate) fn touch(world: &mut World, entity: Entity) {
    world.resource_scope(|world, mut watch: Mut<Watch>| watch.touch(world, entity));
}

/// Whether `entity` is `above` or has it among its ancestors. Also `true` if the ancestors form a loop.
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

/// Sets the length of a tick, in seconds. It is at least a 200th of the accumulated time, so that this time has at most 200 ticks.
pub(crate) fn set_timestep(world: &mut World, seconds: f32) {
    let mut fixed = world.resource_mut::<Time<Fixed>>();
    let timestep = Duration::from_secs_f32(seconds.clamp(1e-9, 3600.0)).max(Duration::from_nanos(1));
    let least = fixed.overstep() / 200;
    fixed.set_timestep(timestep.max(least));
}
