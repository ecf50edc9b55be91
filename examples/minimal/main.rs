//! A player in a yard, and a camera that orbits, avoids the walls and looks at the player, in 55 lines.
//!
//! **What you see.** The camera is on a boom behind the player, and the mouse turns it around the player. A wall behind the camera
//! shortens the boom. The player slides along the walls.
//!
//! **Keys.** W A S D walk, relative to the camera's view; the mouse turns the camera.
//!
//! **What it teaches.** A third-person camera needs two entities: a pivot that [`Follow`]s the player on a [`Spring`], and a child of the
//! pivot with an [`Orbit`], an [`Obstruction`] and a [`LookAt`]. Systems of the game write the mouse motion to [`OrbitInput`], and the
//! first wall on the ray to [`Obstruction`]. The `DefaultPlugins` are those of `stage.rs`, so that the program can also run without a
//! display.
//!
//! **Source.** The first camera of "Damped Springs" (2012), here on a boom.
//!
//! **Read next.** The example `camera_tour`, which shows all camera components, then `third_person_camera`, the camera of a game.

pub(crate) mod stage;

use stage::DefaultPlugins;

use bevy::{input::mouse::AccumulatedMouseMotion, prelude::*};
use bevy_exact_motion::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .add_systems(Startup, (build, spawn_camera).chain())
        .add_systems(Update, (walk, look))
        .add_systems(FixedUpdate, avoid_walls)
        .run();
}

fn spawn_camera(player: Single<Entity, With<Velocity>>, mut commands: Commands) {
    let pivot = (Transform::default(), Visibility::default(), Follow::new(*player).with_offset(Vec3::Y));
    let look = LookAt { feed_forward: 1.0, ..LookAt::new(*player) };
    let camera = (Camera3d::default(), Orbit::new(0.6, 0.2, 8.0), Obstruction::default(), look);
    commands.spawn((pivot, Spring::critical(12.0), StartOnTarget, children![camera]));
}

fn look(mouse: Res<AccumulatedMouseMotion>, mut input: Single<&mut OrbitInput>) {
    input.turn += 0.004 * Vec2::new(-mouse.delta.x, mouse.delta.y);
}

fn avoid_walls(mut rays: MeshRayCast, player: Single<Entity, With<Limits>>, mut camera: Single<&mut Obstruction>) {
    let is_other = |entity| entity != *player;
    let settings = MeshRayCastSettings::default().with_filter(&is_other).with_visibility(RayCastVisibility::Visible);
    let hit = rays.cast_ray(camera.ray, &settings).first();
    camera.hit = hit.map(|(_, hit)| BoomHit::new(hit.distance, hit.normal));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, camera: Single<&Orbit>, mut player: Single<&mut Velocity, With<Limits>>) {
    let axis = |plus, minus| f32::from(keys.pressed(plus)) - f32::from(keys.pressed(minus));
    let direction = Vec3::new(axis(KeyCode::KeyD, KeyCode::KeyA), 0.0, axis(KeyCode::KeyS, KeyCode::KeyW));
    player.0 = 6.0 * (Quat::from_rotation_y(camera.yaw) * direction.normalize_or_zero());
}

fn build(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<StandardMaterial>>) {
    let mut block = |size: Vec3, place: Vec3, color: Color| {
        let material = MeshMaterial3d(materials.add(color));
        (Mesh3d(meshes.add(Cuboid::from_size(size))), material, Transform::from_translation(place))
    };
    let player = block(Vec3::new(0.8, 1.6, 0.8), 0.8 * Vec3::Y, Color::srgb(0.9, 0.3, 0.2));
    let inside = Limits::between(Vec3::new(-9.4, 0.0, -9.4), Vec3::new(9.4, 5.0, 9.4));
    commands.spawn((player, Velocity::new(Vec3::ZERO), inside));
    for (i, j) in (0..10).flat_map(|i| (0..10).map(move |j| (i, j))) {
        let place = Vec3::new(2.0 * i as f32 - 9.0, -0.5, 2.0 * j as f32 - 9.0);
        let gray = if (i + j) % 2 == 0 { 0.42 } else { 0.5 };
        commands.spawn(block(Vec3::new(2.0, 1.0, 2.0), place, Color::srgb(gray, gray + 0.1, gray)));
    }
    for aside in [-10.5, 10.5] {
        let wall = Color::srgb(0.75, 0.7, 0.6);
        commands.spawn(block(Vec3::new(1.0, 5.0, 22.0), Vec3::new(aside, 2.5, 0.0), wall));
        commands.spawn(block(Vec3::new(22.0, 5.0, 1.0), Vec3::new(0.0, 2.5, aside), wall));
    }
    commands.insert_resource(GlobalAmbientLight { brightness: 500.0, ..default() });
    let light = DirectionalLight { shadow_maps_enabled: true, ..default() };
    commands.spawn((light, Transform::from_xyz(4.0, 8.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
}
