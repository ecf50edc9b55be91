//! Tests of the claims of the README and the guide, of the two scenes that a reader runs first, and of the properties that the guide lists.

mod bevys_properties;
mod guide;
mod readme;
#[path = "first_scenes.rs"]
mod scenes;
mod third_person_camera;
mod ui_properties;
