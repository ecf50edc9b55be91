//! Tests of cameras. Composed poses are on the closed form at every tick rate and in every frame.
#![expect(clippy::cast_possible_truncation, reason = "tested values are f32; the references are f64")]

#[path = "../common/ambiguity.rs"]
mod ambiguity;
#[path = "../promises/app.rs"]
#[allow(dead_code, unused_macros, unused_imports, reason = "shared with other binaries")]
mod app;
mod attach;
mod attach_attacks;
mod attach_cameras;
mod attach_worlds;
mod attachments;
mod attacks;
mod beginnings;
mod blend;
mod chains;
mod compare_poses;
mod confiner;
mod controls;
#[cfg(feature = "serialize")]
mod crafted_saves;
mod disabling;
mod every_frame;
mod first_casts;
mod followers_of_cameras;
mod foreign_shots;
mod group;
mod group_with_walls;
mod interrupted;
mod invalid_numbers;
mod late_components;
mod look;
mod look_teleports;
mod loops;
mod measurements;
mod orbit;
mod parents;
mod paused;
mod pitfalls;
mod presentation;
mod presets;
#[cfg(feature = "serialize")]
#[path = "../fuzz/random.rs"]
#[allow(dead_code, reason = "shared with the fuzzer")]
mod random;
mod random_walls;
mod recipes;
mod recipes_2d;
mod recoveries;
mod reference;
mod removed_components;
mod repeated_mistakes;
mod rig;
mod rollback;
mod same_path;
#[cfg(feature = "serialize")]
mod saved;
mod shake;
mod shown_shots;
mod stage;
mod start;
mod steep_views;
mod views;
mod wall;
#[path = "../common/warnings.rs"]
mod warnings;
mod worlds;
mod zone_dynamics;
