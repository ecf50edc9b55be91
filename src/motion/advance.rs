//! Advances a motion to the end of a tick, or to the instant at which it restarts.

use alloc::{borrow::Cow, vec::Vec};

use super::body::Body;
use crate::{
    events::TimedMove,
    math::Propagator,
    path::{contact::Reached, ending::Ending, pieces::Piece, response_cache::ResponseCache, segment::Segment},
    space::Space,
};

impl<V: Space> Body<V> {
    /// Updates the cached responses for a tick of length `h` (s). Returns the law's propagator over the tick.
    pub(crate) fn refresh(&mut self, h: f64, cache: &mut ResponseCache) -> Propagator {
        let law = self.law();
        if let Some(rare) = self.rare_mut() {
            rare.stale = false;
            if let Some(axes) = &mut rare.axes {
                axes.refresh(&law, h, rare.target_path.is_some());
            }
            if let Some(target_path) = &mut rare.target_path {
                target_path.refresh(&law, h, cache);
            }
        }
        cache.response(law.k, law.c, h, false).propagator
    }

    /// The unreported ends of timed moves.
    pub(crate) fn endings_mut(&mut self) -> impl Iterator<Item = &mut Ending<V>> {
        self.rare_mut().into_iter().flat_map(|rare| {
            let landing = rare.contacts.as_mut().and_then(|contacts| contacts.landing.as_mut());
            rare.finished.iter_mut().chain(landing)
        })
    }

    /// Starts a new segment at `instant` (s after the last tick), in the state that the motion has then. A segment that starts later keeps
    /// its start.
    pub(crate) fn restart(&mut self, instant: f64, cache: &mut ResponseCache) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(history) = self.history_mut() {
            history.settled = false;
        }
        if let Some(contacts) = self.contacts_mut() {
            contacts.release_from_target();
        }
        if instant <= self.start() {
            return;
        }
        self.make_rare();
        if self.grab_track_mut().is_some() {
            // A grabbed entity does not move by itself.
            pass_target(self, instant - self.start());
        } else {
            push_history(self);
            self.advance_to(instant, cache);
        }
        self.set_start(instant);
    }

    /// Advances to `instant` (s after the last tick), through every event until then.
    pub(crate) fn advance_to(&mut self, instant: f64, cache: &mut ResponseCache) {
        let segment = self.segment();
        let state = if segment.is_uneventful() {
            segment.eval_uneventful(instant, cache)
        } else {
            pass_events(self, instant, Through::All, cache);
            self.segment().eval(instant, cache)
        };
        let passed = instant - self.start();
        self.state = state;
        pass_target(self, passed);
        let time_scale = self.time_scale();
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.pass(passed * time_scale);
        }
    }
}

/// Replaces the contacts of the last tick (of length `h`) with those of the corrected path. `reached` are the contacts on that path, and
/// `last` is its last segment.
pub(crate) fn replace_contacts<V: Space>(body: &mut Body<V>, last: Segment<V>, reached: Vec<Reached<V>>, h: f64) {
    let rare = body.make_rare();
    rare.reached.truncate(rare.confirmed);
    rare.reached.extend(reached);
    let known = core::mem::replace(&mut rare.contacts, last.contacts.map(Cow::into_owned));
    if let Some(contacts) = &mut rare.contacts {
        if let Some(known) = known {
            // The bounds may have been sampled after the start of `last`, so their newer sample is kept.
            (contacts.sampled, contacts.sampled_at) = (known.sampled, known.sampled_at);
        }
        contacts.pass(h - last.start, (h - last.start) * last.time_scale);
        contacts.keep_bounds_apart(h);
        contacts.count = 0;
    }
}

/// Advances a grabbed entity to `instant` (s after the last tick). Only its bounds move until then.
pub(crate) fn pass_held_to<V: Space>(body: &mut Body<V>, instant: f64) {
    let passed = (instant - body.start()).max(0.0);
    let time_scale = body.time_scale();
    if let Some(contacts) = body.contacts_mut() {
        contacts.pass(passed, passed * time_scale);
    }
    body.set_start(instant);
}

/// Stores the segment in the history, if the entity is drawn one tick late.
pub(super) fn push_history<V: Space>(body: &mut Body<V>) {
    if let Some(mut history) = body.rare_mut().and_then(|rare| rare.history.take()) {
        history.push(body.segment());
        body.make_rare().history = Some(history);
    }
}

/// The instant (s after the last tick) of the next event that is reported, if it is after the segment's start and not after `until`.
pub(crate) fn next_report<V: Space>(body: &Body<V>, until: f64, cache: &mut ResponseCache) -> Option<f64> {
    let segment = body.segment();
    if segment.is_uneventful() {
        return None;
    }
    let (mut pieces, mut reached) = (segment.pieces(until), Vec::new());
    loop {
        let event = pieces.next(cache, &mut reached)?.event?;
        if event.is_reported(&reached) {
            return (event.instant > body.start()).then_some(event.instant);
        }
    }
}

/// Passes the event that [`next_report`] finds. A new segment starts there.
pub(crate) fn pass_next_report<V: Space>(body: &mut Body<V>, until: f64, cache: &mut ResponseCache) {
    body.revision = body.revision.wrapping_add(1);
    body.make_rare();
    push_history(body);
    let before = body.state;
    pass_events(body, until, Through::Next, cache);
    body.moved |= body.state != before;
}

/// Which events are passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Through {
    All,
    /// Those until the next one that is reported, and that one.
    Next,
}

/// Passes events until `instant` (s after the last tick), and starts a new segment at the last one.
fn pass_events<V: Space>(body: &mut Body<V>, instant: f64, through: Through, cache: &mut ResponseCache) {
    let (mut reached, mut finished) = (Vec::new(), Vec::new());
    let first = body.segment();
    let (mut pieces, mut last) = (first.pieces(instant), None);
    while let Some(Piece { segment, event, .. }) = pieces.next(cache, &mut reached) {
        if let (Some(event), Some(rest)) = (event, &pieces.rest)
            && event.ends_rate()
        {
            finished.push(Ending { of: TimedMove::ExponentialRate, instant: event.instant, state: rest.state });
        }
        if let (Some(event), Through::Next) = (event, through)
            && event.is_reported(&reached)
        {
            last = pieces.rest.take();
            break;
        }
        last = Some(segment);
    }
    let Some(Cow::Owned(last)) = last else { return };
    let Segment { start, state, target, slope, law, time_scale, running_rate, contacts, turns, .. } = last.into_owned();
    let rare = body.make_rare();
    rare.stale |= !finished.is_empty();
    rare.finished.extend(finished);
    rare.reached.extend(reached);
    rare.running_rate = running_rate.map(Cow::into_owned);
    rare.contacts = contacts.map(Cow::into_owned);
    if let (Some(target_path), Some(slope)) = (&mut rare.target_path, slope) {
        target_path.slope = slope;
        target_path.turns = turns.map(Cow::into_owned).unwrap_or_default();
    }
    body.state = state;
    body.set_target(target);
    body.replace_law(law, time_scale);
    body.set_start(start);
}

fn pass_target<V: Space>(body: &mut Body<V>, passed: f64) {
    let time_scale = body.time_scale();
    if let Some(contacts) = body.contacts_mut() {
        contacts.pass(passed, passed * time_scale);
    }
    let target = body.target();
    if let Some(target_path) = body.target_path_mut() {
        let moved = target_path.pass(target, passed);
        body.set_target(moved);
    }
}
