//! A boom in the world, the rays along it, and what casts along these rays have found.

use crate::{
    camera::{FreeLength, frame::Frame},
    math::{
        camera::{Plane, Polar},
        rotation::Vector3,
    },
    space::quat::{vector_from_math, vector_to_math},
};

/// A wall that is met at less than this slope, tangent of its angle to the ray's normal, does not jump.
const STEEPEST: f64 = 4.0;

/// A boom's end, in the world.
pub(crate) struct Boom {
    pub(crate) ray: Ray,
    /// The velocity of the pivot. Unit: m/s.
    pub(crate) velocity: Vector3,
    /// How fast the direction changes. Unit: 1/s.
    pub(crate) turning: Vector3,
}

/// A ray along a boom, from its pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Ray {
    pub(crate) pivot: Vector3,
    /// Of length 1.
    pub(crate) direction: Vector3,
}

impl Boom {
    pub(crate) fn of(frame: &Frame, boom: &Polar, rate: &Polar) -> Self {
        let placement = &frame.placement;
        let direction = placement.orientation.rotate(boom.direction());
        let turning = placement.orientation.rotate(boom.direction_rate(rate));
        Self {
            ray: Ray { pivot: placement.position, direction },
            velocity: placement.velocity,
            turning: turning + placement.angular_velocity.cross(direction),
        }
    }

    /// How much the free length may change in `h` seconds without a jump (m).
    pub(crate) fn most_change(&self, length: f64, margin: f64, h: f64) -> f64 {
        margin + STEEPEST * h * (self.velocity.length() + length * self.turning.length())
    }

    /// The ray in `h` seconds, if the boom keeps its velocities.
    pub(crate) fn after(&self, h: f64) -> Ray {
        let turned = self.ray.direction + self.turning * h;
        let size = turned.length();
        let direction = if size > 0.0 && size.is_finite() { turned * (1.0 / size) } else { self.ray.direction };
        Ray { pivot: self.ray.pivot + self.velocity * h, direction }
    }
}

/// What a cast has found.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Cast {
    ray: Ray,
    free: FreeLength,
    /// The wall, if its normal is known.
    plane: Option<Plane>,
}

impl Cast {
    /// What was found along this ray; `None` for NaN.
    pub(crate) fn of(free: FreeLength, ray: &Ray) -> Option<Self> {
        if free.length.is_nan() {
            return None;
        }
        let free = FreeLength { length: free.length.max(0.0), ..free };
        let FreeLength { length, normal } = free;
        let normal = vector_to_math(normal.as_dvec3());
        // What is met from within has a normal along the ray, or none: no plane is in the way of the next one.
        let is_wall = normal.dot(ray.direction) < 0.0 && vector_from_math(normal).is_finite() && length.is_finite();
        let plane = is_wall.then(|| Plane { point: ray.pivot + ray.direction * f64::from(length), normal });
        Some(Self { ray: *ray, free, plane })
    }

    /// Whether another cast found the same to the bit, so that it may not have been made. All casts from within a wall find the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.free == other.free && self.free.length > 0.0
    }

    /// Whether something is in the way.
    pub(crate) const fn is_hit(&self) -> bool {
        self.free.length.is_finite()
    }

    /// Whether the wall is known by its normal, so that its distance along any ray is known.
    pub(crate) const fn is_plane(&self) -> bool {
        self.plane.is_some()
    }

    /// How long a boom along this ray may be (m): infinite if nothing is in its way.
    pub(crate) fn free_length(&self, ray: &Ray) -> f64 {
        match &self.plane {
            // Along the same ray it is what was found, without the rounding of the plane.
            Some(plane) if *ray != self.ray => {
                let behind = if is_within(plane, ray) { 0.0 } else { f64::INFINITY };
                plane.free_length(ray.pivot, ray.direction).unwrap_or(behind)
            }
            _ => self.free.length.into(),
        }
    }

    /// How fast that grows along a boom (m/s).
    pub(crate) fn free_length_rate(&self, boom: &Boom) -> Option<f64> {
        let Ray { pivot, direction } = boom.ray;
        match &self.plane {
            Some(plane) if !is_within(plane, &boom.ray) => {
                plane.free_length_rate(pivot, direction, boom.velocity, boom.turning)
            }
            _ => Some(0.0),
        }
    }

    /// Shifts what was found with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.ray.pivot = self.ray.pivot + by;
        if let Some(plane) = &mut self.plane {
            plane.point = plane.point + by;
        }
    }
}

/// Whether a ray leads further into the wall, whose normal is that of its outside.
fn is_within(wall: &Plane, ray: &Ray) -> bool {
    wall.normal.dot(wall.point - ray.pivot) > 0.0 && wall.normal.dot(ray.direction) < 0.0
}
