//! Lines that show motions, and panels that tune springs. They need the feature `dev_tools`, and no window.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

mod code;
mod fingers;
mod handles;
mod hostile;
mod lines;
mod panel;
mod stage;
