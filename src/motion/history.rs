//! The tick that has passed, kept for entities that are drawn one tick late.

use alloc::vec::Vec;

use super::{
    response_cache::ResponseCache,
    segment::{PastSegment, Segment},
};
use crate::space::{Space, State, WideTangent};

/// The stretches of the last tick and of the running_rate one, oldest first.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct History<V: Space> {
    pieces: Vec<PastSegment<V>>,
    /// The motion has come to rest, and is drawn to its end before that is told.
    pub(crate) arrived: bool,
}

impl<V: Space> Default for History<V> {
    fn default() -> Self {
        Self { pieces: Vec::new(), arrived: false }
    }
}

impl<V: Space> History<V> {
    /// A stretch is over: something begins anew, or the tick ends.
    pub(crate) fn push(&mut self, segment: Segment<V>) {
        self.pieces.push(segment.into());
    }

    /// A tick of length `h` is over: what was drawn before it will not be drawn again.
    pub(crate) fn shift(&mut self, h: f64) {
        for piece in &mut self.pieces {
            piece.start -= h;
        }
        let drawn = self.pieces.iter().rposition(|piece| piece.start <= -h).unwrap_or(0);
        self.pieces.drain(..drawn);
    }

    /// The last stretch turned out to have been another one.
    pub(crate) fn correct(&mut self, segment: Segment<V>, h: f64) {
        self.arrived = false;
        if let Some(last) = self.pieces.last_mut() {
            *last = PastSegment { start: segment.start - h, ..segment.into() };
        }
    }

    /// Nothing before now is to be drawn.
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
    }

    /// The world's origin has moved.
    pub(crate) fn put_elsewhere(&mut self, by: WideTangent<V>) {
        for piece in &mut self.pieces {
            piece.shift(by);
        }
    }

    /// The state at `instant` (s after the last tick, < 0), as far as it is known.
    pub(crate) fn at(&self, instant: f64, cache: &mut ResponseCache) -> Option<State<V>> {
        let piece = self.pieces.iter().rev().find(|piece| piece.start <= instant).or_else(|| self.pieces.first())?;
        Some(piece.segment().at(instant, cache))
    }
}
