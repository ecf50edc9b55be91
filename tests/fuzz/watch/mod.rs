//! What must hold whatever is done, checked after each step of each property.

mod bounds;
mod check;
mod throw;

use std::{collections::BTreeMap, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{Space, Tangent, prelude::*};

pub(crate) use bounds::{check_bounds, check_drawn};
pub(crate) use check::{check, count, take_bits, take_crowd};

use crate::{
    limits,
    operation::{Kind, Part},
    property::{Fuzzed, Parts, Which, with_property},
    script::{Numbers, Script, Step},
    stage::{SLOTS, Slot},
};

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// What is broken, without names or numbers: the same for the same cause.
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

/// So many steps after a write of the user's, what was written is taken in or refused.
const STEPS_TO_ADOPT: u32 = 3;

/// As many frames: one that only draws adopts for what is stepped in ticks.
const FRAMES_TO_ADOPT: u32 = 2;

/// Nothing tame goes farther. What coasts as fast as a spring of 30 rad/s was ever thrown goes 1e5 in a run's time.
const FAR: f32 = 1e6;

/// What is known of one property of one place in the cast.
#[derive(Clone, Debug, Default)]
struct State {
    /// Steps and frames since what somebody wrote to the entity acts.
    steps: u32,
    frame: u32,
    /// When that is, by the clock of ticks: at the last instant that was drawn. Ticks that have become shorter since reach it
    /// one after another, and what was met until then is told in the one that does.
    acts: Duration,
    /// What the user wrote that is no value, and stands there still.
    value_spoilt: bool,
    velocity_spoilt: bool,
    target_spoilt: bool,
    /// It was told to have settled, and rests since.
    settled: bool,
    /// It settled, and nobody has touched it since.
    settled_untouched: bool,
    /// Something was asked since it last settled that may move somebody; in an observer, before that is told.
    stirred: bool,
    /// Marked by the user's hand.
    rests_by_hand: bool,
    /// What it was at the last step at which it rested.
    rested_at: Option<[u32; 4]>,
    /// What it was at the last step at which its own time stood.
    paused_at: Option<[u32; 4]>,
    settles: u32,
    begun: u32,
    finished: u32,
    /// When the rate was last inserted that was feasible, and how long it takes.
    run: Option<(f64, f64)>,
    /// The longest step since.
    longest: f64,
    /// An exponential rate of its was refused, so that the last valid law may still be the one that acts.
    rate_refused: bool,
    /// Steps since bounds of its were last carried on, and when that was, by the clock of ticks.
    bound_steps: u32,
    moved_at: Duration,
    /// Where the throw ends that somebody has written last.
    flies_to: Option<[f32; 4]>,
    /// A throw is refused in its company: it begins when an exponential rate is over, or the company acts when a throw that was
    /// cloned onto it has ended.
    throw_waits: bool,
    /// Steps since a throw was taken off that was refused in its company: its company acts from then on.
    alone_steps: u32,
    /// When its throw began, and how long that takes.
    throw: Option<(f64, f64)>,
    /// Since somebody last wrote to it, it was one of those who follow each other in a ring, where bounds have no effect.
    ringed: bool,
}

impl State {
    /// Whether what the user wrote has been taken in, or refused.
    fn has_adopted(&self, frame: u32) -> bool {
        self.steps >= STEPS_TO_ADOPT && frame >= self.frame + FRAMES_TO_ADOPT
    }

    /// A step ends at `now`, by the clock of ticks; none of a property that is not drawn between its steps.
    fn pass_step(&mut self, now: Option<Duration>) {
        if now.is_none_or(|now| now >= self.acts) {
            self.steps = self.steps.saturating_add(1);
        }
    }
}

/// When what is written now acts on what is drawn between ticks.
fn acts_at(world: &World) -> Duration {
    let frames = world.resource::<Time<Virtual>>();
    world.resource::<Time>().elapsed().max(frames.elapsed() - frames.delta())
}

impl State {
    /// What of the entity is no value now, the user has written.
    fn look_at<P: Fuzzed>(&mut self, entity: EntityRef) {
        self.value_spoilt = entity.get::<P::Component>().is_some_and(|c| !is_value::<P>(P::get(c), UNIT));
        self.velocity_spoilt = entity.get::<Velocity<P>>().is_some_and(|v| !v.0.is_finite());
        self.target_spoilt = entity.get::<Target<P>>().is_some_and(|t| !parts_are_finite(t.value));
        self.rests_by_hand &= entity.contains::<Resting<P>>();
        self.throw = None;
        self.throw_waits = entity.get::<Fling<P>>().is_some_and(|fling| !limits::may_fly(entity, fling));
        // Bounds that move may carry it on.
        let carried = entity.get::<Limits<P>>().is_some_and(|limits| limits.tracked);
        let fling = entity.get::<Fling<P>>().filter(|fling| !carried && limits::may_fly(entity, fling));
        // What is thrown in some numbers only goes on in the others.
        let whole = fling.filter(|fling| fling.thrown.iter().take(P::Value::NUMBERS).all(|&thrown| thrown));
        self.flies_to = whole.map(|fling| fling.end.parts());
    }
}

/// One property's steps.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    property: Which,
    step: Step,
    clock: f64,
    since_operation: u32,
    /// How many times somebody settled, finished, turned invalid, reached a limit: as observers were told, and in messages.
    told: [u64; 4],
    read: [u64; 4],
    /// When the last contact was that was told.
    last_contact: f64,
    states: Vec<State>,
}

#[derive(Resource)]
pub(crate) struct Watch {
    pub(crate) violation: Option<Violation>,
    pub(crate) hash: Hash,
    pub(crate) operations: BTreeMap<Kind, u64>,
    /// What operations there were that had nothing to act on.
    pub(crate) void: u64,
    /// One entity, and one property of one entity, over one step.
    pub(crate) entity_ticks: u64,
    pub(crate) motion_ticks: u64,
    pub(crate) events: u64,
    pub(crate) shifted: Vec<Which>,
    /// Shifted so far that there are no more than a few values of an f32 between a spring's ends, if any.
    shifted_far: Vec<Which>,
    ignored: Vec<String>,
    numbers: Numbers,
    raw: bool,
    /// Users mark entities as resting.
    pub(crate) marks: bool,
    /// An operation goes on: what happens now is the user's doing.
    pub(crate) operating: bool,
    frame: u32,
    last_operation: u32,
    properties: Vec<Steps>,
    /// Places in the cast that have been stepped, and indices of properties, since it was last counted.
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

    /// Whether nothing has been done for long enough that everything should have been taken in.
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

    /// Another event, by its place in [`Steps::told`].
    pub(crate) fn tell(&mut self, property: Which, event: usize) {
        self.events += 1;
        if let Some(steps) = self.steps(property) {
            steps.told[event] += 1;
        }
    }

    /// A property whose observers were told other than is written in messages.
    pub(crate) fn untold(&self) -> Option<(Which, [u64; 4], [u64; 4])> {
        let differs = self.properties.iter().find(|steps| steps.told != steps.read)?;
        Some((differs.property, differs.told, differs.read))
    }

    /// A new entity is in this place.
    pub(crate) fn forget(&mut self, slot: u8) {
        let frame = self.frame;
        for state in self.states_of(slot) {
            *state = State { frame, ..State::default() };
        }
    }

    /// Everything was moved by the user's order.
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

    /// Something was asked that may move somebody.
    pub(crate) fn stir(&mut self) {
        for steps in &mut self.properties {
            for state in &mut steps.states {
                state.settled_untouched = false;
                state.stirred = true;
                // A snap moves whom it likes.
                state.paused_at = None;
            }
        }
    }

    /// It was put back or made like another: what was told may be told again.
    pub(crate) fn put_back(&mut self, slot: u8) {
        let marked = self.marks;
        for state in self.states_of(slot) {
            state.settled = false;
            // An exponential rate, and a throw that waits for its end.
            state.begun += 2;
            state.run = None;
            // The mark may be one of the user's.
            state.rests_by_hand |= marked;
        }
    }

    /// All that is known of everybody, to be put back with them.
    pub(crate) fn keep(&self) -> Vec<Steps> {
        self.properties.clone()
    }

    pub(crate) fn put_all_back(&mut self, kept: Vec<Steps>) {
        for (steps, mut kept) in self.properties.iter_mut().zip(kept) {
            (kept.told, kept.read, kept.last_contact) = (steps.told, steps.read, steps.last_contact);
            // The world's clock is not put back.
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

    /// Takes a look at what the user has written to an entity.
    pub(crate) fn touch(&mut self, world: &World, who: Entity) {
        let Some(&Slot(slot)) = world.get::<Slot>(who) else { return };
        let (frame, entity, acts) = (self.frame, world.entity(who), acts_at(world));
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
        stands: Option<P::Value>,
        rests: bool,
        follows: bool,
    ) {
        let untouched = !self.is_hostile();
        let Some(state) = self.state(P::WHICH, slot) else { return };
        state.settles += 1;
        // It may have been woken again before this was told.
        let twice = core::mem::replace(&mut state.settled, rests);
        let fresh = state.steps > 0;
        // It may have been kicked in an observer, before this was told.
        let stirred = core::mem::take(&mut state.stirred);
        let again = core::mem::replace(&mut state.settled_untouched, rests && fresh && !stirred);
        let again = again && !(follows || state.throw_waits) && untouched;
        if twice {
            self.violate("Settled twice without waking", || format!("{:?} of entity {slot}", P::WHICH));
        } else if again {
            self.violate("Settled again without a touch", || format!("{:?} of entity {slot}", P::WHICH));
        }
        if !is_value::<P>(value, 1e-3) {
            self.violate("Settled on no value", || format!("{:?} of entity {slot} on {value:?}", P::WHICH));
        }
        if fresh && stands.is_some_and(|stands| bits(stands) != bits(value)) {
            self.violate("Settled elsewhere than it stands", || {
                format!("{:?} of entity {slot} on {value:?}, stands at {stands:?}", P::WHICH)
            });
        }
    }

    /// Whether the mark that it rests may be one of the user's.
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

    /// An exponential rate was taken off; by the user, or because it is over. `step` is how long that step is.
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
            self.violate("an exponential rate was over before its time", || {
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
        // By itself, what is followed may pass what an f32 can hold; and a parent's scale may arrive at 0, so that nothing is
        // seen through it any more.
        let by_itself = self.numbers != Numbers::Tame && field == "Follow::leader"
            // Where its target goes elsewhere or a bound turns it, so does the line that dry friction keeps to.
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

/// How far a length may be from 1 where nobody wrote another: roundings to f32.
const UNIT: f32 = 1e-6;

/// Whether a value is another one as it is stored. A plane's angle is stored as a quaternion, which rounds it.
pub(crate) fn is_stored_as<P: Fuzzed>(value: P::Value, other: P::Value) -> bool {
    let way = <P::Value as Space>::Tangent::narrow(P::Value::difference(value.widen(), other.widen()));
    let rounded = P::WHICH == Which::Rotation2d && way.parts().iter().all(|part| part.abs() <= UNIT);
    rounded || bits(value) == bits(other)
}

/// The bits of a value; a zero has no sign here, because nobody sees it.
pub(crate) fn bits<V: Parts>(value: V) -> [u32; 4] {
    value.parts().map(|part| (part + 0.0).to_bits())
}

fn parts_are_finite<V: Parts>(value: V) -> bool {
    value.parts().iter().all(|part| part.is_finite())
}

fn is_value<P: Fuzzed>(value: P::Value, tolerance: f32) -> bool {
    parts_are_finite(value) && value.is_unit(tolerance)
}
