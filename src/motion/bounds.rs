//! A motion's bounds: met anew, stopped and moved on; and the throws that begin there.

use alloc::vec::Vec;

use super::{body::Body, fault::Fault};
use crate::{
    law::{Bound, barriers::Range},
    math::{Slope, crossing::Level},
    path::{
        contact::{Contacts, Coordinate, Ended, Reached, Slide, axis::Axis, flight::Flight},
        ending::Ending,
    },
    space::{Space, State},
};

/// How the bounds of each coordinate move.
pub(crate) type Slopes = Vec<[Slope<f64>; 4]>;

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
                        state = State { velocity, ..state }.presentable_or(state);
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
        begin_throws(self);
    }
}

/// Lets the numbers that [`meet_bounds`](Self::meet_bounds) put onto bounds lie there. Of that nothing is told: only `told` contacts are.
pub(crate) fn lie_where_put<V: Space>(body: &mut Body<V>, told: usize) {
    let Some(cold) = body.cold_mut().filter(|cold| cold.reached.len() > told) else { return };
    let put = cold.reached.split_off(told);
    body.state = carried_by(body, put.iter().map(|reached| (reached.index, reached.bound)));
}

/// Begins the throw that components ask for, if it is a new one. A throw that is refused waits.
pub(super) fn begin_throws<V: Space>(body: &mut Body<V>) {
    if Fault::Law.is_noted(body.faults) {
        return;
    }
    let state = body.state;
    let Some(cold) = body.cold_mut() else { return };
    let begins = core::mem::take(&mut cold.throws);
    let passing = cold.snapped.as_ref().map_or([false; 4], |snapped| snapped.passing);
    let Some(contacts) = &mut cold.contacts else { return };
    let throw = contacts.barriers.throw;
    if throw.is_none() || (contacts.thrown == throw && !begins) {
        return;
    }
    contacts.thrown = throw;
    contacts.ended = None;
    cold.finished.extend(contacts.landing.take());
    contacts.is_broken = false;
    for place in 0..contacts.coordinates.len() {
        contacts.throw_or_wait(place, &state, passing);
    }
    let springs = |flight: &Flight| !matches!(flight, Flight::Throw { .. });
    contacts.is_broken = contacts.coordinates.iter().filter_map(|coordinate| coordinate.flight.as_ref()).any(springs);
    if !contacts.flies() {
        contacts.ended = Some(Ended::Broken);
    }
}

/// Lets bounds that move stand still where they are at the segment's start. Returns how they moved, or `None` if none did.
pub(crate) fn stop_bounds<V: Space>(body: &mut Body<V>) -> Option<Slopes> {
    if !body.contacts().is_some_and(Contacts::move_on) {
        return None;
    }
    let coordinates = &mut body.contacts_mut()?.coordinates;
    let stop = |level: &mut Option<Level>| level.as_mut().map(|level| core::mem::take(&mut level.slope));
    Some(coordinates.iter_mut().map(|at| at.levels.each_mut().map(|level| stop(level).unwrap_or_default())).collect())
}

/// Lets bounds that were stopped move again, and the numbers that are kept on one move with it.
pub(crate) fn move_bounds<V: Space>(body: &mut Body<V>, slopes: &Slopes) {
    let Some(contacts) = body.contacts_mut() else { return };
    for (coordinate, slopes) in contacts.coordinates.iter_mut().zip(slopes) {
        for (level, slope) in coordinate.levels.iter_mut().zip(slopes) {
            if let Some(level) = level {
                level.slope = *slope;
            }
        }
    }
    let kept = body.contacts().into_iter().flat_map(Contacts::kept);
    body.state = carried_by(body, kept);
}

/// The state in which each of these numbers moves with a bound; as it is, where an f32 cannot hold that.
pub(super) fn carried_by<V: Space>(body: &Body<V>, bounds: impl Iterator<Item = (usize, Bound)>) -> State<V> {
    let Some(contacts) = body.contacts() else { return body.state };
    let segment = body.segment();
    let velocity = bounds.fold(body.state.velocity, |velocity, (index, bound)| {
        let coordinate = contacts.coordinates.iter().find(|coordinate| coordinate.index == index);
        let level = coordinate.and_then(|coordinate| segment.level(contacts, coordinate, bound));
        level.map_or(velocity, |level| Axis::of(&contacts.barriers, index).put_part(velocity, level.slope.e1))
    });
    let carried = State { velocity, ..body.state };
    if V::is_presentable(&carried) { carried } else { body.state }
}

/// Whether the motion has dry friction that cannot be solved, because its direction would turn.
pub(crate) fn is_turned_by_dry_friction<V: Space>(body: &Body<V>) -> bool {
    body.contacts()
        .is_some_and(|contacts| contacts.barriers.dry > 0.0 && matches!(body.segment().slide(contacts), Slide::Turns))
}

/// Whether a throw ended, and [`take_ended_throw`] has not been called since.
pub(crate) fn has_ended_throw<V: Space>(body: &Body<V>) -> bool {
    body.contacts().is_some_and(|contacts| contacts.ended.is_some())
}

/// How a throw ended, if one did since this was last called; and where and when, if it has landed.
pub(crate) fn take_ended_throw<V: Space>(body: &mut Body<V>) -> Option<(Ended, Option<Ending<V>>)> {
    let contacts = body.contacts_mut()?;
    Some((contacts.ended.take()?, contacts.landing.take()))
}
