//! Where an exponential rate goes.

use bevy::reflect::{Reflect, std_traits::ReflectDefault};

use crate::space::{Space, Tangent, WideTangent};

/// Where an [`ExponentialRate`](crate::ExponentialRate) goes from where the entity is when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Way<V: Space> {
    /// So far from there; it ends on the f32 nearest to that. Unit: property units. Range: finite.
    Over(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V::Tangent),
    /// To this value, the short way where there are several; it ends on its bits, wherever it began. Unit: property units.
    /// Range: finite.
    To(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V),
}

impl<V: Space> Default for Way<V> {
    /// None: `Over` 0.
    fn default() -> Self {
        Self::Over(V::Tangent::default())
    }
}

impl<V: Space> Way<V> {
    /// From `start` to where it ends.
    pub(crate) fn displacement(&self, start: V::Wide) -> WideTangent<V> {
        match self {
            Self::Over(displacement) => displacement.widen(),
            Self::To(end) => V::difference(end.widen(), start),
        }
    }

    /// Where it ends from `start`, as a component stores it.
    pub(crate) fn end(&self, start: V::Wide) -> V {
        match self {
            Self::Over(displacement) => V::narrow(V::offset(start, displacement.widen())),
            Self::To(end) => *end,
        }
    }

    /// By bits; two that are not finite count as the same, or a NaN would be a new write every tick.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Over(one), Self::Over(other)) => one == other || !(one.is_finite() || other.is_finite()),
            (Self::To(one), Self::To(other)) => one == other || !(one.is_finite() || other.is_finite()),
            _ => false,
        }
    }
}
