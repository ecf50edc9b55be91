//! Describes an invalid field of a component, for warnings and events.

use alloc::{borrow::Cow, format, string::String};

use bevy::ecs::change_detection::MaybeLocation;

/// An invalid field of a component.
pub(crate) struct Invalid {
    pub(crate) field: &'static str,
    pub(crate) value: String,
    /// The valid values, as a phrase that follows "expected".
    pub(crate) expected: Cow<'static, str>,
    /// The line of code that wrote the value, if Bevy tracks it.
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
