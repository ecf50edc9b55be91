//! The values last written to the components.

use crate::space::{Space, State};

/// A value and velocity as the components hold them. If a component holds anything else, user code has written it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Written<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) value: V,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) velocity: V::Tangent,
    /// Whether these are the values of one tick earlier, because the entity is drawn late.
    pub(crate) late: bool,
}

/// Whether a component holds the same value as before. Two values that are not finite count as the same. Otherwise a NaN, which differs
/// from itself, would count as a new write every time it is read.
#[inline]
pub(crate) fn is_same<V: Space>(value: V, before: V) -> bool {
    value.same(before) || !(value.is_finite() || before.is_finite())
}

/// Which components of an entity a write has changed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Changes {
    pub(crate) value: bool,
    pub(crate) velocity: bool,
}

impl<V: Space> Written<V> {
    /// The state, rounded as components store it.
    #[inline(always)]
    pub(crate) fn of(state: &State<V>) -> Self {
        Self { value: state.value(), velocity: state.tangent(), late: false }
    }
}
