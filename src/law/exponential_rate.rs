//! A displacement covered at an exponential rate, solved from its end.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::{
    math::{self, ExponentialRateError},
    property::{
        Property, TangentOf, Translation, Velocity,
        component::{clone, plain},
        newcomer::newcomer,
    },
    space::{Space, Tangent, length},
};

/// Covers a displacement in a duration, with a velocity that grows or decays exponentially to the end rate.
///
/// Starts with the velocity solved for it and contributes `c += λ` to `x'' = a − c x' − k (x − x_eq)` until its duration
/// is over. Acting alone, and not kicked meanwhile, it ends exactly on its end, bit for bit, inside a tick too; in company
/// its term ends there and position and velocity go on. Either way [`Finished`](crate::Finished) is told once and the
/// component is taken off. Insert it again to play it again, also while it plays.
///
/// # Special cases
///
/// How far it has come is in [`Motion`](crate::Motion). Inserted together with that, before it or after it (a rollback, a
/// clone, a world loaded), it goes on where that one was, and does not begin anew: until the next
/// [`Adopt`](crate::MotionSystems::Adopt). So whoever rolls back and then plays it again from the start in the same tick
/// inserts it after `Adopt`.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// // Starts fast, ends slow: 5 units up in 1.2 s, still moving at 0.1 units/s then.
/// let rise = ExponentialRate::<Translation>::over(5.0 * Vec3::Y, 0.1, 1.2)?;
/// // What cannot be is said, with what can.
/// let error = ExponentialRate::<Translation>::over(5.0 * Vec3::Y, -0.1, 1.2).unwrap_err();
/// assert!(error.to_string().contains("0.1"));
/// # Ok::<(), bevy_exact_motion::math::ExponentialRateError>(())
/// ```
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "TangentOf<P>: serde::Serialize", deserialize = "TangentOf<P>: serde::Deserialize<'de>"))
)]
#[require(Velocity<P>)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
pub struct ExponentialRate<P: Property = Translation> {
    /// From where the entity is when this is added to where it ends.
    /// Unit: property units. Range: finite. Default: 0.
    pub displacement: TangentOf<P>,
    /// The speed at the end, along the displacement.
    /// Unit: property units/s. Range: > 0, or 0 without displacement. Default: 0.
    pub end_rate: f32,
    /// How long it takes. Unit: s. Range: > 0, or 0 without displacement. Default: 0.
    pub duration: f32,
    /// What it does then. Default: it holds.
    pub at_end: AtEnd,
}

/// What an [`ExponentialRate`] that acts alone does when its duration is over. In company the other terms go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum AtEnd {
    /// It stands still on its end.
    #[default]
    Hold,
    /// It goes on with its end rate.
    Coast,
}

plain!(ExponentialRate { displacement, end_rate, duration, at_end });

impl<P: Property> Default for ExponentialRate<P> {
    fn default() -> Self {
        Self { displacement: TangentOf::<P>::default(), end_rate: 0.0, duration: 0.0, at_end: AtEnd::Hold }
    }
}

impl<P: Property> ExponentialRate<P> {
    /// Covers `displacement` (property units) in `duration` (s), moving along it at `end_rate` (property units/s) at the
    /// end.
    ///
    /// # Errors
    ///
    /// Where no exponential rate does that: see [`ExponentialRateError`].
    pub fn over(displacement: TangentOf<P>, end_rate: f32, duration: f32) -> Result<Self, ExponentialRateError> {
        let rate = Self { displacement, end_rate, duration, at_end: AtEnd::Hold };
        rate.solve().map(|_| rate)
    }

    /// The same, going on with its end rate when it is over.
    #[must_use]
    pub const fn then_coast(mut self) -> Self {
        self.at_end = AtEnd::Coast;
        self
    }

    /// Its profile along the displacement, from 0 to its length: `value(t)`, `rate(t)` at any time.
    ///
    /// # Errors
    ///
    /// As [`over`](Self::over), for fields that were changed since.
    pub fn solve(&self) -> Result<math::ExponentialRate, ExponentialRateError> {
        let distance = length(self.displacement.widen());
        math::ExponentialRate::over(distance, self.end_rate.into(), self.duration.into())
    }
}

/// The fields of an exponential rate, to notice a change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Rate<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) displacement: V::Tangent,
    pub(crate) end_rate: f32,
    pub(crate) duration: f32,
    pub(crate) at_end: AtEnd,
}

impl<V: Space> Rate<V> {
    /// By bits; two that are not finite count as the same, or a NaN would be a new write every tick.
    pub(crate) fn same(&self, other: &Self) -> bool {
        let displacements = [self.displacement, other.displacement];
        (displacements[0] == displacements[1] || !displacements.iter().any(|way| way.is_finite()))
            && self.end_rate.to_bits() == other.end_rate.to_bits()
            && self.duration.to_bits() == other.duration.to_bits()
            && self.at_end == other.at_end
    }

    pub(crate) fn of<P: Property<Value = V>>(rate: &ExponentialRate<P>) -> Self {
        let ExponentialRate { displacement, end_rate, duration, at_end } = *rate;
        Self { displacement, end_rate, duration, at_end }
    }
}
