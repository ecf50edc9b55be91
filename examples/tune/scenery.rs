//! The scene's meshes and light: a dark ground and plain bodies, so that the lines stand out.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::bodies::{Ball, Leader, Lift, Puck};

const NIGHT: Color = Color::srgb(0.09, 0.11, 0.15);
const GROUND: Color = Color::srgb(0.09, 0.11, 0.15);
const STONE: Color = Color::srgb(0.45, 0.50, 0.58);
const SLATE: Color = Color::srgb(0.30, 0.35, 0.43);

type Bodies = (Entity, Has<Lift>, Has<Puck>, Has<Leader>, Has<Ball>);

pub(crate) fn spawn(
    bodies: Query<Bodies, With<Velocity>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.insert_resource(ClearColor(NIGHT));
    commands.insert_resource(GlobalAmbientLight { brightness: 500.0, ..default() });
    let light = DirectionalLight { illuminance: 7_000.0, shadow_maps_enabled: true, ..default() };
    commands.spawn((light, Transform::from_xyz(-3.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y)));
    let mut matt = |base_color| {
        materials.add(StandardMaterial { base_color, perceptual_roughness: 0.9, reflectance: 0.2, ..default() })
    };
    let (ground, stone, slate) = (matt(GROUND), matt(STONE), matt(SLATE));
    let floor = Transform::from_xyz(0.0, -0.1, -4.0);
    commands.spawn((Mesh3d(meshes.add(Cuboid::new(80.0, 0.2, 24.0))), MeshMaterial3d(ground), floor));
    for (body, is_lift, is_puck, is_leader, is_ball) in &bodies {
        let mesh = if is_lift {
            Cuboid::new(1.2, 1.2, 1.2).into()
        } else if is_puck {
            Mesh::from(Cylinder::new(0.45, 0.3))
        } else {
            Sphere::new(if is_ball { 0.3 } else { 0.28 }).into()
        };
        let material = if is_leader { slate.clone() } else { stone.clone() };
        commands.entity(body).insert((Mesh3d(meshes.add(mesh)), MeshMaterial3d(material)));
    }
}
