//! A leader's path as cubics: one for each piece between two events, because its velocity or its law changes at an event.

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

/// A piece of a path: the states and accelerations at both ends, which define a cubic.
pub(super) struct Cubic<V: Space> {
    pub(super) states: [State<V>; 2],
    accelerations: [WideTangent<V>; 2],
    /// Unit: s after the last tick.
    instants: [f64; 2],
}

/// All cubics between two instants: the first, which is usually the only one, and those after it.
pub(crate) struct Cubics<V: Space> {
    pub(super) first: Cubic<V>,
    pub(super) later: Vec<Cubic<V>>,
}

impl<V: Space> Cubics<V> {
    /// The cubics of a motion's path.
    pub(crate) fn of(segment: &Segment<V>, [from, to]: [f64; 2], cache: &mut ResponseCache) -> Self {
        let (mut start, mut first, mut later) = (from, None, Vec::new());
        let (mut pieces, mut last) = (segment.pieces(to), Cow::Borrowed(segment));
        while let Some(Piece { segment, end, .. }) = pieces.next(cache, &mut Vec::new()) {
            // An event exactly at the end belongs to the next tick.
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

    /// The cubic of a motion without events.
    pub(super) fn uneventful(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        Self { first: Cubic::of(segment, instants, cache), later: Vec::new() }
    }

    /// The constant cubic of a leader at rest.
    pub(super) fn at_rest(state: State<V>, instants: [f64; 2]) -> Self {
        Self { first: Cubic { states: [state; 2], accelerations: [zero(); 2], instants }, later: Vec::new() }
    }

    /// The path of a follower's target: its start, its path from there, and its changes at later events.
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
    /// The cubic between two instants, without an event between them.
    fn of(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        let states = instants.map(|instant| segment.eval_uneventful(instant, cache));
        let accelerations = [0, 1].map(|end: usize| segment.acceleration_at(instants[end], &states[end]));
        Self { states: states.map(|state| segment.in_world_time(state)), accelerations, instants }
    }

    fn length(&self) -> f64 {
        self.instants[1] - self.instants[0]
    }

    /// The path, relative to its start.
    pub(super) fn slope(&self) -> Slope<WideTangent<V>> {
        V::path(&self.states[0], &self.states[1], self.length())
    }

    fn aimed(&self, aim: &Aim<V>) -> (V::Wide, Slope<WideTangent<V>>) {
        let [from, to] = [0, 1].map(|end: usize| aim.ahead(self.states[end], self.accelerations[end]));
        let has_constant_offset = V::LINEAR && aim.look_ahead == 0.0;
        (from.position, if has_constant_offset { self.slope() } else { V::path(&from, &to, self.length()) })
    }
}
