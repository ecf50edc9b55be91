//! How far a camera's boom is free, in scenes whose walls are boxes.

use bevy::math::bounding::{Aabb3d, RayCast3d};
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// The camera's radius: its margin begins outside of this. Unit: m.
const RADIUS: f32 = 0.2;

/// How far a camera can go along `ray`, within `reach`, before it meets a wall. Each wall is its middle and half of its
/// sides. Unit: m.
pub fn free_length(ray: Ray3d, reach: f32, walls: impl IntoIterator<Item = (Vec3, Vec3)>) -> FreeLength {
    let cast = RayCast3d::from_ray(ray, reach);
    let hits = walls.into_iter().filter_map(|(middle, half)| {
        let half = half + RADIUS;
        let length = cast.aabb_intersection_at(&Aabb3d::new(middle, half))?;
        // The normal of the side that the ray meets.
        let place = (ray.get_point(length) - middle) / half;
        let normal = Vec3::AXES[place.abs().max_position()];
        Some(FreeLength::hit(length, normal * place.dot(normal).signum()))
    });
    hits.min_by(|left, right| left.length.total_cmp(&right.length)).unwrap_or(FreeLength::NONE)
}
