//! Locates a motion between its bounds, stops and moves the bounds, and begins throws.

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

/// The paths of the bounds: four for each coordinate, in the order of `Range::bounds`.
pub(crate) type Slopes = Vec<[Slope<f64>; 4]>;

impl<V: Space> Body<V> {
    /// Locates the motion between its bounds again, and begins a pending throw. A coordinate beyond a hard bound is moved to the bound and
    /// recorded as a contact, unless the limits allow it to stay outside. `previous_time_scale` is the time scale until now.
    pub(crate) fn meet_bounds(&mut self, previous_time_scale: f64) {
        let start = self.start();
        let time_scales = [previous_time_scale, self.time_scale()];
        let mut state = self.state;
        let Some(rare) = self.rare_mut() else { return };
        let Some(contacts) = &mut rare.contacts else { return };
        let barriers = &*contacts.barriers;
        let known = core::mem::take(&mut contacts.coordinates);
        let mut coordinates = Vec::with_capacity(barriers.ranges.len());
        let is_new = contacts.sampled.is_empty();
        let mut rates = None;
        if barriers.tracked && is_new {
            rates = rare.bound_rates.take();
            contacts.sampled = barriers.ranges.iter().map(Range::bounds).collect();
            contacts.sampled_at = start;
        }
        // At a time scale of 0, bounds count as fixed.
        let in_own_time = |level: &Level| {
            time_scales.map(|time_scale| if time_scale > 0.0 { level.slope.e1 / time_scale } else { 0.0 })
        };
        for range in &barriers.ranges {
            let axis = Axis::of(barriers, range.index);
            let position = axis.position(state.position);
            let before = known.iter().find(|before| before.index == range.index);
            let mut coordinate = match before.filter(|_| barriers.tracked && !is_new) {
                Some(before) => before.met_at(position),
                None => Coordinate::new::<V>(range, position),
            };
            for (level, rate) in coordinate.levels.iter_mut().zip(rates.iter().flat_map(|rates| **rates)) {
                if let Some(level) = level {
                    level.slope = Slope::line(rate);
                }
            }
            coordinate.flight = before.and_then(|before| before.flight);
            let kept = before.and_then(|before| before.kept).filter(|(bound, _)| !bound.is_soft());
            if let Some(level) = kept.and_then(|(bound, _)| coordinate.bound(bound))
                && (position - level.position).abs() <= axis.spacing(state.position)
            {
                // Except for rounding, the coordinate is still on the bound. It moves with the bound, unless user code has written another
                // velocity.
                state.position = axis.with_position(state.position, level.position);
                let rates = in_own_time(&level);
                let rate = axis.part(state.velocity);
                let is_running = time_scales[1] > 0.0;
                if is_running && rates.iter().any(|known| (rate - known).abs() <= axis.part_spacing(state.velocity)) {
                    state.velocity = axis.with_part(state.velocity, rates[1]);
                    coordinate.kept = kept;
                }
                coordinate.regime = coordinate.regime_at(level.position);
                coordinates.push(coordinate);
                continue;
            }
            let beyond = [(Bound::Lower, 1.0), (Bound::Upper, -1.0)].into_iter().find_map(|(bound, inward)| {
                let level = coordinate.bound(bound)?;
                (inward * (position - level.position) < 0.0).then_some((bound, inward, level))
            });
            // Where two bounds meet, rounding may put a coordinate beyond one of them, which does not count as outside.
            let nearest_outside = barriers.tolerance.max(axis.spacing(state.position));
            match beyond {
                Some((bound, _, level))
                    if barriers.allows_outside && (position - level.position).abs() > nearest_outside =>
                {
                    coordinate.outside = Some(bound);
                }
                Some((bound, inward, level)) => {
                    let before = state.velocity;
                    state.position = axis.with_position(state.position, level.position);
                    let [_, pushed] = in_own_time(&level);
                    let relative = axis.part(before) - pushed;
                    if inward * relative < 0.0 {
                        let velocity = axis.with_part(before, pushed - barriers.restitution * relative);
                        state = State { velocity, ..state }.presentable_or(state);
                    }
                    coordinate.regime = coordinate.regime_at(level.position);
                    // The entity stays on the bound even if the bound turns out to be slower than assumed.
                    coordinate.was_kept_on = (barriers.restitution == 0.0 && inward * relative <= 0.0).then_some(bound);
                    let (index, place, after) = (range.index, state.position, state.velocity);
                    rare.reached.push(Reached { index, bound, instant: start, place, before, after });
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

/// Makes each coordinate that [`Body::meet_bounds`] has just moved to a bound move with that bound, and drops its contact. Only the first
/// `earlier` contacts remain.
pub(crate) fn keep_on_bounds<V: Space>(body: &mut Body<V>, earlier: usize) {
    let Some(rare) = body.rare_mut().filter(|rare| rare.reached.len() > earlier) else { return };
    let dropped = rare.reached.split_off(earlier);
    body.state = carried_by(body, dropped.iter().map(|contact| (contact.index, contact.bound)));
}

/// Begins the throw that the components ask for, if it is a new one. While the law is invalid, the throw waits.
pub(super) fn begin_throws<V: Space>(body: &mut Body<V>) {
    if Fault::Law.is_noted(body.faults) {
        return;
    }
    let state = body.state;
    let Some(rare) = body.rare_mut() else { return };
    let is_pending = core::mem::take(&mut rare.throw_pending);
    let passing = rare.snap_choice.as_ref().map_or([false; 4], |snap_choice| snap_choice.passing);
    let Some(contacts) = &mut rare.contacts else { return };
    let throw = contacts.barriers.throw;
    if throw.is_none() || (contacts.thrown == throw && !is_pending) {
        return;
    }
    contacts.thrown = throw;
    contacts.ended = None;
    rare.finished.extend(contacts.landing.take());
    contacts.is_broken = false;
    for place in 0..contacts.coordinates.len() {
        contacts.throw_or_wait(place, &state, passing);
    }
    let springs = |flight: &Flight| !matches!(flight, Flight::Throw { .. });
    contacts.is_broken = contacts.coordinates.iter().filter_map(|coordinate| coordinate.flight.as_ref()).any(springs);
    if !contacts.has_flights() {
        contacts.ended = Some(Ended::Broken);
    }
}

/// Stops the moving bounds at their positions at the segment's start. Returns the paths that they had, or `None` if no bound moved.
pub(crate) fn stop_bounds<V: Space>(body: &mut Body<V>) -> Option<Slopes> {
    if !body.contacts().is_some_and(Contacts::has_moving_bounds) {
        return None;
    }
    let coordinates = &mut body.contacts_mut()?.coordinates;
    let stop = |level: &mut Option<Level>| level.as_mut().map(|level| core::mem::take(&mut level.slope));
    Some(coordinates.iter_mut().map(|at| at.levels.each_mut().map(|level| stop(level).unwrap_or_default())).collect())
}

/// Restores the paths that [`stop_bounds`] returned. Coordinates that are kept on a bound move with it again.
pub(crate) fn resume_bounds<V: Space>(body: &mut Body<V>, slopes: &Slopes) {
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

/// The body's state, in which each coordinate of `bounds` has the velocity of its bound. Returns the unchanged state if an f32 cannot hold
/// the result.
pub(super) fn carried_by<V: Space>(body: &Body<V>, bounds: impl Iterator<Item = (usize, Bound)>) -> State<V> {
    let Some(contacts) = body.contacts() else { return body.state };
    let segment = body.segment();
    let velocity = bounds.fold(body.state.velocity, |velocity, (index, bound)| {
        let coordinate = contacts.coordinates.iter().find(|coordinate| coordinate.index == index);
        let level = coordinate.and_then(|coordinate| segment.level(contacts, coordinate, bound));
        level.map_or(velocity, |level| Axis::of(&contacts.barriers, index).with_part(velocity, level.slope.e1))
    });
    let carried = State { velocity, ..body.state };
    if V::is_presentable(&carried) { carried } else { body.state }
}

/// Whether dry friction cannot be solved, because its direction would turn.
pub(crate) fn is_turned_by_dry_friction<V: Space>(body: &Body<V>) -> bool {
    body.contacts()
        .is_some_and(|contacts| contacts.barriers.dry > 0.0 && matches!(body.segment().slide(contacts), Slide::Turns))
}

/// Whether a throw has ended since the last call of [`take_ended_throw`].
pub(crate) fn has_ended_throw<V: Space>(body: &Body<V>) -> bool {
    body.contacts().is_some_and(|contacts| contacts.ended.is_some())
}

/// If a throw has ended since the last call, returns how it ended and, if it landed, where and when.
pub(crate) fn take_ended_throw<V: Space>(body: &mut Body<V>) -> Option<(Ended, Option<Ending<V>>)> {
    let contacts = body.contacts_mut()?;
    Some((contacts.ended.take()?, contacts.landing.take()))
}
