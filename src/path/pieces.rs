//! Splits a path into pieces, from one event to the next. This is the only loop over events.

use alloc::{borrow::Cow, vec::Vec};

use super::{contact::Reached, event::Event, response_cache::ResponseCache, segment::Segment};
use crate::space::Space;

/// A part of a path without events before its end.
pub(crate) struct Piece<'s, 'a, V: Space> {
    pub(crate) segment: Cow<'s, Segment<'a, V>>,
    /// The instant at which the piece ends. Unit: s after the last tick.
    pub(crate) end: f64,
    /// The event at the end; `None` for the last piece.
    pub(crate) event: Option<Event>,
}

/// Iterates over the pieces of a segment's path until an instant.
pub(crate) struct Pieces<'s, 'a, V: Space> {
    /// The segment from the end of the last piece on.
    pub(crate) rest: Option<Cow<'s, Segment<'a, V>>>,
    until: f64,
}

impl<'s, 'a, V: Space> Pieces<'s, 'a, V> {
    /// Returns the next piece, and appends the contacts at its end to `reached`.
    pub(crate) fn next(
        &mut self,
        cache: &mut ResponseCache,
        reached: &mut Vec<Reached<V>>,
    ) -> Option<Piece<'s, 'a, V>> {
        let segment = self.rest.take()?;
        let event = segment.event_until(self.until);
        self.rest = event.as_ref().map(|event| Cow::Owned(segment.after(event, cache, reached)));
        let end = event.as_ref().map_or(self.until, |event| event.instant);
        Some(Piece { segment, end, event })
    }
}

impl<'a, V: Space> Segment<'a, V> {
    /// The pieces of the segment's path until `instant` (s after the last tick).
    pub(crate) const fn pieces(&self, instant: f64) -> Pieces<'_, 'a, V> {
        Pieces { rest: Some(Cow::Borrowed(self)), until: instant }
    }

    /// The segment in force at `instant` (s after the last tick), after every event until then.
    pub(crate) fn in_force_at(
        &self,
        instant: f64,
        cache: &mut ResponseCache,
        reached: &mut Vec<Reached<V>>,
    ) -> Cow<'_, Self> {
        if self.is_uneventful() {
            // Early out: a piece holds a whole segment, and moving it in memory costs more than most evaluations.
            return Cow::Borrowed(self);
        }
        let mut pieces = self.pieces(instant);
        let mut last = Cow::Borrowed(self);
        while let Some(piece) = pieces.next(cache, reached) {
            last = piece.segment;
        }
        last
    }
}
