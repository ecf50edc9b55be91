//! Converts a pointer's position on the screen to a point on the drag surface.

#![allow(clippy::disallowed_types, reason = "what a pointer does is input, and a replay records what input has set")]

use bevy::{
    ecs::system::SystemParam,
    math::{Affine3A, DMat3, DVec3},
    prelude::*,
};

use super::DragSurface;
use crate::{
    property::disabling::WithDisabled,
    space::matrix::{determinant, inverse},
};

/// A plane in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// A point on the plane.
    pub(super) through: DVec3,
    /// The unit normal.
    normal: DVec3,
}

/// The cameras, and the global transforms and parents of all entities, including disabled ones.
#[derive(SystemParam)]
pub(crate) struct View<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    transforms: WithDisabled<'w, 's, &'static GlobalTransform>,
    children: WithDisabled<'w, 's, &'static ChildOf>,
}

impl View<'_, '_> {
    /// The plane on which an entity is dragged: through the point `grabbed` in the world or, without one, through the entity's own
    /// position. `None` for drags on the screen, without a camera, or without a point.
    pub(super) fn plane(
        &self,
        surface: DragSurface,
        camera: Entity,
        entity: Entity,
        grabbed: Option<DVec3>,
    ) -> Option<Plane> {
        let normal = match surface {
            DragSurface::Screen => return None,
            DragSurface::Plane(normal) => normal.as_dvec3(),
            // From the matrix: `forward` requires a non-zero scale and a valid rotation, which this camera may not have.
            DragSurface::FacingCamera => -self.cameras.get(camera).ok()?.1.affine().matrix3.z_axis.as_dvec3(),
        };
        let position = || self.transforms.get(entity).map(|transform| transform.translation().as_dvec3());
        let through = grabbed.filter(|point| point.is_finite()).or_else(|| position().ok())?;
        // A division instead of a product with the reciprocal, so that a normal along an axis gets a coordinate of exactly 1.
        let normal = normal / libm::sqrt(normal.length_squared());
        normal.is_finite().then_some(Plane { through, normal })
    }

    /// The point under the pointer: on the screen, or on the plane, in the frame of the entity's parent. `None` if there is no such point.
    pub(super) fn point(&self, plane: Option<&Plane>, camera: Entity, entity: Entity, pointer: Vec2) -> Option<DVec3> {
        let Some(plane) = plane else { return Some(pointer.extend(0.0).as_dvec3()).filter(|point| point.is_finite()) };
        let (camera, transform) = self.cameras.get(camera).ok()?;
        let ray = camera.viewport_to_world(transform, pointer).ok()?;
        let point = plane.hit(ray.origin.as_dvec3(), ray.direction.as_vec3().as_dvec3())?;
        let point = self.parent_transform(entity).map_or(Some(point), |parent| to_local(&parent.affine(), point))?;
        point.is_finite().then_some(point)
    }

    /// The transform of the entity's parent, in whose frame the entity is dragged. `None` if it has no parent.
    pub(super) fn parent_transform(&self, entity: Entity) -> Option<&GlobalTransform> {
        self.children.get(entity).ok().and_then(|child| self.transforms.get(child.parent()).ok())
    }
}

impl Plane {
    /// Returns the point where a ray hits the plane, or `None` if it misses.
    fn hit(&self, origin: DVec3, direction: DVec3) -> Option<DVec3> {
        let towards = self.normal.dot(direction);
        let distance = self.normal.dot(self.through - origin) / towards;
        if !(distance.is_finite() && distance >= 0.0) {
            return None;
        }
        let point = origin + direction * distance;
        // Projected onto the plane, so that on an axis-aligned plane the coordinate along the normal is always exactly the same.
        Some(point - self.normal * self.normal.dot(point - self.through))
    }
}

/// Converts a point from the world's frame to `frame`. `None` if the frame's matrix has no inverse.
fn to_local(frame: &Affine3A, point: DVec3) -> Option<DVec3> {
    let axes = DMat3::from_cols(
        frame.matrix3.x_axis.as_dvec3(),
        frame.matrix3.y_axis.as_dvec3(),
        frame.matrix3.z_axis.as_dvec3(),
    );
    if axes == DMat3::IDENTITY {
        return Some(point - frame.translation.as_dvec3());
    }
    (determinant(&axes) != 0.0).then(|| inverse(&axes) * (point - frame.translation.as_dvec3()))
}
