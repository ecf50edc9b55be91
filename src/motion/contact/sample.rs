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
    /// Lets bounds that move stand still where they are at the segment's start. Returns how they moved; none where none did.
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
        let Some(contacts) = self.contacts() else { return };
        let kept = contacts.coordinates.iter().filter_map(|coordinate| Some((coordinate.index, coordinate.kept?.0)));
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

impl<V: Space> Contacts<V> {
    /// These contacts, from `start` (s after the last tick) on, with the bounds on the lines from where they were sampled to
    /// where those of `barriers` are, at the end of a tick of length `h`. None where the bounds went as was assumed.
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
        self.take_sample(barriers);
    }

    /// Notes where the bounds are at the end of the tick.
    pub(crate) fn take_sample(&mut self, barriers: &Barriers<V>) {
        self.sampled = barriers.ranges.iter().map(Range::bounds).collect();
        self.sampled_at = 0.0;
    }

    /// Whether a bound moves.
    pub(crate) fn move_on(&self) -> bool {
        self.coordinates.iter().any(Coordinate::has_moving_bounds)
    }
}
