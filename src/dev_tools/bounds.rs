//! Converts bounds to the rectangles that are drawn.

use alloc::vec::Vec;

use bevy::math::Vec3;

use crate::law::Limits;

/// A bound as a rectangle, in the frame in which the limits are measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    /// The corners, in order around the rectangle.
    pub(crate) corners: [Vec3; 4],
    pub(crate) is_soft: bool,
}

/// The bounds of an entity at `position`, drawn `size` (units) to each side if no other bound limits them. Empty if the limits are invalid.
pub(crate) fn rectangles(limits: &Limits, position: Vec3, size: f32) -> Vec<Rectangle> {
    if !limits.is_finite() {
        return Vec::new();
    }
    match limits.normal {
        Some(normal) => across(limits, normal, position, size),
        None => along_axes(limits, position, size),
    }
}

/// The bounds along each axis, in the order lower hard, upper hard, lower soft, upper soft, and whether they are soft.
fn kinds(limits: &Limits) -> [([Option<f32>; 4], bool); 4] {
    let [lower, soft_lower, soft_upper, upper] = limits.bounds();
    [(lower, false), (upper, false), (soft_lower, true), (soft_upper, true)]
}

/// Returns a square perpendicular to `normal` for each bound along `normal`.
fn across(limits: &Limits, normal: Vec3, position: Vec3, size: f32) -> Vec<Rectangle> {
    let Some(normal) = normal.try_normalize() else { return Vec::new() };
    let (side, up) = normal.any_orthonormal_pair();
    let rectangle = |bound: f32, is_soft| {
        let middle = position + normal * (bound - normal.dot(position));
        let corners = [side + up, side - up, -side - up, up - side].map(|corner| middle + size * corner);
        Rectangle { corners, is_soft }
    };
    kinds(limits).into_iter().filter_map(|(bounds, is_soft)| bounds[0].map(|bound| rectangle(bound, is_soft))).collect()
}

/// Returns a rectangle for each bound: the sides of a box, some of which may be missing.
fn along_axes(limits: &Limits, position: Vec3, size: f32) -> Vec<Rectangle> {
    let mut found = Vec::new();
    for (bounds, is_soft) in kinds(limits) {
        for axis in 0..3 {
            let Some(bound) = bounds[axis] else { continue };
            let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
            let (low, high) =
                (extent(limits, second, position[second], size), extent(limits, third, position[third], size));
            let corner = |along_second: f32, along_third: f32| {
                let mut corner = Vec3::ZERO;
                corner[axis] = bound;
                corner[second] = along_second;
                corner[third] = along_third;
                corner
            };
            let corners =
                [corner(low[0], high[0]), corner(low[1], high[0]), corner(low[1], high[1]), corner(low[0], high[1])];
            found.push(Rectangle { corners, is_soft });
        }
    }
    found
}

/// The range along one axis over which the bounds of the other axes are drawn.
fn extent(limits: &Limits, axis: usize, position: f32, size: f32) -> [f32; 2] {
    let [lower, soft_lower, soft_upper, upper] = limits.bounds().map(|bounds| bounds[axis]);
    let (lower, upper) = (lower.or(soft_lower), upper.or(soft_upper));
    let start = lower.unwrap_or_else(|| position.min(upper.unwrap_or(position)) - size);
    let end = upper.unwrap_or_else(|| position.max(lower.unwrap_or(position)) + size);
    [start, end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_drawn_as_six_rectangles_and_a_floor_as_one() {
        let inside = Limits::between(Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 3.0, 2.0));
        let sides = rectangles(&inside, Vec3::Y, 9.0);
        assert_eq!(sides.len(), 6);
        for side in sides {
            for corner in side.corners {
                assert_eq!(corner.abs().x, 1.0);
                assert!(corner.y == 0.0 || corner.y == 3.0);
                assert_eq!(corner.abs().z, 2.0);
            }
        }
        let floor = rectangles(&Limits::floor(-1.0), Vec3::new(5.0, 2.0, 7.0), 0.5);
        assert_eq!(floor.len(), 1);
        assert!(!floor[0].is_soft);
        let middle = floor[0].corners.iter().sum::<Vec3>() / 4.0;
        assert_eq!(middle, Vec3::new(5.0, -1.0, 7.0));
        assert!(rectangles(&Limits::floor(0.0).softened(9.0), Vec3::ZERO, 1.0)[0].is_soft);
    }

    #[test]
    fn a_plane_is_drawn_at_its_distance_from_the_origin() {
        let normal = Vec3::new(3.0, 4.0, 0.0);
        let plane = rectangles(&Limits::plane(normal, 2.0), Vec3::new(9.0, -4.0, 1.0), 1.0);
        for corner in plane[0].corners {
            assert!((corner.dot(normal) / 5.0 - 2.0).abs() < 1e-5, "{corner}");
        }
    }

    #[test]
    fn invalid_limits_are_not_drawn() {
        assert!(rectangles(&Limits::floor(f32::NAN), Vec3::ZERO, 1.0).is_empty());
        assert!(rectangles(&Limits::plane(Vec3::ZERO, 1.0), Vec3::ZERO, 1.0).is_empty());
        assert!(rectangles(&Limits::plane(Vec3::NAN, 1.0), Vec3::ZERO, 1.0).is_empty());
    }
}
