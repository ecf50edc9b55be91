// The rest of this file is a copy of the program in the guide's chapter on orbiting.

use bevy::{input::mouse::AccumulatedMouseMotion, prelude::*};
use bevy_exact_motion::prelude::*;

#[derive(Component)]
struct Wall;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, turn)
        .add_systems(FixedUpdate, avoid_walls)
        .run();
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<StandardMaterial>>) {
    let mut cuboid = |size| (Mesh3d(meshes.add(Cuboid::from_size(size))), MeshMaterial3d(materials.add(Color::WHITE)));
    let player = commands.spawn((cuboid(Vec3::ONE), Velocity::new(2.0 * Vec3::X))).id();
    commands.spawn((Wall, cuboid(Vec3::new(20.0, 9.0, 0.5)), Transform::from_xyz(12.0, 0.0, 4.0)));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(4.0, 8.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    let pivot = (Transform::default(), Visibility::default(), Follow::new(player).with_offset(2.0 * Vec3::Y));
    let look = LookAt { feed_forward: 1.0, ..LookAt::new(player) };
    let camera = (Camera3d::default(), Orbit::new(0.0, 0.3, 8.0), Obstruction::default(), look);
    commands.spawn((pivot, Spring::critical(8.0), StartOnTarget, children![camera]));
}

fn turn(mouse: Res<AccumulatedMouseMotion>, mut input: Single<&mut OrbitInput>) {
    input.turn += 0.003 * Vec2::new(-mouse.delta.x, mouse.delta.y);
}

fn avoid_walls(mut casts: MeshRayCast, walls: Query<(), With<Wall>>, mut boom: Single<&mut Obstruction>) {
    let is_wall = |entity| walls.contains(entity);
    let settings = MeshRayCastSettings::default().with_filter(&is_wall).with_visibility(RayCastVisibility::Any);
    let hit = casts.cast_ray(boom.ray, &settings).first();
    boom.hit = hit.map(|(_, hit)| BoomHit::new(hit.distance, hit.normal));
}
