//! Bounds that move: where they are is known once a tick.

use alloc::vec::Vec;

use super::{Contacts, Coordinate, coordinate::Axis};
use crate::{
    law::{
        Bound,
        barriers::{Barriers, Range},
    },
    math::{
        Slope,
        crossing::{Level, Side},
    },
    motion::{body::Body, segment::Segment},
    space::{Space, State, zero},
};

impl<V: Space> Segment<'_, V> {
    /// A number that lay on a bound stays on it where the law presses it there harder than the bound slows down over `elapsed` seconds.
    pub(crate) fn ride_on(&mut self, contacts: &mut Contacts<V>, elapsed: f64) {
        if self.pace == 0.0 {
            return;
        }
        for place in 0..contacts.coordinates.len() {
            let coordinate = &contacts.coordinates[place];
            let Some(bound) = coordinate.rode else { continue };
            let Some(level) = self.level(contacts, coordinate, bound) else { continue };
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, zero());
            let (inside, inward) = match bound {
                Bound::Lower => (Side::Above, 1.0),
                _ => (Side::Below, -1.0),
            };
            let leaving = inward * (tracking.velocity - level.slope.e1);
            let pressing = -inward * tracking.push(&level);
            if leaving >= 0.0 && leaving <= pressing * elapsed * self.pace {
                let axis = Axis::of(&contacts.barriers, coordinate.index);
                self.state.velocity = axis.put_part(self.state.velocity, level.slope.e1);
                let coordinate = &mut contacts.coordinates[place];
                (coordinate.kept, coordinate.rode) = (Some((bound, inside)), None);
            }
        }
    }
}

/// How the bounds of each coordinate move.
pub(crate) type Slopes = Vec<[Slope<f64>; 4]>;

impl<V: Space> Body<V> {
    /// Lets bounds that move stand still where they are at the segment's start. Returns how they moved, or `None` if none did.
    pub(crate) fn stop_bounds(&mut self) -> Option<Slopes> {
        if !self.contacts().is_some_and(Contacts::move_on) {
            return None;
        }
        let coordinates = &mut self.contacts_mut()?.coordinates;
        let stop = |level: &mut Option<Level>| level.as_mut().map(|level| core::mem::take(&mut level.slope));
        Some(
            coordinates
                .iter_mut()
                .map(|at| at.levels.each_mut().map(|level| stop(level).unwrap_or_default()))
                .collect(),
        )
    }

    /// Lets the upper bounds of a motion of one number, soft and hard, and its tracked target move at these rates (property units/s) over
    /// the tick that begins: what sampled them knows better than the last tick how they go on.
    #[cfg(feature = "camera")]
    pub(crate) fn lead(&mut self, [soft, hard]: [f64; 2], target: Option<f64>) {
        if self.start() != 0.0 {
            return;
        }
        let Some(contacts) = self.contacts_mut() else { return };
        for coordinate in &mut contacts.coordinates {
            let [.., soft_upper, upper] = &mut coordinate.levels;
            for (level, rate) in [(soft_upper, soft), (upper, hard)] {
                if let Some(level) = level {
                    level.slope = Slope::line(rate);
                }
            }
        }
        let kept = self.contacts().into_iter().flat_map(Contacts::kept);
        self.state = self.carried_by(kept);
        if let Some(target) = target
            && let Some(target_path) = self.target_path_mut().filter(|target_path| target_path.sample.is_some())
        {
            target_path.slope = Slope::line(V::with_part(zero(), 0, target));
        }
    }

    /// Lets bounds that were stopped move again, and the numbers that are kept on one move with it.
    pub(crate) fn move_bounds(&mut self, slopes: &Slopes) {
        let Some(contacts) = self.contacts_mut() else { return };
        for (coordinate, slopes) in contacts.coordinates.iter_mut().zip(slopes) {
            for (level, slope) in coordinate.levels.iter_mut().zip(slopes) {
                if let Some(level) = level {
                    level.slope = *slope;
                }
            }
        }
        let kept = self.contacts().into_iter().flat_map(Contacts::kept);
        self.state = self.carried_by(kept);
    }

    /// The state in which each of these numbers moves with a bound; as it is, where an f32 cannot hold that.
    pub(super) fn carried_by(&self, bounds: impl Iterator<Item = (usize, Bound)>) -> State<V> {
        let Some(contacts) = self.contacts() else { return self.state };
        let segment = self.segment();
        let velocity = bounds.fold(self.state.velocity, |velocity, (index, bound)| {
            let coordinate = contacts.coordinates.iter().find(|coordinate| coordinate.index == index);
            let level = coordinate.and_then(|coordinate| segment.level(contacts, coordinate, bound));
            level.map_or(velocity, |level| Axis::of(&contacts.barriers, index).put_part(velocity, level.slope.e1))
        });
        let carried = State { velocity, ..self.state };
        if V::is_presentable(&carried) { carried } else { self.state }
    }
}

/// Slows two bounds that approach each other, each by the share of its own speed, so that they meet no earlier than after `h` seconds.
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
    /// These contacts, from `start` (s after the last tick) on, with the bounds on the lines from where they were sampled to
    /// where those of `barriers` are, at the end of a tick of length `h`. `None` if the bounds moved as was assumed.
    pub(crate) fn put_right(&self, barriers: &Barriers<V>, start: f64, h: f64) -> Option<Self> {
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
                    // A number that lay on the bound has the velocity that the bound had, and leaves it or is pushed on.
                    let kept = coordinate.kept.take().map(|(bound, _)| bound);
                    coordinate.rode = kept.filter(|bound| !bound.is_soft()).or(coordinate.rode);
                }
                *known = Level { position, slope: Slope::line(rate) };
            }
        }
        right.take_sample(barriers);
        differs.then_some(right)
    }

    /// Puts the bounds where those of `barriers` are at the end of a tick of length `h`, on the lines that lead there.
    pub(crate) fn put_bounds(&mut self, barriers: &Barriers<V>, h: f64) {
        let elapsed = h - self.sampled_at;
        for ((coordinate, before), range) in self.coordinates.iter_mut().zip(&self.sampled).zip(&barriers.ranges) {
            for ((level, before), now) in coordinate.levels.iter_mut().zip(before).zip(range.bounds()) {
                let (Some(level), Some(before), Some(now)) = (level, before, now) else { continue };
                *level = Level { position: now + coordinate.turns, slope: Slope::line((now - before) / elapsed) };
            }
        }
        self.begin_tick(barriers, h);
    }

    /// Notes where the bounds are at the end of a tick of length `h`. Over the next one they go on as they did, but do not pass each other.
    pub(crate) fn begin_tick(&mut self, barriers: &Barriers<V>, h: f64) {
        self.take_sample(barriers);
        for Coordinate { levels: [lower, soft_lower, soft_upper, upper], .. } in &mut self.coordinates {
            for (lower, upper) in [(lower, upper), (soft_lower, soft_upper)] {
                if let (Some(lower), Some(upper)) = (lower, upper) {
                    keep_apart(lower, upper, h);
                }
            }
        }
    }

    /// Notes where the bounds are.
    fn take_sample(&mut self, barriers: &Barriers<V>) {
        self.sampled = barriers.ranges.iter().map(Range::bounds).collect();
        self.sampled_at = 0.0;
    }

    /// The numbers that are kept on a bound, and on which.
    fn kept(&self) -> impl Iterator<Item = (usize, Bound)> {
        self.coordinates.iter().filter_map(|coordinate| Some((coordinate.index, coordinate.kept?.0)))
    }

    /// Whether a bound moves.
    pub(crate) fn move_on(&self) -> bool {
        self.coordinates.iter().any(Coordinate::has_moving_bounds)
    }
}
