//! The steps that run: when they are over, and which step is due next.

use alloc::vec::Vec;

use bevy::prelude::*;

use super::{
    component::Sequence,
    due::{Due, Until, What},
    progress::Progress,
    step::{Action, SequenceStep},
};
use crate::{
    motion::{Motion, Presentation, RestTolerance, body::Body, clock::Clock},
    property::{Property, Velocity},
    space::Space,
};

/// How far ahead the end of a step is looked for. Unit: s.
pub(super) const MAX_DURATION: f64 = 3600.0;

type Playing<P> = (
    Entity,
    &'static mut Sequence<P>,
    &'static Motion<P>,
    (&'static <P as Property>::Component, &'static Velocity<P>),
    Option<&'static RestTolerance<P>>,
    Option<&'static Presentation>,
);

/// Lets new sequences begin, and finds out when the running steps will be over.
pub(super) fn update<P: Property>(clock: Res<Clock<P>>, mut sequences: Query<Playing<P>>) {
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

/// The instant at which the exponential rate in progress ends. Unit: s after the last tick.
fn rate_ends_at<V: Space>(body: &Body<V>) -> Option<f64> {
    let left = body.running_rate()?.remaining;
    Some(if left > 0.0 { body.start() + left / body.time_scale() } else { body.start() })
}

/// Returns the steps that are due.
pub(super) fn find_steps<P: Property>(
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
        let instant = rate_ends.and_then(|_| rate_ends_at(&motion.0)).unwrap_or_else(|| progress.due(share));
        let is_drawn = clock.presentation_of(presentation) == Presentation::Live && sequence.is_silent_next();
        if instant <= end && (until == Until::Tick || is_drawn) {
            due.push(Due { entity, instant, what: What::Step });
        }
    }
    due
}

/// Makes instants count from the end of the tick.
pub(super) fn pass_tick<P: Property>(In(h): In<f64>, mut sequences: Query<&mut Sequence<P>>) {
    for mut sequence in &mut sequences {
        if let Some(progress) = &mut sequence.bypass_change_detection().progress {
            progress.pass_tick(h);
        }
    }
}
