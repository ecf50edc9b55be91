//! What pointers drag: Bevy's picking from its input on, without a window. Figures of GESTURES §7 and §11, pitfalls of §12.
#![expect(clippy::cast_possible_truncation, reason = "what is tested holds f32; the references are f64")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "one app for all tests; each uses its part")]
mod app;
mod stage;

mod ends;
mod list;
mod origin;
mod owner;
mod plane;
mod velocity;
