//! Invariants that must hold whatever is done, checked after each step of each property.

mod bounds;
mod check;
mod throw;

use std::{collections::BTreeMap, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    space::{Space, Tangent},
};

pub(crate) use bounds::{check_bounds, check_drawn};
pub(crate) use check::{check, count, take_bits, take_crowd};

use crate::{
    limits,
    operation::{Kind, Part},
    property::{Fuzzed, Parts, Which, with_property},
    script::{Numbers, Script, Step},
    stage::{SLOTS, Slot},
};

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// What is broken, without names or numbers, so that the same cause gives the same text.
    pub(crate) class: String,
    pub(crate) detail: String,
}

/// Fowler, Noll, Vo 1991: FNV-1a, by words.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn take(&mut self, words: impl IntoIterator<Item = u32>) {
        for word in words {
            self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The number of steps within which a write of user code is adopted or rejected.
const STEPS_TO_ADOPT: u32 = 3;

/// The number of frames for the same: a frame without a tick also adopts writes to properties that are stepped in ticks.
const FRAMES_TO_ADOPT: u32 = 2;

/// The largest magnitude in a tame run. An entity that coasts at the highest speed that a spring of 30 rad/s gives it covers 1e5 in a run.
const FAR: f32 = 1e6;

/// The state of one property of one slot.
#[derive(Clone, Debug, Default)]
struct State {
    /// The steps since user code's last write to the entity took effect, and the frame of that write.
    steps: u32,
    frame: u32,
    /// When that write takes effect, on the clock of ticks: at the last instant that was drawn. If ticks have become shorter since, several
    /// of them pass before that instant. Contacts before it are reported in the tick that reaches it.
    acts: Duration,
    /// User code wrote an invalid value, velocity or target, and it is still there.
    value_spoilt: bool,
    velocity_spoilt: bool,
    target_spoilt: bool,
    /// `Settled` was emitted, and the entity has rested since.
    settled: bool,
    /// The entity settled, and user code has not written to it since.
    settled_untouched: bool,
    /// An operation that may move entities was done since the entity last settled. In an observer, this may be before `Settled` is seen.
    stirred: bool,
    /// User code marked the entity as resting.
    rests_by_hand: bool,
    /// The bits of the value at the last step, if the entity rested.
    rested_at: Option<[u32; 4]>,
    /// The bits of the value at the last step, if the entity's own time was paused.
    paused_at: Option<[u32; 4]>,
    settles: u32,
    begun: u32,
    finished: u32,
    /// When the last feasible exponential rate was inserted, and its duration. Unit: s.
    run: Option<(f64, f64)>,
    /// The longest step since then. Unit: s.
    longest: f64,
    /// An exponential rate of the entity was rejected, so the last valid law may still act.
    rate_refused: bool,
    /// The steps since the entity's bounds last moved, and when that was, on the clock of ticks.
    bound_steps: u32,
    moved_at: Duration,
    /// The end of the throw that user code wrote last.
    flies_to: Option<[f32; 4]>,
    /// The entity has a throw that is rejected because of its other components. The throw begins when an exponential rate is over; or the
    /// law of the other components acts when a throw that was cloned onto the entity has ended.
    throw_waits: bool,
    /// The steps since a throw was removed that was rejected because of other components: their law acts from then on.
    alone_steps: u32,
    /// When its throw began, and the throw's duration. Unit: s.
    throw: Option<(f64, f64)>,
    /// Since user code's last write, the entity was part of a ring of followers, where bounds have no effect.
    ringed: bool,
}

impl State {
    /// Whether the last write of user code has been adopted or rejected.
    fn has_adopted(&self, frame: u32) -> bool {
        self.steps >= STEPS_TO_ADOPT && frame >= self.frame + FRAMES_TO_ADOPT
    }

    /// Counts a step that ends at `now`, on the clock of ticks. `now` is `None` if the property is not drawn between its steps.
    fn pass_step(&mut self, now: Option<Duration>) {
        if now.is_none_or(|now| now >= self.acts) {
            self.steps = self.steps.saturating_add(1);
        }
    }
}

/// When a write that is made now takes effect on properties that are drawn between ticks.
fn acts_at(world: &World) -> Duration {
    let frames = world.resource::<Time<Virtual>>();
    world.resource::<Time>().elapsed().max(frames.elapsed() - frames.delta())
}

impl State {
    /// Examines an entity after a write of user code: whatever is invalid now was written.
    fn look_at<P: Fuzzed>(&mut self, entity: EntityRef) {
        self.value_spoilt = entity.get::<P::Component>().is_some_and(|c| !is_value::<P>(P::get(c), UNIT));
        self.velocity_spoilt = entity.get::<Velocity<P>>().is_some_and(|v| !v.0.is_finite());
        self.target_spoilt = entity.get::<Target<P>>().is_some_and(|t| !parts_are_finite(t.value));
        self.rests_by_hand &= entity.contains::<Resting<P>>();
        self.throw = None;
        self.throw_waits = entity.get::<Fling<P>>().is_some_and(|fling| !limits::may_fly(entity, fling));
        // Tracked bounds may carry the entity along.
        let carried = entity.get::<Limits<P>>().is_some_and(|limits| limits.tracked);
        let fling = entity.get::<Fling<P>>().filter(|fling| !carried && limits::may_fly(entity, fling));
        // A throw of only some axes does not end the motion along the others.
        let whole = fling.filter(|fling| fling.thrown.iter().take(P::Value::COORDINATES).all(|&thrown| thrown));
        self.flies_to = whole.map(|fling| fling.end.parts());
    }
}

/// The steps of one property.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    property: Which,
    step: Step,
    clock: f64,
    since_operation: u32,
    /// The numbers of `Settled`, `Finished`, `InvalidMotion` and `LimitReached`: first as observers saw them, then as messages.
    told: [u64; 4],
    read: [u64; 4],
    /// When the last reported contact happened. Unit: s.
    last_contact: f64,
    states: Vec<State>,
}

#[derive(Resource)]
pub(crate) struct Watch {
    pub(crate) violation: Option<Violation>,
    pub(crate) hash: Hash,
    pub(crate) operations: BTreeMap<Kind, u64>,
    /// The number of operations that had nothing to act on.
    pub(crate) void: u64,
    /// Steps counted for each entity, and for each property of each entity.
    pub(crate) entity_ticks: u64,
    pub(crate) motion_ticks: u64,
    pub(crate) events: u64,
    pub(crate) shifted: Vec<Which>,
    /// Properties that were shifted so far that an f32 has only a few values, if any, between the start and the target of a spring.
    shifted_far: Vec<Which>,
    ignored: Vec<String>,
    numbers: Numbers,
    raw: bool,
    /// The script has operations that mark entities as resting.
    pub(crate) marks: bool,
    /// An operation is in progress, so whatever happens now is caused by user code.
    pub(crate) operating: bool,
    frame: u32,
    last_operation: u32,
    properties: Vec<Steps>,
    /// Bit sets of the slots and of the property indices that have been stepped since entity-ticks were last counted.
    stepped: u64,
    stepped_of: u64,
}

impl Watch {
    pub(crate) fn new(script: &Script) -> Self {
        let steps = |&(property, step): &(Which, Step)| Steps {
            property,
            step,
            clock: 0.0,
            since_operation: 0,
            told: [0; 4],
            read: [0; 4],
            last_contact: f64::NEG_INFINITY,
            states: vec![State::default(); usize::from(SLOTS)],
        };
        Self {
            violation: None,
            hash: Hash(0xcbf2_9ce4_8422_2325),
            operations: BTreeMap::new(),
            void: 0,
            entity_ticks: 0,
            motion_ticks: 0,
            events: 0,
            shifted: Vec::new(),
            shifted_far: Vec::new(),
            ignored: crate::words("FUZZ_IGNORE").unwrap_or_default(),
            numbers: script.numbers,
            raw: script.raw,
            marks: script
                .operations
                .iter()
                .any(|operation| matches!(operation.kind, Kind::Insert(Part::Resting) | Kind::Reinsert(Part::Resting))),
            operating: false,
            frame: 0,
            last_operation: 0,
            properties: script.properties.iter().map(steps).collect(),
            stepped: 0,
            stepped_of: 0,
        }
    }

    pub(crate) fn violate(&mut self, class: impl Into<String>, detail: impl FnOnce() -> String) {
        let class = class.into();
        if self.violation.is_none() && !self.ignored.iter().any(|ignored| class.starts_with(ignored)) {
            let detail = format!("in frame {}: {}", self.frame, detail());
            self.violation = Some(Violation { class, detail });
        }
    }

    pub(crate) fn is_hostile(&self) -> bool {
        self.numbers == Numbers::Hostile
    }

    fn steps(&mut self, property: Which) -> Option<&mut Steps> {
        self.properties.iter_mut().find(|steps| steps.property == property)
    }

    fn state(&mut self, property: Which, slot: u8) -> Option<&mut State> {
        self.steps(property)?.states.get_mut(usize::from(slot))
    }

    fn states_of(&mut self, slot: u8) -> impl Iterator<Item = &mut State> {
        self.properties.iter_mut().map(move |steps| &mut steps.states[usize::from(slot)])
    }

    pub(crate) fn end_frame(&mut self) {
        self.frame += 1;
        self.stepped_of = 0;
        self.entity_ticks += u64::from(core::mem::take(&mut self.stepped).count_ones());
    }

    /// Whether the last operation is so long ago that all writes should have been adopted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.frame >= self.last_operation + FRAMES_TO_ADOPT
            && self.properties.iter().all(|steps| steps.since_operation >= STEPS_TO_ADOPT)
    }

    pub(crate) fn note_operation(&mut self, kind: Kind, done: bool) {
        if !done {
            self.void += 1;
            return;
        }
        *self.operations.entry(kind).or_default() += 1;
        self.last_operation = self.frame;
        for steps in &mut self.properties {
            steps.since_operation = 0;
        }
    }

    /// Counts an event that an observer saw, by its index in [`Steps::told`].
    pub(crate) fn tell(&mut self, property: Which, event: usize) {
        self.events += 1;
        if let Some(steps) = self.steps(property) {
            steps.told[event] += 1;
        }
    }

    /// Returns a property whose observers and messages disagree, with both counts.
    pub(crate) fn untold(&self) -> Option<(Which, [u64; 4], [u64; 4])> {
        let differs = self.properties.iter().find(|steps| steps.told != steps.read)?;
        Some((differs.property, differs.told, differs.read))
    }

    /// Resets the state of a slot that has a new entity.
    pub(crate) fn forget(&mut self, slot: u8) {
        let frame = self.frame;
        for state in self.states_of(slot) {
            *state = State { frame, ..State::default() };
        }
    }

    /// Records that user code has shifted the origin of a property.
    pub(crate) fn note_shift(&mut self, property: Which, by: impl Parts) {
        self.shifted.push(property);
        if by.parts().iter().any(|part| part.abs() > 10.0 * FAR) {
            self.shifted_far.push(property);
        }
        for steps in &mut self.properties {
            for state in &mut steps.states {
                (state.rested_at, state.paused_at) = (None, None);
                state.steps = 0;
                (state.flies_to, state.throw) = (None, None);
            }
        }
    }

    pub(crate) fn is_shifted_far(&self, property: Which) -> bool {
        self.shifted_far.contains(&property)
    }

    /// Records an operation that may move any entity.
    pub(crate) fn stir(&mut self) {
        for steps in &mut self.properties {
            for state in &mut steps.states {
                state.settled_untouched = false;
                state.stirred = true;
                // A cut also moves paused entities.
                state.paused_at = None;
            }
        }
    }

    /// Records that an entity was put back or overwritten by a clone: its events may be emitted again.
    pub(crate) fn put_back(&mut self, slot: u8) {
        let marked = self.marks;
        for state in self.states_of(slot) {
            state.settled = false;
            // For an exponential rate, and for a throw that waits for the end of that rate.
            state.begun += 2;
            state.run = None;
            // User code may have marked it as resting.
            state.rests_by_hand |= marked;
        }
    }

    /// Returns the state of all entities, to be put back with them.
    pub(crate) fn keep(&self) -> Vec<Steps> {
        self.properties.clone()
    }

    pub(crate) fn put_all_back(&mut self, kept: Vec<Steps>) {
        for (steps, mut kept) in self.properties.iter_mut().zip(kept) {
            (kept.told, kept.read, kept.last_contact) = (steps.told, steps.read, steps.last_contact);
            // The world's clock is not rolled back.
            for state in &mut kept.states {
                state.throw = None;
            }
            *steps = kept;
        }
        self.last_operation = self.frame;
        for steps in &mut self.properties {
            steps.since_operation = 0;
        }
    }

    pub(crate) fn rests_by_hand(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.rests_by_hand = true;
        }
    }

    pub(crate) fn begin_run(&mut self, property: Which, slot: u8, duration: Option<f64>) {
        let Some(steps) = self.steps(property) else { return };
        let clock = steps.clock;
        let state = &mut steps.states[usize::from(slot)];
        state.begun += 1;
        state.run = duration.map(|duration| (clock, duration));
        state.longest = 0.0;
    }

    /// Records a write of user code to an entity.
    pub(crate) fn touch(&mut self, world: &World, touched: Entity) {
        let Some(&Slot(slot)) = world.get::<Slot>(touched) else { return };
        let (frame, entity, acts) = (self.frame, world.entity(touched), acts_at(world));
        for steps in &mut self.properties {
            let state = &mut steps.states[usize::from(slot)];
            state.steps = 0;
            state.frame = frame;
            state.acts = acts;
            (state.rested_at, state.paused_at) = (None, None);
            state.settled_untouched = false;
            state.ringed = false;
            with_property!(steps.property, P => state.look_at::<P>(entity));
        }
    }

    pub(crate) fn settled<P: Fuzzed>(
        &mut self,
        slot: u8,
        value: P::Value,
        current: Option<P::Value>,
        rests: bool,
        follows: bool,
    ) {
        let untouched = !self.is_hostile();
        let Some(state) = self.state(P::WHICH, slot) else { return };
        state.settles += 1;
        // It may have been woken again before this observer ran.
        let twice = core::mem::replace(&mut state.settled, rests);
        let fresh = state.steps > 0;
        // Another observer may have moved it before this one ran.
        let stirred = core::mem::take(&mut state.stirred);
        let again = core::mem::replace(&mut state.settled_untouched, rests && fresh && !stirred);
        let again = again && !(follows || state.throw_waits) && untouched;
        if twice {
            self.violate("Settled twice without waking", || format!("{:?} of entity {slot}", P::WHICH));
        } else if again {
            self.violate("Settled again without a write", || format!("{:?} of entity {slot}", P::WHICH));
        }
        if !is_value::<P>(value, 1e-3) {
            self.violate("Settled on an invalid value", || format!("{:?} of entity {slot} on {value:?}", P::WHICH));
        }
        if fresh && current.is_some_and(|current| bits(current) != bits(value)) {
            self.violate("Settled on another value than the component's", || {
                format!("{:?} of entity {slot} on {value:?}, the component has {current:?}", P::WHICH)
            });
        }
    }

    /// Whether user code may have marked the entity as resting.
    pub(crate) fn is_marked_by_hand(&self, property: Which, slot: u8) -> bool {
        self.properties.iter().any(|steps| steps.property == property && steps.states[usize::from(slot)].rests_by_hand)
    }

    pub(crate) fn settles(&mut self, property: Which, slot: u8) -> u32 {
        self.state(property, slot).map_or(0, |state| state.settles)
    }

    pub(crate) fn finishes(&mut self, property: Which, slot: u8) -> u32 {
        self.state(property, slot).map_or(0, |state| state.finished)
    }

    pub(crate) fn finished(&mut self, property: Which, slot: u8) {
        let Some(state) = self.state(property, slot) else { return };
        state.finished += 1;
        let State { begun, finished, .. } = *state;
        if finished > begun {
            self.violate("Finished more often than begun", || {
                format!("{property:?} of entity {slot}: {finished} times, begun {begun} times")
            });
        }
    }

    /// Checks the removal of an exponential rate, by user code or because it is over. `step` is the length of the current step, in seconds.
    pub(crate) fn rate_removed(&mut self, property: Which, slot: u8, paced: bool, step: f64) {
        if self.operating || self.is_hostile() || paced {
            return;
        }
        let Some(steps) = self.steps(property) else { return };
        let clock = steps.clock;
        let State { run, longest, .. } = steps.states[usize::from(slot)];
        if let Some((since, duration)) = run
            && clock - since + step + longest.max(step) < duration * (1.0 - 1e-5) - 1e-6
        {
            self.violate("an exponential rate ended early", || {
                format!("{property:?} of entity {slot}: after {} s of {duration} s", clock - since)
            });
        }
    }

    pub(crate) fn invalid(&mut self, property: Which, slot: u8, field: &str, may_turn: bool) {
        if field.starts_with("ExponentialRate")
            && let Some(state) = self.state(property, slot)
        {
            state.rate_refused = true;
        }
        let quiet = self.frame >= self.last_operation + FRAMES_TO_ADOPT
            && self.steps(property).is_some_and(|steps| steps.since_operation >= STEPS_TO_ADOPT);
        // Without a write, a leader may overflow an f32, and the scale of a parent may reach 0, through which the leader is not visible.
        let by_itself = self.numbers != Numbers::Tame && field == "Follow::leader"
            // If the target changes its path or a bound turns the entity, the line along which dry friction acts turns, too.
            || may_turn && field == "DryFriction::deceleration";
        if quiet && !by_itself {
            self.violate("InvalidMotion without a write", || format!("{property:?} of entity {slot}: {field}"));
        }
    }

    pub(crate) fn woke(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.settled = false;
            state.rested_at = None;
            state.rests_by_hand = false;
        }
    }
}

/// How far a length may be from 1 by rounding to f32, unless user code wrote another length.
const UNIT: f32 = 1e-6;

/// Whether two values are equal as they are stored. `Rotation2d` is stored as a quaternion, which rounds the angle.
pub(crate) fn is_stored_as<P: Fuzzed>(value: P::Value, other: P::Value) -> bool {
    let difference = <P::Value as Space>::Tangent::narrow(P::Value::difference(value.widen(), other.widen()));
    let rounded = P::WHICH == Which::Rotation2d && difference.parts().iter().all(|part| part.abs() <= UNIT);
    rounded || bits(value) == bits(other)
}

/// The bits of a value. The sign of a zero is ignored, because it is not visible.
pub(crate) fn bits<V: Parts>(value: V) -> [u32; 4] {
    value.parts().map(|part| (part + 0.0).to_bits())
}

fn parts_are_finite<V: Parts>(value: V) -> bool {
    value.parts().iter().all(|part| part.is_finite())
}

fn is_value<P: Fuzzed>(value: P::Value, tolerance: f32) -> bool {
    parts_are_finite(value) && value.is_unit(tolerance)
}
