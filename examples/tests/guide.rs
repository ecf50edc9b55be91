//! The program in the guide's chapter on orbiting is a copy of `guide/camera.rs`, and does what the chapter says.

use std::time::Duration;

use bevy::{
    camera::visibility::calculate_bounds, input::mouse::AccumulatedMouseMotion, prelude::*, time::TimeUpdateStrategy,
};
use bevy_exact_motion::{camera::Pose, prelude::*};

#[expect(dead_code, reason = "its main opens a window")]
mod camera {
    include!("guide/camera.rs");

    pub(super) fn plugin(app: &mut App) {
        app.add_systems(Startup, spawn).add_systems(Update, turn).add_systems(FixedUpdate, avoid_walls);
    }
}

const CHAPTER: &str = include_str!("../../docs/guide/06_orbiting.md");
const CAMERA: &str = include_str!("guide/camera.rs");

/// Returns the chapter's first code block that is marked `rs`.
fn program() -> &'static str {
    let (_, rest) = CHAPTER.split_once("```rs\n").expect("the chapter should have a program");
    rest.split_once("```").expect("the block should end").0
}

#[test]
fn the_compiled_program_is_the_one_in_the_guide() {
    assert!(CAMERA.ends_with(program()), "guide/camera.rs should end with:\n{}", program());
}

/// Lines that are imports or contain only brackets do not count.
#[test]
fn the_camera_program_of_the_guide_has_at_most_25_lines() {
    let is_own = |line: &&str| line.chars().any(char::is_alphanumeric) && !line.starts_with("use ");
    let lines = program().lines().filter(is_own).count();
    assert!(lines <= 25, "{lines} lines");
}

/// Runs the program without a window. The mouse turns the boom into the wall and away from it.
#[test]
fn the_camera_stays_in_front_of_the_wall_and_looks_at_the_player() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)))
        .add_plugins(AssetPlugin::default())
        .init_asset::<Mesh>()
        .init_asset::<StandardMaterial>()
        .init_resource::<AccumulatedMouseMotion>()
        // Ray casts need the bounding boxes of visible entities.
        .add_systems(PostUpdate, calculate_bounds)
        .add_plugins(camera::plugin);
    app.register_required_components::<Mesh3d, Visibility>();
    let (mut before_the_wall, mut out_in_the_open, mut off) = (false, false, 0.0f32);
    for frame in 0..1000 {
        let is_turning = (300..500).contains(&frame);
        app.world_mut().resource_mut::<AccumulatedMouseMotion>().delta.x = if is_turning { 5.0 } else { 0.0 };
        app.update();
        if frame < 10 {
            continue;
        }
        let world = app.world_mut();
        let place = world.query_filtered::<&Pose, With<Orbit>>().single(world).expect("there is a camera").position;
        let view =
            world.query_filtered::<&Transform, With<Orbit>>().single(world).expect("there is a camera").forward();
        let mut players = world.query_filtered::<&Transform, (With<Mesh3d>, With<Velocity>)>();
        let player = players.single(world).expect("there is a player").translation;
        // The wall is 0.5 thick, centred on z = 4, and extends from x = 2 to 22. The margin of 0.1 in x is for the wall's edge, which is
        // found a tick after the boom has reached it; the camera moves by less than 0.1 in 3 ticks at 2 units/s.
        let beside = place.x < 2.1 || place.x > 22.0;
        assert!(beside || place.z < 3.75, "frame {frame}: the camera is in the wall or behind it, at {place}");
        before_the_wall |= !beside && place.z > 3.0;
        out_in_the_open |= place.distance(player) > 7.0;
        let seen = (player - place).normalize();
        off = off.max(view.angle_between(seen));
    }
    // The player leaves the middle of the picture while the wall shortens the boom. 0.2 rad is half the angle from the middle to an edge.
    assert!(off < 0.2, "the player was {off} rad from the middle of the picture");
    assert!(
        before_the_wall && out_in_the_open,
        "in front of the wall: {before_the_wall}, in the open: {out_in_the_open}"
    );
}
