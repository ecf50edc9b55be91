//! Events: changes of a motion at one instant. Each is found on the path, which is cut there.

use alloc::{borrow::Cow, vec::Vec};

use super::{
    contact::{Reached, Regime},
    response_cache::ResponseCache,
    segment::Segment,
};
use crate::{
    law::Bound,
    math::crossing::{Contact, Side},
    space::{Space, State, zero},
};

/// A change of a motion at one instant, after which a new segment starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// The instant of the event. Unit: s after the last tick.
    pub(crate) instant: f64,
    /// The time from the segment's start to the event. Unit: s of the entity's own time.
    pub(super) own_time: f64,
    pub(super) kind: Kind,
}

/// The kinds of events. `place` is an index into [`Contacts::coordinates`](super::contact::Contacts::coordinates).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The exponential rate ends.
    RateEnds,
    /// The target's path changes.
    TargetTurns,
    /// The coordinate reaches a bound from the inside.
    Reaches { place: usize, bound: Bound, inside: Side, contact: Contact },
    /// The coordinate passes a bound that does not stop it: it has just left the bound, or comes back from beyond a hard bound.
    Passes { place: usize, bound: Bound },
    /// A soft bound moves past the coordinate, which is kept on a hard bound.
    Crosses { place: usize, bound: Bound },
    /// The coordinate leaves the bound that it was kept on, and is in `regime` from then on.
    Leaves { place: usize, bound: Bound, regime: Regime },
    /// A throw lands.
    Lands { place: usize },
    /// Dry friction has stopped the motion.
    Stops,
    /// The pull has become too strong for dry friction.
    BreaksFree,
}

impl Event {
    /// Whether dry friction has stopped the motion.
    pub(crate) const fn stops(&self) -> bool {
        matches!(self.kind, Kind::Stops)
    }

    /// Whether the event is reported to user code: a rate ends, a throw lands, or there are contacts.
    pub(crate) const fn is_reported<V: Space>(&self, reached: &[Reached<V>]) -> bool {
        matches!(self.kind, Kind::RateEnds | Kind::Lands { .. }) || !reached.is_empty()
    }

    /// Whether an exponential rate ends.
    pub(crate) const fn ends_rate(&self) -> bool {
        matches!(self.kind, Kind::RateEnds)
    }
}

impl<'a, V: Space> Segment<'a, V> {
    /// Whether nothing on the segment can cause an event.
    #[inline]
    pub(crate) const fn is_uneventful(&self) -> bool {
        self.running_rate.is_none() && self.contacts.is_none() && self.turns.is_none()
    }

    /// The first event on the segment, if it is not after `instant` (s after the last tick).
    pub(super) fn event_until(&self, instant: f64) -> Option<Event> {
        if self.is_uneventful() {
            return None;
        }
        let until = (instant - self.start) * self.time_scale;
        let left = self.running_rate.as_ref().map(|running_rate| running_rate.remaining).filter(|&left| until >= left);
        let mut end = left.map(|left| (left.max(0.0), Kind::RateEnds));
        if let Some(turn) = self.turns.as_deref().and_then(|turns| turns.first())
            && turn.instant <= instant
        {
            let own_time = (turn.instant - self.start) * self.time_scale;
            if end.is_none_or(|(end, _)| own_time <= end) {
                end = Some((own_time, Kind::TargetTurns));
            }
        }
        // At a time scale of 0 there are no contacts: bounds move past the entity.
        let is_running = self.time_scale > 0.0 && until >= 0.0;
        let contacts = self.contacts.as_deref().filter(|_| is_running && self.in_ring().is_none());
        let change =
            contacts.and_then(|contacts| self.next_change(contacts, end.map_or(until, |(own_time, _)| own_time)));
        let (own_time, kind) = match (change, end) {
            (Some(change), None) => (change.own_time, change.kind),
            (Some(change), Some((end, _))) if change.own_time < end => (change.own_time, change.kind),
            (_, end) => end?,
        };
        if let (Kind::TargetTurns, Some(turns)) = (kind, self.turns.as_deref()) {
            return turns.first().map(|turn| Event { instant: turn.instant, own_time, kind });
        }
        let passed = if own_time > 0.0 { own_time / self.time_scale } else { 0.0 };
        Some(Event { instant: (self.start + passed).min(instant), own_time, kind })
    }

    /// The segment that starts at `event`.
    pub(super) fn after(&self, event: &Event, cache: &mut ResponseCache, reached: &mut Vec<Reached<V>>) -> Self {
        match (event.kind, &self.contacts) {
            (Kind::TargetTurns, _) => self.after_turn(event, cache),
            (Kind::RateEnds, _) | (_, None) => self.after_rate(event, cache),
            (_, Some(contacts)) => self.after_contact(contacts, event, cache, reached),
        }
    }

    fn after_turn(&self, event: &Event, cache: &mut ResponseCache) -> Self {
        let mut rest = self.cut(event.instant, event.own_time, self.eval_uneventful(event.instant, cache));
        let mut turns = rest.turns.take().map(Cow::into_owned).unwrap_or_default();
        if !turns.is_empty() {
            let turn = turns.remove(0);
            (rest.target, rest.slope) = (turn.target, Some(turn.slope));
        }
        rest.turns = (!turns.is_empty()).then_some(Cow::Owned(turns));
        rest
    }

    fn after_rate(&self, event: &Event, cache: &mut ResponseCache) -> Self {
        let Some(running_rate) = self.running_rate.as_deref() else { return self.clone() };
        let law = running_rate.after;
        if self.in_ring().is_some() {
            // The segment is not cut: the ring's path is relative to the ring's start, and already contains the end of the rate.
            return Self { running_rate: None, law, ..self.clone() };
        }
        let end = running_rate.end().unwrap_or_else(|| self.eval_uneventful(event.instant, cache));
        let stops = running_rate.is_alone() && !running_rate.coasts;
        let state = if stops { State { velocity: zero(), ..end } } else { end };
        Self { running_rate: None, law, ..self.cut(event.instant, event.own_time, state) }
    }
}
