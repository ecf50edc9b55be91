//! A model viewer: drag to turn the camera, drag with the right button to pan, use the wheel to zoom towards the pointer. Fingers work as well.

use bevy::prelude::*;
use bevy_exact_motion::{camera::OrbitControls, prelude::*};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .add_systems(Startup, spawn)
        .run();
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<StandardMaterial>>) {
    let material = materials.add(Color::srgb(0.3, 0.5, 0.9));
    commands.spawn((Mesh3d(meshes.add(Torus::new(0.6, 1.4))), MeshMaterial3d(material)));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(3.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y)));
    let range = OrbitRange { pitch: [-1.5, 1.5], distance: [2.0, 20.0], ..default() };
    let camera = (Camera3d::default(), Orbit::new(0.5, 0.5, 6.0), range, OrbitControls::default());
    // The point that the camera turns about. Its spring is as stiff as the camera's, so a zoom keeps what is under the pointer in place.
    let pivot = (Transform::default(), Visibility::default(), Spring::critical(12.0), Target::new(Vec3::ZERO));
    commands.spawn((pivot, children![camera]));
}
