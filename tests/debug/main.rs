//! What is drawn of motions, and what a panel tunes: with the feature `debug`, without a window.
#![allow(clippy::cast_possible_truncation, reason = "what is tested holds f32; the references are f64")]

mod code;
mod fingers;
mod handles;
mod hostile;
mod lines;
mod panel;
mod stage;
