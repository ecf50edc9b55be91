//! Drags by pointers: Bevy's picking with simulated input, without a real window. The figures and pitfalls are those of `docs/gestures.md`.
#![expect(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod app;
mod stage;

mod ends;
mod list;
mod origin;
mod owner;
mod plane;
mod velocity;
