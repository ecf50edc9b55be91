//! An exponential rate as the engine plays it.

use bevy::prelude::*;

use super::Way;
use crate::{
    math::{self, ExponentialRateError},
    space::{Space, length},
};

/// What an entity does when the duration of its [`ExponentialRate`](crate::ExponentialRate) is over. If other terms act on the entity, they go on, and this has
/// no effect. The example of [`ExponentialRate`](crate::ExponentialRate) uses [`Coast`](Self::Coast).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum AtEnd {
    /// The entity stands still on the end.
    #[default]
    Hold,
    /// The entity goes on with the end rate.
    Coast,
}

/// The fields of an exponential rate, to notice a change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Rate<V: Space> {
    pub(crate) way: Way<V>,
    pub(crate) end_rate: f32,
    pub(crate) duration: f32,
    pub(crate) at_end: AtEnd,
}

impl<V: Space> Rate<V> {
    /// Whether nothing was changed.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.way.same(&other.way)
            && self.end_rate.to_bits() == other.end_rate.to_bits()
            && self.duration.to_bits() == other.duration.to_bits()
            && self.at_end == other.at_end
    }

    /// Its profile along the way from `start`.
    pub(crate) fn solve_from(&self, start: V::Wide) -> Result<math::ExponentialRate, ExponentialRateError> {
        let distance = length(self.way.displacement(start));
        if let Way::To(end) = self.way
            && !end.is_finite()
        {
            return Err(ExponentialRateError::NotFinite { name: "end", value: distance });
        }
        let (end_rate, duration) = (self.end_rate.into(), self.duration.into());
        // To where it is already, or in no time: no rate leads there, but what is meant is clear.
        if self.end_rate >= 0.0 && (distance == 0.0 || duration == 0.0) {
            return math::ExponentialRate::step(distance, end_rate, duration);
        }
        math::ExponentialRate::over(distance, end_rate, duration)
    }
}
