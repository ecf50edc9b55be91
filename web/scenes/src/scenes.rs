//! The scenes, included from their folders of examples. They are listed without a macro, because a module that a macro declares conflicts
//! with names from preludes.
#![allow(dead_code, unreachable_pub, reason = "a scene is a program of its own; its tests use parts of it")]

#[path = "../../../examples/camera_tour/main.rs"]
mod camera_tour;
#[path = "../../../examples/chase/main.rs"]
mod chase;
#[path = "../../../examples/explosion_ring/main.rs"]
mod explosion_ring;
#[path = "../../../examples/five_cameras/main.rs"]
mod five_cameras;
#[path = "../../../examples/fling/main.rs"]
mod fling;
#[path = "../../../examples/fountain/main.rs"]
mod fountain;
#[path = "../../../examples/frame_rate_independence/main.rs"]
mod frame_rate_independence;
#[path = "../../../examples/many_springs/main.rs"]
mod many_springs;
#[path = "../../../examples/menu/main.rs"]
mod menu;
#[path = "../../../examples/minimal/main.rs"]
mod minimal;
#[path = "../../../examples/network/main.rs"]
mod network;
#[path = "../../../examples/spring_lab/main.rs"]
mod spring_lab;
#[path = "../../../examples/stride/main.rs"]
mod stride;
#[path = "../../../examples/tail/main.rs"]
mod tail;
#[path = "../../../examples/third_person_camera/main.rs"]
mod third_person_camera;
#[path = "../../../examples/tune/main.rs"]
mod tune;
#[path = "../../../examples/ui_spring/main.rs"]
mod ui_spring;

/// Runs the scene of this name.
#[cfg(target_arch = "wasm32")]
pub(crate) fn run(name: &str) {
    match name {
        "camera_tour" => _ = camera_tour::main(),
        "chase" => _ = chase::main(),
        "explosion_ring" => _ = explosion_ring::main(),
        "five_cameras" => _ = five_cameras::main(),
        "fling" => _ = fling::main(),
        "fountain" => _ = fountain::main(),
        "frame_rate_independence" => _ = frame_rate_independence::main(),
        "many_springs" => _ = many_springs::main(),
        "menu" => _ = menu::main(),
        "minimal" => _ = minimal::stage::run(),
        "network" => _ = network::main(),
        "spring_lab" => _ = spring_lab::main(),
        "stride" => _ = stride::main(),
        "tail" => _ = tail::main(),
        "third_person_camera" => _ = third_person_camera::main(),
        "tune" => _ = tune::main(),
        "ui_spring" => _ = ui_spring::main(),
        _ => harness::platform::exit_with_error(&format!("there is no scene {name}")),
    }
}
