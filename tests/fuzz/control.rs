//! Entities that are left alone, whatever is done around them: each has a task, and must have done it in the end; woken, it is
//! given another one.

use bevy::prelude::*;
use bevy_exact_motion::{
    Presentation, Space, Tangent,
    math::{Approach, Landing},
    prelude::*,
};

use crate::{
    operation::{Kind, Part, touch},
    property::{Fuzzed, Parts, Which, with_property},
    script::{Control, Step, Task},
    stage::{Cast, Slot},
    watch::{Violation, Watch, is_stored_as},
};

/// Some thirty roundings to f32 of numbers up to 16: places, ways and the shift of a controlled entity.
const ROUNDINGS: f32 = 3e-5;

/// How often a control has been given something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    First,
    /// It came to rest, and was woken: by another target, by being put elsewhere and thrown, with a shift of the origin in the
    /// same instant.
    Second,
}

impl Act {
    fn number(self) -> u32 {
        self as u32 + 1
    }
}

/// Where a hand is, frame by frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Far,
    FarOpposite,
    Open,
}

impl Hand {
    pub(crate) const ALL: &[Self] = &[Self::Far, Self::FarOpposite, Self::Open];
}

impl Control {
    pub(crate) fn spawn(&self, world: &mut World) {
        with_property!(self.property, P => self.spawn_on::<P>(world));
    }

    fn place<P: Fuzzed>(&self, from: usize) -> P::Value {
        let parts = &self.numbers[from..from + 4];
        P::Value::from_parts([parts[0], parts[1], parts[2], parts[3]], false)
    }

    fn way<P: Fuzzed>(&self) -> <P::Value as Space>::Tangent {
        let parts = &self.numbers[4..8];
        Parts::from_parts([parts[0], parts[1], parts[2], parts[3]], true)
    }

    /// As if it were put there: a property may store less than it is given.
    fn stored<P: Fuzzed>(value: P::Value) -> P::Value {
        P::get(&P::component(value))
    }

    /// Where an exponential rate ends.
    fn end<P: Fuzzed>(&self) -> P::Value {
        Self::moved::<P>(self.place::<P>(0), self.way::<P>())
    }

    /// A value put elsewhere, rounded where it is stored.
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
        // In the cast from the beginning, so that nothing is done to it in an observer.
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
                let thrown = (start, Velocity::<P>::of(self.way::<P>()), Friction::new(number).on::<P>());
                world.entity_mut(entity).insert(thrown);
            }
            Task::Land => {
                let thrown = (start, Velocity::<P>::of(self.way::<P>()), Friction::new(number).on::<P>());
                world.entity_mut(entity).insert((thrown, self.fling::<P>()));
                self.note_throw::<P>(world);
            }
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

    /// A throw to a place ahead; less than half a turn away, where there are turns.
    fn fling<P: Fuzzed>(&self) -> Fling<P> {
        let [.., duration, _] = self.numbers;
        let way = <P::Value as Space>::Tangent::narrow(self.way::<P>().widen() * f64::from(0.2 + 0.4 * duration));
        Fling { longest: f32::INFINITY, ..Fling::of(Self::moved::<P>(self.place::<P>(0), way)) }
    }

    /// Notes how long the throw takes, and since when it goes.
    fn note_throw<P: Fuzzed>(&self, world: &mut World) {
        let [.., number] = self.numbers;
        let (start, end) = (Self::stored::<P>(self.place::<P>(0)).parts(), self.fling::<P>().end.parts());
        let way = self.way::<P>().parts();
        let mut longest = 0.0;
        for ((start, end), way) in start.into_iter().zip(end).zip(way).take(P::Value::NUMBERS) {
            let (start, mut end) = (f64::from(start), f64::from(end));
            if P::Value::GOES_ROUND {
                // It takes the shorter way.
                end += std::f64::consts::TAU * ((start - end) / std::f64::consts::TAU).round();
            }
            let landing = Landing::new(start, way.into(), end);
            match landing.approach(end, number.into(), f64::INFINITY) {
                Ok(Approach::Throw(fling)) => longest = f64::max(longest, fling.duration()),
                other => panic!("it should fly, not {other:?}"),
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

    /// One that is feasible: of the order of the mean.
    fn rate<P: Fuzzed>(&self) -> ExponentialRate<P> {
        let [.., duration, number] = self.numbers;
        let way = self.way::<P>().parts().iter().map(|part| part * part).sum::<f32>().sqrt();
        let mut end_rate = way / duration * number;
        let mut rate = ExponentialRate::<P>::of(self.way::<P>(), end_rate, duration);
        for _ in 0..20 {
            if rate.is_ok() {
                break;
            }
            end_rate *= 0.8;
            rate = ExponentialRate::<P>::of(self.way::<P>(), end_rate, duration);
        }
        rate.expect("some rate should be feasible")
    }

    /// Takes it in a hand, or lets it go: one that a spring pulls back.
    pub(crate) fn hold(&self, hand: Hand, world: &mut World) {
        use Which::{Place, Progress, Scale, Translation, TranslationX};
        let is_boundless = matches!(self.property, Translation | TranslationX | Scale | Progress | Place);
        if self.task == Task::Arrive && is_boundless {
            with_property!(self.property, P => self.hold_on::<P>(hand, world));
        }
    }

    fn hold_on<P: Fuzzed>(&self, hand: Hand, world: &mut World) {
        let Some(entity) = self.entity(world) else { return };
        let value = match hand {
            Hand::Far => P::Value::from_parts([3e38; 4], true),
            Hand::FarOpposite => P::Value::from_parts([-3e38; 4], true),
            Hand::Open => self.place::<P>(0),
        };
        if hand == Hand::Far {
            world.entity_mut(entity).insert(Held::<P>::default());
        }
        Self::put::<P>(entity, value, world);
        if hand == Hand::Open {
            world.entity_mut(entity).remove::<Held<P>>();
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

    /// Gives it the same to do once more, elsewhere.
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
                    velocity.0 = self.way::<P>();
                }
                world.resource_mut::<Watch>().begin_run(P::WHICH, self.slot, None);
                world.entity_mut(entity).insert(self.fling::<P>());
            }
            Task::Stop => {
                Self::put::<P>(entity, self.place::<P>(4), world);
                if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
                    velocity.0 = self.way::<P>();
                }
            }
        }
        self.note(entity, world);
        if self.task == Task::Land {
            self.note_throw::<P>(world);
        }
    }

    /// Where one was put elsewhere, everybody is, in the same instant.
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

    /// Whether it has come to rest, with its follower; nobody waits for one that was put too far.
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

    /// Whether it has done what it is for.
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
            let again = if act == Act::Second { "woken once more" } else { "left alone" };
            Some(Violation { class: format!("{again} ({task:?}), it {what}"), detail })
        };
        let told = format!("entity {slot} of {self:?}");
        if world.get_entity(entity).is_err() {
            return failed("is gone", told);
        }
        let shifted = world.resource::<Watch>().shifted.contains(&P::WHICH);
        let follower = (task == Task::Chain).then(|| world.resource::<Cast>().get(slot + 1)).flatten();
        let mut stands = Vec::new();
        for (slot, entity) in [(slot, Some(entity)), (slot + 1, follower)] {
            let Some(entity) = entity else { continue };
            let Ok(found) = world.get_entity(entity) else { return failed("is gone", told) };
            let Some(value) = found.get::<P::Component>().map(P::get) else { return failed("has lost it", told) };
            let target = found.get::<Target<P>>().map(|target| Self::stored::<P>(target.value));
            let told = format!("{told}: {:?}, target {target:?}", found.get::<P::Component>().map(P::get));
            if !found.contains::<Resting<P>>() {
                return failed("does not rest", told);
            }
            if found.get::<Velocity<P>>().is_some_and(|velocity| velocity.0 != Default::default()) {
                return failed("rests with a velocity", told);
            }
            if target.is_some_and(|target| !is_stored_as::<P>(value, target)) {
                return failed("is not where it should be", told);
            }
            let settles = world.resource_mut::<Watch>().settles(P::WHICH, slot);
            if settles != act.number() {
                return failed("settled not once", format!("{settles} times, {told}"));
            }
            stands.push(value);
        }
        if let [first, second] = stands[..]
            && !is_stored_as::<P>(first, second)
            && !shifted
        {
            return failed("is not where its leader is", format!("{first:?}, behind it {second:?}: {told}"));
        }
        if matches!(task, Task::Finish | Task::Land) {
            let finishes = world.resource_mut::<Watch>().finishes(P::WHICH, slot);
            if finishes != act.number() {
                return failed("finished not once", format!("{finishes} times, {told}"));
            }
            let end = if task == Task::Finish { self.end::<P>() } else { Self::stored::<P>(self.fling::<P>().end) };
            if !shifted && !is_stored_as::<P>(stands[0], end) {
                return failed("is not where it should be", format!("at {:?}, not {end:?}: {told}", stands[0]));
            }
        }
        if (task, act) == (Task::Stop, Act::Second) {
            // What is left of its way when it is put and thrown there.
            let [.., friction] = self.numbers;
            let way = <P::Value as Space>::Tangent::narrow(self.way::<P>().widen() * (1.0 / f64::from(friction)));
            let put = Self::moved::<P>(self.place::<P>(4), Self::origin_shift::<P>());
            let off = P::Value::difference(stands[0].widen(), Self::moved::<P>(put, way).widen());
            let off = <P::Value as Space>::Tangent::narrow(off).parts();
            if off.iter().any(|part| part.abs() > ROUNDINGS) {
                return failed(
                    "is not where it was thrown",
                    format!("at {:?}, thrown from {put:?}: {told}", stands[0]),
                );
            }
        }
        None
    }
}
