//! Sequences of steps.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod app;
#[path = "../common/warnings.rs"]
mod warnings;

mod attacks;
mod ends;
mod observers;
mod paths;
mod seek;
mod steps;
mod timeline;
