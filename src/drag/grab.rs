//! Which pointer drags which entity: pressed, followed and let go.

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
    band::Numbers,
    surface::{Plane, View},
};
use crate::{math::RubberBand, motion::hand::Hand};

/// The time at which a hand's clock starts: the hand takes 0 for the instant of a tick. Unit: s.
const START: f64 = 1.0;

/// Everything that is dragged.
#[derive(Resource, Default)]
pub(crate) struct Grabs(pub(super) Vec<Grab>);

/// One value of one entity, held by one pointer.
pub(super) struct Grab {
    pub(super) entity: Entity,
    pub(super) property: TypeId,
    pointer: PointerId,
    surface: DragSurface,
    camera: Entity,
    /// Where the pointer was pressed.
    pressed: Location,
    /// The point of the world where the pointer was pressed, if a backend knows it.
    hit: Option<DVec3>,
    /// Unit: logical pixels.
    threshold: f32,
    /// None until the pointer is first looked at.
    course: Option<Course>,
    /// Whether the entity is held already.
    pub(super) is_held: bool,
    /// Where the pointer would have the value where the drag begins, and the bands of its bounds.
    pub(super) begin: Option<(Numbers, [RubberBand; 4])>,
    pub(super) ended: Option<Ended>,
}

/// Where a pointer has been.
struct Course {
    plane: Option<Plane>,
    /// Where the pointer is on the screen.
    at: Vec2,
    /// When the pointer was pressed. Unit: s, of real time.
    since: f64,
    /// The point where the drag begins.
    from: Option<DVec3>,
    /// The point where the pointer is now.
    to: Option<DVec3>,
    has_moved: bool,
    hand: Hand<Vec3>,
}

/// How a drag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Let go.
    Released,
    /// Let go at rest.
    Cancelled,
}

impl Grabs {
    /// Whether this pointer may take a property of an entity: no pointer has that property, and this pointer has no other entity.
    pub(super) fn is_free(&self, pointer: PointerId, entity: Entity, property: TypeId) -> bool {
        let stands_against = |grab: &&Grab| {
            let (same_entity, same_pointer) = (grab.entity == entity, grab.pointer == pointer);
            (same_entity && grab.property == property) || (same_pointer && !same_entity)
        };
        // What was let go in this frame is free.
        !self.0.iter().filter(|grab| grab.ended.is_none()).any(|grab| stands_against(&grab))
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
            course: None,
            is_held: false,
            begin: None,
            ended: None,
        }
    }

    /// The way from where the drag began, once it has.
    pub(super) fn way(&self) -> Option<DVec3> {
        let course = self.course.as_ref().filter(|course| course.has_moved)?;
        Some(course.to? - course.from?)
    }

    /// How fast the pointer goes, per second of real time.
    pub(super) fn velocity(&self) -> DVec3 {
        self.course.as_ref().map_or(DVec3::ZERO, |course| course.hand.velocity(1.0))
    }

    /// Moves what is in the world with the world: the plane always, and the points on it unless they are in the frame of a parent, which
    /// moves itself.
    pub(super) fn shift(&mut self, by: DVec3, view: &View) {
        self.hit = self.hit.map(|hit| hit + by);
        let Some(Course { plane: Some(plane), from, to, hand, .. }) = &mut self.course else { return };
        plane.through += by;
        if view.frame(self.entity).is_none() {
            *from = from.map(|from| from + by);
            *to = to.map(|to| to + by);
            hand.shift(by);
        }
    }

    /// Begins the course where the pointer was pressed.
    fn begin(&mut self, now: f64, view: &View) {
        let plane = view.plane(self.surface, self.camera, self.entity, self.hit);
        if plane.is_none() && self.surface != DragSurface::Screen {
            // Without a camera or a place there is no plane to drag the entity on.
            self.ended = Some(Ended::Cancelled);
        }
        let mut course = Course {
            plane,
            at: self.pressed.position,
            since: now,
            from: None,
            to: None,
            has_moved: false,
            hand: Hand::default(),
        };
        course.look(now, self.camera, self.entity, view);
        self.course = Some(course);
    }

    /// Looks where the pointer is.
    fn follow(&mut self, now: f64, view: &View) {
        if let Some(course) = &mut self.course {
            course.look(now, self.camera, self.entity, view);
            let way = course.at.distance(self.pressed.position);
            if !course.has_moved && way >= self.threshold && course.to != course.from {
                course.has_moved = true;
                if self.threshold > 0.0 {
                    course.from = course.to;
                }
            }
        }
    }
}

impl Course {
    fn look(&mut self, now: f64, camera: Entity, entity: Entity, view: &View) {
        // Without a point the entity stays where it is.
        let Some(point) = view.point(self.plane.as_ref(), camera, entity, self.at).or(self.to) else { return };
        self.hand.push(START + (now - self.since), point, 1.0);
        self.to = Some(point);
        self.from.get_or_insert(point);
    }
}

/// Follows the pointers that drag something, and finds which have let go.
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
            if matches!(action, PointerAction::Press(PointerButton::Primary)) && grab.course.is_none() {
                grab.begin(now, &view);
            }
            // A grab that is not pressed yet: this input is of a press before.
            let Some(course) = &mut grab.course else { continue };
            // In another window the pointer has no place here.
            if location.target == grab.pressed.target {
                course.at = location.position;
            }
            match action {
                PointerAction::Release(PointerButton::Primary) => grab.ended = Some(Ended::Released),
                PointerAction::Cancel => grab.ended = Some(Ended::Cancelled),
                _ => {}
            }
        }
    }
    for grab in &mut grabs.0 {
        if grab.course.is_none() {
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
