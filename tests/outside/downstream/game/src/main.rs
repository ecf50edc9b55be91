//! Runs a game for one second: springs move a door, a turret (through a custom property) and a camera.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{camera::Pose, prelude::*, property};

/// A component of the game, with a field that moves.
#[derive(Component)]
struct Turret {
    yaw: f32,
}

property!(Yaw: Turret.yaw as Angle);

fn main() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .register_motion::<Yaw>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)))
        .insert_resource(Time::<Fixed>::from_duration(Duration::from_millis(20)));
    let world = app.world_mut();
    let door = world.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::Y))).id();
    let aim = (Spring::critical(8.0).on::<Yaw>(), Target::<Yaw>::of(Angle(1.0)));
    let turret = world.spawn((Turret { yaw: 0.0 }, aim)).id();
    let pivot = world.spawn((Transform::default(), Spring::critical(8.0), Follow::new(door))).id();
    let camera = world.spawn((ChildOf(pivot), Orbit::new(0.0, 0.0, 8.0), LookAt::new(door))).id();
    for _ in 0..=50 {
        app.update(); // no time passes in the first update
    }
    // The response of a critically damped spring after one second: 1 − (1 + ω t) e^(−ω t).
    let response = 1.0 - 9.0 * (-8.0f64).exp() as f32;
    let height = app.world().get::<Transform>(door).expect("the door should exist").translation.y;
    let yaw = app.world().get::<Turret>(turret).expect("the turret should exist").yaw;
    let distance = app.world().get::<Pose>(camera).expect("the camera should exist").position.distance(Vec3::ZERO);
    println!("the door is {height} up, the turret {yaw} round, the camera {distance} away");
    assert_eq!(height, response);
    assert!((yaw - response).abs() < 1e-6);
    assert!((7.9..8.2).contains(&distance));
}
