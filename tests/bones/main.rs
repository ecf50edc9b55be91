//! Bones that swing, as the frames show them.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../fuzz/random.rs"]
#[expect(dead_code, reason = "shared with the fuzzer; this test uses a part of it")]
mod random;
#[path = "../common/warnings.rs"]
mod warnings;

mod changes;
mod colliders;
mod rates;
mod rest;
mod settings;
mod stage;
mod verlet;
mod written;
