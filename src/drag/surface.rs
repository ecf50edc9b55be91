//! From a pointer's place on the screen to a point from which it drags.

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

/// A plane of the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) through: DVec3,
    /// Of length 1.
    normal: DVec3,
}

/// The cameras, and the frames in which entities are drawn, disabled ones too.
#[derive(SystemParam)]
pub(crate) struct View<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    placed: WithDisabled<'w, 's, &'static GlobalTransform>,
    children: WithDisabled<'w, 's, &'static ChildOf>,
}

impl View<'_, '_> {
    /// The plane on which an entity is dragged that is grabbed at a point of the world, or at its own place; none on the screen.
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
            // By the matrix: `forward` is only for cameras with a size and an orientation, and this one may have none.
            DragSurface::FacingCamera => -self.cameras.get(camera).ok()?.1.affine().matrix3.z_axis.as_dvec3(),
        };
        let own = || self.placed.get(entity).map(|placed| placed.translation().as_dvec3());
        let through = grabbed.filter(|point| point.is_finite()).or_else(|| own().ok())?;
        // Divided, so that along an axis it is 1 to the bit.
        let normal = normal / libm::sqrt(normal.length_squared());
        normal.is_finite().then_some(Plane { through, normal })
    }

    /// Where a pointer drags an entity from: a point on the screen, or of the plane in the frame of the entity's parent. None
    /// where there is no such point.
    pub(super) fn point(&self, plane: Option<&Plane>, camera: Entity, entity: Entity, pointer: Vec2) -> Option<DVec3> {
        let Some(plane) = plane else { return Some(pointer.extend(0.0).as_dvec3()).filter(|point| point.is_finite()) };
        let (camera, placed) = self.cameras.get(camera).ok()?;
        let ray = camera.viewport_to_world(placed, pointer).ok()?;
        let point = plane.hit(ray.origin.as_dvec3(), ray.direction.as_vec3().as_dvec3())?;
        let point = self.frame(entity).map_or(Some(point), |frame| inside(&frame.affine(), point))?;
        point.is_finite().then_some(point)
    }

    /// The frame in which an entity is dragged on a plane: its parent's; none where that is the world.
    pub(super) fn frame(&self, entity: Entity) -> Option<&GlobalTransform> {
        self.children.get(entity).ok().and_then(|child| self.placed.get(child.parent()).ok())
    }
}

impl Plane {
    fn hit(&self, origin: DVec3, direction: DVec3) -> Option<DVec3> {
        let towards = self.normal.dot(direction);
        let way = self.normal.dot(self.through - origin) / towards;
        if !(way.is_finite() && way >= 0.0) {
            return None;
        }
        let point = origin + direction * way;
        // On the plane to the bit where it lies along axes, so that the number across it does not change.
        Some(point - self.normal * self.normal.dot(point - self.through))
    }
}

/// A point of the world in a frame.
fn inside(frame: &Affine3A, point: DVec3) -> Option<DVec3> {
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
