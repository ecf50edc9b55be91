//! What happens to a motion at an instant of its own: found on its path, which is cut there.

use alloc::{borrow::Cow, vec::Vec};

use super::{
    contact::{Reached, Regime},
    response_cache::ResponseCache,
    segment::Segment,
};
use crate::{
    law::{AtEnd, Bound},
    math::crossing::{Contact, Side},
    space::{Space, State, zero},
};

/// The end of what acts for a time, or until something is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// When. Unit: s after the last tick.
    pub(crate) instant: f64,
    /// So long after the segment's start. Unit: s of the entity's own time.
    pub(super) own: f64,
    pub(super) kind: Kind,
}

/// What happens.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The exponential rate is over.
    RateEnds,
    /// The target's path changes.
    TargetTurns,
    /// The coordinate in this place reaches a bound from the inside.
    Reaches { place: usize, bound: Bound, inside: Side, contact: Contact },
    /// The coordinate is at a bound that is no obstacle: just leaving it, or back from beyond a hard one.
    Passes { place: usize, bound: Bound },
    /// A soft bound passes the coordinate, which is kept on a hard one.
    Crosses { place: usize, bound: Bound },
    /// The coordinate leaves the bound that it was kept on, to where it obeys this law.
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

    /// Whether an exponential rate is over.
    pub(crate) const fn ends_rate(&self) -> bool {
        matches!(self.kind, Kind::RateEnds)
    }
}

impl<'a, V: Space> Segment<'a, V> {
    /// Whether nothing can happen on it.
    #[inline]
    pub(crate) const fn is_uneventful(&self) -> bool {
        self.running_rate.is_none() && self.contacts.is_none() && self.turns.is_none()
    }

    /// The first thing that happens on it, if that is not after `instant` (s after the last tick).
    pub(super) fn event_until(&self, instant: f64) -> Option<Event> {
        if self.is_uneventful() {
            return None;
        }
        let until = (instant - self.start) * self.pace;
        let left = self.running_rate.as_ref().map(|running_rate| running_rate.left).filter(|&left| until >= left);
        let mut end = left.map(|left| (left.max(0.0), Kind::RateEnds));
        if let Some(turn) = self.turns.as_deref().and_then(|turns| turns.first())
            && turn.instant <= instant
        {
            let own = (turn.instant - self.start) * self.pace;
            if end.is_none_or(|(end, _)| own <= end) {
                end = Some((own, Kind::TargetTurns));
            }
        }
        // Where an entity's own time stands, nothing happens to it: bounds pass by.
        let goes_on = self.pace > 0.0 && until >= 0.0;
        let contacts = self.contacts.as_deref().filter(|_| goes_on && self.in_ring().is_none());
        let coming = contacts.and_then(|contacts| self.next_change(contacts, end.map_or(until, |(own, _)| own)));
        let (own, kind) = match (coming, end) {
            (Some(coming), None) => (coming.own, coming.kind),
            (Some(coming), Some((end, _))) if coming.own < end => (coming.own, coming.kind),
            (_, end) => end?,
        };
        if let (Kind::TargetTurns, Some(turns)) = (kind, self.turns.as_deref()) {
            return turns.first().map(|turn| Event { instant: turn.instant, own, kind });
        }
        let passed = if own > 0.0 { own / self.pace } else { 0.0 };
        Some(Event { instant: (self.start + passed).min(instant), own, kind })
    }

    /// The segment that starts with the `event`.
    pub(super) fn after(&self, event: &Event, cache: &mut ResponseCache, reached: &mut Vec<Reached<V>>) -> Self {
        match (event.kind, &self.contacts) {
            (Kind::TargetTurns, _) => self.after_turn(event, cache),
            (Kind::RateEnds, _) | (_, None) => self.after_rate(event, cache),
            (_, Some(contacts)) => self.after_contact(contacts, event, cache, reached),
        }
    }

    fn after_turn(&self, event: &Event, cache: &mut ResponseCache) -> Self {
        let mut rest = self.cut(event.instant, event.own, self.eval_uneventful(event.instant, cache));
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
            // The ring's path goes on from the ring's start, and takes the rate's end into account.
            return Self { running_rate: None, law, ..self.clone() };
        }
        let end = running_rate.end().unwrap_or_else(|| self.eval_uneventful(event.instant, cache));
        let stops = running_rate.is_alone() && running_rate.at_end == AtEnd::Hold;
        let state = if stops { State { velocity: zero(), ..end } } else { end };
        Self { running_rate: None, law, ..self.cut(event.instant, event.own, state) }
    }
}
