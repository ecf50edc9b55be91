//! Moving bounds, whose positions are sampled once a tick.

use super::{Contacts, Coordinate, axis::Axis};
use crate::{
    law::{
        Bound,
        barriers::{Barriers, Range},
    },
    math::{
        Slope,
        crossing::{Level, Side},
    },
    path::segment::Segment,
    space::{Space, zero},
};

impl<V: Space> Segment<'_, V> {
    /// Keeps each coordinate on the bound that it was kept on, if the law presses it onto that bound strongly enough. The bound slows down
    /// over `elapsed` seconds, and the coordinate has to slow down with it.
    pub(crate) fn keep_on_slowed_bounds(&mut self, contacts: &mut Contacts<V>, elapsed: f64) {
        if self.time_scale == 0.0 {
            return;
        }
        for place in 0..contacts.coordinates.len() {
            let coordinate = &contacts.coordinates[place];
            let Some(bound) = coordinate.was_kept_on else { continue };
            let Some(level) = self.level(contacts, coordinate, bound) else { continue };
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, zero());
            let (inside, inward) = match bound {
                Bound::Lower => (Side::Above, 1.0),
                _ => (Side::Below, -1.0),
            };
            let leaving = inward * (tracking.velocity - level.slope.e1);
            let pressing = -inward * tracking.push(&level);
            if leaving >= 0.0 && leaving <= pressing * elapsed * self.time_scale {
                let axis = Axis::of(&contacts.barriers, coordinate.index);
                self.state.velocity = axis.with_part(self.state.velocity, level.slope.e1);
                let coordinate = &mut contacts.coordinates[place];
                (coordinate.kept, coordinate.was_kept_on) = (Some((bound, inside)), None);
            }
        }
    }
}

/// Slows two bounds that approach each other, each in proportion to its own speed, so that they do not pass each other within `h` seconds.
fn keep_apart(lower: &mut Level, upper: &mut Level, h: f64) {
    let gap = (upper.position - lower.position).max(0.0);
    let [up, down] = [lower.slope.e1.max(0.0), (-upper.slope.e1).max(0.0)];
    let excess = (lower.slope.e1 - upper.slope.e1) * h - gap;
    let share = excess / ((up + down) * h);
    if excess > 0.0 && share.is_finite() {
        lower.slope.e1 -= up * share;
        upper.slope.e1 += down * share;
    }
}

impl<V: Space> Contacts<V> {
    /// These contacts from `start` (s after the last tick) on, with each bound on the line from its last sample to its position in
    /// `barriers` at the end of a tick of length `h`. Returns `None` if the bounds moved as assumed, or if they were not last sampled
    /// before that end.
    pub(crate) fn corrected(&self, barriers: &Barriers<V>, start: f64, h: f64) -> Option<Self> {
        let elapsed = h - self.sampled_at;
        if elapsed <= 0.0 {
            return None;
        }
        let mut right = self.clone();
        let mut differs = false;
        for (place, coordinate) in right.coordinates.iter_mut().enumerate() {
            let (Some(before), Some(now)) = (self.sampled.get(place), barriers.ranges.get(place)) else { continue };
            for ((level, before), now) in coordinate.levels.iter_mut().zip(before).zip(now.bounds()) {
                let (Some(known), Some(before), Some(now)) = (level.as_mut(), before, now) else { continue };
                let rate = (now - before) / elapsed;
                let position = before + coordinate.turns + rate * (start - self.sampled_at);
                if known.slope != Slope::line(rate) {
                    differs = true;
                    // A coordinate that was kept on the bound has the bound's assumed velocity, so the true bound pushes it or falls
                    // behind.
                    let kept = coordinate.kept.take().map(|(bound, _)| bound);
                    coordinate.was_kept_on = kept.filter(|bound| !bound.is_soft()).or(coordinate.was_kept_on);
                }
                *known = Level { position, slope: Slope::line(rate) };
            }
        }
        right.take_sample(barriers);
        differs.then_some(right)
    }

    /// Moves the bounds to their positions in `barriers` at the end of a tick of length `h`, with the velocities that led there.
    pub(crate) fn place_bounds(&mut self, barriers: &Barriers<V>, h: f64) {
        let elapsed = h - self.sampled_at;
        for ((coordinate, before), range) in self.coordinates.iter_mut().zip(&self.sampled).zip(&barriers.ranges) {
            for ((level, before), now) in coordinate.levels.iter_mut().zip(before).zip(range.bounds()) {
                let (Some(level), Some(before), Some(now)) = (level, before, now) else { continue };
                *level = Level { position: now + coordinate.turns, slope: Slope::line((now - before) / elapsed) };
            }
        }
        self.begin_tick(barriers, h);
    }

    /// Records the bounds' positions at the end of a tick of length `h`. Over the next tick they continue at the same velocities, but do
    /// not pass each other.
    pub(crate) fn begin_tick(&mut self, barriers: &Barriers<V>, h: f64) {
        self.take_sample(barriers);
        self.keep_bounds_apart(h);
    }

    /// Slows the bounds that would pass each other within `h` seconds.
    pub(crate) fn keep_bounds_apart(&mut self, h: f64) {
        for Coordinate { levels: [lower, soft_lower, soft_upper, upper], .. } in &mut self.coordinates {
            for (lower, upper) in [(lower, upper), (soft_lower, soft_upper)] {
                if let (Some(lower), Some(upper)) = (lower, upper) {
                    keep_apart(lower, upper, h);
                }
            }
        }
    }

    /// Records the bounds' positions.
    fn take_sample(&mut self, barriers: &Barriers<V>) {
        self.sampled = barriers.ranges.iter().map(Range::bounds).collect();
        self.sampled_at = 0.0;
    }

    /// The coordinates that are kept on a bound, each with its bound.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (usize, Bound)> {
        self.coordinates.iter().filter_map(|coordinate| Some((coordinate.index, coordinate.kept?.0)))
    }

    /// Whether any bound moves.
    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.coordinates.iter().any(Coordinate::has_moving_bounds)
    }
}
