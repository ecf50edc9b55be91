//! The scenery: sky, light, ground, lake, trees, rocks, the watchtower, and the marker that shows the spring.

use bevy::asset::RenderAssetUsages;
use bevy::light::{CascadeShadowConfigBuilder, NotShadowCaster, NotShadowReceiver};
use bevy::math::ops;
use bevy::mesh::{MeshBuilder, VertexAttributeValues};
use bevy::pbr::{DistanceFog, FogFalloff};
use bevy::prelude::*;

use super::figure;
use super::platform::{self, Platform};
use super::player::{self, PADS, Player};
use super::rig::{FOLLOWER_FOV, HEAD, Pivot, TOWER, TOWER_HEIGHT, View};
use super::terrain::{self, WATER_LEVEL, hash};
use super::walls::{self, WALLS};

const HORIZON: Color = Color::srgb(0.80, 0.87, 0.92);
const ZENITH: Color = Color::srgb(0.28, 0.52, 0.80);
const BARK: Color = Color::srgb(0.36, 0.25, 0.18);
const STONE: Color = Color::srgb(0.62, 0.61, 0.60);
const TIMBER: Color = Color::srgb(0.50, 0.34, 0.22);
/// The colour of the player and of the tower's camera.
pub(crate) const CORAL: Color = Color::srgb(0.95, 0.36, 0.26);
/// The colour of the marker, the pads and the slab.
pub(crate) const AMBER: Color = Color::srgb(1.0, 0.78, 0.30);

/// Unit: m.
const SKY_RADIUS: f32 = 900.0;
/// The radius around the pads, the tower and the script's path in which nothing is planted. Unit: m.
const CLEARING: f32 = 6.0;

/// Marks the amber ball on the pivot: the point that the first camera looks at, above the player's head.
#[derive(Component)]
pub(crate) struct Marker;

pub(crate) fn spawn(
    mut commands: Commands,
    player: Single<Entity, With<Player>>,
    platform: Single<Entity, With<Platform>>,
    camera: Single<Entity, With<View>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let matt = materials.add(StandardMaterial { perceptual_roughness: 0.95, reflectance: 0.2, ..default() });
    spawn_light_and_lens(&mut commands, *camera);
    spawn_sky(&mut commands, &mut meshes, &mut materials);
    // The ground casts no shadows, because it has most of the scene's triangles; their slope shades them.
    commands.spawn((Mesh3d(meshes.add(terrain::mesh())), MeshMaterial3d(matt.clone()), NotShadowCaster));
    let water = StandardMaterial {
        base_color: Color::srgba(0.16, 0.42, 0.55, 0.86),
        perceptual_roughness: 0.12,
        alpha_mode: AlphaMode::Blend,
        ..default()
    };
    commands.spawn((
        Mesh3d(meshes.add(Circle::new(30.0))),
        MeshMaterial3d(materials.add(water)),
        Transform::from_xyz(terrain::LAKE.x, WATER_LEVEL, terrain::LAKE.y)
            .with_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)),
    ));
    plant(&mut commands, &mut meshes, &matt);

    let tower = Transform::from_xyz(TOWER.x, terrain::height(TOWER.x, TOWER.y), TOWER.y);
    commands.spawn((Mesh3d(meshes.add(watchtower())), MeshMaterial3d(matt.clone()), tower));
    for wall in WALLS {
        let block = Cuboid::new(2.0 * wall.1.x, walls::HEIGHT, 2.0 * wall.1.y);
        let mesh = merged([(block.mesh().build(), Transform::default(), STONE)]);
        let place = Transform::from_translation(walls::middle(wall));
        commands.spawn((Mesh3d(meshes.add(mesh)), MeshMaterial3d(matt.clone()), place));
    }
    commands.entity(*platform).with_child((Mesh3d(meshes.add(slab())), MeshMaterial3d(matt.clone())));
    let (circle, glow) = (meshes.add(stone_circle()), meshes.add(Cylinder::new(1.5, 0.08)));
    let glowing =
        materials.add(StandardMaterial { base_color: AMBER, emissive: LinearRgba::from(AMBER) * 1.5, ..default() });
    for pad in PADS {
        let place = Transform::from_translation(player::on_ground(pad));
        commands.spawn((Mesh3d(circle.clone()), MeshMaterial3d(matt.clone()), place));
        commands.spawn((Mesh3d(glow.clone()), MeshMaterial3d(glowing.clone()), place));
    }
    commands.entity(*player).with_child((Mesh3d(meshes.add(figure::mesh())), MeshMaterial3d(matt), figure::facing()));
    commands.spawn((
        Marker,
        Mesh3d(meshes.add(Sphere::new(0.13).mesh().ico(2).unwrap_or_else(|_| Sphere::new(0.13).mesh().build()))),
        MeshMaterial3d(glowing),
        Transform::default(),
        NotShadowCaster,
    ));
}

fn spawn_light_and_lens(commands: &mut Commands, camera: Entity) {
    commands.insert_resource(ClearColor(HORIZON));
    commands.insert_resource(GlobalAmbientLight {
        color: Color::srgb(0.78, 0.86, 1.0),
        brightness: 900.0,
        ..default()
    });
    commands.spawn((
        DirectionalLight {
            color: Color::srgb(1.0, 0.94, 0.84),
            illuminance: 9_500.0,
            shadow_maps_enabled: true,
            ..default()
        },
        CascadeShadowConfigBuilder {
            num_cascades: 2,
            first_cascade_far_bound: 16.0,
            maximum_distance: 110.0,
            ..default()
        }
        .build(),
        Transform::from_xyz(-5.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    commands.entity(camera).insert((
        (Camera3d::default(), IsDefaultUiCamera),
        Projection::Perspective(PerspectiveProjection { fov: FOLLOWER_FOV, far: 2.0 * SKY_RADIUS, ..default() }),
        DistanceFog { color: HORIZON, falloff: FogFalloff::Linear { start: 60.0, end: 480.0 }, ..default() },
    ));
}

/// Spawns the sky: a dome, pale at the horizon and deep blue above, and a few clouds.
fn spawn_sky(commands: &mut Commands, meshes: &mut Assets<Mesh>, materials: &mut Assets<StandardMaterial>) {
    let mut dome = Sphere::new(SKY_RADIUS).mesh().uv(48, 32);
    let heights: Vec<f32> = dome
        .attribute(Mesh::ATTRIBUTE_POSITION)
        .and_then(VertexAttributeValues::as_float3)
        .map(|positions| positions.iter().map(|position| position[1] / SKY_RADIUS).collect())
        .unwrap_or_default();
    let colors: Vec<[f32; 4]> = heights
        .iter()
        .map(|height| HORIZON.mix(&ZENITH, ops::powf((height - 0.03).clamp(0.0, 1.0), 0.6)).to_linear().to_f32_array())
        .collect();
    dome.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    let unlit = StandardMaterial { unlit: true, fog_enabled: false, cull_mode: None, ..default() };
    commands.spawn((
        Mesh3d(meshes.add(dome)),
        MeshMaterial3d(materials.add(unlit)),
        (NotShadowCaster, NotShadowReceiver),
    ));
    let white = materials.add(StandardMaterial {
        base_color: Color::srgb(0.97, 0.98, 1.0),
        emissive: LinearRgba::rgb(0.35, 0.38, 0.42),
        perceptual_roughness: 1.0,
        fog_enabled: false,
        ..default()
    });
    let cloud = meshes.add(merged([
        (ball(1.0, 2), Transform::from_scale(Vec3::new(26.0, 6.0, 14.0)), Color::WHITE),
        (ball(1.0, 2), Transform::from_xyz(19.0, -1.0, 4.0).with_scale(Vec3::new(15.0, 4.0, 10.0)), Color::WHITE),
        (ball(1.0, 2), Transform::from_xyz(-17.0, -1.5, -3.0).with_scale(Vec3::new(17.0, 4.2, 9.0)), Color::WHITE),
        (ball(1.0, 2), Transform::from_xyz(5.0, 4.0, -2.0).with_scale(Vec3::new(13.0, 5.0, 9.0)), Color::WHITE),
    ]));
    for index in 0..14 {
        let index = f32::from(u8::try_from(index).unwrap_or(u8::MAX));
        let place = Vec3::new(index, 0.0, 7.0);
        let (sin, cos) = ops::sin_cos(index * 0.449 + 0.35 * hash(place));
        let distance = 330.0 + 170.0 * hash(place + Vec3::X);
        commands.spawn((
            Mesh3d(cloud.clone()),
            MeshMaterial3d(white.clone()),
            Transform::from_xyz(distance * sin, 85.0 + 75.0 * hash(place + Vec3::Z), distance * cos)
                .with_rotation(Quat::from_rotation_y(index))
                .with_scale(Vec3::splat(0.8 + 0.7 * hash(place - Vec3::X))),
            (NotShadowCaster, NotShadowReceiver),
        ));
    }
}

/// Plants trees and rocks on a jittered grid.
fn plant(commands: &mut Commands, meshes: &mut Assets<Mesh>, material: &Handle<StandardMaterial>) {
    let kinds = [meshes.add(pine()), meshes.add(broadleaf()), meshes.add(rock())];
    for row in -14i16..=14 {
        for column in -14i16..=14 {
            let cell = Vec3::new(f32::from(column), 0.0, f32::from(row));
            let spread = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::ONE].map(|salt| hash(cell + 31.0 * salt));
            let place = Vec2::new(cell.x * 8.0 + 7.0 * spread[0], cell.z * 8.0 - 28.0 + 7.0 * spread[1]);
            let ground = player::on_ground(place);
            let is_kept_clear = keep_clear(place);
            if is_kept_clear || ground.y < WATER_LEVEL + 0.5 || ground.y > 22.0 || spread[2] < 0.3 {
                continue;
            }
            let kind = match (spread[3], ground.y) {
                (share, _) if share < 0.2 => 2,
                (share, ground) if share < 0.62 || ground > 2.0 && share < 0.85 => 0,
                _ => 1,
            };
            let size = 0.75 + 0.6 * spread[2];
            commands.spawn((
                Mesh3d(kinds[kind].clone()),
                MeshMaterial3d(material.clone()),
                Transform::from_translation(ground)
                    .with_rotation(Quat::from_rotation_y(6.0 * spread[1]))
                    .with_scale(Vec3::splat(size)),
            ));
        }
    }
}

/// Whether a plant or rock at this position would be in the script's path or hide it.
fn keep_clear(place: Vec2) -> bool {
    let lines = [
        (PADS[0], Vec2::new(0.0, -2.0)),
        (Vec2::new(0.0, -2.0), Vec2::new(12.0, -26.0)),
        (PADS[1], Vec2::new(18.0, -58.0)),
        (PADS[1], Vec2::new(2.0, -38.0)),
        (PADS[1], TOWER),
        (Vec2::new(2.0, -38.0), TOWER),
        (TOWER, PADS[2]),
        platform::ENDS.map(Vec3::xz).into(),
        (WALLS[0].0, WALLS[1].0),
    ];
    lines.iter().any(|(from, to)| {
        let along = ((place - from).dot(to - from) / from.distance_squared(*to)).clamp(0.0, 1.0);
        place.distance(from.lerp(*to, along)) < CLEARING
    }) || PADS.iter().any(|pad| pad.distance(place) < CLEARING)
}

/// Merges parts into one mesh with vertex colours, so that all objects of a kind are drawn in one draw call.
pub(crate) fn merged(parts: impl IntoIterator<Item = (Mesh, Transform, Color)>) -> Mesh {
    let mut whole = Mesh::new(bevy::mesh::PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, Vec::<[f32; 3]>::new())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, Vec::<[f32; 3]>::new())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, Vec::<[f32; 4]>::new());
    for (part, place, color) in parts {
        let mut part = part.transformed_by(place);
        part.remove_attribute(Mesh::ATTRIBUTE_UV_0);
        part.remove_attribute(Mesh::ATTRIBUTE_TANGENT);
        part.duplicate_vertices();
        part.compute_flat_normals();
        let colors = vec![color.to_linear().to_f32_array(); part.count_vertices()];
        part.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
        if let Err(error) = whole.merge(&part) {
            warn!("a part of the scenery is missing: {error}");
        }
    }
    whole
}

pub(crate) fn ball(radius: f32, subdivisions: u32) -> Mesh {
    let sphere = Sphere::new(radius).mesh();
    sphere.ico(subdivisions).unwrap_or_else(|_| sphere.build())
}

fn pine() -> Mesh {
    let green = |shade: f32| Color::srgb(0.16 * shade, 0.37 * shade, 0.24 * shade);
    let cone = |radius, height| Cone::new(radius, height).mesh().resolution(7).build();
    merged([
        (Cylinder::new(0.2, 1.2).mesh().resolution(6).build(), Transform::from_xyz(0.0, 0.6, 0.0), BARK),
        (cone(1.5, 2.0), Transform::from_xyz(0.0, 2.0, 0.0), green(0.9)),
        (cone(1.2, 1.8), Transform::from_xyz(0.0, 3.1, 0.0), green(1.05)),
        (cone(0.8, 1.6), Transform::from_xyz(0.0, 4.1, 0.0), green(1.2)),
    ])
}

fn broadleaf() -> Mesh {
    let green = |shade: f32| Color::srgb(0.42 * shade, 0.58 * shade, 0.20 * shade);
    merged([
        (Cylinder::new(0.22, 2.2).mesh().resolution(6).build(), Transform::from_xyz(0.0, 1.1, 0.0), BARK),
        (ball(1.45, 1), Transform::from_xyz(0.0, 3.0, 0.0).with_scale(Vec3::new(1.0, 0.9, 1.0)), green(1.0)),
        (ball(0.95, 1), Transform::from_xyz(0.8, 2.5, 0.4), green(0.88)),
        (ball(0.85, 1), Transform::from_xyz(-0.7, 3.6, -0.3), green(1.12)),
    ])
}

fn rock() -> Mesh {
    merged([
        (ball(0.9, 1), Transform::from_xyz(0.0, 0.3, 0.0).with_scale(Vec3::new(1.2, 0.8, 1.0)), STONE),
        (ball(0.5, 1), Transform::from_xyz(0.9, 0.15, 0.4).with_scale(Vec3::new(1.0, 0.7, 1.1)), STONE),
    ])
}

/// Returns the slab's mesh. Its upper side is at height 0.
fn slab() -> Mesh {
    let Vec3 { x, y, z } = platform::SIZE;
    let below = |top: f32| Transform::from_xyz(0.0, top - 0.25 * y, 0.0);
    merged([
        (Cuboid::new(x, 0.5 * y, z).mesh().build(), below(0.0), AMBER),
        (Cuboid::new(0.9 * x, 0.5 * y, 0.9 * z).mesh().build(), below(-0.5 * y), TIMBER),
    ])
}

fn stone_circle() -> Mesh {
    merged((0u8..6).map(|index| {
        let turn = Quat::from_rotation_y(f32::from(index) * std::f32::consts::TAU / 6.0);
        let tall = 1.3 + 0.7 * hash(Vec3::splat(f32::from(index)));
        let place = Transform::from_translation(turn * Vec3::new(4.5, 0.45 * tall, 0.0))
            .with_rotation(turn * Quat::from_rotation_z(0.06));
        (Cuboid::new(0.5, tall, 0.8).mesh().build(), place, STONE)
    }))
}

/// Returns the watchtower's mesh: four legs, platforms, and a box for the second camera.
fn watchtower() -> Mesh {
    let post = |x: f32, z: f32| {
        let place = Transform::from_xyz(0.9 * x, 0.5 * TOWER_HEIGHT, 0.9 * z)
            .with_rotation(Quat::from_rotation_z(0.06 * x) * Quat::from_rotation_x(-0.06 * z));
        (Cylinder::new(0.14, TOWER_HEIGHT + 1.0).mesh().resolution(6).build(), place, TIMBER)
    };
    let slab = |y: f32, side: f32, color| {
        (Cuboid::new(side, 0.16, side).mesh().build(), Transform::from_xyz(0.0, y, 0.0), color)
    };
    merged([
        post(-1.0, -1.0),
        post(1.0, -1.0),
        post(-1.0, 1.0),
        post(1.0, 1.0),
        slab(0.35 * TOWER_HEIGHT, 2.2, TIMBER),
        slab(0.7 * TOWER_HEIGHT, 2.0, TIMBER),
        slab(TOWER_HEIGHT, 2.4, BARK),
        (Cuboid::new(0.5, 0.5, 0.5).mesh().build(), Transform::from_xyz(0.0, TOWER_HEIGHT + 0.4, 0.0), CORAL),
    ])
}

/// Draws the spring: the marker on the pivot, and a line from the pivot to its target.
pub(crate) fn show_spring(
    pivot: Single<&Transform, With<Pivot>>,
    player: Single<&Transform, (With<Player>, Without<Pivot>)>,
    mut marker: Single<&mut Transform, (With<Marker>, Without<Pivot>, Without<Player>)>,
    mut gizmos: Gizmos,
) {
    marker.set_if_neq(Transform::from_translation(pivot.translation));
    gizmos.line(player.translation + HEAD - 0.3 * Vec3::Y, pivot.translation, AMBER);
}
