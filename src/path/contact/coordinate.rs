//! One number of a value that has bounds, or its way along a direction.

use super::flight::Flight;
use crate::{
    law::{Bound, barriers::Range},
    math::{
        Slope,
        crossing::{Level, Side},
    },
    space::Space,
};

/// A number that has bounds, at the segment's start.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Coordinate {
    pub(crate) index: usize,
    /// Where the bounds are and go, in the world's time: lower, soft lower, soft upper, upper.
    pub(crate) levels: [Option<Level>; 4],
    /// The difference between these and the bounds that components hold, in whole turns.
    pub(crate) turns: f64,
    pub(crate) regime: Regime,
    /// The bound that the number is kept on, and the side that it may leave to.
    pub(crate) kept: Option<(Bound, Side)>,
    /// The hard bound that the number is beyond, until it returns.
    pub(crate) outside: Option<Bound>,
    /// The bound that the number leaves just now.
    pub(crate) left: Option<Bound>,
    /// The bound that the number was kept on, which goes on with another velocity now.
    pub(crate) rode: Option<Bound>,
    /// The number's way to where a throw lands.
    pub(crate) flight: Option<Flight>,
}

/// Which law a number obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Regime {
    /// The motion's own.
    Within,
    /// That of the spring below the lower soft bound.
    Below,
    /// That of the spring above the upper one.
    Above,
}

impl Regime {
    /// The law beyond a soft bound, and on which side of it that is.
    pub(super) const fn beyond(bound: Bound) -> Option<(Self, Side)> {
        match bound {
            Bound::SoftLower => Some((Self::Below, Side::Below)),
            Bound::SoftUpper => Some((Self::Above, Side::Above)),
            _ => None,
        }
    }
}

impl Coordinate {
    /// A number with its bounds, between them or not.
    pub(crate) fn new<V: Space>(range: &Range, number: f64) -> Self {
        // Where numbers go round, the bounds of the turn that the number is in.
        let turns = range.middle().map_or(0.0, |middle| V::turns(middle, number));
        let level = |bound: Option<f64>| bound.map(|bound| Level::at_rest(bound + turns));
        let mut coordinate = Self { levels: range.bounds().map(level), turns, ..Self::free(range.index) };
        coordinate.regime = coordinate.regime_at(number);
        coordinate
    }

    /// A number without bounds.
    pub(super) const fn free(index: usize) -> Self {
        Self {
            index,
            levels: [None; 4],
            turns: 0.0,
            regime: Regime::Within,
            kept: None,
            outside: None,
            left: None,
            rode: None,
            flight: None,
        }
    }

    /// The same bounds where they are now, met anew at `number`.
    pub(crate) fn met_at(&self, number: f64) -> Self {
        let mut met = Self { kept: None, outside: None, left: None, rode: None, ..self.clone() };
        met.regime = met.regime_at(number);
        met
    }

    /// Which law a number obeys there.
    pub(crate) fn regime_at(&self, number: f64) -> Regime {
        if self.bound(Bound::SoftLower).is_some_and(|level| number < level.position) {
            Regime::Below
        } else if self.bound(Bound::SoftUpper).is_some_and(|level| number > level.position) {
            Regime::Above
        } else {
            Regime::Within
        }
    }

    /// Where a bound is and goes; none for the target.
    pub(crate) fn bound(&self, bound: Bound) -> Option<Level> {
        match bound {
            Bound::Lower => self.levels[0],
            Bound::SoftLower => self.levels[1],
            Bound::SoftUpper => self.levels[2],
            Bound::Upper => self.levels[3],
            Bound::Target => None,
        }
    }

    /// Whether the soft bounds leave nothing between them.
    pub(super) fn is_point(&self) -> bool {
        let [lower, upper] = [Bound::SoftLower, Bound::SoftUpper].map(|bound| Some(self.bound(bound)?.position));
        lower.is_some() && lower == upper
    }

    /// Whether one of the bounds moves.
    pub(super) fn has_moving_bounds(&self) -> bool {
        self.levels.iter().flatten().any(|level| level.slope != Slope::default())
    }

    /// The segment begins `passed` seconds later, `own` of the entity's own time.
    pub(super) fn pass(&mut self, passed: f64, own: f64) {
        if let Some(Flight::Throw { elapsed, .. }) = &mut self.flight {
            *elapsed += own;
        }
        if passed > 0.0 {
            self.left = None;
            self.rode = None;
        }
        for level in self.levels.iter_mut().flatten() {
            *level = level.after(passed);
        }
    }

    /// The number is here now, and no longer outside where it is not beyond the bound.
    pub(super) fn return_to(&mut self, number: f64) {
        let is_back = match self.outside {
            Some(Bound::Lower) => self.bound(Bound::Lower).is_none_or(|level| number >= level.position),
            Some(Bound::Upper) => self.bound(Bound::Upper).is_none_or(|level| number <= level.position),
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

    /// Whether the number goes another way than the motion would by itself.
    pub(super) fn is_its_own(&self) -> bool {
        let flies = self.flight.is_some_and(|flight| !matches!(flight, Flight::Waiting));
        self.kept.is_some() || self.regime != Regime::Within || flies
    }
}
