//! Values that other code writes in each frame, and whose jumps are smoothed.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod app;
#[path = "../common/warnings.rs"]
mod warnings;

mod clips;
mod jumps;
mod network;
mod others_code;
mod rotations;
mod written;
