//! Limits, dry friction and throws of one motion: where the motion is relative to each of its bounds, and when that changes.
//!
//! A coordinate at a limit has a motion of its own: it is kept on a bound, or obeys the spring beyond it. Coordinates do not affect each
//! other, so the others move as if there were no limit.

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

pub(crate) use choose::{Chosen, Release, SnapChoice, SnapError};
pub(crate) use coordinate::{Coordinate, Regime};
pub(crate) use flight::Ended;
pub(crate) use line::Slide;
pub(crate) use rest::Remaining;

use super::ending::Ending;
use crate::{
    law::{Bound, barriers::Barriers, throw::Throw},
    space::{Space, WideTangent},
};

/// The largest number of changes that are followed within one [`WINDOW`], whatever the length of the tick.
const MAX_IN_WINDOW: u16 = 1000;

/// The period over which changes are counted. Unit: s.
const WINDOW: f64 = 1.0 / 64.0;

/// The largest number of changes that are followed within one tick or one forecast.
pub(crate) const MAX_CHANGES: u32 = 20_000;

/// Everything apart from the law that can stop a motion, and where the motion is relative to its bounds at the segment's start.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Contacts<V: Space> {
    pub(crate) barriers: Box<Barriers<V>>,
    /// The bounded coordinates, one for each range of [`barriers`](Self::barriers).
    pub(crate) coordinates: Vec<Coordinate>,
    /// The positions of moving bounds at their last sample, one entry for each coordinate.
    pub(crate) sampled: Vec<[Option<f64>; 4]>,
    /// The instant at which the bounds were last sampled. Unit: s after the last tick.
    pub(crate) sampled_at: f64,
    /// The throw that has begun.
    pub(crate) thrown: Option<Throw<V>>,
    /// Whether the throw of any coordinate was broken off, was replaced by a spring, or had to wait.
    pub(crate) is_broken: bool,
    /// How the throw has ended, until `take_ended_throw` takes this.
    pub(crate) ended: Option<Ended>,
    /// Where and when the throw has landed, until `take_ended_throw` takes this.
    pub(crate) landing: Option<Ending<V>>,
    /// The number of changes since the tick or the forecast began: contacts, stops and other events except the ends of exponential rates
    /// and turns of the target.
    pub(crate) count: u32,
    /// The number of changes since the window began.
    in_window: u16,
    /// The age of the window. Unit: s.
    window_age: f64,
    /// Whether dry friction has released the entity at the segment's start.
    pub(crate) is_freed: bool,
}

/// A contact that is to be reported.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Reached<V: Space> {
    pub(crate) index: usize,
    pub(crate) bound: Bound,
    /// The instant of the contact. Unit: s after the last tick.
    pub(crate) instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) place: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) before: WideTangent<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) after: WideTangent<V>,
}

impl<V: Space> Contacts<V> {
    /// The contacts for these barriers. They continue the throw and the moving bounds of `before`, if those are still the same.
    pub(crate) fn new(barriers: Box<Barriers<V>>, before: Option<Box<Self>>) -> Self {
        let before = match before.filter(|before| before.thrown == barriers.throw).map(|before| *before) {
            Some(before) if before.bounds_continue_as(&barriers) => {
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

    /// The greatest stiffness of the coordinates that have a motion of their own. Unit: 1/s².
    pub(crate) fn stiffness(&self) -> f64 {
        let stiffness = |coordinate: &Coordinate| match (coordinate.regime, coordinate.flight) {
            (Regime::Within, Some(flight::Flight::Spring { k, .. })) => k,
            (Regime::Within, _) => 0.0,
            _ => self.barriers.soft.k,
        };
        self.coordinates.iter().map(stiffness).fold(0.0, f64::max)
    }

    /// Whether these contacts already belong to `barriers`. `None` stands for no barriers.
    pub(crate) fn matches(&self, barriers: Option<&Barriers<V>>) -> bool {
        let is_over = self.thrown.is_some() && !self.has_flights();
        let Some(barriers) = barriers else { return is_over && !self.barriers.stops_anything() };
        let jumps = barriers.tracked && self.sampled.len() != barriers.ranges.len();
        // A throw that is over has no effect, whether its component has been removed or not.
        let same = if is_over && (barriers.throw.is_none() || barriers.throw == self.thrown) {
            self.barriers.without_throw().same(&barriers.without_throw())
        } else {
            self.barriers.same(barriers)
        };
        same && !jumps
    }

    /// Whether these bounds have been sampled, and `barriers` has the same set of bounds, perhaps at other positions.
    fn bounds_continue_as(&self, barriers: &Barriers<V>) -> bool {
        let are_sampled = self.sampled.len() == barriers.ranges.len();
        let Barriers { tracked, normal, .. } = *self.barriers;
        tracked
            && barriers.tracked
            && are_sampled
            && normal == barriers.normal
            && self.barriers.has_same_bounds(barriers)
    }

    /// Whether further changes may be followed at the segment's start.
    fn may_follow_more(&self) -> bool {
        self.count < MAX_CHANGES && (self.in_window < MAX_IN_WINDOW || self.window_age >= WINDOW)
    }

    /// How long after the segment's start further changes may be followed again. Unit: s.
    fn follow_delay(&self) -> f64 {
        if self.may_follow_more() {
            0.0
        } else if self.count < MAX_CHANGES {
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

    /// Moves the segment's start `passed` seconds later, which is `own_time` seconds of the entity's own time.
    pub(crate) fn pass(&mut self, passed: f64, own_time: f64) {
        if passed > 0.0 {
            self.is_freed = false;
            self.window_age += passed;
        }
        for coordinate in &mut self.coordinates {
            coordinate.pass(passed, own_time);
        }
    }

    /// Updates the coordinates for an entity that comes to rest at `to`, which is close to `from` except for whole turns.
    pub(crate) fn come_to_rest(&mut self, from: V::Wide, to: V::Wide) {
        for coordinate in &mut self.coordinates {
            let axis = axis::Axis::of(&self.barriers, coordinate.index);
            let position = axis.position(to);
            coordinate.turn(V::turns(axis.position(from), position));
            coordinate.return_to(position);
        }
    }

    /// Releases the coordinates that are kept on the target, because the target may have moved.
    pub(crate) fn release_from_target(&mut self) {
        for coordinate in &mut self.coordinates {
            coordinate.kept.take_if(|(bound, _)| *bound == Bound::Target);
        }
    }
}
