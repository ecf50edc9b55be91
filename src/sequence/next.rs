//! Which step comes next, and what it does.

use super::{
    component::Sequence,
    progress::Progress,
    step::{Action, SequenceStep},
};
use crate::{law::Displacement, property::Property, space::Space};

/// The next step of a sequence: its index, and what it does in this round.
pub(super) struct Next<P: Property> {
    pub(super) index: usize,
    pub(super) action: Action<P>,
}

impl<P: Property> Sequence<P> {
    /// The step at this place of a round.
    pub(super) fn step(&self, place: usize, round: u32) -> Option<&SequenceStep<P>> {
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
    pub(super) fn has_next(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| self.next_place(progress).is_some())
    }

    /// Whether the next step can begin in a frame: it triggers no event.
    pub(super) fn is_silent_next(&self) -> bool {
        let next = self.progress.as_ref().and_then(|progress| self.next_place(progress));
        let step = next.and_then(|(place, round)| self.step(place, round));
        step.is_some_and(|step| step.action != Action::Call && step.is_valid())
    }

    /// Passes on to the next step at an instant (s after the last tick). Returns that step, unless the sequence is over, and the step that
    /// is skipped because it is invalid.
    pub(super) fn pass_step(&mut self, instant: f64) -> (Option<Next<P>>, Option<SequenceStep<P>>) {
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
        let Some((index, step)) = self.index(place, round).and_then(|index| Some((index, *self.steps.get(index)?)))
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
    pub(super) fn action(&self, index: usize, round: u32, start: P::Value) -> Action<P> {
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
