//! How a motion goes on: to the end of a tick, or to where something makes it begin anew.

use alloc::{borrow::Cow, vec::Vec};

use super::body::Body;
use crate::{
    events::TimedMove,
    math::Propagator,
    path::{contact::Reached, ending::Ending, pieces::Piece, response_cache::ResponseCache, segment::Segment},
    space::Space,
};

impl<V: Space> Body<V> {
    /// Computes beforehand what a tick of length `h` needs. Returns the law's answer over it.
    pub(crate) fn refresh(&mut self, h: f64, cache: &mut ResponseCache) -> Propagator {
        let law = self.law();
        if let Some(cold) = self.cold_mut() {
            cold.stale = false;
            if let Some(axes) = &mut cold.axes {
                axes.refresh(&law, h, cold.target_path.is_some());
            }
            if let Some(target_path) = &mut cold.target_path {
                target_path.refresh(&law, h, cache);
            }
        }
        cache.response(law.k, law.c, h, false).propagator
    }

    /// What is over and not reported yet.
    pub(crate) fn endings_mut(&mut self) -> impl Iterator<Item = &mut Ending<V>> {
        self.cold_mut().into_iter().flat_map(|cold| {
            let landing = cold.contacts.as_mut().and_then(|contacts| contacts.landing.as_mut());
            cold.finished.iter_mut().chain(landing)
        })
    }

    /// Begins anew at `instant`, on the same path.
    pub(crate) fn restart(&mut self, instant: f64, cache: &mut ResponseCache) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(history) = self.history_mut() {
            history.arrived = false;
        }
        if let Some(contacts) = self.contacts_mut() {
            contacts.leave_target();
        }
        if instant <= self.start() {
            return;
        }
        self.make_cold();
        if self.hand_mut().is_some() {
            // No time passes for a held entity.
            pass_target(self, instant - self.start());
        } else {
            push_history(self);
            self.go_on(instant, cache);
        }
        self.set_start(instant);
    }

    /// Advances to `instant` (s after the last tick), through every event until then.
    pub(crate) fn go_on(&mut self, instant: f64, cache: &mut ResponseCache) {
        let segment = self.segment();
        let state = if segment.is_uneventful() {
            segment.eval_uneventful(instant, cache)
        } else {
            pass_events(self, instant, cache);
            self.segment().eval(instant, cache)
        };
        let passed = instant - self.start();
        self.state = state;
        pass_target(self, passed);
        let pace = self.pace();
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.pass(passed * pace);
        }
    }
}

/// The way over a tick of length `h` was another one, on which these contacts were reached and this segment is the last: they replace
/// those of the first way.
pub(crate) fn replace_contacts<V: Space>(body: &mut Body<V>, last: Segment<V>, reached: Vec<Reached<V>>, h: f64) {
    let cold = body.make_cold();
    cold.reached.truncate(cold.certain);
    cold.reached.extend(reached);
    let known = core::mem::replace(&mut cold.contacts, last.contacts.map(Cow::into_owned));
    if let Some(contacts) = &mut cold.contacts {
        if let Some(known) = known {
            // The bounds may have been sampled since that way began.
            (contacts.sampled, contacts.sampled_at) = (known.sampled, known.sampled_at);
        }
        contacts.pass(h - last.start, (h - last.start) * last.pace);
        contacts.count = 0;
    }
}

/// Passes the time until `instant` (s after the last tick) of a held entity: it has not moved; its bounds have.
pub(crate) fn pass_held_to<V: Space>(body: &mut Body<V>, instant: f64) {
    let passed = (instant - body.start()).max(0.0);
    let pace = body.pace();
    if let Some(contacts) = body.contacts_mut() {
        contacts.pass(passed, passed * pace);
    }
    body.set_start(instant);
}

/// Keeps the segment for what is drawn late.
pub(super) fn push_history<V: Space>(body: &mut Body<V>) {
    if let Some(mut history) = body.cold_mut().and_then(|cold| cold.history.take()) {
        history.push(body.segment());
        body.make_cold().history = Some(history);
    }
}

/// Passes every event until `instant` (s after the last tick): a new segment starts at the last one.
fn pass_events<V: Space>(body: &mut Body<V>, instant: f64, cache: &mut ResponseCache) {
    let (mut reached, mut finished) = (Vec::new(), Vec::new());
    let first = body.segment();
    let (mut pieces, mut last) = (first.pieces(instant), None);
    while let Some(Piece { segment, event, .. }) = pieces.next(cache, &mut reached) {
        if let (Some(event), Some(rest)) = (event, &pieces.rest)
            && event.ends_rate()
        {
            finished.push(Ending { of: TimedMove::ExponentialRate, instant: event.instant, state: rest.state });
        }
        last = Some(segment);
    }
    let Some(Cow::Owned(last)) = last else { return };
    let Segment { start, state, target, slope, law, pace, running_rate, contacts, turns, .. } = last.into_owned();
    let cold = body.make_cold();
    cold.stale |= !finished.is_empty();
    cold.finished.extend(finished);
    cold.reached.extend(reached);
    cold.running_rate = running_rate.map(Cow::into_owned);
    cold.contacts = contacts.map(Cow::into_owned);
    if let (Some(target_path), Some(slope)) = (&mut cold.target_path, slope) {
        target_path.slope = slope;
        target_path.turns = turns.map(Cow::into_owned).unwrap_or_default();
    }
    body.state = state;
    body.set_target(target);
    body.replace_law(law, pace);
    body.set_start(start);
}

fn pass_target<V: Space>(body: &mut Body<V>, passed: f64) {
    let pace = body.pace();
    if let Some(contacts) = body.contacts_mut() {
        contacts.pass(passed, passed * pace);
    }
    let target = body.target();
    if let Some(target_path) = body.target_path_mut() {
        let moved = target_path.pass(target, passed);
        body.set_target(moved);
    }
}
