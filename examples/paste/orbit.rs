//! A camera that orbits a point: drag to turn it, use the mouse wheel to zoom.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, orbit)
        .run();
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<StandardMaterial>>) {
    let material = materials.add(Color::srgb(0.3, 0.5, 0.9));
    commands.spawn((Mesh3d(meshes.add(Torus::new(0.6, 1.4))), MeshMaterial3d(material)));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(3.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y)));
    // Without a parent the camera orbits the origin; as the child of an entity it orbits that entity.
    let range = OrbitRange { pitch: [-1.5, 1.5], distance: [2.0, 20.0], ..default() };
    commands.spawn((Camera3d::default(), Orbit::new(0.5, 0.5, 6.0), range));
}

fn orbit(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    mut input: Single<&mut OrbitInput>,
) {
    if buttons.pressed(MouseButton::Left) {
        input.turn += 0.006 * Vec2::new(-motion.delta.x, motion.delta.y);
    }
    let step = if scroll.unit == MouseScrollUnit::Line { 0.15 } else { 0.0015 };
    input.zoom -= step * scroll.delta.y;
}
