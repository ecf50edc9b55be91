//! Tests of the lines that show motions and of the panels that tune springs. They need the feature `dev_tools`, but no window.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

mod code;
mod fingers;
mod handles;
mod hostile;
mod lines;
mod panel;
mod stage;
