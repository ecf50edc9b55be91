//! What limits and dry friction say, in the form that the engine uses.

use alloc::vec::Vec;

use super::throw::Throw;
use crate::space::{Space, WideTangent};

/// What stops a motion, apart from its law.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Barriers<V: Space> {
    pub(crate) ranges: Vec<Range>,
    /// The direction that the one range is along, of length 1; none where ranges are along the axes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) normal: Option<WideTangent<V>>,
    pub(crate) at_target: bool,
    /// Whether the bounds move: where they are is sampled once a tick.
    pub(crate) tracked: bool,
    /// The share of speed that a hard bound gives back. Unit: 1. Range: 0 to 1.
    pub(crate) restitution: f64,
    pub(crate) soft: SoftLaw,
    /// Whether a number that is found beyond a hard bound goes on until it is back.
    pub(crate) returns: bool,
    /// A number that would rise by less stays on a bound. Unit: property units.
    pub(crate) tolerance: f64,
    /// The damping that also acts beyond a soft bound. Unit: 1/s.
    pub(crate) friction: f64,
    /// The throw, if there is one.
    pub(crate) throw: Option<Throw<V>>,
    /// The deceleration by dry friction. Unit: property units/s². Range: ≥ 0.
    pub(crate) dry: f64,
}

/// The bounds of one number, or of the way along a direction.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Range {
    /// Which number.
    pub(crate) index: usize,
    pub(crate) lower: Option<f64>,
    pub(crate) soft_lower: Option<f64>,
    pub(crate) soft_upper: Option<f64>,
    pub(crate) upper: Option<f64>,
}

/// The spring beyond soft bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SoftLaw {
    /// Stiffness. Unit: 1/s².
    pub(crate) k: f64,
    /// Damping. Unit: 1/s.
    pub(crate) c: f64,
    /// The part of the damping that acts relative to the bound. Unit: 1/s.
    pub(crate) g: f64,
}

impl<V: Space> Barriers<V> {
    /// Whether there are bounds in the same places.
    pub(crate) fn has_same_bounds(&self, other: &Self) -> bool {
        let alike = |(one, other): (&Range, &Range)| {
            let there = |range: &Range| range.bounds().map(|bound| bound.is_some());
            one.index == other.index && there(one) == there(other)
        };
        self.ranges.len() == other.ranges.len() && self.ranges.iter().zip(&other.ranges).all(alike)
    }

    /// Whether both say the same; where the bounds move, wherever they are.
    pub(crate) fn same(&self, other: &Self) -> bool {
        if !(self.tracked && other.tracked) {
            return self == other;
        }
        self.has_same_bounds(other) && *self == Self { ranges: self.ranges.clone(), ..other.clone() }
    }
}

impl<V: Space> Barriers<V> {
    /// Whether there are bounds or dry friction.
    pub(crate) fn stops_anything(&self) -> bool {
        self.dry > 0.0 || self.at_target || self.ranges.iter().any(Range::has_bounds)
    }

    /// The same without a throw, and without the ranges that only the throw needs.
    pub(crate) fn without_throw(&self) -> Self {
        let is_needed = |range: &&Range| self.at_target || range.has_bounds();
        Self { throw: None, ranges: self.ranges.iter().filter(is_needed).cloned().collect(), ..self.clone() }
    }

    /// Adds a range for every number that has none, because it has no bounds.
    pub(crate) fn fill(&mut self) {
        for index in 0..V::NUMBERS {
            if self.ranges.get(index).is_none_or(|range| range.index != index) {
                self.ranges.insert(index, Range::free(index));
            }
        }
    }
}

impl Range {
    const fn free(index: usize) -> Self {
        Self { index, lower: None, soft_lower: None, soft_upper: None, upper: None }
    }

    pub(crate) const fn set_bounds(&mut self, [lower, soft_lower, soft_upper, upper]: [Option<f64>; 4]) {
        (self.lower, self.soft_lower, self.soft_upper, self.upper) = (lower, soft_lower, soft_upper, upper);
    }

    pub(super) fn has_bounds(&self) -> bool {
        self.bounds().iter().any(Option::is_some)
    }

    /// Lower, soft lower, soft upper, upper.
    pub(crate) const fn bounds(&self) -> [Option<f64>; 4] {
        [self.lower, self.soft_lower, self.soft_upper, self.upper]
    }

    /// Whether the bounds leave something between them.
    pub(super) fn judge<V: Space>(&self) -> Result<(), (&'static str, &'static str)> {
        let pairs =
            [("Limits::lower", self.lower, self.upper), ("Limits::soft_lower", self.soft_lower, self.soft_upper)];
        for (field, lower, upper) in pairs {
            match (lower, upper) {
                (Some(lower), Some(upper)) if lower > upper => return Err((field, "at most the upper bound")),
                (Some(lower), Some(upper)) if V::GOES_ROUND && upper - lower > core::f64::consts::TAU => {
                    return Err((field, "at most a turn below the upper bound"));
                }
                (Some(_), None) | (None, Some(_)) if V::GOES_ROUND => {
                    return Err((field, "both bounds, where values go round in turns"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The middle between the bounds, where there are two.
    pub(crate) fn middle(&self) -> Option<f64> {
        let (lower, upper) = self.soft_lower.zip(self.soft_upper).or(self.lower.zip(self.upper))?;
        Some(lower + (upper - lower) / 2.0)
    }
}
