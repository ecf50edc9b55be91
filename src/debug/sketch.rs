//! What is drawn of one entity: points of the world. It only reads.

use alloc::vec::Vec;

use bevy::{math::Affine3A, prelude::*};

use super::{
    MotionGizmos,
    bounds::{Rectangle, rectangles},
};
use crate::{
    law::Limits,
    motion::{
        Motion, PresentAs,
        clock::Clock,
        path_ahead::{path_ahead, target_at},
    },
    property::{Translation, Velocity},
};

/// What is drawn of one entity. Unit: units of the world.
pub(super) struct Sketch {
    /// Where it is drawn.
    pub(super) place: Vec3,
    /// From there on, as far as settings say.
    pub(super) path: Vec<Vec3>,
    /// In one second.
    pub(super) velocity: Vec3,
    /// Where its springs pull it to.
    pub(super) target: Option<Vec3>,
    pub(super) bounds: Vec<Rectangle>,
}

impl Sketch {
    /// What is drawn of `entity`; bounds that nothing ends are drawn `bound_size` (units of the world) to each side. None for what does not move.
    pub(super) fn of(world: &World, entity: Entity, motion: &MotionGizmos, bound_size: f32) -> Option<Self> {
        let found = world.get_entity(entity).ok()?;
        let place = found.get::<Transform>()?.translation;
        let frame = frame_of(world, found);
        // As it will be adopted, with what was written in this frame; what is invalid goes on as it was.
        let body = match Motion::<Translation>::of(world, entity) {
            Ok(body) => body,
            Err(_) => found.get::<Motion<Translation>>()?.clone(),
        };
        let now = world.get_resource::<Clock<Translation>>()?.acts_at(found.get::<PresentAs>());
        let seconds = f64::from(motion.path_seconds);
        let ahead = if seconds > 0.0 && seconds.is_finite() {
            path_ahead(&body.0, now, now + seconds, motion.path_steps.max(1))
        } else {
            Vec::new()
        };
        let to_world = |place: Vec3| frame.transform_point3(place);
        // The first point is where it is drawn: a tick behind its path, perhaps.
        let path = core::iter::once(place).chain(ahead.iter().skip(1).map(|(_, place)| *place)).map(to_world);
        let path = path.filter(|place| place.is_finite()).collect();
        let velocity = found.get::<Velocity>().map_or(Vec3::ZERO, |velocity| velocity.0);
        let bounds = found.get::<Limits>().map_or_else(Vec::new, |limits| rectangles(limits, place, bound_size));
        let bounds = bounds.into_iter().map(|side| Rectangle { corners: side.corners.map(to_world), ..side });
        let place = Some(to_world(place)).filter(|place| place.is_finite())?;
        Some(Self {
            place,
            path,
            velocity: Some(frame.transform_vector3(velocity))
                .filter(|velocity| velocity.is_finite())
                .unwrap_or_default(),
            target: target_at(&body.0, now).map(to_world).filter(|target| target.is_finite()),
            bounds: bounds.filter(|side| side.corners.iter().all(|corner| corner.is_finite())).collect(),
        })
    }

    /// How far it is from its target.
    pub(super) fn lag(&self) -> Option<f32> {
        self.target.map(|target| target.distance(self.place))
    }
}

/// The frame that the entity's translation is in.
fn frame_of(world: &World, found: EntityRef) -> Affine3A {
    let parent = found.get::<ChildOf>().and_then(|child_of| world.get::<GlobalTransform>(child_of.parent()));
    parent.map_or(Affine3A::IDENTITY, GlobalTransform::affine)
}
