//! The tick that has passed, kept for entities that are drawn one tick late.

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
    /// Whether the motion has come to rest; it is drawn to its end before that is told.
    pub(crate) arrived: bool,
}

impl<V: Space> History<V> {
    /// Keeps a segment that is over: the motion begins anew, or the tick ends.
    pub(crate) fn push(&mut self, segment: Segment<V>) {
        self.segments.push(segment.into_owned());
    }

    /// Passes a tick of length `h`: what was drawn before it will not be drawn again.
    pub(crate) fn pass(&mut self, h: f64) {
        for past in &mut self.segments {
            past.pass(h);
        }
        let drawn = self.segments.iter().rposition(|past| past.start <= -h).unwrap_or(0);
        self.segments.drain(..drawn);
    }

    /// Replaces the last segment, which turned out to have been another one.
    pub(crate) fn correct(&mut self, segment: Segment<V>, h: f64) {
        self.arrived = false;
        if let Some(last) = self.segments.last_mut() {
            *last = segment.into_owned();
            last.pass(h);
        }
    }

    /// Forgets all segments: nothing before now is to be drawn.
    pub(crate) fn clear(&mut self) {
        self.segments.clear();
    }

    /// Shifts the history with the world.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for past in &mut self.segments {
            past.shift(by);
        }
    }

    /// The segment at `instant` (s after the last tick, < 0), or the first one that is known.
    pub(crate) fn segment_at(&self, instant: f64) -> Option<&Segment<'static, V>> {
        self.segments.iter().rev().find(|past| past.start <= instant).or_else(|| self.segments.first())
    }
}
