//! The scene's meshes and light: tiled lawns, walls, gates, figures and lanterns.

use bevy::light::CascadeShadowConfigBuilder;
use bevy::prelude::*;

use super::field::{LEVEL, OnlyAt, Sleeper};
use super::lantern::{Attached, Reparented};
use super::place::{Bearer, COURT, Friend, GATES, GLADE, Guard, Guest, HEATH, MEADOW, Runner, Traveller, WALLS};
use super::station::Station;

const SKY: Color = Color::srgb(0.70, 0.82, 0.92);
const LAWN: [Color; 2] = [Color::srgb(0.36, 0.50, 0.36), Color::srgb(0.42, 0.57, 0.41)];
const STONE: Color = Color::srgb(0.72, 0.68, 0.60);
const CORAL: Color = Color::srgb(0.95, 0.36, 0.26);
const SEA: Color = Color::srgb(0.22, 0.48, 0.80);
const EDGE: Color = Color::srgb(0.85, 0.20, 0.16);
const WOOD: Color = Color::srgb(0.45, 0.34, 0.24);
const AMBER: Color = Color::srgb(1.0, 0.72, 0.25);
const GLOW: LinearRgba = LinearRgba::rgb(0.6, 0.3, 0.02);
/// The radius of a lantern. Unit: m.
const LANTERN: f32 = 0.35;
/// The side length of a tile. Unit: m.
const TILE: f32 = 4.0;
/// The number of tiles from the middle of each lawn to its edge.
const TILES: i16 = 6;

/// Half the width and the height of the strips along the edges of the level. Unit: m.
const STRIP: f32 = 0.1;

/// Query data: a figure, and the markers that its colour depends on.
type Figures = (Entity, Has<Friend>, Has<Guest>, Has<Bearer>);

pub(crate) fn spawn(
    mut commands: Commands,
    figures: Query<Figures, Or<(With<Runner>, With<Guard>, With<Traveller>, With<Friend>, With<Bearer>)>>,
    lanterns: Query<Entity, Or<(With<Attached>, With<Reparented>)>>,
    sleepers: Query<Entity, With<Sleeper>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.insert_resource(ClearColor(SKY));
    commands.insert_resource(GlobalAmbientLight { brightness: 700.0, ..default() });
    commands.spawn((
        DirectionalLight { illuminance: 9_000.0, shadow_maps_enabled: true, ..default() },
        CascadeShadowConfigBuilder { num_cascades: 2, maximum_distance: 80.0, ..default() }.build(),
        Transform::from_xyz(-4.0, 8.0, 5.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    let mut matt = |base_color| {
        materials.add(StandardMaterial { base_color, perceptual_roughness: 0.9, reflectance: 0.2, ..default() })
    };
    let tile = meshes.add(Cuboid::new(TILE, 0.2, TILE));
    let lawn = LAWN.map(&mut matt);
    for middle in [Vec3::ZERO, COURT, MEADOW, HEATH, GLADE] {
        for (i, j) in (-TILES..=TILES).flat_map(|i| (-TILES..=TILES).map(move |j| (i, j))) {
            let place = middle + Vec3::new(TILE * f32::from(i), -0.1, TILE * f32::from(j));
            let color = usize::from((i + j).rem_euclid(2) == 1);
            // Neighbouring lawns overlap, so they are at slightly different heights to avoid z-fighting.
            let place = place - Vec3::Y * 0.001 * (middle.x / COURT.x);
            commands.spawn((
                Mesh3d(tile.clone()),
                MeshMaterial3d(lawn[color].clone()),
                Transform::from_translation(place),
            ));
        }
    }
    let stone = matt(STONE);
    for (middle, half) in WALLS {
        let mesh = meshes.add(Cuboid::from_size(2.0 * half));
        commands.spawn((Mesh3d(mesh), MeshMaterial3d(stone.clone()), Transform::from_translation(middle)));
    }
    let gate = meshes.add(Cylinder::new(3.0, 0.05));
    for middle in GATES {
        commands.spawn((Mesh3d(gate.clone()), MeshMaterial3d(stone.clone()), Transform::from_translation(middle)));
    }
    let (middle, half) = (LEVEL.center(), LEVEL.half_size());
    let edge = matt(EDGE);
    for (side, length) in [(Vec2::X, half.y), (-Vec2::X, half.y), (Vec2::Y, half.x), (-Vec2::Y, half.x)] {
        // The inner side of the strip is the edge of the level.
        let strip = (middle + side * (half + STRIP)).xxy().with_y(0.0);
        let size = side.abs() * STRIP + side.perp().abs() * length;
        let mesh = meshes.add(Cuboid::from_size(2.0 * size.xxy().with_y(STRIP)));
        let place = Transform::from_translation(strip);
        commands.spawn((Mesh3d(mesh), MeshMaterial3d(edge.clone()), place, OnlyAt(Station::Confiner)));
    }
    let (sleeper, wood) = (meshes.add(Cuboid::new(1.2, 0.1, 0.25)), matt(WOOD));
    for entity in &sleepers {
        commands.entity(entity).insert((Mesh3d(sleeper.clone()), MeshMaterial3d(wood.clone())));
    }
    let (body, nose) = (meshes.add(Capsule3d::new(0.4, 0.9)), meshes.add(Sphere::new(0.28)));
    for (entity, is_friend, is_guest, is_bearer) in &figures {
        let color = match (is_friend || is_bearer, is_guest) {
            (_, true) => AMBER,
            (true, _) => SEA,
            _ => CORAL,
        };
        let material = matt(color);
        commands.entity(entity).with_children(|figure| {
            let place = |height| Transform::from_xyz(0.0, height, 0.0);
            figure.spawn((Mesh3d(body.clone()), MeshMaterial3d(material.clone()), place(0.85)));
            figure.spawn((Mesh3d(nose.clone()), MeshMaterial3d(material), place(1.85)));
        });
    }
    let globe = meshes.add(Sphere::new(LANTERN));
    let glow = materials.add(StandardMaterial { base_color: AMBER, emissive: GLOW, ..default() });
    for lantern in &lanterns {
        commands.entity(lantern).insert((Mesh3d(globe.clone()), MeshMaterial3d(glow.clone())));
    }
}
