//! The pictures of orbits in their windows, and pivots that move across them.

#![allow(clippy::disallowed_types, reason = "what a pointer does is input, and a replay records what input has set")]

use bevy::{camera::RenderTarget, ecs::system::SystemParam, prelude::*, window::PrimaryWindow};

use super::devices::Pointer;
use crate::follow::{Follow, Target};

/// The cameras, and the pivots that they turn about.
#[derive(SystemParam)]
pub(crate) struct Pictures<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static RenderTarget)>,
    lenses: Query<'w, 's, (&'static Camera, &'static Projection, &'static GlobalTransform, &'static ChildOf)>,
    parents: Query<'w, 's, &'static ChildOf>,
    frames: Query<'w, 's, &'static GlobalTransform>,
    pivots: Query<'w, 's, &'static mut Target, Without<Follow>>,
    primary: Query<'w, 's, Entity, With<PrimaryWindow>>,
}

impl Pictures<'_, '_> {
    /// Whether a camera is switched on. An orbit without a camera counts as one.
    pub(super) fn is_active(&self, camera: Entity) -> bool {
        self.cameras.get(camera).is_ok_and(|(camera, _)| camera.is_active) || !self.cameras.contains(camera)
    }

    /// Where a camera's picture is in a window; empty if that window shows another camera. `None` if it is not known, or not in a window.
    fn picture(&self, camera: Entity, window: Option<Entity>) -> Option<Rect> {
        let (camera, target) = self.cameras.get(camera).ok()?;
        let RenderTarget::Window(shown_in) = target else { return None };
        let shown_in = shown_in.normalize(self.primary.single().ok())?.entity();
        if window.is_some_and(|window| window != shown_in) {
            return Some(Rect::EMPTY);
        }
        camera.logical_viewport_rect()
    }

    /// Whether a pointer is known to be outside of a camera's picture.
    pub(super) fn excludes(&self, camera: Entity, pointer: Pointer) -> bool {
        self.picture(camera, pointer.window).is_some_and(|picture| !picture.contains(pointer.point))
    }

    /// How far a pointer is from the middle of a camera's picture. Unit: logical pixels, y down.
    pub(super) fn offset_from_middle(&self, camera: Entity, pointer: Pointer) -> Option<Vec2> {
        Some(pointer.point - self.picture(camera, pointer.window)?.center())
    }

    /// Moves the pivot so that what is shown at this distance (m) moves by this many pixels in the picture.
    pub(super) fn pan(&mut self, camera: Entity, distance: f32, pixels: Vec2) -> Option<()> {
        let (view, projection, frame, &ChildOf(pivot)) = self.lenses.get(camera).ok()?;
        let height = view.logical_viewport_size()?.y;
        let shown = match projection {
            Projection::Perspective(lens) => 2.0 * distance * libm::tanf(0.5 * lens.fov),
            Projection::Orthographic(lens) => lens.area.height(),
            Projection::Custom(_) => return None,
        };
        let moved = (shown / height) * (frame.left() * pixels.x + frame.up() * pixels.y);
        let outer = self.parents.get(pivot).ok().and_then(|outer| self.frames.get(outer.0).ok());
        let moved = outer.map_or(moved, |outer| outer.affine().inverse().transform_vector3(moved));
        let mut target = self.pivots.get_mut(pivot).ok()?;
        if moved.is_finite() && moved != Vec3::ZERO {
            target.value += moved;
        }
        Some(())
    }

    /// Moves the pivot so that what is under a pointer stays there while the distance changes from one value (m) to another one. An
    /// orthographic picture does not depend on the distance.
    pub(super) fn hold(&mut self, camera: Entity, pointer: Pointer, [before, after]: [f32; 2]) -> Option<()> {
        let Projection::Perspective(_) = self.lenses.get(camera).ok()?.1 else { return None };
        let offset_from_middle = self.offset_from_middle(camera, pointer)?;
        self.pan(camera, before, offset_from_middle * (after / before - 1.0))
    }
}
