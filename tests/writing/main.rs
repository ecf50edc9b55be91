//! What users write: constructors, conversions, presets, scenes.

#![expect(clippy::cast_possible_truncation, reason = "components hold f32")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "one app for all tests; each uses its part")]
mod app;
mod colors;
mod constructors;
mod conversions;
mod habits;
mod interface;
mod presets;
mod properties;
mod reduced;
mod scenes;
#[path = "../common/warnings.rs"]
mod warnings;
mod wide;
