//! The API that users write against: constructors, conversions, presets, properties and scenes.

#![expect(clippy::cast_possible_truncation, reason = "components hold f32")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod app;
mod bevys_properties;
mod colors;
mod constructors;
mod conversions;
mod f64_values;
mod node_lengths;
mod node_transforms;
mod presets;
mod properties;
mod reduced_motion;
mod repeated_writes;
mod scenes;
#[path = "../common/warnings.rs"]
mod warnings;
