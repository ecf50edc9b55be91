//! Shifts bounds with the world's origin.

use super::{Contacts, axis::Axis};
use crate::{
    law::{Bound, barriers::Barriers},
    math::{Slope, crossing::Level},
    path::segment::Segment,
    space::{Space, WideTangent},
};

impl<V: Space> Contacts<V> {
    /// Shifts the bounds and throws with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for coordinate in &mut self.coordinates {
            let by = Axis::of(&self.barriers, coordinate.index).part(by);
            for level in coordinate.levels.iter_mut().flatten() {
                level.position += by;
            }
            if let Some(flight) = &mut coordinate.flight {
                flight.shift(by);
            }
        }
    }

    /// Replaces the bounds with those of `shifted`, which are rounded as components store them.
    pub(crate) fn take_shifted(&mut self, shifted: Barriers<V>) {
        for (coordinate, range) in self.coordinates.iter_mut().zip(&shifted.ranges) {
            for (level, bound) in coordinate.levels.iter_mut().zip(range.bounds()) {
                let Some((level, bound)) = level.as_mut().zip(bound) else { continue };
                // Moving bounds are left out, because they are sampled at the end of the tick.
                if level.slope == Slope::default() {
                    *level = Level::at_rest(bound + coordinate.turns);
                }
            }
        }
        for (sampled, range) in self.sampled.iter_mut().zip(&shifted.ranges) {
            *sampled = range.bounds();
        }
        *self.barriers = shifted;
    }

    /// `place`, with each coordinate that is kept on a bound, or that rounding has moved beyond one, moved exactly to that bound.
    pub(crate) fn on_bounds(&self, place: V::Wide, segment: &Segment<V>) -> V::Wide {
        self.coordinates.iter().fold(place, |place, coordinate| {
            let axis = Axis::of(&self.barriers, coordinate.index);
            let position = axis.position(place);
            let bound = match coordinate.kept {
                Some((bound, _)) => Some(bound).filter(|bound| *bound != Bound::Target),
                None => [(Bound::Lower, 1.0), (Bound::Upper, -1.0)]
                    .into_iter()
                    .find(|&(bound, inward)| {
                        let level = coordinate.bound(bound).filter(|_| coordinate.outside != Some(bound));
                        level.is_some_and(|level| inward * (position - level.position) < 0.0)
                    })
                    .map(|(bound, _)| bound),
            };
            let level = bound.and_then(|bound| segment.level(self, coordinate, bound));
            level.map_or(place, |level| axis.with_position(place, level.position))
        })
    }
}
