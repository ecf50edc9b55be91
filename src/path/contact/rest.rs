//! Finds where a motion within bounds comes to rest.

use alloc::vec::Vec;

use super::{Contacts, axis::Axis, coordinate::Regime};
use crate::{
    law::Bound,
    math::Slope,
    path::segment::Segment,
    space::{Law, Space, State, WideTangent},
};

/// A motion in which each coordinate with a motion of its own has been moved to its end, so that only the law moves the others.
pub(crate) struct Remaining<V: Space> {
    pub(crate) state: State<V>,
    pub(crate) target: V::Wide,
    pub(crate) law: Law<V>,
    /// The ends of the coordinates that have a motion of their own.
    ends: Vec<(Axis<V>, f64)>,
}

impl<V: Space> Segment<'_, V> {
    /// The motion, slowed by `dry` (an acceleration), with each coordinate that has a motion of its own moved to its end. Returns `None` if
    /// one of these coordinates is not at rest.
    pub(crate) fn remaining(
        &self,
        contacts: &Contacts<V>,
        tolerance: f64,
        dry: WideTangent<V>,
    ) -> Option<Remaining<V>> {
        let law = Law { a: self.law.a + dry, ..self.law };
        let mut rest = Remaining { state: self.state, target: self.target, law, ends: Vec::new() };
        for coordinate in contacts.coordinates.iter().filter(|coordinate| coordinate.has_own_motion()) {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            let end = if let Some((bound, _)) = coordinate.kept {
                let level = self.level(contacts, coordinate, bound)?;
                (level.slope == Slope::default()).then_some(level.position)?
            } else {
                let tracking = self.tracking(contacts, coordinate, coordinate.regime, dry);
                let (k, c) = (tracking.law.k, tracking.law.c);
                if !(k > 0.0 && c > 0.0 && tracking.target_slope == Slope::default()) {
                    return None;
                }
                let end = tracking.target + tracking.law.a / k;
                let is_there = match coordinate.regime {
                    Regime::Below => end <= tracking.target,
                    Regime::Above => end >= tracking.target,
                    // A spring takes the coordinate to the end of its throw.
                    Regime::Within => true,
                };
                let away = tracking.position - end;
                let distance = libm::sqrt(away * away + tracking.velocity * tracking.velocity / k);
                let spacing = end.abs() * V::SPACING;
                (is_there && distance <= tolerance.max(spacing)).then_some(end)?
            };
            rest.state.position = axis.with_position(rest.state.position, end);
            rest.state.velocity = axis.with_part(rest.state.velocity, 0.0);
            rest.target = axis.with_position(rest.target, end);
            rest.law.a = axis.with_part(rest.law.a, 0.0);
            rest.ends.push((axis, end));
        }
        Some(rest)
    }

    /// Whether all bounds that a coordinate is kept on are fixed.
    pub(crate) fn keeps_on_fixed_bounds(&self, contacts: &Contacts<V>) -> bool {
        contacts.coordinates.iter().all(|coordinate| {
            coordinate.kept.is_none_or(|(bound, _)| {
                self.level(contacts, coordinate, bound).is_some_and(|level| level.slope == Slope::default())
            })
        })
    }

    /// Whether `place` is within the bounds of all coordinates that only the law moves.
    pub(crate) fn allows(&self, contacts: &Contacts<V>, place: V::Wide) -> bool {
        contacts.coordinates.iter().filter(|coordinate| !coordinate.has_own_motion()).all(|coordinate| {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            let position = axis.position(place);
            // The motion may end whole turns away, because it ends at the target's own angle.
            let position = position - V::turns(axis.position(self.state.position), position);
            let level = |bound| coordinate.bound(bound).map(|level| level.position);
            let is_above = |bound| level(bound).is_none_or(|level| position >= level);
            let is_below = |bound| level(bound).is_none_or(|level| position <= level);
            // A coordinate that has not returned from beyond a bound may end there.
            let is_above = |bound| coordinate.outside == Some(bound) || is_above(bound);
            let is_below = |bound| coordinate.outside == Some(bound) || is_below(bound);
            [Bound::Lower, Bound::SoftLower].into_iter().all(is_above)
                && [Bound::SoftUpper, Bound::Upper].into_iter().all(is_below)
        })
    }
}

impl<V: Space> Remaining<V> {
    /// `place`, with each coordinate that has a motion of its own moved to its end.
    pub(crate) fn with_ends(&self, place: V::Wide) -> V::Wide {
        self.ends.iter().fold(place, |place, &(axis, end)| axis.with_position(place, end))
    }
}
