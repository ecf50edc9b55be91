//! What limits and dry friction say, in the form that the engine uses.

use alloc::vec::Vec;

use super::{
    fling::Throw,
    limits::{Bounds, Limits},
};
use crate::{
    property::Property,
    space::{Space, Tangent, WideTangent, length},
};

/// What stops a motion, apart from its law.
#[derive(Clone, Debug, PartialEq)]
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

impl<V: Space> Default for Barriers<V> {
    fn default() -> Self {
        Self {
            ranges: Vec::new(),
            normal: None,
            at_target: false,
            tracked: false,
            restitution: 0.0,
            soft: SoftLaw::default(),
            returns: false,
            tolerance: 0.0,
            friction: 0.0,
            throw: None,
            dry: 0.0,
        }
    }
}

impl<V: Space> Barriers<V> {
    /// Takes what limits say. Error: the field that is invalid, and which values would be valid.
    pub(crate) fn set<P: Property<Value = V>>(
        &mut self,
        limits: &Limits<P>,
    ) -> Result<(), (&'static str, &'static str)> {
        let Limits { restitution, angular_frequency, damping_ratio, feed_forward, .. } = *limits;
        let in_range = |field, value: f32, range: core::ops::RangeInclusive<f32>, expected| {
            if range.contains(&value) { Ok(f64::from(value)) } else { Err((field, expected)) }
        };
        let at_least_zero = "finite and at least 0";
        let omega = in_range("Limits::angular_frequency", angular_frequency, 0.0..=f32::MAX, at_least_zero)?;
        let zeta = in_range("Limits::damping_ratio", damping_ratio, 0.0..=f32::MAX, at_least_zero)?;
        let share = in_range("Limits::feed_forward", feed_forward, 0.0..=1.0, "0 to 1")?;
        let damping = 2.0 * zeta * omega;
        self.soft = SoftLaw { k: omega * omega, c: damping, g: share * damping };
        self.restitution = in_range("Limits::restitution", restitution, 0.0..=1.0, "0 to 1")?;
        self.returns = limits.returns;
        self.at_target = limits.at_target;
        self.tracked = limits.tracked;
        if let Some(normal) = limits.normal {
            let wide = normal.widen();
            let size = length(wide);
            if !(normal.is_finite() && size > 0.0 && size.is_finite()) {
                return Err(("Limits::normal", "finite and not 0"));
            }
            self.normal = Some(wide * (1.0 / size));
        }
        let usable = if limits.normal.is_some() { V::NUMBERS.min(1) } else { V::NUMBERS };
        for index in 0..4 {
            let range = Range::of(limits, index)?;
            let is_bound = range.has_bounds();
            if is_bound && index >= usable {
                let expected = if V::NUMBERS == 0 {
                    "no bounds, where no number obeys a law of its own"
                } else {
                    "bounds for numbers that the value has; along a normal, the first alone"
                };
                return Err(("Limits", expected));
            }
            range.judge::<V>()?;
            if index < usable && (is_bound || limits.at_target) {
                self.ranges.push(range);
            }
        }
        if limits.at_target && usable == 0 {
            return Err(("Limits::at_target", "not where no number obeys a law of its own"));
        }
        Ok(())
    }
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

    /// The bounds of one number, which have to be finite.
    fn of<P: Property>(limits: &Limits<P>, index: usize) -> Result<Self, (&'static str, &'static str)> {
        let bound = |field, bounds: &Bounds| match bounds[index] {
            Some(bound) if !bound.is_finite() => Err((field, "finite")),
            bound => Ok(bound.map(f64::from)),
        };
        Ok(Self {
            index,
            lower: bound("Limits::lower", &limits.lower)?,
            soft_lower: bound("Limits::soft_lower", &limits.soft_lower)?,
            soft_upper: bound("Limits::soft_upper", &limits.soft_upper)?,
            upper: bound("Limits::upper", &limits.upper)?,
        })
    }

    pub(crate) const fn set_bounds(&mut self, [lower, soft_lower, soft_upper, upper]: [Option<f64>; 4]) {
        (self.lower, self.soft_lower, self.soft_upper, self.upper) = (lower, soft_lower, soft_upper, upper);
    }

    fn has_bounds(&self) -> bool {
        self.bounds().iter().any(Option::is_some)
    }

    /// Lower, soft lower, soft upper, upper.
    pub(crate) const fn bounds(&self) -> [Option<f64>; 4] {
        [self.lower, self.soft_lower, self.soft_upper, self.upper]
    }

    /// Whether the bounds leave something between them.
    fn judge<V: Space>(&self) -> Result<(), (&'static str, &'static str)> {
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
