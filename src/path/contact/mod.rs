//! Limits and dry friction of one motion: how it stands to each of them, and when that changes.
//!
//! A number at a limit has a motion of its own: it is kept on a bound, or obeys the spring beyond it. The law is the same in
//! every direction, so all else goes on as if there were no limit.

pub(crate) mod axis;
mod choose;
mod coordinate;
mod evaluate;
pub(crate) mod flight;
mod line;
mod resolve;
mod rest;
mod sample;
mod search;
mod shift;
mod throw;

use alloc::{boxed::Box, vec::Vec};

pub(crate) use choose::{Chosen, Release, Snapped, Unchosen};
pub(crate) use coordinate::{Coordinate, Regime};
pub(crate) use flight::Ended;
pub(crate) use line::Slide;
pub(crate) use rest::Unended;

use super::ending::Ending;
use crate::{
    law::{Bound, barriers::Barriers, throw::Throw},
    space::{Space, WideTangent},
};

/// Changes that are followed within one [`WINDOW`], whatever the length of the tick.
const MOST_IN_WINDOW: u16 = 1000;

/// Unit: s.
const WINDOW: f64 = 1.0 / 64.0;

/// Changes that are followed within one tick, or in one forecast.
pub(crate) const MOST: u32 = 20_000;

/// What stops a motion, and how the motion stands to it at the segment's start.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Contacts<V: Space> {
    pub(crate) barriers: Box<Barriers<V>>,
    /// One for each range.
    pub(crate) coordinates: Vec<Coordinate>,
    /// Where bounds that move were when they were last sampled, one for each coordinate.
    pub(crate) sampled: Vec<[Option<f64>; 4]>,
    /// When they were last sampled. Unit: s after the last tick.
    pub(crate) sampled_at: f64,
    /// The throw that has begun.
    pub(crate) thrown: Option<Throw<V>>,
    /// Whether one of the throw's numbers does not land by the throw.
    pub(crate) is_broken: bool,
    /// How the throw ended, until that is taken.
    pub(crate) ended: Option<Ended>,
    /// Where and when the throw has landed, until that is taken.
    pub(crate) landing: Option<Ending<V>>,
    /// Changes since the tick or the forecast began.
    pub(crate) count: u32,
    /// Changes since the window began.
    in_window: u16,
    /// How long ago the window began. Unit: s.
    window_age: f64,
    /// Whether dry friction lets the entity go just now.
    pub(crate) is_freed: bool,
}

/// A contact that is to be told.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Reached<V: Space> {
    pub(crate) index: usize,
    pub(crate) bound: Bound,
    /// Unit: s after the last tick.
    pub(crate) instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) place: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) before: WideTangent<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) after: WideTangent<V>,
}

impl<V: Space> Contacts<V> {
    /// The contacts of these barriers, with the throw that is on its way by the contacts `before`, and with its bounds where they move on.
    pub(crate) fn new(barriers: Box<Barriers<V>>, before: Option<Box<Self>>) -> Self {
        let before = match before.filter(|before| before.thrown == barriers.throw).map(|before| *before) {
            Some(before) if before.bounds_go_on_as(&barriers) => {
                return Self { barriers, count: 0, in_window: 0, window_age: 0.0, is_freed: false, ..before };
            }
            before => before,
        };
        let (thrown, is_broken, ended, landing, known) = before
            .map_or((None, false, None, None, Vec::new()), |before| {
                (before.thrown, before.is_broken, before.ended, before.landing, before.coordinates)
            });
        let flights = known.into_iter().filter(|coordinate| coordinate.flight.is_some()).collect();
        Self { barriers, coordinates: flights, thrown, is_broken, ended, landing, ..Self::default() }
    }

    /// The greatest stiffness of the numbers that have a motion of their own. Unit: 1/s².
    pub(crate) fn stiffness(&self) -> f64 {
        let own = |coordinate: &Coordinate| match (coordinate.regime, coordinate.flight) {
            (Regime::Within, Some(flight::Flight::Spring { k, .. })) => k,
            (Regime::Within, _) => 0.0,
            _ => self.barriers.soft.k,
        };
        self.coordinates.iter().map(own).fold(0.0, f64::max)
    }

    /// Whether the contacts say what these barriers do, or nothing where there are none.
    pub(crate) fn obey(&self, barriers: Option<&Barriers<V>>) -> bool {
        let is_over = self.thrown.is_some() && !self.flies();
        let Some(barriers) = barriers else { return is_over && !self.barriers.stops_anything() };
        let jumps = barriers.tracked && self.sampled.len() != barriers.ranges.len();
        // A throw that is over says nothing any more, whether it has been taken off or not.
        let same = if is_over && (barriers.throw.is_none() || barriers.throw == self.thrown) {
            self.barriers.without_throw().same(&barriers.without_throw())
        } else {
            self.barriers.same(barriers)
        };
        same && !jumps
    }

    /// Whether these bounds have been sampled, and those of `barriers` are the same, elsewhere.
    fn bounds_go_on_as(&self, barriers: &Barriers<V>) -> bool {
        let are_sampled = self.sampled.len() == barriers.ranges.len();
        let Barriers { tracked, normal, .. } = *self.barriers;
        tracked
            && barriers.tracked
            && are_sampled
            && normal == barriers.normal
            && self.barriers.has_same_bounds(barriers)
    }

    /// Whether more changes are followed at the segment's start.
    fn follows_more(&self) -> bool {
        self.count < MOST && (self.in_window < MOST_IN_WINDOW || self.window_age >= WINDOW)
    }

    /// How long no more changes are followed from the segment's start on. Unit: s.
    fn follows_none_for(&self) -> f64 {
        if self.follows_more() {
            0.0
        } else if self.count < MOST {
            WINDOW - self.window_age
        } else {
            f64::INFINITY
        }
    }

    /// Counts a change at the segment's start.
    const fn count_change(&mut self) {
        self.count = self.count.saturating_add(1);
        if self.window_age >= WINDOW {
            (self.in_window, self.window_age) = (0, 0.0);
        }
        self.in_window = self.in_window.saturating_add(1);
    }

    /// The segment begins `passed` seconds later, `own` seconds of the entity's own time.
    pub(crate) fn pass(&mut self, passed: f64, own: f64) {
        if passed > 0.0 {
            self.is_freed = false;
            self.window_age += passed;
        }
        for coordinate in &mut self.coordinates {
            coordinate.pass(passed, own);
        }
    }

    /// The entity comes to rest from one place on another beside it, or beside it but for whole turns.
    pub(crate) fn come_to_rest(&mut self, from: V::Wide, to: V::Wide) {
        for coordinate in &mut self.coordinates {
            let axis = axis::Axis::of(&self.barriers, coordinate.index);
            let number = axis.number(to);
            coordinate.turn(V::turns(axis.number(from), number));
            coordinate.return_to(number);
        }
    }

    /// Nothing is kept on the target any more, which may be elsewhere.
    pub(crate) fn leave_target(&mut self) {
        for coordinate in &mut self.coordinates {
            coordinate.kept.take_if(|(bound, _)| *bound == Bound::Target);
        }
    }
}
