//! User interfaces: targets by state, nodes that leave, and nodes that glide to where the layout moves them.
#![allow(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../promises/app.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod app;
#[path = "../fuzz/random.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod random;
#[path = "../drag/stage.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod stage;

mod laid_out;
mod layout;
mod leaving;
mod random_layout;
mod states;
