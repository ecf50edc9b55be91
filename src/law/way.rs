//! Where an exponential rate goes.

use bevy::reflect::{Reflect, std_traits::ReflectDefault};

use crate::space::{Space, Tangent, WideTangent, shifted};

/// Where an [`ExponentialRate`](crate::ExponentialRate) takes the entity from its place at the beginning. Its constructors `new` and `to`
/// write this.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let ring = ExponentialRate::new(Vec3::X, 0.1, 2.0)?;
/// assert_eq!(ring.way, Way::Over(Vec3::X));
/// assert_eq!(ExponentialRate::to(Vec3::Y, 0.1, 2.0).way, Way::To(Vec3::Y));
/// # Ok::<(), bevy_exact_motion::math::ExponentialRateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Way<V: Space> {
    /// Over this displacement; the entity ends on the f32 nearest to its start plus this. Unit: property units. Range: finite.
    Over(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V::Tangent),
    /// To this value, the shortest way if there are several; the entity ends on this value bit for bit, wherever it began. Unit: property
    /// units. Range: finite.
    To(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V),
}

impl<V: Space> Default for Way<V> {
    /// `Over` a displacement of 0.
    fn default() -> Self {
        Self::Over(V::Tangent::default())
    }
}

impl<V: Space> Way<V> {
    /// The difference from `start` to where the way ends.
    pub(crate) fn displacement(&self, start: V::Wide) -> WideTangent<V> {
        match self {
            Self::Over(displacement) => displacement.widen(),
            Self::To(end) => V::difference(end.widen(), start),
        }
    }

    /// Where the way ends from `start`, as a component stores it.
    pub(crate) fn end(&self, start: V::Wide) -> V {
        match self {
            Self::Over(displacement) => V::narrow(V::offset(start, displacement.widen())),
            Self::To(end) => *end,
        }
    }

    /// The same way after the world was shifted by `by`.
    pub(crate) fn shifted(self, by: WideTangent<V>) -> Self {
        match self {
            Self::Over(_) => self,
            Self::To(end) => Self::To(shifted(end, by)),
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
