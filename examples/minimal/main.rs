//! A cube that drives, and a camera that follows it on a spring: README's first program, word for word.
//!
//! **What you see.** The camera starts on its target, falls behind until it is as fast as the cube, and stays that far
//! behind: 2 ζ u/ω. Space turns the cube to its left; the camera swings after it and never jumps.
//!
//! **What it teaches.** The least there is: a plugin, something with a [`Velocity`], something else with a [`Spring`] that
//! [`Follow`]s it. Only the harness is not in README: it stands in for `DefaultPlugins` and `run`, so that the program
//! also runs where there is no display.
//!
//! **Source.** The camera is the first one of "Damped Springs" (2012).
//!
//! **Read next.** The example `third_person_camera`, which makes a game's camera of this.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use harness::Harness;
use harness::hud::Help;
use harness::script::{Script, tap};
use harness::trace::{Sample, trace};

const ABOUT: &str = "A cube that drives, and a camera that follows it on a spring.";
const HELP: Help = Help(&[("Space", "turn left")]);

fn main() -> AppExit {
    let script = Script::new([tap(KeyCode::Space, 2.5), tap(KeyCode::Space, 4.0), tap(KeyCode::Space, 5.0)].concat());
    let harness = Harness::from_command_line("minimal", ABOUT, script).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// The whole scene, for this run of it.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(ClearColor(Color::srgb(0.7, 0.85, 0.95)))
        .add_systems(Startup, spawn)
        .add_systems(Update, turn)
        .insert_resource(HELP);
    trace(&mut app, sample);
    app
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<StandardMaterial>>) {
    let mut cuboid =
        |size: Vec3, color: Color| (Mesh3d(meshes.add(Cuboid::from_size(size))), MeshMaterial3d(materials.add(color)));
    let behind = Vec3::new(0.0, 3.0, 8.0);
    let player = commands.spawn((cuboid(Vec3::ONE, Color::srgb(0.9, 0.3, 0.2)), Velocity::new(6.0 * Vec3::NEG_Z))).id();
    commands.spawn((
        (Camera3d::default(), Transform::from_translation(behind).looking_at(Vec3::Y, Vec3::Y)),
        (Spring::critical(5.0), Follow::new(player).with_offset(behind)),
    ));
    // Light, a ground, and stones to drive past.
    let light = DirectionalLight { shadow_maps_enabled: true, ..default() };
    commands.spawn((light, Transform::from_xyz(4.0, 8.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    let ground = cuboid(Vec3::new(800.0, 1.0, 800.0), Color::srgb(0.4, 0.6, 0.4));
    commands.spawn((ground, Transform::from_xyz(0.0, -1.0, 0.0)));
    let stone = cuboid(Vec3::splat(0.5), Color::srgb(0.9, 0.9, 0.8));
    for (i, j) in (-20..20).flat_map(|i| (-20..20).map(move |j| (i, j))) {
        commands.spawn((stone.clone(), Transform::from_xyz(6.0 * i as f32 + 3.0, -0.3, 6.0 * j as f32)));
    }
}

fn turn(keys: Res<ButtonInput<KeyCode>>, mut player: Single<&mut Velocity, Without<Follow>>) {
    if keys.just_pressed(KeyCode::Space) {
        player.0 = Vec3::Y.cross(player.0);
    }
}

/// What `--trace` writes.
fn sample(
    cube: Single<(&Transform, &Velocity), Without<Follow>>,
    camera: Single<(&Transform, &Velocity), With<Follow>>,
) -> [Sample; 2] {
    let row = |name, (transform, velocity): (&Transform, &Velocity)| Sample {
        name,
        position: transform.translation,
        velocity: velocity.0,
    };
    [row("cube", *cube), row("camera", *camera)]
}
