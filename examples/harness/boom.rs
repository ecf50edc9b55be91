//! What a camera's boom meets, in scenes whose walls are boxes.

use bevy::math::bounding::{Aabb3d, RayCast3d};
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// The camera's radius. [`Obstruction`]'s margin is added to it. Unit: m.
const RADIUS: f32 = 0.2;

/// Returns the first wall that a camera meets along `ray`, up to `reach`. Each wall is a box: its centre and half extents. Unit: m.
pub fn cast(ray: Ray3d, reach: f32, walls: impl IntoIterator<Item = (Vec3, Vec3)>) -> Option<BoomHit> {
    let cast = RayCast3d::from_ray(ray, reach);
    let hits = walls.into_iter().filter_map(|(middle, half)| {
        let half = half + RADIUS;
        let distance = cast.aabb_intersection_at(&Aabb3d::new(middle, half))?;
        // The normal of the face that the ray meets.
        let place = (ray.get_point(distance) - middle) / half;
        let normal = Vec3::AXES[place.abs().max_position()];
        Some(BoomHit::new(distance, normal * place.dot(normal).signum()))
    });
    hits.min_by(|left, right| left.distance.total_cmp(&right.distance))
}
