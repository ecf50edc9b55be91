//! What was last written to the world.

use crate::space::{Space, State};

/// A value and velocity as they stand in the components. Anything else found there is a user's write.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Written<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) value: V,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) velocity: V::Tangent,
    /// Whether they are those of an earlier instant: drawn one tick late.
    pub(crate) late: bool,
}

/// Whether a component holds the same value as before. Two values that are not finite count as the same: a NaN, which differs from itself,
/// would be a write every time it is looked at.
#[inline]
pub(crate) fn is_same<V: Space>(value: V, before: V) -> bool {
    value.same(before) || !(value.is_finite() || before.is_finite())
}

/// Which of an entity's components a write has changed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Changes {
    pub(crate) value: bool,
    pub(crate) velocity: bool,
}

impl<V: Space> Written<V> {
    /// A state, rounded.
    #[inline(always)]
    pub(crate) fn of(state: &State<V>) -> Self {
        Self { value: state.value(), velocity: state.tangent(), late: false }
    }
}
