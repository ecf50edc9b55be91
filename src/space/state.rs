//! The state of a motion, the law that it obeys, and that law's response over a step.

use super::{Space, Tangent, WideTangent};
use crate::math::{Increment, Integrals, Propagator};

/// Position and velocity at an instant, in f64. You need it only to implement [`Space`] for a type of your own.
///
/// It is in f64 because an f32 position would stop moving once a tick's increment is below the spacing of f32, and because rounding in each
/// tick would make the path depend on the tick rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct State<V: Space> {
    /// The position. Unit: property units.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub position: V::Wide,
    /// The velocity. Unit: property units/s.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub velocity: WideTangent<V>,
}

impl<V: Space> State<V> {
    /// The position, rounded as a component stores it.
    #[inline]
    pub(crate) fn value(&self) -> V {
        V::narrow(self.position)
    }

    /// The velocity, rounded as a component stores it.
    #[inline]
    pub(crate) fn tangent(&self) -> V::Tangent {
        V::Tangent::narrow(self.velocity)
    }

    /// The state after `change` is added to this one.
    #[inline(always)]
    pub(crate) fn plus(self, change: Increment<WideTangent<V>>) -> Self {
        Self { position: V::offset(self.position, change.position), velocity: self.velocity + change.velocity }
    }

    /// Returns this state, or `before` if components cannot hold this one: a motion that leaves the range of f32 stops at its last valid
    /// state.
    #[inline(always)]
    pub(crate) fn presentable_or(self, before: Self) -> Self {
        if V::is_presentable(&self) { self } else { before }
    }
}

/// The constants of `x'' = a − c x' − k (x − e) + g e'`, where `e` is the target. You need it only to implement [`Space`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct Law<V: Space> {
    /// Stiffness divided by mass, `ω²`. Unit: 1/s². Range: ≥ 0.
    pub k: f64,
    /// The sum of all damping. Unit: 1/s. Range: ≥ 0, except with an exponential rate that speeds up.
    pub c: f64,
    /// The part of the damping that acts relative to the target's velocity. Unit: 1/s. Range: 0 to `c`.
    pub g: f64,
    /// Constant acceleration. Unit: property units/s².
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub a: WideTangent<V>,
}

/// A law's response over a step. You need it only to implement [`Space`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The duration of the step. Unit: s.
    pub t: f64,
    /// The response to state and acceleration.
    pub propagator: Propagator,
    /// The response to a moving target; meaningless if the target is held.
    pub integrals: Integrals,
}

/// A step of a motion whose target is held (constant).
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct HeldStep<V: Space> {
    pub(crate) start: State<V>,
    pub(crate) target: V::Wide,
    pub(crate) law: Law<V>,
    pub(crate) response: Response,
}

impl<V: Space> HeldStep<V> {
    /// The state at the end of the step.
    #[inline(always)]
    pub(crate) fn end(&self) -> State<V> {
        if self.response.t == 0.0 {
            return self.start;
        }
        V::evolve(self.start, self.target, None, &self.law, &self.response)
    }
}
