//! What happens to a motion at an instant of its own: found on its path, which is cut there.

use super::{response_cache::ResponseCache, segment::Segment};
use crate::{
    law::AtEnd,
    space::{Space, State, zero},
};

/// The end of what acts for a time, or until something is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// When. Unit: s after the last tick.
    instant: f64,
    /// So long after the segment's start. Unit: s of the entity's own time.
    own: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The exponential rate is over.
    RateEnds,
}

impl<'a, V: Space> Segment<'a, V> {
    /// The first thing that happens on it, if that is not after `instant` (s after the last tick).
    pub(crate) fn event_until(&self, instant: f64) -> Option<Event> {
        let left = self.running_rate.as_ref()?.left;
        let t = (instant - self.start) * self.pace;
        if t < left {
            return None;
        }
        let own = left.max(0.0);
        let passed = if own > 0.0 { own / self.pace } else { 0.0 };
        Some(Event { instant: (self.start + passed).min(instant), own, kind: Kind::RateEnds })
    }

    /// The segment that starts with the `event`.
    pub(crate) fn after(&self, event: &Event, cache: &mut ResponseCache) -> Self {
        match event.kind {
            Kind::RateEnds => self.after_rate(event, cache),
        }
    }

    fn after_rate(&self, event: &Event, cache: &mut ResponseCache) -> Self {
        let Some(running_rate) = self.running_rate.as_deref() else { return self.clone() };
        let law = running_rate.after;
        if self.in_ring().is_some() {
            // The ring's path goes on from the ring's start, and knows of it.
            return Self { running_rate: None, law, ..self.clone() };
        }
        let end = running_rate.end().unwrap_or_else(|| self.eval_law(event.own, cache));
        let stops = running_rate.is_alone() && running_rate.at_end == AtEnd::Hold;
        let state = if stops { State { velocity: zero(), ..end } } else { end };
        Self { running_rate: None, law, ..self.cut(event.instant, state) }
    }
}
