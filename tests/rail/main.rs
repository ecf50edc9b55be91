//! Motion along curves, by their length.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

mod hostile;
mod nearest;
mod path;
mod stage;
