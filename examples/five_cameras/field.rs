//! The field that four of the cameras show: a monument, stones and two figures.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::choice::{Chosen, stick};
use super::lock_on::Enemy;
use super::third_person;
use super::top_down::FIELD;

/// Marks the player on the field.
#[derive(Component)]
pub(crate) struct Walker;

/// Unit: m/s.
const SPEED: f32 = 5.0;
/// How fast the player turns. Unit: rad/s.
const TURN: f32 = 9.0;
/// The side length of a tile. Unit: m.
const TILE: f32 = 5.0;
const SKY: Color = Color::srgb(0.70, 0.82, 0.92);
const LAWN: [Color; 2] = [Color::srgb(0.36, 0.50, 0.36), Color::srgb(0.42, 0.57, 0.41)];
const STONE: Color = Color::srgb(0.72, 0.68, 0.60);
const CORAL: Color = Color::srgb(0.95, 0.36, 0.26);
const SEA: Color = Color::srgb(0.22, 0.48, 0.80);
const AMBER: Color = Color::srgb(1.0, 0.72, 0.25);

pub(crate) fn spawn(mut commands: Commands) {
    let place = Transform::from_xyz(0.0, 0.0, 6.0);
    commands.spawn((Walker, third_person::player(), place, Visibility::default(), Velocity::default()));
}

/// Walks where the keys point, as seen in the picture.
pub(crate) fn walk(
    time: Res<Time>,
    keys: Res<ButtonInput<KeyCode>>,
    chosen: Res<Chosen>,
    cameras: Query<&GlobalTransform, With<Camera3d>>,
    player: Single<(&mut Transform, &mut Velocity), With<Walker>>,
) {
    let (mut place, mut velocity) = player.into_inner();
    let ahead = cameras.iter().next().map_or(Vec3::NEG_Z, |camera| camera.forward().with_y(0.0).normalize_or_zero());
    let stick = if *chosen == Chosen::Platformer { Vec2::ZERO } else { stick(&keys) };
    let way = stick.y * ahead + stick.x * ahead.cross(Vec3::Y);
    // Not beyond the edges of the field.
    let next = place.translation.xz() + way.xz();
    let way = way + (next.clamp(FIELD.min, FIELD.max) - next).xxy().with_y(0.0);
    velocity.set_if_neq(Velocity::new(SPEED * way));
    if way != Vec3::ZERO {
        let facing = Quat::from_rotation_y((-way.x).atan2(-way.z));
        place.rotation = place.rotation.rotate_towards(facing, TURN * time.delta_secs());
    }
}

pub(crate) fn draw(
    mut commands: Commands,
    figures: Query<(Entity, Has<Enemy>), Or<(With<Walker>, With<Enemy>)>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.insert_resource(ClearColor(SKY));
    commands.insert_resource(GlobalAmbientLight { brightness: 700.0, ..default() });
    commands.spawn((
        DirectionalLight { illuminance: 9_000.0, shadow_maps_enabled: true, ..default() },
        Transform::from_xyz(-4.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    let mut matt = |base_color| {
        materials.add(StandardMaterial { base_color, perceptual_roughness: 0.9, reflectance: 0.2, ..default() })
    };
    let (tile, lawn) = (meshes.add(Cuboid::new(TILE, 0.2, TILE)), LAWN.map(&mut matt));
    for (i, j) in (0..20_u8).flat_map(|i| (0..20_u8).map(move |j| (i, j))) {
        let place = FIELD.min + TILE * (Vec2::new(f32::from(i), f32::from(j)) + 0.5);
        let material = MeshMaterial3d(lawn[usize::from((i + j) % 2)].clone());
        commands.spawn((Mesh3d(tile.clone()), material, Transform::from_xyz(place.x, -0.1, place.y)));
    }
    let stone = matt(STONE);
    let stones = [(-12.0, -8.0), (26.0, -22.0), (18.0, 9.0), (-20.0, 12.0), (-7.0, 20.0), (6.0, -32.0), (-30.0, -28.0)];
    let block = meshes.add(Cuboid::new(2.0, 3.0, 2.0));
    for (number, (x, z)) in stones.into_iter().enumerate() {
        let turned = Quat::from_rotation_y(0.7 * f32::from(u8::try_from(number).unwrap_or_default()));
        let place = Transform::from_xyz(x, 1.5, z).with_rotation(turned);
        commands.spawn((Mesh3d(block.clone()), MeshMaterial3d(stone.clone()), place));
    }
    // The monument: a pedestal and a ring on its edge.
    let pedestal = (Mesh3d(meshes.add(Cylinder::new(0.8, 0.4))), Transform::from_xyz(0.0, 0.2, 0.0));
    commands.spawn((pedestal, MeshMaterial3d(stone)));
    let upright = Transform::from_xyz(0.0, 1.25, 0.0).with_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
    commands.spawn((Mesh3d(meshes.add(Torus::new(0.5, 0.9))), MeshMaterial3d(matt(AMBER)), upright));
    let (body, nose) = (meshes.add(Capsule3d::new(0.4, 0.9)), meshes.add(Cuboid::new(0.25, 0.2, 0.5)));
    for (entity, is_enemy) in &figures {
        let material = matt(if is_enemy { SEA } else { CORAL });
        commands.entity(entity).with_children(|figure| {
            figure.spawn((Mesh3d(body.clone()), MeshMaterial3d(material.clone()), Transform::from_xyz(0.0, 0.85, 0.0)));
            figure.spawn((Mesh3d(nose.clone()), MeshMaterial3d(material), Transform::from_xyz(0.0, 1.35, -0.45)));
        });
    }
}
