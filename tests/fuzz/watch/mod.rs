//! Invariants that must hold after any operation, checked after each step of each property.

mod bounds;
mod check;
mod shown;
mod throw;

use std::{collections::BTreeMap, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    space::{Space, Tangent},
};

pub(crate) use bounds::{check_bounds, check_drawn};
pub(crate) use check::{check, count, take_bits, take_crowd};
pub(crate) use shown::{check_put_back, check_shown, note_written};

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

/// The FNV-1a hash (Fowler, Noll, Vo 1991), of words instead of bytes.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn take(&mut self, words: impl IntoIterator<Item = u32>) {
        for word in words {
            self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The number of steps within which a write by user code is adopted or rejected.
const STEPS_TO_ADOPT: u32 = 3;

/// The number of frames within which a write by user code is adopted or rejected. Frames in which no tick runs are included, because they
/// also adopt writes to properties that are stepped in ticks.
const FRAMES_TO_ADOPT: u32 = 2;

/// The largest magnitude that a value may have in a tame run. After a spring of 30 rad/s has accelerated an entity, the entity can coast
/// up to 1e5 in a run.
const FAR: f32 = 1e6;

/// The state of one property of one slot.
#[derive(Clone, Debug, Default)]
struct State {
    /// The number of steps since user code's last write to the entity took effect.
    steps_since_write: u32,
    /// The frame of user code's last write.
    write_frame: u32,
    /// The instant at which user code's last write takes effect, on the clock of ticks: the last instant that was drawn before the write.
    /// If ticks have become shorter since the write, several of them pass before that instant.
    write_effective_at: Duration,
    /// Whether user code wrote an invalid value that is not rejected yet. The next two fields are the same for the velocity and the target.
    has_invalid_value: bool,
    has_invalid_velocity: bool,
    has_invalid_target: bool,
    /// Whether `Settled` was emitted and the entity has rested since.
    settled: bool,
    /// Whether the entity settled and user code has not written to it since.
    settled_untouched: bool,
    /// Whether `Cut` or `Teleported` was triggered since the entity last settled. An observer may trigger it before the entity's `Settled`
    /// is observed.
    was_disturbed: bool,
    /// The number of steps since an event may last have moved the entity.
    steps_since_disturbance: u32,
    /// Whether user code may have marked the entity as resting.
    marked_by_user: bool,
    /// The bits of the value at the last step, if the entity rested.
    rested_at: Option<[u32; 4]>,
    /// The bits of the value at the last step, if the entity's own time was paused.
    paused_at: Option<[u32; 4]>,
    /// The number of `Settled` events.
    settles: u32,
    /// The number of exponential rates and throws that have begun: at least the number of `Finished` events.
    begun: u32,
    /// The number of `Finished` events.
    finished: u32,
    /// The start and the duration of the last exponential rate, if it is feasible. The start is on the clock of [`Steps`]. Unit: s.
    run: Option<(f64, f64)>,
    /// The longest step since the last exponential rate was inserted. Unit: s.
    longest_step: f64,
    /// Whether an exponential rate of the entity was rejected. The last valid law may then still act.
    rate_rejected: bool,
    /// The number of steps since the entity's tracked bounds were last moved.
    steps_since_bounds_moved: u32,
    /// The instant at which the last move of the tracked bounds takes effect, on the clock of ticks.
    bounds_effective_at: Duration,
    /// The end of the last throw that user code wrote. `None` if the throw is invalid, does not throw all axes, or may be carried along by
    /// tracked bounds.
    throw_end: Option<[f32; 4]>,
    /// Whether the entity has a throw that is rejected because of other components, for instance an exponential rate. The throw begins
    /// once these are gone. A throw that was cloned in flight continues nevertheless, and the law of the other components acts after it.
    throw_is_rejected: bool,
    /// The number of steps since the removal of a throw that had been rejected because of other components. Their law acts from then on.
    steps_since_throw_removed: u32,
    /// The start and the duration of the entity's throw. Unit: s.
    throw: Option<(f64, f64)>,
    /// The bits of the value before it was shown at its offset, unless user code has written since.
    written: Option<[u32; 4]>,
    /// Whether the entity was in a ring of followers, where bounds have no effect, at some time since user code's last write.
    was_in_ring: bool,
}

impl State {
    /// Whether the last write by user code has been adopted or rejected.
    fn has_adopted(&self, frame: u32) -> bool {
        self.steps_since_write >= STEPS_TO_ADOPT && frame >= self.write_frame + FRAMES_TO_ADOPT
    }

    /// Counts a step that ends at `now`, on the clock of ticks. `now` is `None` if the property is not drawn between its steps.
    fn pass_step(&mut self, now: Option<Duration>) {
        if now.is_none_or(|now| now >= self.write_effective_at) {
            self.steps_since_write = self.steps_since_write.saturating_add(1);
        }
        self.steps_since_disturbance = self.steps_since_disturbance.saturating_add(1);
    }
}

/// Returns the instant at which a write that is done now takes effect on properties that are drawn between ticks.
fn effective_instant(world: &World) -> Duration {
    let frames = world.resource::<Time<Virtual>>();
    world.resource::<Time>().elapsed().max(frames.elapsed() - frames.delta())
}

impl State {
    /// Examines an entity after a write by user code: if something is invalid now, user code wrote it.
    fn look_at<P: Fuzzed>(&mut self, entity: EntityRef) {
        // States may write each of their values later.
        let states = entity.get::<StateTargets<P>>();
        let entering = states.and_then(|states| states.entering).into_iter();
        let values = entity.get::<P::Component>().map(P::get).into_iter().chain(entering);
        self.has_invalid_value = values.into_iter().any(|value| !is_value::<P>(value, UNIT));
        self.has_invalid_velocity = entity.get::<Velocity<P>>().is_some_and(|v| !v.0.is_finite());
        let chosen = states.into_iter().flat_map(|states| {
            let markers = states.markers.iter().map(|(_, value)| *value);
            [states.leaving, states.checked, states.disabled].into_iter().flatten().chain([states.base]).chain(markers)
        });
        let mut targets = entity.get::<Target<P>>().map(|target| target.value).into_iter().chain(chosen);
        self.has_invalid_target = targets.any(|target| !parts_are_finite(target));
        self.marked_by_user &= entity.contains::<Resting<P>>();
        self.throw = None;
        self.throw_is_rejected = entity.get::<Fling<P>>().is_some_and(|fling| !limits::is_throw_valid(entity, fling));
        // Tracked bounds may carry the entity along, so its throw may land elsewhere.
        let carried = entity.get::<Limits<P>>().is_some_and(|limits| limits.tracked);
        let fling = entity.get::<Fling<P>>().filter(|fling| !carried && limits::is_throw_valid(entity, fling));
        // A throw of some axes does not end the motion along the others, so the entity may still be moving when it lands.
        let whole = fling.filter(|fling| fling.thrown.iter().take(P::Value::COORDINATES).all(|&thrown| thrown));
        self.throw_end = whole.map(|fling| fling.end.parts());
    }
}

/// The state of one property, and of all entities that have it.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    property: Which,
    step: Step,
    /// The sum of the lengths of the property's steps. Unit: s.
    clock: f64,
    /// The number of steps since the last operation.
    since_operation: u32,
    /// The numbers of `Settled`, `Finished`, `InvalidMotion` and `LimitReached` that observers received.
    observed: [u64; 4],
    /// The same numbers for the messages that were read.
    read: [u64; 4],
    /// When the last reported contact happened: one instant for each slot if the property plays sequences, else only the first. Unit: s.
    last_contacts: Vec<f64>,
    states: Vec<State>,
}

#[derive(Resource)]
pub(crate) struct Watch {
    pub(crate) violation: Option<Violation>,
    pub(crate) hash: Hash,
    pub(crate) operations: BTreeMap<Kind, u64>,
    /// The number of operations that had nothing to act on.
    pub(crate) no_ops: u64,
    /// The number of steps, counted once for each entity. `motion_ticks` counts them once for each property of each entity.
    pub(crate) entity_ticks: u64,
    pub(crate) motion_ticks: u64,
    pub(crate) events: u64,
    /// Properties whose origin was shifted.
    pub(crate) shifted: Vec<Which>,
    /// Properties that were shifted so far that an f32 has only a few values, if any, between the start and the target of a spring.
    shifted_far: Vec<Which>,
    ignored: Vec<String>,
    numbers: Numbers,
    raw: bool,
    /// Whether the script has operations that mark entities as resting.
    pub(crate) marks: bool,
    /// Whether jumps of the properties are smoothed.
    pub(crate) smooths_jumps: bool,
    /// Whether entities have targets by their states as widgets.
    pub(crate) has_states: bool,
    /// Whether an operation is in progress. User code then causes everything that happens.
    pub(crate) operating: bool,
    frame: u32,
    last_operation: u32,
    /// For each slot, the last frame in which its states as a widget may write.
    states_write_until: Vec<u32>,
    properties: Vec<Steps>,
    /// Bit sets of the slots, and of the indices of properties, that have been stepped since entity-ticks were last counted.
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
            observed: [0; 4],
            read: [0; 4],
            last_contacts: vec![f64::NEG_INFINITY; if script.plays_sequences() { usize::from(SLOTS) } else { 1 }],
            states: vec![State::default(); usize::from(SLOTS)],
        };
        Self {
            violation: None,
            hash: Hash(0xcbf2_9ce4_8422_2325),
            operations: BTreeMap::new(),
            no_ops: 0,
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
            smooths_jumps: script.smooths_jumps(),
            has_states: script.has_states(),
            operating: false,
            frame: 0,
            last_operation: 0,
            states_write_until: vec![0; usize::from(SLOTS)],
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

    pub(crate) fn is_tame(&self) -> bool {
        self.numbers == Numbers::Tame
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
            self.no_ops += 1;
            return;
        }
        *self.operations.entry(kind).or_default() += 1;
        self.last_operation = self.frame;
        for steps in &mut self.properties {
            steps.since_operation = 0;
        }
    }

    /// Counts an event that an observer received, by its index in [`Steps::observed`].
    pub(crate) fn count_observed(&mut self, property: Which, event: usize) {
        self.events += 1;
        if let Some(steps) = self.steps(property) {
            steps.observed[event] += 1;
        }
    }

    /// Returns a property whose observers received a different number of events than there were messages, with both counts.
    pub(crate) fn mismatched_counts(&self) -> Option<(Which, [u64; 4], [u64; 4])> {
        let differs = self.properties.iter().find(|steps| steps.observed != steps.read)?;
        Some((differs.property, differs.observed, differs.read))
    }

    /// Resets the state of a slot that has a new entity.
    pub(crate) fn forget(&mut self, slot: u8) {
        let frame = self.frame;
        for state in self.states_of(slot) {
            *state = State { write_frame: frame, ..State::default() };
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
                (state.rested_at, state.paused_at, state.written) = (None, None, None);
                state.steps_since_write = 0;
                (state.throw_end, state.throw) = (None, None);
            }
        }
    }

    pub(crate) fn is_shifted_far(&self, property: Which) -> bool {
        self.shifted_far.contains(&property)
    }

    /// Records that `Cut` or `Teleported` was triggered, which may move any entity.
    pub(crate) fn note_disturbance(&mut self) {
        for steps in &mut self.properties {
            for state in &mut steps.states {
                state.settled_untouched = false;
                state.was_disturbed = true;
                state.steps_since_disturbance = 0;
            }
        }
    }

    /// Records that an entity was rolled back, or overwritten by a clone: its events may be emitted again.
    pub(crate) fn put_back(&mut self, slot: u8) {
        let marked = self.marks;
        for state in self.states_of(slot) {
            state.settled = false;
            // One for an exponential rate, and one for a throw that begins when that rate ends.
            state.begun += 2;
            state.run = None;
            // User code may have marked the restored state as resting.
            state.marked_by_user |= marked;
        }
    }

    /// Returns the state of all entities, for [`put_all_back`](Self::put_all_back).
    pub(crate) fn keep(&self) -> Vec<Steps> {
        self.properties.clone()
    }

    pub(crate) fn put_all_back(&mut self, kept: Vec<Steps>) {
        for (steps, mut kept) in self.properties.iter_mut().zip(kept) {
            (kept.observed, kept.read) = (steps.observed, steps.read);
            kept.last_contacts.clone_from(&steps.last_contacts);
            // The world's clock is not rolled back, so throws land at other times than recorded.
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

    pub(crate) fn note_marked_by_user(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.marked_by_user = true;
        }
    }

    pub(crate) fn begin_run(&mut self, property: Which, slot: u8, duration: Option<f64>) {
        let Some(steps) = self.steps(property) else { return };
        let clock = steps.clock;
        let state = &mut steps.states[usize::from(slot)];
        state.begun += 1;
        state.run = duration.map(|duration| (clock, duration));
        state.longest_step = 0.0;
    }

    /// Records that the steps of a sequence may write to an entity, and may begin timed moves.
    pub(crate) fn note_sequence(&mut self, world: &World, property: Which, entity: Entity) {
        self.note_write(world, entity);
        let (frame, slot) = (self.frame, world.get::<Slot>(entity).map(|slot| slot.0));
        self.last_operation = frame;
        let Some(steps) = self.steps(property) else { return };
        steps.since_operation = 0;
        if let Some(slot) = slot {
            let state = &mut steps.states[usize::from(slot)];
            // Up to 64 steps begin in a tick.
            state.begun = state.begun.max(state.finished + 130);
            (state.run, state.throw, state.throw_end) = (None, None, None);
        }
    }

    /// Records that user code wrote to an entity. In the next two frames, the states of a widget may write, too.
    pub(crate) fn touch(&mut self, world: &World, touched: Entity) {
        self.note_write(world, touched);
        if let Some(&Slot(slot)) = world.get::<Slot>(touched) {
            self.states_write_until[usize::from(slot)] = self.frame + 2;
        }
    }

    /// Records that the states of a widget may write now.
    pub(crate) fn note_states(&mut self, world: &World, widget: Entity) {
        if world.get::<Slot>(widget).is_some_and(|&Slot(slot)| self.frame <= self.states_write_until[usize::from(slot)])
        {
            self.note_write(world, widget);
            self.note_outside();
        }
    }

    /// Records that something other than an operation has written, or has despawned an entity.
    pub(crate) fn note_outside(&mut self) {
        self.last_operation = self.frame;
        for steps in &mut self.properties {
            steps.since_operation = 0;
        }
    }

    fn note_write(&mut self, world: &World, touched: Entity) {
        let Some(&Slot(slot)) = world.get::<Slot>(touched) else { return };
        let (frame, entity, effective_at) = (self.frame, world.entity(touched), effective_instant(world));
        for steps in &mut self.properties {
            let state = &mut steps.states[usize::from(slot)];
            state.steps_since_write = 0;
            state.write_frame = frame;
            state.write_effective_at = effective_at;
            (state.rested_at, state.paused_at, state.written) = (None, None, None);
            state.settled_untouched = false;
            state.was_in_ring = false;
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
        // The entity may have been woken again before this observer ran.
        let twice = core::mem::replace(&mut state.settled, rests);
        let fresh = state.steps_since_write > 0;
        // Another observer may have moved the entity before this one ran.
        let was_disturbed = core::mem::take(&mut state.was_disturbed);
        let again = core::mem::replace(&mut state.settled_untouched, rests && fresh && !was_disturbed);
        let again = again && !(follows || state.throw_is_rejected) && untouched;
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
    pub(crate) fn is_marked_by_user(&self, property: Which, slot: u8) -> bool {
        self.properties.iter().any(|steps| steps.property == property && steps.states[usize::from(slot)].marked_by_user)
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

    /// Checks that an exponential rate does not end early. Called when one is removed, by user code or at its end. `unpredictable` says
    /// whether it may end at any time, and `step` is the length of the current step, in seconds.
    pub(crate) fn rate_removed(&mut self, property: Which, slot: u8, unpredictable: bool, step: f64) {
        if self.operating || self.is_hostile() || unpredictable {
            return;
        }
        let Some(steps) = self.steps(property) else { return };
        let clock = steps.clock;
        let State { run, longest_step, .. } = steps.states[usize::from(slot)];
        if let Some((since, duration)) = run
            && clock - since + step + longest_step.max(step) < duration * (1.0 - 1e-5) - 1e-6
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
            state.rate_rejected = true;
        }
        let quiet = self.frame >= self.last_operation + FRAMES_TO_ADOPT
            && self.steps(property).is_some_and(|steps| steps.since_operation >= STEPS_TO_ADOPT);
        // A leader may become invalid without a write: it may overflow an f32, or the scale of one of its parents may reach 0.
        let by_itself = !self.is_tame() && field == "Follow::leader"
            // Dry friction may, too: the line along which it acts turns if the target changes its path, if a bound deflects the entity, or
            // if a spring ends a motion that was so fast that the velocity across its line was within the rounding of an f32.
            || may_turn && field == "DryFriction::deceleration";
        if quiet && !by_itself {
            self.violate("InvalidMotion without a write", || format!("{property:?} of entity {slot}: {field}"));
        }
    }

    pub(crate) fn woke(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.settled = false;
            state.rested_at = None;
            state.marked_by_user = false;
        }
    }
}

/// The largest deviation of a normalized value's length from 1 that rounding to f32 can cause.
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
