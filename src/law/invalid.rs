//! An invalid field, and why it is invalid.

use alloc::{borrow::Cow, format, string::String};

use bevy::ecs::change_detection::MaybeLocation;

/// A field that is invalid.
pub(crate) struct Invalid {
    pub(crate) field: &'static str,
    pub(crate) value: String,
    /// Which values would be valid.
    pub(crate) expected: Cow<'static, str>,
    /// The line of code that wrote the value, where the engine tracks that.
    pub(crate) by: MaybeLocation,
}

impl Invalid {
    pub(crate) fn new(
        field: &'static str,
        value: impl core::fmt::Debug,
        expected: impl Into<Cow<'static, str>>,
        by: MaybeLocation,
    ) -> Self {
        Self { field, value: format!("{value:?}"), expected: expected.into(), by }
    }
}
