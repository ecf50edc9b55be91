//! The segments of the last tick, kept for entities that are drawn one tick late.

use alloc::vec::Vec;

use crate::{
    path::segment::Segment,
    space::{Space, WideTangent},
};

/// The segments of the last tick and of the running one, oldest first.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct History<V: Space> {
    segments: Vec<Segment<'static, V>>,
    /// Whether the motion has come to rest. This is reported one tick later, when the motion has been drawn to its end.
    pub(crate) settled: bool,
}

impl<V: Space> History<V> {
    /// Stores a segment that has ended, because the motion restarts or the tick ends.
    pub(crate) fn push(&mut self, segment: Segment<V>) {
        self.segments.push(segment.into_owned());
    }

    /// Advances by a tick of length `h`, and drops segments that will not be drawn again.
    pub(crate) fn pass(&mut self, h: f64) {
        for past in &mut self.segments {
            past.pass(h);
        }
        let drawn = self.segments.iter().rposition(|past| past.start <= -h).unwrap_or(0);
        self.segments.drain(..drawn);
    }

    /// Replaces the segment of the last tick (of length `h`) with the corrected one.
    pub(crate) fn correct(&mut self, segment: Segment<V>, h: f64) {
        self.settled = false;
        if let Some(last) = self.segments.last_mut() {
            *last = segment.into_owned();
            last.pass(h);
        }
    }

    /// Drops all segments, so that nothing before now is drawn.
    pub(crate) fn clear(&mut self) {
        self.segments.clear();
    }

    /// Shifts the history with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for past in &mut self.segments {
            past.shift(by);
        }
    }

    /// The segment in force at `instant` (s after the last tick, < 0), or the earliest segment if all of them start later.
    pub(crate) fn segment_at(&self, instant: f64) -> Option<&Segment<'static, V>> {
        self.segments.iter().rev().find(|past| past.start <= instant).or_else(|| self.segments.first())
    }
}
