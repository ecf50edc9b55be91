//! The pictures of orbits in their windows, and pivots that move across them.

#![allow(clippy::disallowed_types, reason = "what a pointer does is input, and a replay records what input has set")]

use bevy::{camera::RenderTarget, ecs::system::SystemParam, prelude::*, window::PrimaryWindow};

use super::devices::Pointer;
use crate::{
    follow::{Follow, Target},
    law::Limits,
    property::OrthographicScale,
};

/// The cameras, and the pivots that they turn about.
#[derive(SystemParam)]
pub(crate) struct Pictures<'w, 's> {
    cameras: Query<'w, 's, (&'static Camera, &'static RenderTarget)>,
    lenses: Query<'w, 's, (&'static Camera, &'static Projection, &'static GlobalTransform, &'static ChildOf)>,
    parents: Query<'w, 's, &'static ChildOf>,
    frames: Query<'w, 's, &'static GlobalTransform>,
    pivots: Query<'w, 's, &'static mut Target, Without<Follow>>,
    scales: Query<'w, 's, Scale>,
    primary: Query<'w, 's, Entity, With<PrimaryWindow>>,
}

/// Query data: an orthographic lens whose scale moves, and its bounds.
type Scale = (&'static Projection, &'static mut Target<OrthographicScale>, Option<&'static Limits<OrthographicScale>>);

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

    /// How high a camera's picture is at this distance (m). Unit: m.
    pub(super) fn height(&self, camera: Entity, distance: f32) -> Option<f32> {
        match self.lenses.get(camera).ok()?.1 {
            Projection::Perspective(lens) => Some(2.0 * distance * libm::tanf(0.5 * lens.fov)),
            Projection::Orthographic(lens) => Some(lens.area.height()),
            Projection::Custom(_) => None,
        }
    }

    /// Zooms an orthographic picture by its scale, if that has a target: the picture does not depend on the distance. Returns how high it is
    /// before and after that. Unit: m.
    pub(super) fn scale(&mut self, camera: Entity, zoom: f32) -> Option<[f32; 2]> {
        let (Projection::Orthographic(lens), mut target, limits) = self.scales.get_mut(camera).ok()? else {
            return None;
        };
        let [lower, upper] = limits.map_or([None; 2], |limits| [limits.lower[0], limits.upper[0]]);
        let before = Some(target.value).filter(|scale| *scale > 0.0)?;
        let after = (before * libm::expf(zoom)).min(upper.unwrap_or(f32::MAX)).max(lower.unwrap_or(f32::MIN_POSITIVE));
        if after != before {
            target.value = after;
        }
        Some([before, after].map(|scale| lens.area.height() * (scale / lens.scale)))
    }

    /// Moves the pivot so that what is shown moves by this many pixels in the picture, where that is `shown` metres high.
    pub(super) fn pan(&mut self, camera: Entity, shown: f32, pixels: Vec2) -> Option<()> {
        let (view, _, frame, &ChildOf(pivot)) = self.lenses.get(camera).ok()?;
        let height = view.logical_viewport_size()?.y;
        let moved = (shown / height) * (frame.left() * pixels.x + frame.up() * pixels.y);
        let outer = self.parents.get(pivot).ok().and_then(|outer| self.frames.get(outer.0).ok());
        let moved = outer.map_or(moved, |outer| outer.affine().inverse().transform_vector3(moved));
        let mut target = self.pivots.get_mut(pivot).ok()?;
        if moved.is_finite() && moved != Vec3::ZERO {
            target.value += moved;
        }
        Some(())
    }

    /// Moves the pivot so that what is under a pointer stays there while the height of the picture (m) changes.
    pub(super) fn hold(&mut self, camera: Entity, pointer: Pointer, [before, after]: [f32; 2]) -> Option<()> {
        let offset_from_middle = self.offset_from_middle(camera, pointer)?;
        self.pan(camera, before, offset_from_middle * (after / before - 1.0))
    }
}
