//! Bounds that move: where they are is known once a tick.

use super::Contacts;
use crate::{
    law::barriers::Barriers,
    math::{Slope, crossing::Level},
    space::Space,
};

impl<V: Space> Contacts<V> {
    /// These, from `start` (s after the last tick) on, with the bounds on the lines on which they were until now, at the end of
    /// a tick of length `h`, where they are those of `barriers`. None where they went as was assumed.
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
                    // What lay on it has the velocity that the bound had, and leaves it or is pushed on.
                    coordinate.rode = coordinate.kept.take().map(|(bound, _)| bound);
                }
                *known = Level { position, slope: Slope::line(rate) };
            }
        }
        right.take_sample(barriers);
        differs.then_some(right)
    }

    /// Notes where the bounds are at the end of the tick.
    pub(crate) fn take_sample(&mut self, barriers: &Barriers<V>) {
        self.sampled = barriers.ranges.iter().map(crate::law::barriers::Range::bounds).collect();
        self.sampled_at = 0.0;
    }

    /// Whether a bound moves.
    pub(crate) fn move_on(&self) -> bool {
        self.coordinates
            .iter()
            .flat_map(|coordinate| coordinate.levels.iter().flatten())
            .any(|level| level.slope != Slope::default())
    }
}
