//! Limits and dry friction of one motion: where it is with each of them, and when that changes.
//!
//! A number at a limit has a motion of its own: it is kept on a bound, or obeys the spring beyond it. The law is the same in
//! every direction, so all else goes on as if there were no limit.

mod begin;
mod coordinate;
mod evaluate;
mod line;
mod resolve;
mod rest;
mod sample;
mod search;
mod shift;

use alloc::{boxed::Box, vec::Vec};

pub(crate) use coordinate::Coordinate;
pub(crate) use line::Slide;
pub(crate) use rest::Unended;
pub(crate) use search::Change;

use crate::{
    law::{Bound, barriers::Barriers},
    space::{Space, WideTangent},
};

/// Changes that are followed within one tick.
const MOST: u16 = 1000;

/// What stops a motion, and where it is with that at the segment's start.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Contacts<V: Space> {
    pub(crate) barriers: Box<Barriers<V>>,
    /// One for each range.
    pub(crate) coordinates: Vec<Coordinate>,
    /// Where bounds that move were when they were last sampled, one for each coordinate.
    pub(crate) sampled: Vec<[Option<f64>; 4]>,
    /// When that was. Unit: s after the last tick.
    pub(crate) sampled_at: f64,
    /// Changes since the tick began.
    pub(crate) count: u16,
    /// Dry friction lets it go just now.
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
    pub(crate) const fn new(barriers: Box<Barriers<V>>) -> Self {
        Self { barriers, coordinates: Vec::new(), sampled: Vec::new(), sampled_at: 0.0, count: 0, is_freed: false }
    }

    /// The stiffness that acts beyond a soft bound where it is beyond one. Unit: 1/s².
    pub(crate) fn stiffness(&self) -> f64 {
        let is_beyond = self.coordinates.iter().any(|coordinate| coordinate.regime != coordinate::Regime::Within);
        if is_beyond { self.barriers.soft.k } else { 0.0 }
    }

    /// Whether they say what these barriers do.
    pub(crate) fn obey(&self, barriers: &Barriers<V>) -> bool {
        self.barriers.same(barriers) && !(barriers.tracked && self.sampled.is_empty())
    }

    /// Whether more changes are followed in this tick.
    const fn follows_more(&self) -> bool {
        self.count < MOST
    }

    /// The segment begins `passed` seconds later.
    pub(crate) fn pass(&mut self, passed: f64) {
        if passed > 0.0 {
            self.is_freed = false;
        }
        for coordinate in &mut self.coordinates {
            coordinate.pass(passed);
        }
    }

    /// It comes to rest from one place on another beside it, or beside it but for whole turns.
    pub(crate) fn come_to_rest(&mut self, from: V::Wide, to: V::Wide) {
        for coordinate in &mut self.coordinates {
            let axis = coordinate::Axis::of(&self.barriers, coordinate.index);
            let number = axis.number(to);
            coordinate.turn(V::turns(axis.number(from), number));
            coordinate.return_to(number);
        }
    }

    /// What it is aimed at may be elsewhere.
    pub(crate) fn leave_target(&mut self) {
        for coordinate in &mut self.coordinates {
            coordinate.kept.take_if(|(bound, _)| *bound == Bound::Target);
        }
    }
}
