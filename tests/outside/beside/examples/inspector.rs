//! Needs the feature `dev_tools`. Draws a cube on a spring, seen by a camera rig. bevy-inspector-egui shows all components of this crate,
//! and keeps edited numbers within their ranges.

use beside::inspector::ExactInspectorPlugin; // a file to be copied: tests/outside/beside/src/inspector.rs
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use bevy_inspector_egui::{bevy_egui::EguiPlugin, quick::WorldInspectorPlugin};

fn main() {
    let ours = (ExactMotionPlugin::default(), ExactCameraPlugin::default(), ExactDebugPlugin);
    let inspector = (EguiPlugin::default(), WorldInspectorPlugin::new(), ExactInspectorPlugin);
    App::new().add_plugins((DefaultPlugins, ours, inspector)).add_systems(Startup, (spawn, light)).run();
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colors: ResMut<Assets<StandardMaterial>>) {
    let mut look = |x, y, z, hue| {
        (Mesh3d(meshes.add(Cuboid::new(x, y, z))), MeshMaterial3d(colors.add(Color::hsv(hue, 0.7, 0.9))))
    };
    commands.spawn((Name::new("ground"), look(8.0, 0.2, 8.0, 220.0), Transform::from_xyz(0.0, -0.6, 0.0)));
    let motion = (Spring::new(6.0, 0.2), Target::new(Vec3::ZERO), Limits::at_least(Vec3::ZERO), TimeScale::new(1.0));
    let cube = (Name::new("cube"), look(1.0, 1.0, 1.0, 20.0), Transform::from_xyz(0.0, 2.0, 0.0));
    let cube = commands.spawn((cube, motion, Inspected)).id();
    // The camera shows an orbit around a pivot that follows the cube.
    let pivot = (Name::new("pivot"), Transform::default(), Follow::new(cube), Spring::critical(4.0));
    let shot = commands.spawn((Name::new("shot"), Orbit::new(0.6, 0.4, 9.0))).id();
    commands.spawn(pivot).add_child(shot);
    commands.spawn((Name::new("camera"), Camera3d::default(), ActiveShot::new(shot)));
}

fn light(mut commands: Commands) {
    let from = Transform::from_xyz(3.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((Name::new("light"), DirectionalLight::default(), from));
}
