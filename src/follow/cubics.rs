//! A leader's path as cubic polynomials, one for each piece between two events. At an event the leader's velocity or its law changes.

use alloc::{borrow::Cow, vec::Vec};

use crate::{
    math::Slope,
    path::{
        pieces::Piece,
        response_cache::ResponseCache,
        segment::Segment,
        target::{Aim, Turn},
    },
    space::{Space, State, WideTangent, zero},
};

/// A cubic piece of a path, defined by the states at its two ends.
pub(super) struct Cubic<V: Space> {
    pub(super) states: [State<V>; 2],
    /// The accelerations at both ends, which a look-ahead needs.
    accelerations: [WideTangent<V>; 2],
    /// The instants of both ends. Unit: s after the last tick.
    instants: [f64; 2],
}

/// The cubics of a path between two instants, in order. `later` is usually empty.
pub(crate) struct Cubics<V: Space> {
    pub(super) first: Cubic<V>,
    pub(super) later: Vec<Cubic<V>>,
}

impl<V: Space> Cubics<V> {
    /// The cubics of a segment's path between two instants (s after the last tick).
    pub(crate) fn of(segment: &Segment<V>, [from, to]: [f64; 2], cache: &mut ResponseCache) -> Self {
        let (mut start, mut first, mut later) = (from, None, Vec::new());
        let (mut pieces, mut last) = (segment.pieces(to), Cow::Borrowed(segment));
        while let Some(Piece { segment, end, .. }) = pieces.next(cache, &mut Vec::new()) {
            // Skips pieces that end before the start, and the empty piece after an event exactly at `to`: that event belongs to the next
            // tick.
            if end > start {
                let cubic = Cubic::of(&segment, [start, end], cache);
                match first {
                    None => first = Some(cubic),
                    Some(_) => later.push(cubic),
                }
                start = end;
            }
            last = segment;
        }
        Self { first: first.unwrap_or_else(|| Cubic::of(&last, [from, to], cache)), later }
    }

    /// The single cubic of a path without events between two instants (s after the last tick).
    pub(super) fn uneventful(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        Self { first: Cubic::of(segment, instants, cache), later: Vec::new() }
    }

    /// The constant path of a leader at rest.
    pub(super) fn at_rest(state: State<V>, instants: [f64; 2]) -> Self {
        Self { first: Cubic { states: [state; 2], accelerations: [zero(); 2], instants }, later: Vec::new() }
    }

    /// The path of a follower's target: the target at the start, its path from there, and the changes of that path at later events.
    pub(crate) fn aimed(&self, aim: &Aim<V>) -> (V::Wide, Slope<WideTangent<V>>, Vec<Turn<V>>) {
        let (target, slope) = self.first.aimed(aim);
        let turn = |cubic: &Cubic<V>| {
            let (target, slope) = cubic.aimed(aim);
            Turn { instant: cubic.instants[0], target, slope }
        };
        (target, slope, self.later.iter().map(turn).collect())
    }
}

impl<V: Space> Cubic<V> {
    /// The cubic between two instants with no event in between.
    fn of(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        let states = instants.map(|instant| segment.eval_uneventful(instant, cache));
        let accelerations = [0, 1].map(|end: usize| segment.acceleration_at(instants[end], &states[end]));
        Self { states: states.map(|state| segment.in_world_time(state)), accelerations, instants }
    }

    fn length(&self) -> f64 {
        self.instants[1] - self.instants[0]
    }

    /// The path as a displacement from its start.
    pub(super) fn slope(&self) -> Slope<WideTangent<V>> {
        V::path(&self.states[0], &self.states[1], self.length())
    }

    fn aimed(&self, aim: &Aim<V>) -> (V::Wide, Slope<WideTangent<V>>) {
        let [from, to] = [0, 1].map(|end: usize| aim.ahead(self.states[end], self.accelerations[end]));
        let has_constant_offset = V::LINEAR && aim.look_ahead == 0.0;
        (from.position, if has_constant_offset { self.slope() } else { V::path(&from, &to, self.length()) })
    }
}
