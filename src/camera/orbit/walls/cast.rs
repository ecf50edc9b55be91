//! A boom in world space, the rays along it, and the results of casts along these rays.
//!
//! The *free length* is the length at which the boom would reach a wall.

use crate::{
    camera::{BoomHit, frame::WorldFrame},
    math::{
        camera::{Plane, Polar},
        rotation::Vector3,
    },
    space::quat::{vector_from_math, vector_to_math},
};

/// The slope of the steepest wall that does not make the free length jump: the tangent of the angle between the wall and the plane normal
/// to the ray.
const MAX_SLOPE: f64 = 4.0;

/// A boom in world space, and how it moves.
pub(crate) struct Boom {
    pub(crate) ray: Ray,
    /// The velocity of the pivot. Unit: m/s.
    pub(crate) velocity: Vector3,
    /// The rate at which the ray's direction changes. Unit: 1/s.
    pub(crate) direction_rate: Vector3,
}

/// A ray along a boom, which starts at the pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Ray {
    pub(crate) pivot: Vector3,
    /// A unit vector.
    pub(crate) direction: Vector3,
}

impl Boom {
    pub(crate) fn of(frame: &WorldFrame, boom: &Polar, rate: &Polar) -> Self {
        let placement = &frame.placement;
        let direction = placement.orientation.rotate(boom.direction());
        let direction_rate = placement.orientation.rotate(boom.direction_rate(rate));
        Self {
            ray: Ray { pivot: placement.position, direction },
            velocity: placement.velocity,
            direction_rate: direction_rate + placement.angular_velocity.cross(direction),
        }
    }

    /// The largest change of the free length (m) in `h` seconds that does not count as a jump.
    pub(crate) fn max_change(&self, length: f64, margin: f64, h: f64) -> f64 {
        margin + MAX_SLOPE * h * (self.velocity.length() + length * self.direction_rate.length())
    }

    /// The ray in `h` seconds, if the pivot and the direction keep moving at their present rates.
    pub(crate) fn ray_after(&self, h: f64) -> Ray {
        let turned = self.ray.direction + self.direction_rate * h;
        let size = turned.length();
        let direction = if size > 0.0 && size.is_finite() { turned * (1.0 / size) } else { self.ray.direction };
        Ray { pivot: self.ray.pivot + self.velocity * h, direction }
    }
}

/// The result of a cast.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Cast {
    ray: Ray,
    /// The wall that was hit. Its distance is finite and not negative.
    hit: Option<BoomHit>,
    /// The plane of the wall, if its normal is known.
    plane: Option<Plane>,
}

impl Cast {
    /// The result of a cast along `ray`. Returns `None` if the distance is NaN.
    pub(crate) fn of(hit: Option<BoomHit>, ray: &Ray) -> Option<Self> {
        if hit.is_some_and(|hit| hit.distance.is_nan()) {
            return None;
        }
        let hit =
            hit.map(|hit| BoomHit { distance: hit.distance.max(0.0), ..hit }).filter(|hit| hit.distance.is_finite());
        Some(Self { ray: *ray, hit, plane: hit.and_then(|hit| plane_of(hit, ray)) })
    }

    /// Whether another cast has exactly the same result, and may therefore be the same cast. Returns `false` for a distance of 0, because
    /// every cast from inside a wall has that result.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.hit == other.hit && self.hit.is_none_or(|hit| hit.distance > 0.0)
    }

    /// Whether the cast hit a wall.
    pub(crate) const fn is_hit(&self) -> bool {
        self.hit.is_some()
    }

    /// Whether the normal of the wall is known, and with it the distance to the wall along any ray.
    pub(crate) const fn is_plane(&self) -> bool {
        self.plane.is_some()
    }

    /// The free length (m) of a boom along `ray`: infinite if nothing is in the way.
    pub(crate) fn free_length(&self, ray: &Ray) -> f64 {
        match &self.plane {
            // Along the ray of the cast itself, the distance of the hit is used, because the plane would add rounding.
            Some(plane) if *ray != self.ray => {
                let behind = if starts_inside(plane, ray) { 0.0 } else { f64::INFINITY };
                plane.free_length(ray.pivot, ray.direction).unwrap_or(behind)
            }
            _ => self.hit.map_or(f64::INFINITY, |hit| hit.distance.into()),
        }
    }

    /// The rate (m/s) of the free length of a boom: 0 if the normal is not known, or if the boom starts inside the wall. Returns `None` if
    /// the boom does not meet the plane of the wall.
    pub(crate) fn free_length_rate(&self, boom: &Boom) -> Option<f64> {
        let Ray { pivot, direction } = boom.ray;
        match &self.plane {
            Some(plane) if !starts_inside(plane, &boom.ray) => {
                plane.free_length_rate(pivot, direction, boom.velocity, boom.direction_rate)
            }
            _ => Some(0.0),
        }
    }

    /// Shifts the result with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.ray.pivot = self.ray.pivot + by;
        if let Some(plane) = &mut self.plane {
            plane.point = plane.point + by;
        }
    }
}

/// The plane of a wall that a cast along `ray` has hit. Returns `None` if the normal is not known, is not finite, or does not point against
/// the ray.
fn plane_of(hit: BoomHit, ray: &Ray) -> Option<Plane> {
    let normal = vector_to_math(hit.normal?.as_dvec3());
    // A cast that starts inside a wall reports a normal along the ray, or no normal, so it has no plane.
    let is_wall = normal.dot(ray.direction) < 0.0 && vector_from_math(normal).is_finite();
    is_wall.then(|| Plane { point: ray.pivot + ray.direction * f64::from(hit.distance), normal })
}

/// Whether a ray starts inside a wall and leads further into it. The normal points out of the wall.
fn starts_inside(wall: &Plane, ray: &Ray) -> bool {
    wall.normal.dot(wall.point - ray.pivot) > 0.0 && wall.normal.dot(ray.direction) < 0.0
}
