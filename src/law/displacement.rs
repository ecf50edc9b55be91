//! The displacement or the end of an exponential rate.

use bevy::reflect::{Reflect, std_traits::ReflectDefault};

use crate::space::{Space, Tangent, WideTangent, shifted};

/// How far an [`ExponentialRate`](crate::ExponentialRate) takes the entity: over a displacement, or to a given end.
/// [`ExponentialRate::new`](crate::ExponentialRate::new) sets a displacement, and [`ExponentialRate::to`](crate::ExponentialRate::to) an
/// end.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{Displacement, prelude::*};
///
/// let ring = ExponentialRate::new(Vec3::X, 0.1, 2.0)?;
/// assert_eq!(ring.displacement, Displacement::Over(Vec3::X));
/// assert_eq!(ExponentialRate::to(Vec3::Y, 0.1, 2.0).displacement, Displacement::To(Vec3::Y));
/// # Ok::<(), bevy_exact_motion::math::ExponentialRateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Displacement<V: Space> {
    /// Over this displacement. The entity ends at its start plus the displacement, rounded to the value's type. Unit: property units.
    /// Range: finite.
    Over(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V::Tangent),
    /// To this value, along the shortest path if there are several. The entity ends on this value bit for bit, wherever it starts.
    /// Unit: property units. Range: finite.
    To(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))] V),
}

impl<V: Space> Default for Displacement<V> {
    /// `Over` a displacement of 0.
    fn default() -> Self {
        Self::Over(V::Tangent::default())
    }
}

impl<V: Space> Displacement<V> {
    /// The displacement from `start` to the end.
    pub(crate) fn vector_from(&self, start: V::Wide) -> WideTangent<V> {
        match self {
            Self::Over(displacement) => displacement.widen(),
            Self::To(end) => V::difference(end.widen(), start),
        }
    }

    /// The end of the path from `start`, rounded to the value's type.
    pub(crate) fn end_from(&self, start: V::Wide) -> V {
        match self {
            Self::Over(displacement) => V::narrow(V::offset(start, displacement.widen())),
            Self::To(end) => *end,
        }
    }

    /// The same displacement or end after the origin was shifted by `by`.
    pub(crate) fn shifted(self, by: WideTangent<V>) -> Self {
        match self {
            Self::Over(_) => self,
            Self::To(end) => Self::To(shifted(end, by)),
        }
    }

    /// Whether both are equal. Two values that are not finite count as equal; otherwise a NaN would look like a new write every tick.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Over(one), Self::Over(other)) => one == other || !(one.is_finite() || other.is_finite()),
            (Self::To(one), Self::To(other)) => one == other || !(one.is_finite() || other.is_finite()),
            _ => false,
        }
    }
}
