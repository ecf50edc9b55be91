//! The ground: a smooth height function, and a mesh of it.
//!
//! Ramps join three levels: a meadow at 0 m, a terrace at 3 m and a plateau at 7 m. A lake is west of the meadow, and mountains surround
//! the levels. The player touches the ground only at the end of each tick; the curvature of the ramps is so small (below 0.1/m) that
//! the player's path is nevertheless the same at every tick rate.

use bevy::asset::RenderAssetUsages;
use bevy::math::ops;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// The height of the middle level. Unit: m.
const TERRACE: f32 = 3.0;
/// The height of the upper level. Unit: m.
const PLATEAU: f32 = 7.0;
/// The height of the lake's surface. Unit: m.
pub(crate) const WATER_LEVEL: f32 = -0.9;
/// The middle of the lake. Unit: m.
pub(crate) const LAKE: Vec2 = Vec2::new(-42.0, -8.0);
/// The middle of the walkable ground. Unit: m.
const MIDDLE: Vec2 = Vec2::new(0.0, -28.0);
/// The radius of the walkable ground. Unit: m.
const WALKABLE_RADIUS: f32 = 66.0;

/// Returns the height of the ground at `(x, z)`. Unit: m.
pub(crate) fn height(x: f32, z: f32) -> f32 {
    let point = Vec2::new(x, z);
    let swell = 0.3 * ops::sin(0.11 * x + 1.3) * ops::cos(0.09 * z - 0.7) + 0.1 * ops::sin(0.21 * x - 0.17 * z);
    let terrace = TERRACE * rise((-6.0 + 2.0 * ops::sin(0.07 * x) - z) / 14.0);
    let plateau = (PLATEAU - TERRACE) * rise((-30.0 - 0.25 * x - z) / 18.0);
    let lake = -3.4 * rise((24.0 - point.distance(LAKE)) / 18.0);
    swell + terrace + plateau + lake + mountains(point)
}

/// Smootherstep: rises from 0 to 1 while `share` rises from 0 to 1. The slope and the curvature are zero at both ends.
fn rise(share: f32) -> f32 {
    let t = share.clamp(0.0, 1.0);
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}

fn mountains(point: Vec2) -> f32 {
    let from_middle = point - MIDDLE;
    let distance = from_middle.length();
    let foot = rise((distance - WALKABLE_RADIUS - 2.0) / 190.0);
    if foot == 0.0 {
        return 0.0;
    }
    let around = ops::atan2(from_middle.y, from_middle.x);
    let ridges = 0.62 + 0.22 * ops::sin(5.0 * around + 0.6) + 0.13 * ops::sin(11.0 * around - 0.02 * distance);
    let crags = 0.07 * ops::sin(0.13 * point.x + 2.0) * ops::cos(0.11 * point.y)
        + 0.05 * ops::sin(0.29 * point.x - 0.23 * point.y);
    52.0 * foot * (ridges + crags)
}

/// Removes the part of `velocity` (m/s) that would take the player off the walkable ground in a tick, so that the player walks along the
/// edge of the ground. `tick` (s) is the length of a tick.
pub(crate) fn walkable(from: Vec2, velocity: Vec2, tick: f32) -> Vec2 {
    let outwards = from + velocity * tick - MIDDLE;
    if outwards.length() <= WALKABLE_RADIUS {
        return velocity;
    }
    let normal = outwards.normalize_or_zero();
    velocity - normal * velocity.dot(normal).max(0.0)
}

/// Returns the ground's mesh: flat-shaded triangles, coloured by height and slope.
pub(crate) fn mesh() -> Mesh {
    let lines = grid_lines();
    let across = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    let positions: Vec<[f32; 3]> = lines
        .iter()
        .flat_map(|z| lines.iter().map(move |x| (x + MIDDLE.x, z + MIDDLE.y)))
        .map(|(x, z)| [x, height(x, z), z])
        .collect();
    let mut indices = Vec::new();
    for row in 0..across - 1 {
        for column in 0..across - 1 {
            let near = row * across + column;
            let far = near + across;
            // The diagonals alternate. If they all had the same direction, a pattern would be visible in the shading.
            if (row + column) % 2 == 0 {
                indices.extend([near, far, near + 1, near + 1, far, far + 1]);
            } else {
                indices.extend([near, far, far + 1, near, far + 1, near + 1]);
            }
        }
    }
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32(indices))
        .with_duplicated_vertices()
        .with_computed_flat_normals();
    let corners = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|corners| corners.as_float3()).unwrap_or(&[]);
    let colors: Vec<[f32; 4]> = corners
        .chunks_exact(3)
        .flat_map(|triangle| {
            let [a, b, c] = [0, 1, 2].map(|corner| Vec3::from(triangle[corner]));
            let normal = (b - a).cross(c - a).normalize_or_zero();
            [color((a + b + c) / 3.0, normal.y).to_f32_array(); 3]
        })
        .collect();
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    mesh
}

/// Returns the distances of the mesh's grid lines from the middle. They are 1.5 m apart on walkable ground, and increasingly further
/// apart outside. Unit: m.
fn grid_lines() -> Vec<f32> {
    let mut outwards = Vec::new();
    let (mut line, mut step) = (0.75, 1.5);
    while line < 420.0 {
        outwards.push(line);
        if line > WALKABLE_RADIUS + 6.0 {
            step *= 1.13;
        }
        line += step;
    }
    outwards.iter().rev().map(|line| -line).chain(outwards.iter().copied()).collect()
}

/// Returns the colour of a triangle. `middle` is its centre, `up` the y component of its normal.
fn color(middle: Vec3, up: f32) -> LinearRgba {
    let meadow = Color::srgb(0.38, 0.54, 0.25);
    let terrace = Color::srgb(0.62, 0.61, 0.29);
    let plateau = Color::srgb(0.47, 0.49, 0.36);
    let earth = Color::srgb(0.60, 0.45, 0.31);
    let sand = Color::srgb(0.86, 0.77, 0.54);
    let rock = Color::srgb(0.47, 0.47, 0.53);
    let snow = Color::srgb(0.93, 0.95, 0.99);

    let level = meadow.mix(&terrace, rise((middle.y - 1.0) / 1.4)).mix(&plateau, rise((middle.y - 4.6) / 1.6));
    let ground = sand.mix(&level, rise((middle.y - WATER_LEVEL - 0.15) / 0.6));
    let ramp = ground.mix(&earth, 0.75 * rise((0.985 - up) / 0.05));
    let mountain = rock.mix(&snow, rise((middle.y - 21.0 + 4.0 * hash(middle)) / 6.0));
    let land = ramp.mix(&mountain, rise((middle.y - 9.0) / 5.0));
    // Noise, so that flat ground does not have a uniform colour.
    let shade = 0.94 + 0.12 * hash(middle);
    let linear = land.to_linear();
    LinearRgba::rgb(linear.red * shade, linear.green * shade, linear.blue * shade)
}

/// Returns a pseudorandom number from 0 to 1 that depends only on the position.
pub(crate) fn hash(place: Vec3) -> f32 {
    let swirl = 43_758.547 * ops::sin(place.x * 12.989 + place.z * 78.233);
    swirl - swirl.floor()
}
