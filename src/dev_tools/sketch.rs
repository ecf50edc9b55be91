//! Computes what is drawn for one entity, as points in the world. Nothing here writes to the world.

#![allow(clippy::disallowed_types, reason = "it draws lines, and moves nothing")]

use alloc::vec::Vec;

use bevy::{math::Affine3A, prelude::*};

use super::{
    MotionGizmos,
    bounds::{Rectangle, rectangles},
};
use crate::{
    law::Limits,
    motion::{
        Motion, Presentation,
        clock::Clock,
        path_ahead::{path_ahead, target_at},
    },
    property::{Translation, Velocity},
};

/// What is drawn for one entity, in the world's frame. Unit: world units.
pub(super) struct Sketch {
    /// The position at which the entity is drawn.
    pub(super) position: Vec3,
    /// The path ahead, over [`MotionGizmos::path_seconds`], from [`position`](Self::position).
    pub(super) path: Vec<Vec3>,
    /// The velocity. Unit: world units/s.
    pub(super) velocity: Vec3,
    /// The position to which springs pull the entity.
    pub(super) target: Option<Vec3>,
    pub(super) bounds: Vec<Rectangle>,
}

impl Sketch {
    /// Returns what is drawn for `entity`, or `None` if its translation has no motion or its position is not finite. Bounds that no other
    /// bound limits are drawn `bound_size` (world units) to each side.
    pub(super) fn of(world: &World, entity: Entity, motion: &MotionGizmos, bound_size: f32) -> Option<Self> {
        let found = world.get_entity(entity).ok()?;
        let position = found.get::<Transform>()?.translation;
        let frame = frame_of(world, found);
        // `Motion::of` includes this frame's writes, which Adopt has not seen yet. If they are invalid, the old motion continues.
        let body = match Motion::<Translation>::of(world, entity) {
            Ok(body) => body,
            Err(_) => found.get::<Motion<Translation>>()?.clone(),
        };
        let now = world.get_resource::<Clock<Translation>>()?.acts_at(found.get::<Presentation>());
        let seconds = f64::from(motion.path_seconds);
        let ahead = if seconds > 0.0 && seconds.is_finite() {
            path_ahead(&body.0, now, now + seconds, motion.path_steps.max(1))
        } else {
            Vec::new()
        };
        let to_world = |position: Vec3| frame.transform_point3(position);
        // Start from the drawn position, which may be a tick behind the path.
        let path = core::iter::once(position).chain(ahead.iter().skip(1).map(|(_, position)| *position)).map(to_world);
        let path = path.filter(|position| position.is_finite()).collect();
        let velocity = found.get::<Velocity>().map_or(Vec3::ZERO, |velocity| velocity.0);
        let bounds = found.get::<Limits>().map_or_else(Vec::new, |limits| rectangles(limits, position, bound_size));
        let bounds = bounds.into_iter().map(|side| Rectangle { corners: side.corners.map(to_world), ..side });
        let position = Some(to_world(position)).filter(|position| position.is_finite())?;
        Some(Self {
            position,
            path,
            velocity: Some(frame.transform_vector3(velocity))
                .filter(|velocity| velocity.is_finite())
                .unwrap_or_default(),
            target: target_at(&body.0, now).map(to_world).filter(|target| target.is_finite()),
            bounds: bounds.filter(|side| side.corners.iter().all(|corner| corner.is_finite())).collect(),
        })
    }

    /// The distance of the entity from its target.
    pub(super) fn lag(&self) -> Option<f32> {
        self.target.map(|target| target.distance(self.position))
    }
}

/// The parent frame, in which the entity's translation is measured.
fn frame_of(world: &World, found: EntityRef) -> Affine3A {
    let parent = found.get::<ChildOf>().and_then(|child_of| world.get::<GlobalTransform>(child_of.parent()));
    parent.map_or(Affine3A::IDENTITY, GlobalTransform::affine)
}
