//! The scenes that these tests use.
#![allow(dead_code, unreachable_pub, reason = "a scene is a program; a test uses part of it")]

#[path = "../minimal/main.rs"]
pub(crate) mod minimal;

#[path = "../third_person_camera/main.rs"]
pub(crate) mod third_person_camera;
