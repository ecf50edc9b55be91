//! Tests of the claims of the README and the guide, and of the two scenes that a reader runs first.

mod guide;
mod readme;
#[path = "first_scenes.rs"]
mod scenes;
mod third_person_camera;
