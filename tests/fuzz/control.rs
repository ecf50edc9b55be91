//! Controls: entities that no operation touches. Each must have completed its task at the end of the run. It is then woken, and must
//! complete the task once more.

use bevy::prelude::*;
use bevy_exact_motion::{
    Inertialization, Presentation,
    events::OriginShift,
    math::{Approach, Landing},
    prelude::*,
    space::{Space, Tangent},
};

use crate::{
    operation::{Kind, Part, touch},
    property::{Fuzzed, Parts, Which, with_property},
    script::{Control, Step, Task},
    stage::{Cast, Slot},
    watch::{Violation, Watch, is_stored_as},
};

/// The tolerance of a control's position: about thirty times the f32 rounding error of numbers up to 16.
const ROUNDINGS: f32 = 3e-5;

/// Whether a control does its task for the first or the second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    First,
    /// The control came to rest and was woken: it was given another target, or was moved and set in motion again. With [`Task::Stop`], the
    /// origin is shifted at the same instant.
    Second,
}

impl Act {
    fn number(self) -> u32 {
        self as u32 + 1
    }
}

/// The steps of a grab, in three consecutive frames: the control is moved far away, then to the opposite side, then back and released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrabStep {
    Far,
    FarOpposite,
    Release,
}

impl GrabStep {
    pub(crate) const ALL: &[Self] = &[Self::Far, Self::FarOpposite, Self::Release];
}

impl Control {
    pub(crate) fn spawn(&self, world: &mut World) {
        with_property!(self.property, P => self.spawn_on::<P>(world));
    }

    fn place<P: Fuzzed>(&self, from: usize) -> P::Value {
        let parts = &self.numbers[from..from + 4];
        P::Value::from_parts([parts[0], parts[1], parts[2], parts[3]], false)
    }

    fn tangent<P: Fuzzed>(&self) -> <P::Value as Space>::Tangent {
        let parts = &self.numbers[4..8];
        Parts::from_parts([parts[0], parts[1], parts[2], parts[3]], true)
    }

    /// The value as its component stores it: some properties round it, or store only a part of it.
    fn stored<P: Fuzzed>(value: P::Value) -> P::Value {
        P::get(&P::component(value))
    }

    /// The value at which the control's exponential rate ends.
    fn end<P: Fuzzed>(&self) -> P::Value {
        Self::moved::<P>(self.place::<P>(0), self.tangent::<P>())
    }

    /// Adds a displacement to a value. Both the value and the sum are taken as their component stores them.
    fn moved<P: Fuzzed>(value: P::Value, by: <P::Value as Space>::Tangent) -> P::Value {
        let from = Self::stored::<P>(value).widen();
        Self::stored::<P>(P::Value::narrow(P::Value::offset(from, by.widen())))
    }

    fn origin_shift<P: Fuzzed>() -> <P::Value as Space>::Tangent {
        Parts::from_parts([3.0, -2.0, 1.0, 0.5], true)
    }

    fn spawn_on<P: Fuzzed>(&self, world: &mut World) {
        let [.., omega, zeta, duration, number] = self.numbers;
        let spring = Spring::new(omega, zeta).on::<P>();
        let start = P::component(self.place::<P>(0));
        // The control joins the cast before it gets its components, so that operations in observers of these components leave it alone.
        let spawn = |world: &mut World, slot: u8| {
            let entity = world.spawn(Slot(slot)).id();
            world.resource_mut::<Cast>().set(slot, entity);
            world.resource_mut::<Watch>().begin_run(P::WHICH, slot, None);
            entity
        };
        let entity = spawn(world, self.slot);
        match self.task {
            Task::Arrive | Task::Chain => {
                world.entity_mut(entity).insert((start, spring, Target::<P>::of(self.place::<P>(4))));
            }
            Task::Finish => _ = world.entity_mut(entity).insert((start, self.rate::<P>())),
            Task::Stop => {
                let thrown = (start, Velocity::<P>::of(self.tangent::<P>()), Friction::new(number).on::<P>());
                world.entity_mut(entity).insert(thrown);
            }
            Task::Land => {
                let thrown = (start, Velocity::<P>::of(self.tangent::<P>()), Friction::new(number).on::<P>());
                world.entity_mut(entity).insert((thrown, self.fling::<P>()));
                self.note_throw::<P>(world);
            }
        }
        if !matches!(self.task, Task::Arrive | Task::Chain) {
            // The component of a property may require a spring and its target.
            world.entity_mut(entity).remove::<(Spring<P>, Target<P>)>();
        }
        // The angle of a `Rotation2d` is rounded where it is put back, so the motion would go on from there.
        if world.resource::<Watch>().smooths_jumps && P::WHICH != Which::Rotation2d {
            world.entity_mut(entity).insert(Inertialization::<P>::of(omega));
        }
        if self.task == Task::Chain {
            let start = P::component(self.place::<P>(2));
            let feed_forward = (number - 0.5) / 1.5;
            let follow = Follow::<P>::of(entity).with_feed_forward(feed_forward);
            let spring = Spring::critical(30.0 / (1.0 + duration)).on::<P>();
            let follower = spawn(world, self.slot + 1);
            world.entity_mut(follower).insert((start, spring, follow));
        }
    }

    /// A throw in the direction of the control's velocity. The end of an angle's throw is less than half a turn away.
    fn fling<P: Fuzzed>(&self) -> Fling<P> {
        let [.., duration, _] = self.numbers;
        let displacement =
            <P::Value as Space>::Tangent::narrow(self.tangent::<P>().widen() * f64::from(0.2 + 0.4 * duration));
        Fling { max_duration: f32::INFINITY, ..Fling::of(Self::moved::<P>(self.place::<P>(0), displacement)) }
    }

    /// Records when the throw begins and how long it takes.
    fn note_throw<P: Fuzzed>(&self, world: &mut World) {
        let [.., number] = self.numbers;
        let (start, end) = (Self::stored::<P>(self.place::<P>(0)).parts(), self.fling::<P>().end.parts());
        let velocity = self.tangent::<P>().parts();
        let mut longest = 0.0;
        for ((start, end), velocity) in start.into_iter().zip(end).zip(velocity).take(P::Value::COORDINATES) {
            let (start, mut end) = (f64::from(start), f64::from(end));
            if P::Value::WRAPS {
                // An angle is thrown the short way round.
                end += std::f64::consts::TAU * ((start - end) / std::f64::consts::TAU).round();
            }
            let landing = Landing::new(start, velocity.into(), end);
            match landing.approach(end, number.into(), f64::INFINITY) {
                Ok(Approach::Throw(fling)) => longest = f64::max(longest, fling.duration()),
                other => panic!("the control should be thrown, not moved by {other:?}"),
            }
        }
        let [fixed, virtually, real] = [
            world.resource::<Time<Fixed>>().elapsed(),
            world.resource::<Time<Virtual>>().elapsed(),
            world.resource::<Time<Real>>().elapsed(),
        ];
        let overstep = world.resource::<Time<Fixed>>().overstep();
        world.resource_mut::<Watch>().note_throw(P::WHICH, self.slot, longest, |step| match step {
            Step::Fixed(Presentation::Ticked) | Step::OwnInTick => fixed,
            Step::Fixed(_) => fixed + overstep,
            Step::Frame | Step::OwnInUpdate => virtually,
            Step::FrameReal => real,
        });
    }

    /// A feasible exponential rate: its end rate is of the order of its mean rate.
    fn rate<P: Fuzzed>(&self) -> ExponentialRate<P> {
        let [.., duration, number] = self.numbers;
        let distance = self.tangent::<P>().parts().iter().map(|part| part * part).sum::<f32>().sqrt();
        let mut end_rate = distance / duration * number;
        let mut rate = ExponentialRate::<P>::of(self.tangent::<P>(), end_rate, duration);
        for _ in 0..20 {
            if rate.is_ok() {
                break;
            }
            end_rate *= 0.8;
            rate = ExponentialRate::<P>::of(self.tangent::<P>(), end_rate, duration);
        }
        rate.expect("some rate should be feasible")
    }

    /// Does one step of a grab. Does nothing unless a spring pulls the control to a target and its property allows values of any size.
    pub(crate) fn hold(&self, step: GrabStep, world: &mut World) {
        use Which::{Place, Progress, Scale, Translation, TranslationX};
        let is_boundless = matches!(self.property, Translation | TranslationX | Scale | Progress | Place);
        if self.task == Task::Arrive && is_boundless {
            with_property!(self.property, P => self.hold_on::<P>(step, world));
        }
    }

    fn hold_on<P: Fuzzed>(&self, step: GrabStep, world: &mut World) {
        let Some(entity) = self.entity(world) else { return };
        let value = match step {
            GrabStep::Far => P::Value::from_parts([3e38; 4], true),
            GrabStep::FarOpposite => P::Value::from_parts([-3e38; 4], true),
            GrabStep::Release => self.place::<P>(0),
        };
        if step == GrabStep::Far {
            world.entity_mut(entity).insert(Grabbed::<P>::default());
        }
        Self::put::<P>(entity, value, world);
        if step == GrabStep::Release {
            world.entity_mut(entity).remove::<Grabbed<P>>();
        }
        self.note(entity, world);
    }

    fn put<P: Fuzzed>(entity: Entity, value: P::Value, world: &mut World) {
        if let Some(mut component) = world.get_mut::<P::Component>(entity) {
            P::set(&mut component, value);
        }
    }

    fn entity(&self, world: &World) -> Option<Entity> {
        world.resource::<Cast>().get(self.slot).filter(|&entity| world.get_entity(entity).is_ok())
    }

    fn note(&self, entity: Entity, world: &mut World) {
        world.flush();
        touch(world, entity);
        world.resource_mut::<Watch>().note_operation(Kind::Write(Part::Value), true);
    }

    /// Gives the control its task once more.
    pub(crate) fn wake(&self, world: &mut World) {
        with_property!(self.property, P => self.wake_on::<P>(world));
    }

    fn wake_on<P: Fuzzed>(&self, world: &mut World) {
        let Some(entity) = self.entity(world) else { return };
        match self.task {
            Task::Arrive | Task::Chain => {
                if let Some(mut target) = world.get_mut::<Target<P>>(entity) {
                    target.value = self.place::<P>(2);
                }
            }
            Task::Finish => {
                Self::put::<P>(entity, self.place::<P>(0), world);
                world.resource_mut::<Watch>().begin_run(P::WHICH, self.slot, None);
                world.entity_mut(entity).insert(self.rate::<P>());
            }
            Task::Land => {
                Self::put::<P>(entity, self.place::<P>(0), world);
                if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
                    velocity.0 = self.tangent::<P>();
                }
                world.resource_mut::<Watch>().begin_run(P::WHICH, self.slot, None);
                world.entity_mut(entity).insert(self.fling::<P>());
            }
            Task::Stop => {
                Self::put::<P>(entity, self.place::<P>(4), world);
                if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
                    velocity.0 = self.tangent::<P>();
                }
            }
        }
        self.note(entity, world);
        if self.task == Task::Land {
            self.note_throw::<P>(world);
        }
    }

    /// If the task is [`Task::Stop`], shifts the property's origin at the instant at which the control is woken. Shifts each property only
    /// once.
    pub(crate) fn shift(&self, world: &mut World) {
        if self.task == Task::Stop && !world.resource::<Watch>().shifted.contains(&self.property) {
            with_property!(self.property, P => {
                world.trigger(OriginShift::<P>::of(Self::origin_shift::<P>()));
                world.flush();
                world.resource_mut::<Watch>().note_shift(P::WHICH, Self::origin_shift::<P>());
            });
            world.resource_mut::<Watch>().note_operation(Kind::OriginShift, true);
        }
    }

    /// Whether the control and its follower are at rest. Also `true` if the property's origin was shifted too far to tell.
    pub(crate) fn rests(&self, world: &World) -> bool {
        if world.resource::<Watch>().is_shifted_far(self.property) {
            return true;
        }
        with_property!(self.property, P => {
            let rests = |slot: u8| {
                let entity = world.resource::<Cast>().get(slot).and_then(|entity| world.get_entity(entity).ok());
                entity.is_none_or(|entity| entity.contains::<Resting<P>>())
            };
            rests(self.slot) && rests(self.slot + 1)
        })
    }

    /// Returns a violation if the control has not completed its task.
    pub(crate) fn judge(&self, act: Act, world: &mut World) -> Option<Violation> {
        with_property!(self.property, P => self.judge_on::<P>(act, world))
    }

    fn judge_on<P: Fuzzed>(&self, act: Act, world: &mut World) -> Option<Violation> {
        let Self { slot, task, .. } = *self;
        if world.resource::<Watch>().is_shifted_far(P::WHICH) {
            return None;
        }
        let entity = world.resource::<Cast>().get(slot)?;
        let failed = |what: &str, detail: String| {
            let again = if act == Act::Second { "woken again" } else { "left alone" };
            Some(Violation { class: format!("{again} ({task:?}), it {what}"), detail })
        };
        let detail = format!("entity {slot} of {self:?}");
        if world.get_entity(entity).is_err() {
            return failed("was despawned", detail);
        }
        let shifted = world.resource::<Watch>().shifted.contains(&P::WHICH);
        let follower = (task == Task::Chain).then(|| world.resource::<Cast>().get(slot + 1)).flatten();
        let mut values = Vec::new();
        for (slot, entity) in [(slot, Some(entity)), (slot + 1, follower)] {
            let Some(entity) = entity else { continue };
            let Ok(mut found) = world.get_entity_mut(entity) else { return failed("was despawned", detail) };
            // What it shows may still be on its way.
            found.remove::<Inertialization<P>>();
            let found = found.into_readonly();
            let Some(value) = found.get::<P::Component>().map(P::get) else {
                return failed("has lost its component", detail);
            };
            // A follower does not go to a target that its component may require.
            let target = found.get::<Target<P>>().filter(|_| !found.contains::<Follow<P>>());
            let target = target.map(|target| Self::stored::<P>(target.value));
            let detail = format!("{detail}: {:?}, target {target:?}", found.get::<P::Component>().map(P::get));
            if !found.contains::<Resting<P>>() {
                return failed("does not rest", detail);
            }
            if found.get::<Velocity<P>>().is_some_and(|velocity| velocity.0 != Default::default()) {
                return failed("rests with a velocity", detail);
            }
            if target.is_some_and(|target| !is_stored_as::<P>(value, target)) {
                return failed("is not at its goal", detail);
            }
            let settles = world.resource_mut::<Watch>().settles(P::WHICH, slot);
            if settles != act.number() {
                return failed("has settled the wrong number of times", format!("{settles} times, {detail}"));
            }
            values.push(value);
        }
        if let [first, second] = values[..]
            && !is_stored_as::<P>(first, second)
            && !shifted
        {
            return failed("is not where its leader is", format!("{first:?}, its follower {second:?}: {detail}"));
        }
        if matches!(task, Task::Finish | Task::Land) {
            let finishes = world.resource_mut::<Watch>().finishes(P::WHICH, slot);
            if finishes != act.number() {
                return failed("has finished the wrong number of times", format!("{finishes} times, {detail}"));
            }
            let end = if task == Task::Finish { self.end::<P>() } else { Self::stored::<P>(self.fling::<P>().end) };
            if !shifted && !is_stored_as::<P>(values[0], end) {
                return failed("is not at its goal", format!("at {:?}, not {end:?}: {detail}", values[0]));
            }
        }
        if (task, act) == (Task::Stop, Act::Second) {
            // The displacement from where it is thrown to where friction stops it: velocity / friction.
            let [.., friction] = self.numbers;
            let coasted =
                <P::Value as Space>::Tangent::narrow(self.tangent::<P>().widen() * (1.0 / f64::from(friction)));
            let put = Self::moved::<P>(self.place::<P>(4), Self::origin_shift::<P>());
            let off = P::Value::difference(values[0].widen(), Self::moved::<P>(put, coasted).widen());
            let off = <P::Value as Space>::Tangent::narrow(off).parts();
            if off.iter().any(|part| part.abs() > ROUNDINGS) {
                return failed(
                    "did not stop where its friction should stop it",
                    format!("at {:?}, thrown from {put:?}: {detail}", values[0]),
                );
            }
        }
        None
    }
}
