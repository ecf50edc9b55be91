//! Begins the steps that are due, each at its instant.

use alloc::{format, vec::Vec};
use core::cmp::Ordering;

use bevy::{
    ecs::{change_detection::MaybeLocation, entity::EntityHashMap},
    prelude::*,
};

use super::{
    component::Sequence,
    progress::Progress,
    report::{are_events_observed, find_events, report_events},
    step::{Action, SequenceStep},
};
use crate::{
    events::{SequenceCalled, SequenceFinished},
    follow::{
        Target,
        order::{FollowOrder, order},
        restart::restart_followers,
    },
    law::{Displacement, ExponentialRate, Fling, invalid::Invalid},
    motion::{Motion, Presentation, RestTolerance, Resting, clock::Clock},
    path::response_cache::ResponseCache,
    property::{Property, Velocity, disabling::WithDisabled},
    space::{Space, State, Tangent},
    tick::{advance::remove_finished_rate, adopt::adopt, emit::report, measure::now, refresh::refresh_stale, worklist::Worklist},
    warning::Warnings,
};

/// The maximum number of times that steps begin in a tick.
const MAX_ROUNDS: u32 = 64;

/// How far ahead the end of a step is looked for. Unit: s.
const MAX_DURATION: f64 = 3600.0;

/// The maximum number of steps that are played to put a sequence to a time.
const MAX_SOUGHT: u32 = 10_000;

/// What happens to calls on the way.
#[derive(Clone, Copy, PartialEq)]
enum Calls {
    Triggered,
    Skipped,
}

/// Until which instant steps begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// Until the end of the tick.
    Tick,
    /// Until the instant of the frame. Calls, and the ends of sequences, wait for the tick.
    Frame,
}

/// System: begins every step that is due in this tick.
pub(crate) fn play_tick<P: Property>(world: &mut World) {
    play::<P>(world, Until::Tick);
}

/// System: begins every step that is due until the instant that is drawn.
pub(crate) fn play_frame<P: Property>(world: &mut World) {
    play::<P>(world, Until::Frame);
}

fn play<P: Property>(world: &mut World, until: Until) {
    let end = match until {
        Until::Tick => world.resource::<Clock<P>>().h,
        Until::Frame => world.get_resource::<Time<Fixed>>().map_or(0.0, |time| time.overstep().as_secs_f64()),
    };
    run(world, update::<P>, ());
    for (began, now) in run(world, begin_again::<P>, ()).unwrap_or_default() {
        seek::<P>(world, began, now);
    }
    let reports = until == Until::Tick && are_events_observed::<P>(world);
    let mut due = find_due::<P>(world, None, until, end, reports);
    let mut begun = EntityHashMap::<u32>::default();
    // The earliest first. What happens to a motion comes before the step that begins at the same instant.
    while let Some(first) = due.iter().copied().min_by(Due::order) {
        let times = begun.entry(first.entity).or_default();
        *times += 1;
        if *times > MAX_ROUNDS {
            let property = P::short_type_path();
            let message =
                format_args!("more than {MAX_ROUNDS} events and steps of {property} in a tick; observers and steps act later");
            world.resource::<Warnings>().warn(first.entity, ("Sequence::steps", property), message);
            due.retain(|due| due.entity != first.entity);
            continue;
        }
        match first.what {
            What::Event => report_events::<P>(world, first),
            What::Step => begin_next::<P>(world, first, Calls::Triggered),
        }
        // A sequence that an observer has inserted begins at this instant.
        begin_at::<P>(world, first);
        adopt_at::<P>(world, first);
        run(world, update::<P>, ());
        // Followers restart with their leaders, and other sequences wait for this one to end, so what is due for them may have changed, too.
        let has_ended = first.what == What::Step && world.get::<Sequence<P>>(first.entity).is_none();
        let is_alone = world.resource::<FollowOrder<P>>().order.is_empty() && !has_ended;
        let only = is_alone.then_some(first.entity);
        due.retain(|due| only.is_some_and(|only| due.entity != only));
        due.extend(find_due::<P>(world, only, until, end, reports).into_iter().filter(|due| {
            begun.get(&due.entity).is_none_or(|times| *times <= MAX_ROUNDS)
        }));
    }
    if until == Until::Tick {
        run(world, pass_tick::<P>, end);
    }
}

/// Returns what is due for one entity, or for all.
fn find_due<P: Property>(world: &mut World, only: Option<Entity>, until: Until, end: f64, reports: bool) -> Vec<Due> {
    let mut due: Vec<Due> = run(world, find_steps::<P>, (only, until, end)).unwrap_or_default();
    if reports {
        due.extend(run(world, find_events::<P>, only).unwrap_or_default());
    }
    due
}

/// Runs a system of this module.
fn run<I, O, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> Option<O>
where
    I: SystemInput + 'static,
    O: 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    world.run_system_cached_with(system, input).ok()
}

/// What is due at an instant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// Something happens to the motion, and is reported.
    Event,
    /// The next step of the sequence begins.
    Step,
}

/// Something that is due at an instant.
#[derive(Clone, Copy)]
pub(super) struct Due {
    pub(super) entity: Entity,
    /// Unit: s after the last tick.
    pub(super) instant: f64,
    pub(super) what: What,
}

impl Due {
    fn order(one: &Self, other: &Self) -> Ordering {
        let by_instant = one.instant.total_cmp(&other.instant);
        by_instant.then(one.entity.cmp(&other.entity)).then(one.what.cmp(&other.what))
    }
}

type Playing<P> = (
    Entity,
    &'static mut Sequence<P>,
    &'static Motion<P>,
    (&'static <P as Property>::Component, &'static Velocity<P>),
    Option<&'static RestTolerance<P>>,
    Option<&'static Presentation>,
);

/// Lets new sequences begin, and finds out when the running steps will be over.
fn update<P: Property>(clock: Res<Clock<P>>, mut sequences: Query<Playing<P>>) {
    let mut waiting = Vec::new();
    for (entity, mut sequence, motion, (component, velocity), tolerance, presentation) in &mut sequences {
        let body = &motion.0;
        if !body.adopted {
            continue;
        }
        let acts_at = clock.acts_at(presentation);
        let sequence = sequence.bypass_change_detection();
        let known = sequence.progress.filter(Progress::is_usable);
        let begin = || Progress::new(P::get(component), velocity.0, acts_at, body.time_scale());
        let mut progress = known.unwrap_or_else(begin);
        if progress.time_scale != body.time_scale() {
            progress.pass_to(acts_at);
            progress.time_scale = body.time_scale();
        }
        let step = progress.step.and_then(|place| sequence.step(place, progress.round));
        if let Some(step) = step
            && step.given_duration().is_none()
        {
            if let Action::WaitFor(other) = step.action {
                waiting.push((entity, other));
            } else if progress.revision != Some(body.revision) {
                progress.revision = Some(body.revision);
                let rests = motion.will_rest(RestTolerance::distance(tolerance), MAX_DURATION);
                progress.duration = rests.map_or(f64::INFINITY, |(seconds, _)| {
                    progress.elapsed + (seconds - progress.at).max(0.0) * progress.time_scale
                });
            }
        }
        sequence.progress = Some(progress);
    }
    for (entity, other) in waiting {
        let ended_at = match sequences.get(other) {
            Ok((_, other, ..)) => other.progress.and_then(|progress| progress.ended_at),
            Err(_) => Some(f64::NEG_INFINITY),
        };
        if let (Some(ended_at), Ok((_, mut sequence, ..))) = (ended_at, sequences.get_mut(entity))
            && let Some(progress) = &mut sequence.bypass_change_detection().progress
        {
            progress.pass_to(ended_at);
            progress.duration = progress.elapsed;
        }
    }
}

/// Puts the sequences that user code has sought back to their beginning, as if they had begun so long ago. Returns when each has begun, and
/// now.
fn begin_again<P: Property>(
    clock: Res<Clock<P>>,
    mut sequences: Query<(Entity, &mut Sequence<P>, &mut Motion<P>, Option<&Presentation>)>,
) -> Vec<(Due, Due)> {
    let mut sought = Vec::new();
    for (entity, mut sequence, mut motion, presentation) in &mut sequences {
        let sequence = sequence.bypass_change_detection();
        let Some(progress) = sequence.progress else { continue };
        let Some(seconds) = sequence.sought.take() else { continue };
        let (instant, time_scale) = (clock.acts_at(presentation), progress.time_scale);
        let began = if time_scale > 0.0 { instant - seconds / time_scale } else { instant };
        sequence.progress = Some(Progress::new(progress.start, progress.start_velocity, began, time_scale));
        let body = &mut motion.bypass_change_detection().0;
        // Stores what is shown, before the state changes.
        body.make_rare();
        body.discard_rate_path();
        body.end_throws(false);
        body.state = State { position: progress.start.widen(), velocity: progress.start_velocity.widen() };
        body.set_start(began);
        body.moved = true;
        let due = |instant| Due { entity, instant, what: What::Step };
        sought.push((due(began), due(instant)));
    }
    sought
}

/// Plays a sequence from its beginning until now, without triggering events.
fn seek<P: Property>(world: &mut World, began: Due, now: Due) {
    let entity = now.entity;
    let Ok(mut found) = world.get_entity_mut(entity) else { return };
    let start = found.get::<Sequence<P>>().and_then(|sequence| sequence.progress).map(|progress| progress.start);
    found.remove::<(ExponentialRate<P>, Fling<P>)>();
    if let (Some(start), Some(mut target)) = (start, found.get_mut::<Target<P>>()) {
        // Before the first step, nothing pulls the entity away.
        *target = Target::of(start);
    }
    adopt_at::<P>(world, began);
    for _ in 0..MAX_SOUGHT {
        let due: Vec<Due> = run(world, find_steps::<P>, (Some(entity), Until::Tick, now.instant)).unwrap_or_default();
        let next = due.into_iter().next();
        let Some(due) = next.filter(|_| world.get::<Sequence<P>>(entity).is_some_and(Sequence::has_next)) else { break };
        begin_next::<P>(world, due, Calls::Skipped);
        adopt_at::<P>(world, due);
        if let Ok(mut found) = world.get_entity_mut(entity) {
            remove_finished_rate::<P>(&mut found);
        }
        run(world, update::<P>, ());
    }
    if let Some(mut sequence) = world.get_mut::<Sequence<P>>(entity)
        && let Some(progress) = &mut sequence.bypass_change_detection().progress
    {
        progress.pass_to(now.instant);
    }
    show_at::<P>(world, entity, now.instant);
    if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
        && let Some(rare) = motion.bypass_change_detection().0.rare_mut()
    {
        (rare.finished, rare.reached, rare.confirmed) = (Vec::new(), Vec::new(), 0);
    }
}

/// Returns the steps that are due.
fn find_steps<P: Property>(
    In((only, until, end)): In<(Option<Entity>, Until, f64)>,
    clock: Res<Clock<P>>,
    sequences: Query<Playing<P>>,
) -> Vec<Due> {
    let mut due = Vec::new();
    let found = only.into_iter().filter_map(|entity| sequences.get(entity).ok());
    for (entity, sequence, motion, _, _, presentation) in found.chain(sequences.iter().filter(|_| only.is_none())) {
        let Some(progress) = sequence.progress.filter(|progress| progress.ended_at.is_none()) else { continue };
        let step = progress.step.and_then(|place| sequence.step(place, progress.round));
        let share = step.map_or(0.0, SequenceStep::valid_share);
        // A rate ends when its motion says, so that rounding does not cut it off.
        let rate_ends = step.filter(|step| share == 1.0 && matches!(step.action, Action::Rate(_)));
        let instant = rate_ends.and_then(|_| motion.0.rate_ends_at()).unwrap_or_else(|| progress.due(share));
        let is_drawn = clock.presentation_of(presentation) == Presentation::Live && sequence.is_silent_next();
        if instant <= end && (until == Until::Tick || is_drawn) {
            due.push(Due { entity, instant, what: What::Step });
        }
    }
    due
}

/// Makes instants count from the end of the tick.
fn pass_tick<P: Property>(In(h): In<f64>, mut sequences: Query<&mut Sequence<P>>) {
    for mut sequence in &mut sequences {
        if let Some(progress) = &mut sequence.bypass_change_detection().progress {
            progress.pass_tick(h);
        }
    }
}

/// Begins the next step of an entity's sequence.
fn begin_next<P: Property>(world: &mut World, Due { entity, instant, .. }: Due, calls: Calls) {
    let Some(mut sequence) = world.get_mut::<Sequence<P>>(entity) else { return };
    let by = sequence.changed_by();
    let sequence = sequence.bypass_change_detection();
    let (next, invalid) = sequence.pass_step(instant);
    let Next { index, action } = match next {
        Some(next) => next,
        None => {
            finish::<P>(world, entity, instant);
            return;
        }
    };
    if let Some(step) = invalid {
        report_invalid::<P>(world, entity, step, by);
    }
    let Ok(mut target) = world.get_entity_mut(entity) else { return };
    match action {
        Action::Target { value, .. } => _ = target.insert(Target::<P>::of(value)),
        Action::Rate(rate) => _ = target.insert(rate),
        Action::Throw(fling) => _ = target.insert(fling),
        Action::Wait(_) | Action::WaitFor(_) => {}
        Action::Call if calls == Calls::Skipped => {}
        Action::Call => {
            show_at::<P>(world, entity, instant);
            let time = time_at::<P>(world, instant);
            world.trigger(SequenceCalled::<P>::new(entity, index, time));
            world.flush();
        }
    }
}

/// Triggers the event at the end of a sequence, and removes the sequence.
fn finish<P: Property>(world: &mut World, entity: Entity, instant: f64) {
    run(world, update::<P>, ());
    show_at::<P>(world, entity, instant);
    let time = time_at::<P>(world, instant);
    if let Ok(mut entity) = world.get_entity_mut(entity) {
        entity.remove::<Sequence<P>>();
    }
    world.trigger(SequenceFinished::<P>::new(entity, time));
    world.flush();
}

/// Lets a sequence that has not begun yet begin at this instant.
fn begin_at<P: Property>(world: &mut World, Due { entity, instant, .. }: Due) {
    let Ok(mut found) = world.get_entity_mut(entity) else { return };
    let Some(motion) = found.get::<Motion<P>>() else { return };
    let (start, velocity) = (motion.0.state.value(), motion.0.state.tangent());
    let progress = Progress::new(start, velocity, instant, motion.0.time_scale());
    if let Some(mut sequence) = found.get_mut::<Sequence<P>>() {
        sequence.bypass_change_detection().progress.get_or_insert(progress);
    }
}

fn report_invalid<P: Property>(world: &mut World, entity: Entity, step: SequenceStep<P>, by: MaybeLocation) {
    let name = world.get::<Name>(entity).map_or_else(|| format!("{entity}"), |name| format!("{name} ({entity})"));
    let invalid = Invalid::new("Sequence::steps", step, "a finite target, a duration ≥ 0 and a share from 0 to 1", by);
    report::<P>(invalid, entity, &name, &mut world.commands());
    world.flush();
}

/// Writes the state at an instant (s after the last tick) to the entity's components, for observers.
pub(super) fn show_at<P: Property>(world: &mut World, entity: Entity, instant: f64) {
    let mut motions =
        world.query_filtered::<(&mut Motion<P>, &mut P::Component, &mut Velocity<P>), Without<Resting<P>>>();
    let Ok((mut motion, mut component, mut velocity)) = motions.get_mut(world, entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    let before = body.state;
    body.restart(instant, &mut ResponseCache::default());
    let state = body.state;
    body.moved |= state != before;
    body.write_marked(&state, instant, &mut component, &mut velocity);
}

/// The time (s) of an instant (s after the last tick) of the running tick.
pub(super) fn time_at<P: Property>(world: &World, instant: f64) -> f64 {
    let clock = world.resource::<Clock<P>>();
    let Some(time) = world.get_resource::<Time>() else { return instant };
    now(clock, time, world.get_resource::<Time<Real>>()).as_secs_f64() - clock.h + instant
}

/// Lets Adopt adopt what has been written to this entity, as of this instant.
fn adopt_at<P: Property>(world: &mut World, due: Due) {
    run(world, set_instant::<P>, due);
    let written_at = core::mem::replace(&mut world.resource_mut::<Clock<P>>().written_at, due.instant);
    run(world, adopt::<P>, ());
    if world.resource::<FollowOrder<P>>().stale {
        run(world, order::<P>, ());
    }
    run(world, restart_followers::<P>, ());
    world.resource_mut::<Clock<P>>().written_at = written_at;
    run(world, refresh_stale::<P>, ());
}

fn set_instant<P: Property>(
    In(Due { entity, instant, .. }): In<Due>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: WithDisabled<&'static mut Motion<P>>,
) {
    if let Ok(mut motion) = motions.get_mut(entity) {
        motion.bypass_change_detection().0.make_rare().acts_at = Some(instant);
        worklist.written.push(entity);
    }
}

/// The next step of a sequence: its index, and what it does in this round.
struct Next<P: Property> {
    index: usize,
    action: Action<P>,
}

impl<P: Property> Sequence<P> {
    /// The step at this place of a round.
    fn step(&self, place: usize, round: u32) -> Option<&SequenceStep<P>> {
        self.steps.get(self.index(place, round)?)
    }

    /// The share of the running step's duration after which the next step begins.
    fn share(&self, progress: &Progress<P::Value>) -> f64 {
        let step = progress.step.and_then(|place| self.step(place, progress.round));
        step.map_or(0.0, SequenceStep::valid_share)
    }

    /// The place and the round of the step after the running one. `None` if the sequence is over.
    fn next_place(&self, progress: &Progress<P::Value>) -> Option<(usize, u32)> {
        let place = progress.step.map_or(0, |place| place + 1);
        if place < self.steps.len() {
            return Some((place, progress.round));
        }
        let is_instant = self.steps.iter().all(|step| step.given_duration() == Some(0.0) || step.share == 0.0);
        let goes_on = self.repeats.is_none_or(|repeats| progress.round < repeats);
        (goes_on && !is_instant).then_some((0, progress.round + 1))
    }

    /// Whether there is a next step.
    fn has_next(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| self.next_place(progress).is_some())
    }

    /// Whether the next step can begin in a frame: it triggers no event.
    fn is_silent_next(&self) -> bool {
        let next = self.progress.as_ref().and_then(|progress| self.next_place(progress));
        let step = next.and_then(|(place, round)| self.step(place, round));
        step.is_some_and(|step| step.action != Action::Call && step.is_valid())
    }

    /// Passes on to the next step at an instant (s after the last tick). Returns that step, unless the sequence is over, and the step that
    /// is skipped because it is invalid.
    fn pass_step(&mut self, instant: f64) -> (Option<Next<P>>, Option<SequenceStep<P>>) {
        let Some(mut progress) = self.progress else { return (None, None) };
        progress.pass_to(instant);
        let share = self.share(&progress);
        // What rounding or a late start has added to this step is not added to the next one.
        let late = if progress.duration.is_finite() { progress.elapsed - share * progress.duration } else { 0.0 };
        let Some((place, round)) = self.next_place(&progress) else {
            progress.ended_at = Some(instant);
            self.progress = Some(progress);
            return (None, None);
        };
        (progress.step, progress.round, progress.elapsed, progress.revision) = (Some(place), round, late, None);
        let Some((index, step)) =
            self.index(place, round).and_then(|index| Some((index, *self.steps.get(index)?)))
        else {
            return (None, None);
        };
        let is_valid = step.is_valid();
        progress.duration = if is_valid { step.given_duration().unwrap_or(f64::INFINITY) } else { 0.0 };
        self.progress = Some(progress);
        let action = if is_valid { self.action(index, round, progress.start) } else { Action::Wait(0.0) };
        (Some(Next { index, action }), (!is_valid).then_some(step))
    }

    /// What the step with this index does in this round. A round that goes backwards leads to where the step before led. `start` is where
    /// the sequence began.
    fn action(&self, index: usize, round: u32, start: P::Value) -> Action<P> {
        let Some(step) = self.steps.get(index) else { return Action::Wait(0.0) };
        if !self.is_backwards(round) {
            return step.action;
        }
        let before = self.steps.iter().take(index).fold(start, |place, step| goal(step, place));
        match step.action {
            Action::Target { duration, .. } => Action::Target { value: before, duration },
            Action::Rate(mut rate) => {
                rate.displacement = Displacement::To(before);
                Action::Rate(rate)
            }
            Action::Throw(mut fling) => {
                fling.end = before;
                Action::Throw(fling)
            }
            action => action,
        }
    }
}

/// Where a step leads from `place`.
fn goal<P: Property>(step: &SequenceStep<P>, place: P::Value) -> P::Value {
    match &step.action {
        Action::Target { value, .. } => *value,
        Action::Rate(rate) => rate.displacement.end_from(place.widen()),
        Action::Throw(fling) => fling.end,
        Action::Wait(_) | Action::WaitFor(_) | Action::Call => place,
    }
}
