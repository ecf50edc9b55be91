//! The scenes, compiled once for all tests.
#![allow(dead_code, unreachable_pub, reason = "a scene is a program; a test uses part of it")]

#[path = "../camera_tour/main.rs"]
pub(crate) mod camera_tour;

#[path = "../chase/main.rs"]
pub(crate) mod chase;

#[path = "../explosion_ring/main.rs"]
pub(crate) mod explosion_ring;

#[path = "../five_cameras/main.rs"]
pub(crate) mod five_cameras;

#[path = "../fling/main.rs"]
pub(crate) mod fling;

#[path = "../fountain/main.rs"]
pub(crate) mod fountain;

#[path = "../frame_rate_independence/main.rs"]
pub(crate) mod frame_rate_independence;

#[path = "../many_springs/main.rs"]
pub(crate) mod many_springs;

#[path = "../menu/main.rs"]
pub(crate) mod menu;

#[path = "../minimal/main.rs"]
pub(crate) mod minimal;

#[path = "../network/main.rs"]
pub(crate) mod network;

#[path = "../spring_lab/main.rs"]
pub(crate) mod spring_lab;

#[path = "../stride/main.rs"]
pub(crate) mod stride;

#[path = "../tail/main.rs"]
pub(crate) mod tail;

#[path = "../third_person_camera/main.rs"]
pub(crate) mod third_person_camera;

#[path = "../tune/main.rs"]
pub(crate) mod tune;

#[path = "../ui_spring/main.rs"]
pub(crate) mod ui_spring;
