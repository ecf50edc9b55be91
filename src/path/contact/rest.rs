//! Where a motion within bounds ends.

use alloc::vec::Vec;

use super::{Contacts, axis::Axis, coordinate::Regime};
use crate::{
    law::Bound,
    math::Slope,
    path::segment::Segment,
    space::{Law, Space, State, WideTangent},
};

/// The part of a motion that is still to end.
pub(crate) struct Unended<V: Space> {
    pub(crate) state: State<V>,
    pub(crate) target: V::Wide,
    pub(crate) law: Law<V>,
    /// Where those numbers end that have a motion of their own.
    ends: Vec<(Axis<V>, f64)>,
}

impl<V: Space> Segment<'_, V> {
    /// The motion, slowed by `dry` (an acceleration), without the numbers that are at rest on or beyond their bounds; none
    /// where a number with a motion of its own is not at rest.
    pub(crate) fn unended(&self, contacts: &Contacts<V>, tolerance: f64, dry: WideTangent<V>) -> Option<Unended<V>> {
        let law = Law { a: self.law.a + dry, ..self.law };
        let mut rest = Unended { state: self.state, target: self.target, law, ends: Vec::new() };
        for coordinate in contacts.coordinates.iter().filter(|coordinate| coordinate.is_its_own()) {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            let end = if let Some((bound, _)) = coordinate.kept {
                let level = self.level(contacts, coordinate, bound)?;
                (level.slope == Slope::default()).then_some(level.position)?
            } else {
                let own = self.tracking(contacts, coordinate, coordinate.regime, dry);
                let (k, c) = (own.law.k, own.law.c);
                if !(k > 0.0 && c > 0.0 && own.target_slope == Slope::default()) {
                    return None;
                }
                let end = own.target + own.law.a / k;
                let is_there = match coordinate.regime {
                    Regime::Below => end <= own.target,
                    Regime::Above => end >= own.target,
                    // A spring takes the number to where no throw lands.
                    Regime::Within => true,
                };
                let away = own.position - end;
                let distance = libm::sqrt(away * away + own.velocity * own.velocity / k);
                let spacing = end.abs() * V::SPACING;
                (is_there && distance <= tolerance.max(spacing)).then_some(end)?
            };
            rest.state.position = axis.put(rest.state.position, end);
            rest.state.velocity = axis.put_part(rest.state.velocity, 0.0);
            rest.target = axis.put(rest.target, end);
            rest.law.a = axis.put_part(rest.law.a, 0.0);
            rest.ends.push((axis, end));
        }
        Some(rest)
    }

    /// Whether all bounds that a number is kept on stand still.
    pub(crate) fn stands(&self, contacts: &Contacts<V>) -> bool {
        contacts.coordinates.iter().all(|coordinate| {
            coordinate.kept.is_none_or(|(bound, _)| {
                self.level(contacts, coordinate, bound).is_some_and(|level| level.slope == Slope::default())
            })
        })
    }

    /// Whether a place is not beyond any bound.
    pub(crate) fn allows(&self, contacts: &Contacts<V>, place: V::Wide) -> bool {
        contacts.coordinates.iter().filter(|coordinate| !coordinate.is_its_own()).all(|coordinate| {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            let number = axis.number(place);
            // The motion may end whole turns away: on its target's own number.
            let number = number - V::turns(axis.number(self.state.position), number);
            let level = |bound| coordinate.bound(bound).map(|level| level.position);
            let is_above = |bound| level(bound).is_none_or(|level| number >= level);
            let is_below = |bound| level(bound).is_none_or(|level| number <= level);
            // A number that is to return from beyond a bound may end there.
            let is_above = |bound| coordinate.outside == Some(bound) || is_above(bound);
            let is_below = |bound| coordinate.outside == Some(bound) || is_below(bound);
            [Bound::Lower, Bound::SoftLower].into_iter().all(is_above)
                && [Bound::SoftUpper, Bound::Upper].into_iter().all(is_below)
        })
    }
}

impl<V: Space> Unended<V> {
    /// A place with the numbers that have ended by themselves.
    pub(crate) fn with_ends(&self, place: V::Wide) -> V::Wide {
        self.ends.iter().fold(place, |place, &(axis, end)| axis.put(place, end))
    }
}
