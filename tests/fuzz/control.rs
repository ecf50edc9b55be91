//! Entities that are left alone, whatever is done around them: each has a task, and must have done it in the end.

use bevy::prelude::*;
use bevy_exact_motion::{Space, prelude::*};

use crate::{
    property::{Fuzzed, Parts, with_property},
    script::{Control, Task},
    stage::{Cast, Slot},
    watch::{Violation, Watch, is_stored_as},
};

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
        use bevy_exact_motion::Tangent;
        let from = Self::stored::<P>(self.place::<P>(0)).widen();
        Self::stored::<P>(P::Value::narrow(P::Value::offset(from, self.way::<P>().widen())))
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
                world.entity_mut(entity).insert((start, spring, Target::<P>::at(self.place::<P>(4))));
            }
            Task::Finish => {
                // A rate that is feasible: of the order of the mean.
                let way = self.way::<P>().parts().iter().map(|part| part * part).sum::<f32>().sqrt();
                let mut end_rate = way / duration * number;
                let mut rate = ExponentialRate::<P>::over(self.way::<P>(), end_rate, duration);
                for _ in 0..20 {
                    if rate.is_ok() {
                        break;
                    }
                    end_rate *= 0.8;
                    rate = ExponentialRate::<P>::over(self.way::<P>(), end_rate, duration);
                }
                world.entity_mut(entity).insert((start, rate.expect("some rate should be feasible")));
            }
            Task::Stop => {
                let thrown = (start, Velocity::<P>::of(self.way::<P>()), Friction::new(number).on::<P>());
                world.entity_mut(entity).insert(thrown);
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

    /// Whether it has come to rest, with its follower.
    pub(crate) fn rests(&self, world: &World) -> bool {
        with_property!(self.property, P => {
            let rests = |slot: u8| {
                let entity = world.resource::<Cast>().get(slot).and_then(|entity| world.get_entity(entity).ok());
                entity.is_none_or(|entity| entity.contains::<Resting<P>>())
            };
            rests(self.slot) && rests(self.slot + 1)
        })
    }

    /// Whether it has done what it is for.
    pub(crate) fn judge(&self, world: &mut World) -> Option<Violation> {
        with_property!(self.property, P => self.judge_on::<P>(world))
    }

    fn judge_on<P: Fuzzed>(&self, world: &mut World) -> Option<Violation> {
        let Self { slot, task, .. } = *self;
        let entity = world.resource::<Cast>().get(slot)?;
        let failed =
            |what: &str, detail: String| Some(Violation { class: format!("left alone ({task:?}), it {what}"), detail });
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
            if settles != 1 {
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
        if task == Task::Finish {
            let finishes = world.resource_mut::<Watch>().finishes(P::WHICH, slot);
            if finishes != 1 {
                return failed("finished not once", format!("{finishes} times, {told}"));
            }
            if !shifted && !is_stored_as::<P>(stands[0], self.end::<P>()) {
                let end = self.end::<P>();
                return failed("is not where it should be", format!("at {:?}, not {end:?}: {told}", stands[0]));
            }
        }
        None
    }
}
