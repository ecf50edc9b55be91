//! Bones that swing, as the frames show them.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../common/warnings.rs"]
mod warnings;

mod colliders;
mod rates;
mod rest;
mod settings;
mod stage;
mod written;
