//! `Limits`, `DryFriction` and throws in the form in which motions use them.

use alloc::vec::Vec;

use super::throw::Throw;
use crate::space::{Space, WideTangent};

/// Everything besides the law that can stop a motion: bounds, dry friction and a throw.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Barriers<V: Space> {
    pub(crate) ranges: Vec<Range>,
    /// The unit vector along which the only range is measured. `None` if ranges are measured along the axes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) normal: Option<WideTangent<V>>,
    /// Whether the target is a hard bound as well.
    pub(crate) stops_at_target: bool,
    /// Whether the bounds move. Moving bounds are sampled once a tick.
    pub(crate) tracked: bool,
    /// The fraction of the speed that is kept in a bounce off a hard bound. Unit: 1. Range: 0 to 1.
    pub(crate) restitution: f64,
    pub(crate) soft: SoftLaw,
    /// Whether a coordinate that is found beyond a hard bound may stay there, instead of being put on the bound.
    pub(crate) allows_outside: bool,
    /// A coordinate that would bounce off a bound by less than this stays on the bound. Unit: property units.
    pub(crate) tolerance: f64,
    /// The rate of the viscous friction, which also acts beyond soft bounds. Unit: 1/s.
    pub(crate) friction: f64,
    /// The throw, if there is one.
    pub(crate) throw: Option<Throw<V>>,
    /// The deceleration of the dry friction. Unit: property units/s². Range: ≥ 0.
    pub(crate) dry: f64,
}

/// The bounds of one coordinate, or of the distance along a normal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Range {
    /// The coordinate's index.
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
    /// Whether both have the same kinds of bounds on the same coordinates, regardless of their values.
    pub(crate) fn has_same_bounds(&self, other: &Self) -> bool {
        let same_kinds = |(one, other): (&Range, &Range)| {
            let kinds = |range: &Range| range.bounds().map(|bound| bound.is_some());
            one.index == other.index && kinds(one) == kinds(other)
        };
        self.ranges.len() == other.ranges.len() && self.ranges.iter().zip(&other.ranges).all(same_kinds)
    }

    /// Whether both are equal, ignoring the values of bounds that move.
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
        self.dry > 0.0 || self.stops_at_target || self.ranges.iter().any(Range::has_bounds)
    }

    /// The same barriers without the throw and without the ranges that only the throw needs.
    pub(crate) fn without_throw(&self) -> Self {
        let is_needed = |range: &&Range| self.stops_at_target || range.has_bounds();
        Self { throw: None, ranges: self.ranges.iter().filter(is_needed).cloned().collect(), ..self.clone() }
    }

    /// Adds an unbounded range for every coordinate without a range, because a throw needs one for each.
    pub(crate) fn add_missing_ranges(&mut self) {
        for index in 0..V::COORDINATES {
            if self.ranges.get(index).is_none_or(|range| range.index != index) {
                self.ranges.insert(index, Range::unbounded(index));
            }
        }
    }
}

impl Range {
    const fn unbounded(index: usize) -> Self {
        Self { index, lower: None, soft_lower: None, soft_upper: None, upper: None }
    }

    pub(crate) const fn set_bounds(&mut self, [lower, soft_lower, soft_upper, upper]: [Option<f64>; 4]) {
        (self.lower, self.soft_lower, self.soft_upper, self.upper) = (lower, soft_lower, soft_upper, upper);
    }

    pub(super) fn has_bounds(&self) -> bool {
        self.bounds().iter().any(Option::is_some)
    }

    /// The bounds in the order lower, soft lower, soft upper, upper.
    pub(crate) const fn bounds(&self) -> [Option<f64>; 4] {
        [self.lower, self.soft_lower, self.soft_upper, self.upper]
    }

    /// The same range, with bounds that are too far out to count turns within a turn of 0, as values are.
    pub(super) fn reduced<V: Space>(mut self) -> Self {
        self.set_bounds(self.bounds().map(|bound| bound.map(V::reduced)));
        self
    }

    /// Checks that no lower bound is above the upper bound of the same kind. For a value that wraps around, also checks that both bounds
    /// exist or neither does, and that they are at most a turn apart. Returns the invalid field and the valid values as an error.
    pub(super) fn validate<V: Space>(&self) -> Result<(), (&'static str, &'static str)> {
        let pairs =
            [("Limits::lower", self.lower, self.upper), ("Limits::soft.lower", self.soft_lower, self.soft_upper)];
        for (field, lower, upper) in pairs {
            match (lower, upper) {
                (Some(lower), Some(upper)) if lower > upper => return Err((field, "at most the upper bound")),
                (Some(lower), Some(upper)) if V::WRAPS && upper - lower > core::f64::consts::TAU => {
                    return Err((field, "at most a turn below the upper bound"));
                }
                (Some(_), None) | (None, Some(_)) if V::WRAPS => {
                    return Err((field, "both bounds, because the value wraps around"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The middle between the two soft bounds, or between the two hard bounds if a soft one is missing. `None` if neither pair is complete.
    pub(crate) fn middle(&self) -> Option<f64> {
        let (lower, upper) = self.soft_lower.zip(self.soft_upper).or(self.lower.zip(self.upper))?;
        Some(lower + (upper - lower) / 2.0)
    }
}
