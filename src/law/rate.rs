//! An `ExponentialRate`'s parameters, without its property.

use super::Displacement;
use crate::{
    math::{self, ExponentialRateError},
    space::{Space, length},
};

/// The fields of an [`ExponentialRate`](crate::ExponentialRate). A motion keeps them to detect a change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Rate<V: Space> {
    pub(crate) displacement: Displacement<V>,
    pub(crate) end_rate: f32,
    pub(crate) duration: f32,
    pub(crate) coasts: bool,
}

impl<V: Space> Rate<V> {
    /// Whether both have the same fields. NaN is the same as NaN; otherwise it would look like a new write every tick.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.displacement.same(&other.displacement)
            && self.end_rate.to_bits() == other.end_rate.to_bits()
            && self.duration.to_bits() == other.duration.to_bits()
            && self.coasts == other.coasts
    }

    /// Solves for the distance covered from `start`, as a function of time.
    pub(crate) fn solve_from(&self, start: V::Wide) -> Result<math::ExponentialRate, ExponentialRateError> {
        let distance = length(self.displacement.vector_from(start));
        if let Displacement::To(end) = self.displacement
            && !end.is_finite()
        {
            return Err(ExponentialRateError::NotFinite { name: "end", value: distance });
        }
        let (end_rate, duration) = (self.end_rate.into(), self.duration.into());
        // With a distance or a duration of 0 there is no exponential rate, but the intended motion is clear: a step.
        if self.end_rate >= 0.0 && (distance == 0.0 || duration == 0.0) {
            return math::ExponentialRate::step(distance, end_rate, duration);
        }
        math::ExponentialRate::over(distance, end_rate, duration)
    }
}
