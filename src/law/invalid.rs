//! A field that has no meaning, and why.

use alloc::{borrow::Cow, format, string::String};

use bevy::ecs::change_detection::MaybeLocation;

/// A field that has no meaning.
pub(crate) struct Invalid {
    pub(crate) field: &'static str,
    pub(crate) value: String,
    /// What would have one.
    pub(crate) expected: Cow<'static, str>,
    /// Who wrote it.
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
