//! What users write: constructors, conversions, presets, scenes.

#![expect(clippy::cast_possible_truncation, reason = "components hold f32")]

mod constructors;
mod conversions;
mod presets;
mod properties;
mod reduced;
mod scenes;
mod wide;
