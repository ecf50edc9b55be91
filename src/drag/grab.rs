//! Grabs: which pointer drags which entity, and the pointer's path from press to release.

use alloc::vec::Vec;
use core::any::TypeId;

use bevy::{
    camera::NormalizedRenderTarget,
    math::DVec3,
    picking::pointer::{Location, PointerAction, PointerButton, PointerId, PointerInput},
    prelude::*,
    window::Window,
};

use super::{
    DragSurface,
    band::Coordinates,
    surface::{Plane, View},
};
use crate::{math::RubberBand, motion::grab_track::GrabTrack};

/// The instant of a press, as a [`GrabTrack`] records it. It is not 0, because a `GrabTrack` takes 0 for the instant of a tick. Unit: s.
const START: f64 = 1.0;

/// The grabs that have not been released yet.
#[derive(Resource, Default)]
pub(crate) struct Grabs(pub(super) Vec<Grab>);

/// One property of one entity, dragged by one pointer.
pub(super) struct Grab {
    pub(super) entity: Entity,
    pub(super) property: TypeId,
    pointer: PointerId,
    surface: DragSurface,
    camera: Entity,
    /// Where the pointer was pressed on the screen.
    pressed: Location,
    /// The point in the world where the pointer was pressed, if the picking backend provides it.
    hit: Option<DVec3>,
    /// The distance that the pointer has to move before it drags. Unit: logical pixels.
    threshold: f32,
    /// The pointer's path. `None` until its press has been read.
    path: Option<PointerPath>,
    /// Whether `Grabbed` has been inserted.
    pub(super) is_grabbed: bool,
    /// The raw value at the start of the drag, and the rubber bands of its bounds.
    pub(super) start: Option<(Coordinates, [RubberBand; 4])>,
    pub(super) ended: Option<Ended>,
}

/// A pointer's path since its press.
struct PointerPath {
    plane: Option<Plane>,
    /// The pointer's position on the screen.
    position: Vec2,
    /// When the pointer was pressed. Unit: s of real time.
    pressed_at: f64,
    /// The point from which the displacement is measured, on the drag surface.
    from: Option<DVec3>,
    /// The pointer's current point on the drag surface.
    to: Option<DVec3>,
    /// Whether the pointer has moved beyond the threshold.
    has_moved: bool,
    grab_track: GrabTrack<Vec3>,
}

/// How a drag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The pointer was released.
    Released,
    /// The drag was cancelled: the entity is released at rest.
    Cancelled,
}

impl Grabs {
    /// Run condition: whether a pointer drags anything.
    pub(crate) fn exist(grabs: Res<Self>) -> bool {
        !grabs.0.is_empty()
    }

    /// Whether this pointer may grab the entity's property: no pointer drags that property, and this pointer drags no other entity.
    pub(super) fn is_free(&self, pointer: PointerId, entity: Entity, property: TypeId) -> bool {
        let conflicts = |grab: &&Grab| {
            let (same_entity, same_pointer) = (grab.entity == entity, grab.pointer == pointer);
            (same_entity && grab.property == property) || (same_pointer && !same_entity)
        };
        // Grabs that ended in this frame do not count.
        !self.0.iter().filter(|grab| grab.ended.is_none()).any(|grab| conflicts(&grab))
    }
}

impl Grab {
    pub(super) fn new(
        entity: Entity,
        property: TypeId,
        (pointer, pressed): (PointerId, Location),
        (camera, hit): (Entity, Option<Vec3>),
        surface: DragSurface,
        threshold: f32,
    ) -> Self {
        Self {
            entity,
            property,
            pointer,
            surface,
            camera,
            pressed,
            hit: hit.map(|hit| hit.as_dvec3()),
            threshold,
            path: None,
            is_grabbed: false,
            start: None,
            ended: None,
        }
    }

    /// The pointer's displacement since the drag began. `None` before the drag begins.
    pub(super) fn displacement(&self) -> Option<DVec3> {
        let path = self.path.as_ref().filter(|path| path.has_moved)?;
        Some(path.to? - path.from?)
    }

    /// The pointer's velocity, per second of real time.
    pub(super) fn velocity(&self) -> DVec3 {
        self.path.as_ref().map_or(DVec3::ZERO, |path| path.grab_track.velocity(1.0))
    }

    /// Shifts the plane with the world. Points on it are shifted too, unless they are in the frame of a parent, which is shifted itself.
    pub(super) fn shift(&mut self, by: DVec3, view: &View) {
        self.hit = self.hit.map(|hit| hit + by);
        let Some(PointerPath { plane: Some(plane), from, to, grab_track, .. }) = &mut self.path else { return };
        plane.through += by;
        if view.parent_transform(self.entity).is_none() {
            *from = from.map(|from| from + by);
            *to = to.map(|to| to + by);
            grab_track.shift(by);
        }
    }

    /// Starts the pointer's path where the pointer was pressed.
    fn begin(&mut self, now: f64, view: &View) {
        let plane = view.plane(self.surface, self.camera, self.entity, self.hit);
        if plane.is_none() && self.surface != DragSurface::Screen {
            // Without a camera or a point there is no plane on which to drag the entity.
            self.ended = Some(Ended::Cancelled);
        }
        let mut path = PointerPath {
            plane,
            position: self.pressed.position,
            pressed_at: now,
            from: None,
            to: None,
            has_moved: false,
            grab_track: GrabTrack::default(),
        };
        path.sample(now, self.camera, self.entity, view);
        self.path = Some(path);
    }

    /// Samples the pointer, and starts the drag when it has moved beyond the threshold.
    fn follow(&mut self, now: f64, view: &View) {
        if let Some(path) = &mut self.path {
            path.sample(now, self.camera, self.entity, view);
            let distance = path.position.distance(self.pressed.position);
            if !path.has_moved && distance >= self.threshold && path.to != path.from {
                path.has_moved = true;
                if self.threshold > 0.0 {
                    path.from = path.to;
                }
            }
        }
    }
}

impl PointerPath {
    /// Adds the pointer's current point to the path.
    fn sample(&mut self, now: f64, camera: Entity, entity: Entity, view: &View) {
        // Without a point on the surface the entity stays where it is.
        let Some(point) = view.point(self.plane.as_ref(), camera, entity, self.position).or(self.to) else { return };
        self.grab_track.push(START + (now - self.pressed_at), point, 1.0);
        self.to = Some(point);
        self.from.get_or_insert(point);
    }
}

/// System: updates the paths of pointers that drag an entity, and finds the drags that have ended.
pub(crate) fn follow_pointers(
    mut inputs: MessageReader<PointerInput>,
    mut grabs: ResMut<Grabs>,
    view: View,
    pointers: Query<&PointerId>,
    windows: Query<(), With<Window>>,
    time: Res<Time<Real>>,
) {
    if grabs.0.is_empty() {
        inputs.clear();
        return;
    }
    let now = time.elapsed_secs_f64();
    for PointerInput { pointer_id, location, action } in inputs.read() {
        for grab in grabs.0.iter_mut().filter(|grab| grab.pointer == *pointer_id && grab.ended.is_none()) {
            if matches!(action, PointerAction::Press(PointerButton::Primary)) && grab.path.is_none() {
                grab.begin(now, &view);
            }
            // Without a path, the press that began the grab has not been read yet, so this input belongs to an earlier press.
            let Some(path) = &mut grab.path else { continue };
            // Positions in another window are ignored.
            if location.target == grab.pressed.target {
                path.position = location.position;
            }
            match action {
                PointerAction::Release(PointerButton::Primary) => grab.ended = Some(Ended::Released),
                PointerAction::Cancel => grab.ended = Some(Ended::Cancelled),
                _ => {}
            }
        }
    }
    for grab in &mut grabs.0 {
        if grab.path.is_none() {
            grab.begin(now, &view);
        }
        grab.follow(now, &view);
        let is_open = match &grab.pressed.target {
            NormalizedRenderTarget::Window(window) => windows.contains(window.entity()),
            _ => true,
        };
        let is_there = is_open && pointers.iter().any(|pointer| *pointer == grab.pointer);
        if grab.ended.is_none() && !is_there {
            grab.ended = Some(Ended::Cancelled);
        }
    }
}
