//! Finds the first wall that a camera's boom hits, in scenes whose walls are boxes.

use bevy::math::bounding::{Aabb3d, RayCast3d};
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// The camera's radius, in addition to the margin of [`Obstruction`]. Unit: m.
const RADIUS: f32 = 0.2;

/// Returns where a camera that moves along `ray` first hits a wall, or `None` if there is no wall within the distance `reach` (m).
///
/// Each wall is given by the centre and the half extents of a box, in m.
pub fn cast(ray: Ray3d, reach: f32, walls: impl IntoIterator<Item = (Vec3, Vec3)>) -> Option<BoomHit> {
    let cast = RayCast3d::from_ray(ray, reach);
    let hits = walls.into_iter().filter_map(|(middle, half)| {
        let half = half + RADIUS;
        let distance = cast.aabb_intersection_at(&Aabb3d::new(middle, half))?;
        // The normal of the face that the ray hits.
        let place = (ray.get_point(distance) - middle) / half;
        let normal = Vec3::AXES[place.abs().max_position()];
        Some(BoomHit::new(distance, normal * place.dot(normal).signum()))
    });
    hits.min_by(|left, right| left.distance.total_cmp(&right.distance))
}
