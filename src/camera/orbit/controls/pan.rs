//! Moves the pivot of an orbit across the picture.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{camera::OrbitDistance, follow::Target};

/// The cameras that may be panned, and their pivots.
#[derive(SystemParam)]
pub(crate) struct Pivots<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static Projection, &'static GlobalTransform, &'static ChildOf)>,
    distances: Query<'w, 's, &'static Target<OrbitDistance>>,
    parents: Query<'w, 's, &'static ChildOf>,
    frames: Query<'w, 's, &'static GlobalTransform>,
    pivots: Query<'w, 's, (&'static mut Transform, Option<&'static mut Target>)>,
}

impl Pivots<'_, '_> {
    /// The place of a point of the window in the picture. Unit: pixels from the picture's middle, x to the right and y down.
    pub(super) fn from_middle(&self, camera: Entity, point: Vec2) -> Option<Vec2> {
        let (camera, ..) = self.cameras.get(camera).ok()?;
        Some(point - camera.logical_viewport_rect()?.center())
    }

    /// Moves the pivot so that the picture moves by this many pixels, at the pivot's distance.
    pub(super) fn pan(&mut self, camera: Entity, pixels: Vec2) -> Option<()> {
        let (view, projection, frame, &ChildOf(pivot)) = self.cameras.get(camera).ok()?;
        let height = view.logical_viewport_size()?.y;
        let shown = match projection {
            Projection::Perspective(lens) => 2.0 * self.distances.get(camera).ok()?.value * libm::tanf(0.5 * lens.fov),
            Projection::Orthographic(lens) => lens.area.height(),
            Projection::Custom(_) => return None,
        };
        let moved = (shown / height) * (frame.left() * pixels.x + frame.up() * pixels.y);
        let outer = self.parents.get(pivot).ok().and_then(|outer| self.frames.get(outer.0).ok());
        let moved = outer.map_or(moved, |outer| outer.affine().inverse().transform_vector3(moved));
        if moved.is_finite() && moved != Vec3::ZERO {
            let (mut place, target) = self.pivots.get_mut(pivot).ok()?;
            match target {
                Some(mut target) => target.value += moved,
                None => place.translation += moved,
            }
        }
        Some(())
    }
}
