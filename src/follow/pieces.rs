//! A leader's path in pieces: from one event to the next, because there its velocity or its law changes.

use alloc::vec::Vec;

use crate::{
    math::Slope,
    motion::{
        response_cache::ResponseCache,
        segment::Segment,
        target_path::{Aim, Turn},
    },
    space::{Space, State, WideTangent, zero},
};

/// The states and accelerations at both ends of a piece.
pub(super) struct Piece<V: Space> {
    pub(super) states: [State<V>; 2],
    accelerations: [WideTangent<V>; 2],
    /// Unit: s after the last tick.
    instants: [f64; 2],
}

/// All pieces between two instants: the first, which is mostly the only one, and those after it.
pub(crate) struct Pieces<V: Space> {
    pub(super) first: Piece<V>,
    pub(super) later: Vec<Piece<V>>,
}

impl<V: Space> Pieces<V> {
    /// The pieces of a motion's path.
    pub(crate) fn of(segment: &Segment<V>, [from, to]: [f64; 2], cache: &mut ResponseCache) -> Self {
        let Some(mut event) = segment.event_until(to) else {
            return Self { first: Piece::of(segment, [from, to], cache), later: Vec::new() };
        };
        let mut here = segment.clone();
        let (mut start, mut first, mut later) = (from, None, Vec::new());
        let mut keep = |piece| match first {
            None => first = Some(piece),
            Some(_) => later.push(piece),
        };
        loop {
            if event.instant > start {
                keep(Piece::of(&here, [start, event.instant], cache));
                start = event.instant;
            }
            here = here.after(&event, cache, &mut Vec::new());
            match here.event_until(to) {
                Some(next) => event = next,
                None => break,
            }
        }
        // What happens at the very end belongs to the next tick.
        if start < to {
            keep(Piece::of(&here, [start, to], cache));
        }
        Self { first: first.unwrap_or_else(|| Piece::of(&here, [from, to], cache)), later }
    }

    /// The one piece of a leader that stands still.
    pub(super) fn still(state: State<V>, instants: [f64; 2]) -> Self {
        Self { first: Piece { states: [state; 2], accelerations: [zero(); 2], instants }, later: Vec::new() }
    }

    /// Where a follower's target begins, its path from there, and where it turns later.
    pub(crate) fn aimed(&self, aim: &Aim<V>) -> (V::Wide, Slope<WideTangent<V>>, Vec<Turn<V>>) {
        let (target, slope) = self.first.aimed(aim);
        let turn = |piece: &Piece<V>| {
            let (target, slope) = piece.aimed(aim);
            Turn { instant: piece.instants[0], target, slope }
        };
        (target, slope, self.later.iter().map(turn).collect())
    }
}

impl<V: Space> Piece<V> {
    /// The piece between two instants without an event.
    fn of(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        let [(from, at_start), (to, at_end)] = instants.map(|instant| segment.seen_uneventful(instant, cache));
        Self { states: [from, to], accelerations: [at_start, at_end], instants }
    }

    fn length(&self) -> f64 {
        self.instants[1] - self.instants[0]
    }

    /// The cubic between the piece's ends.
    pub(super) fn slope(&self) -> Slope<WideTangent<V>> {
        V::path(&self.states[0], &self.states[1], self.length())
    }

    fn aimed(&self, aim: &Aim<V>) -> (V::Wide, Slope<WideTangent<V>>) {
        let [from, to] = [0, 1].map(|end: usize| aim.ahead(self.states[end], self.accelerations[end]));
        let is_beside = V::LINEAR && aim.look_ahead == 0.0;
        (from.position, if is_beside { self.slope() } else { V::path(&from, &to, self.length()) })
    }
}
