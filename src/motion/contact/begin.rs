//! Bounds met anew: after a write, or where the bounds are others.

use alloc::vec::Vec;

use super::{Coordinate, Reached, coordinate::Axis};
use crate::{
    law::{Bound, barriers::Range},
    math::{Slope, crossing::Level},
    motion::{body::Body, evolve::presentable},
    space::{Space, State},
};

impl<V: Space> Body<V> {
    /// Finds how the motion stands to its bounds, after it went at the pace `before`. A number beyond a hard bound is put onto it, which is
    /// told, unless it is to return.
    pub(crate) fn meet_bounds(&mut self, before: f64) {
        let start = self.start();
        let paces = [before, self.pace()];
        let mut state = self.state;
        let Some(cold) = self.cold_mut() else { return };
        let Some(contacts) = &mut cold.contacts else { return };
        let barriers = &*contacts.barriers;
        let known = core::mem::take(&mut contacts.coordinates);
        let mut coordinates = Vec::with_capacity(barriers.ranges.len());
        let is_new = contacts.sampled.is_empty();
        let mut rates = None;
        if barriers.tracked && is_new {
            rates = cold.bound_rates.take();
            contacts.sampled = barriers.ranges.iter().map(Range::bounds).collect();
            contacts.sampled_at = start;
        }
        // Where an entity's own time stands still, so do its bounds.
        let in_own_time = |level: &Level| paces.map(|pace| if pace > 0.0 { level.slope.e1 / pace } else { 0.0 });
        for range in &barriers.ranges {
            let axis = Axis::of(barriers, range.index);
            let number = axis.number(state.position);
            let before = known.iter().find(|before| before.index == range.index);
            let mut coordinate = match before.filter(|_| barriers.tracked && !is_new) {
                Some(before) => before.met_at(number),
                None => Coordinate::new::<V>(range, number),
            };
            for (level, rate) in coordinate.levels.iter_mut().zip(rates.iter().flat_map(|rates| **rates)) {
                if let Some(level) = level {
                    level.slope = Slope::line(rate);
                }
            }
            coordinate.flight = before.and_then(|before| before.flight);
            let kept = before.and_then(|before| before.kept).filter(|(bound, _)| !bound.is_soft());
            if let Some(level) = kept.and_then(|(bound, _)| coordinate.bound(bound))
                && (number - level.position).abs() <= axis.spacing(state.position)
            {
                // Written as it was, and rounded: it still lies there, and goes with the bound, unless its velocity was written.
                state.position = axis.put(state.position, level.position);
                let rates = in_own_time(&level);
                let rate = axis.part(state.velocity);
                let goes_on = paces[1] > 0.0;
                if goes_on && rates.iter().any(|known| (rate - known).abs() <= axis.part_spacing(state.velocity)) {
                    state.velocity = axis.put_part(state.velocity, rates[1]);
                    coordinate.kept = kept;
                }
                coordinate.regime = coordinate.regime_at(level.position);
                coordinates.push(coordinate);
                continue;
            }
            let beyond = [(Bound::Lower, 1.0), (Bound::Upper, -1.0)].into_iter().find_map(|(bound, inward)| {
                let level = coordinate.bound(bound)?;
                (inward * (number - level.position) < 0.0).then_some((bound, inward, level))
            });
            match beyond {
                Some((bound, ..)) if barriers.returns => coordinate.outside = Some(bound),
                Some((bound, inward, level)) => {
                    let before = state.velocity;
                    state.position = axis.put(state.position, level.position);
                    let [_, pushed] = in_own_time(&level);
                    let relative = axis.part(before) - pushed;
                    if inward * relative < 0.0 {
                        let velocity = axis.put_part(before, pushed - barriers.restitution * relative);
                        state = presentable(State { velocity, ..state }, state);
                    }
                    coordinate.regime = coordinate.regime_at(level.position);
                    // Where the bound turns out slower than was assumed, the entity lies on it all the same.
                    coordinate.rode = (barriers.restitution == 0.0 && inward * relative <= 0.0).then_some(bound);
                    let (index, place, after) = (range.index, state.position, state.velocity);
                    cold.reached.push(Reached { index, bound, instant: start, place, before, after });
                }
                None => {}
            }
            coordinates.push(coordinate);
        }
        contacts.coordinates = coordinates;
        self.moved |= state != self.state;
        self.state = state;
        self.begin_throws();
    }

    /// Lets the numbers that [`meet_bounds`](Self::meet_bounds) put onto bounds lie there. Of that nothing is told: only `told` contacts are.
    pub(crate) fn lie_where_put(&mut self, told: usize) {
        let Some(cold) = self.cold_mut().filter(|cold| cold.reached.len() > told) else { return };
        let put = cold.reached.split_off(told);
        self.state = self.carried_by(put.iter().map(|reached| (reached.index, reached.bound)));
    }
}
