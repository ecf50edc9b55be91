//! One bounded coordinate of a motion: a component of its value, or the position along a direction.

use super::flight::Flight;
use crate::{
    law::{Bound, barriers::Range},
    math::{
        Slope,
        crossing::{Level, Side},
    },
    space::Space,
};

/// A bounded coordinate, at the segment's start.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Coordinate {
    pub(crate) index: usize,
    /// The positions and paths of the bounds, in the world's time: lower, soft lower, soft upper, upper.
    pub(crate) levels: [Option<Level>; 4],
    /// The offset of these bounds from the ones that components hold: whole turns of an angle.
    pub(crate) turns: f64,
    pub(crate) regime: Regime,
    /// The bound that the coordinate is kept on, and the side to which it may leave.
    pub(crate) kept: Option<(Bound, Side)>,
    /// The hard bound that the coordinate is beyond, until it returns.
    pub(crate) outside: Option<Bound>,
    /// The bound that the coordinate leaves at the segment's start.
    pub(crate) leaving: Option<Bound>,
    /// The bound on which the coordinate is at the segment's start without being kept on it: the bound's velocity has changed, or the
    /// coordinate was beyond the bound and has been moved to it.
    pub(crate) was_kept_on: Option<Bound>,
    /// How a throw takes the coordinate to its end.
    pub(crate) flight: Option<Flight>,
}

/// Which law a coordinate obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Regime {
    /// The motion's own law.
    Within,
    /// The law of the spring below the lower soft bound.
    Below,
    /// The law of the spring above the upper soft bound.
    Above,
}

impl Regime {
    /// The regime beyond a soft bound, and the side of the bound on which it is. Returns `None` for other bounds.
    pub(super) const fn beyond(bound: Bound) -> Option<(Self, Side)> {
        match bound {
            Bound::SoftLower => Some((Self::Below, Side::Below)),
            Bound::SoftUpper => Some((Self::Above, Side::Above)),
            _ => None,
        }
    }
}

impl Coordinate {
    /// A coordinate at `position`, which need not be between the bounds.
    pub(crate) fn new<V: Space>(range: &Range, position: f64) -> Self {
        // For angles, use the bounds of the turn that the position is in.
        let turns = range.middle().map_or(0.0, |middle| V::turns(middle, position));
        let level = |bound: Option<f64>| bound.map(|bound| Level::at_rest(bound + turns));
        let mut coordinate = Self { levels: range.bounds().map(level), turns, ..Self::free(range.index) };
        coordinate.regime = coordinate.regime_at(position);
        coordinate
    }

    /// A coordinate without bounds.
    pub(super) const fn free(index: usize) -> Self {
        Self {
            index,
            levels: [None; 4],
            turns: 0.0,
            regime: Regime::Within,
            kept: None,
            outside: None,
            leaving: None,
            was_kept_on: None,
            flight: None,
        }
    }

    /// A coordinate at `position`, with these bounds at their present positions.
    pub(crate) fn met_at(&self, position: f64) -> Self {
        let mut met = Self { kept: None, outside: None, leaving: None, was_kept_on: None, ..self.clone() };
        met.regime = met.regime_at(position);
        met
    }

    /// The regime at this position.
    pub(crate) fn regime_at(&self, position: f64) -> Regime {
        if self.bound(Bound::SoftLower).is_some_and(|level| position < level.position) {
            Regime::Below
        } else if self.bound(Bound::SoftUpper).is_some_and(|level| position > level.position) {
            Regime::Above
        } else {
            Regime::Within
        }
    }

    /// The position and path of a bound. Returns `None` if there is no such bound, and for the target.
    pub(crate) fn bound(&self, bound: Bound) -> Option<Level> {
        match bound {
            Bound::Lower => self.levels[0],
            Bound::SoftLower => self.levels[1],
            Bound::SoftUpper => self.levels[2],
            Bound::Upper => self.levels[3],
            Bound::Target => None,
        }
    }

    /// Whether the soft bounds are at the same position.
    pub(super) fn is_point(&self) -> bool {
        let [lower, upper] = [Bound::SoftLower, Bound::SoftUpper].map(|bound| Some(self.bound(bound)?.position));
        lower.is_some() && lower == upper
    }

    /// Whether one of the bounds moves.
    pub(super) fn has_moving_bounds(&self) -> bool {
        self.levels.iter().flatten().any(|level| level.slope != Slope::default())
    }

    /// Moves the segment's start `passed` seconds later, which is `own_time` seconds of the entity's own time.
    pub(super) fn pass(&mut self, passed: f64, own_time: f64) {
        if let Some(Flight::Throw { elapsed, .. }) = &mut self.flight {
            *elapsed += own_time;
        }
        if passed > 0.0 {
            self.leaving = None;
            self.was_kept_on = None;
        }
        for level in self.levels.iter_mut().flatten() {
            *level = level.after(passed);
        }
    }

    /// Updates [`outside`](Self::outside) for a coordinate at `position`.
    pub(super) fn return_to(&mut self, position: f64) {
        let is_back = match self.outside {
            Some(Bound::Lower) => self.bound(Bound::Lower).is_none_or(|level| position >= level.position),
            Some(Bound::Upper) => self.bound(Bound::Upper).is_none_or(|level| position <= level.position),
            _ => return,
        };
        if is_back {
            self.outside = None;
        }
    }

    /// Moves the bounds by whole turns.
    pub(super) fn turn(&mut self, turns: f64) {
        self.turns += turns;
        for level in self.levels.iter_mut().flatten() {
            level.position += turns;
        }
    }

    /// Whether the coordinate has a motion of its own: a bound, the spring beyond a bound or a throw moves it.
    pub(super) fn has_own_motion(&self) -> bool {
        let flies = self.flight.is_some_and(|flight| !matches!(flight, Flight::Waiting));
        self.kept.is_some() || self.regime != Regime::Within || flies
    }
}
