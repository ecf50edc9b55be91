//! The frames that cameras are in, and what is attached is on: in f64 and in motion.

use alloc::vec::Vec;

use bevy::{
    ecs::{
        entity::Entity,
        entity_disabling::Disabled,
        hierarchy::ChildOf,
        query::{Allow, Has},
        system::{Query, SystemParam},
    },
    math::{DMat3, DVec3},
    transform::components::Transform,
};

use super::{Attach, Pose};
use crate::{
    math::camera::Placement,
    property::{Rotation, Velocity},
    space::quat::{self, from_math, to_math, vector_from_math, vector_to_math},
};

/// A parent's frame in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Without the scale.
    pub(crate) placement: Placement,
    /// From the frame's axes to the world's, with the scale.
    linear: DMat3,
}

impl Frame {
    const WORLD: Self = Self { placement: Placement::REST, linear: DMat3::IDENTITY };

    /// What stands in this frame so and moves so in it.
    pub(crate) fn carry(&self, transform: &Transform, velocity: DVec3, angular_velocity: DVec3) -> Self {
        let Transform { translation, rotation, scale } = *transform;
        let (rotation, outer) = (rotation.as_dquat().normalize(), from_math(self.placement.orientation));
        let arm = self.linear * translation.as_dvec3();
        let spin = vector_from_math(self.placement.angular_velocity);
        let placement = Placement {
            position: self.placement.position + vector_to_math(arm),
            velocity: self.placement.velocity + vector_to_math(spin.cross(arm) + self.linear * velocity),
            orientation: to_math((outer * rotation).normalize()),
            angular_velocity: vector_to_math(spin + outer * angular_velocity),
        };
        Self { placement, linear: self.linear * DMat3::from_quat(rotation) * DMat3::from_diagonal(scale.as_dvec3()) }
    }

    /// Whether something can be placed in it: its axes are finite, span a volume and are not mirrored.
    pub(crate) fn has_room(&self) -> bool {
        let volume = self.linear.determinant();
        volume > 0.0 && volume.is_finite() && self.is_somewhere()
    }

    /// Whether where it is and how it moves are numbers.
    pub(crate) fn is_somewhere(&self) -> bool {
        let is_finite = |vector| vector_from_math(vector).is_finite();
        let Placement { position, velocity, orientation, angular_velocity } = self.placement;
        is_finite(position) && is_finite(velocity) && is_finite(angular_velocity) && from_math(orientation).is_finite()
    }

    /// Where a place of the world is in it.
    pub(crate) fn local(&self, position: crate::math::rotation::Vector3) -> DVec3 {
        self.linear.inverse() * quat::vector_from_math(position - self.placement.position)
    }
}

/// Transforms, parents and velocities.
#[derive(SystemParam)]
pub(crate) struct Frames<'w, 's> {
    entities: Query<
        'w,
        's,
        (
            Option<&'static Transform>,
            Option<&'static ChildOf>,
            Option<&'static Velocity>,
            Option<&'static Velocity<Rotation>>,
            (Option<&'static Pose>, Has<Attach>),
            Has<Disabled>,
        ),
        // What hangs on who is switched off still hangs there.
        Allow<Disabled>,
    >,
}

/// More parents above each other than anybody has: they go round in a loop.
const DEEPEST: usize = 1024;

impl Frames<'_, '_> {
    /// The frame that an entity's own `Transform` is in.
    pub(crate) fn parent(&self, entity: Entity) -> Frame {
        let parents: Vec<Entity> = self.above(entity).collect();
        parents.iter().rev().fold(Frame::WORLD, |frame, &parent| self.own_in(&frame, parent))
    }

    /// Its parents, from the next one on.
    pub(crate) fn above(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        let above = |&entity: &Entity| self.entities.get(entity).ok()?.1.map(ChildOf::parent);
        core::iter::successors(above(&entity), above).take(DEEPEST)
    }

    /// Whether something tells how it moves: its own velocity, or a parent's.
    pub(crate) fn tells_velocity(&self, entity: Entity) -> bool {
        core::iter::once(entity).chain(self.above(entity)).any(|entity| {
            let found = self.entities.get(entity);
            found.is_ok_and(|(_, _, moves, turns, (_, hangs), _)| moves.is_some() || turns.is_some() || hangs)
        })
    }

    /// An entity's own frame.
    pub(crate) fn own(&self, entity: Entity) -> Frame {
        self.own_in(&self.parent(entity), entity)
    }

    /// An entity's own frame as it would be without a motion of its own.
    pub(crate) fn standing(&self, entity: Entity) -> Frame {
        let transform = self.entities.get(entity).ok().and_then(|found| found.0.copied()).unwrap_or_default();
        self.parent(entity).carry(&transform, DVec3::ZERO, DVec3::ZERO)
    }

    /// Whether an entity is anywhere, and not switched off.
    pub(crate) fn contains(&self, entity: Entity) -> bool {
        self.entities.get(entity).is_ok_and(|(transform, .., is_off)| transform.is_some() && !is_off)
    }

    fn own_in(&self, frame: &Frame, entity: Entity) -> Frame {
        let Ok((transform, _, velocity, angular_velocity, (pose, hangs), is_off)) = self.entities.get(entity) else {
            return *frame;
        };
        let moving = velocity.filter(|_| !is_off).map_or(DVec3::ZERO, |velocity| velocity.0.as_dvec3());
        let turning = angular_velocity.filter(|_| !is_off).map_or(DVec3::ZERO, |velocity| velocity.0.as_dvec3());
        let mut own = frame.carry(&transform.copied().unwrap_or_default(), moving, turning);
        // What is still moved otherwise was attached just now.
        if let (Some(pose), None, None) = (pose.filter(|_| hangs && !is_off), velocity, angular_velocity) {
            own.placement.velocity = vector_to_math(pose.velocity.as_dvec3());
            own.placement.angular_velocity = vector_to_math(pose.angular_velocity.as_dvec3());
        }
        own
    }
}
