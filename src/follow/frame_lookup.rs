//! Leaders seen through other parents than the follower's, and offsets in a leader's own frame.

use alloc::vec::Vec;

use bevy::{ecs::system::SystemParam, math::DQuat, prelude::*};

use super::parents::Parents;
use crate::{
    path::target::Aim,
    property::{Frames, ParentFrame, Property},
    space::{Space, Tangent, matrix::determinant},
};

/// A leader's frames, kept for its next follower: a leader may be deep below its parents.
#[derive(Default)]
pub(crate) struct KnownLeader {
    frames: Option<(Entity, ParentFrame, DQuat)>,
    /// The leader and its parents.
    carriers: Vec<Entity>,
}

impl KnownLeader {
    /// Notes that an entity's value was written.
    pub(crate) fn note_write(&mut self, entity: Entity) {
        if self.frames.is_some() && self.carriers.contains(&entity) {
            self.frames = None;
        }
    }
}

/// Transforms and parents.
#[derive(SystemParam)]
pub(crate) struct FrameLookup<'w, 's> {
    transforms: Query<'w, 's, (Option<&'static Transform>, Option<&'static ChildOf>)>,
}

impl FrameLookup<'_, '_> {
    /// Where a follower aims, in its own parent's frame, if its leader's value is `value`. Returns `None` if its parent has no volume,
    /// and in a loop of parents.
    pub(crate) fn place<P: Property>(
        &self,
        follower: Entity,
        leader: Entity,
        value: P::Value,
        aim: &Aim<P::Value>,
        known: &mut KnownLeader,
    ) -> Option<P::Value> {
        let follower_parent = self.parent(follower, |_| {})?;
        if determinant(&follower_parent.affine.matrix3) == 0.0 {
            return None;
        }
        let (leader_parent, leader_rotation) = self.leader(leader, known)?;
        let frames = Frames { leader_parent, leader_rotation, follower_parent };
        let offset = <P::Value as Space>::Tangent::narrow(aim.offset);
        let place = P::seen(value, offset, aim.frame, &frames);
        place.is_finite().then_some(place)
    }

    /// The frame that a leader's own transform is in, and its rotation in the world.
    fn leader(&self, leader: Entity, known: &mut KnownLeader) -> Option<(ParentFrame, DQuat)> {
        if let Some((of, parent, rotation)) = known.frames
            && of == leader
        {
            return Some((parent, rotation));
        }
        known.frames = None;
        known.carriers.clear();
        known.carriers.push(leader);
        let parent = self.parent(leader, |parent| known.carriers.push(parent))?;
        let rotation = (parent * self.own(leader)).rotation;
        known.frames = Some((leader, parent, rotation));
        Some((parent, rotation))
    }

    /// An entity's parent.
    pub(crate) fn parent_of(&self, entity: Entity) -> Option<Entity> {
        self.transforms.get(entity).ok()?.1.map(ChildOf::parent)
    }

    /// Whether no entity from `parent` upwards turns or scales its children, so that its children's axes are the world's.
    pub(crate) fn has_axes_of_world(&self, parent: Entity) -> bool {
        let mut above = Parents::above(parent, |entity| self.parent_of(entity));
        let only_shifts = |entity: Entity| {
            let transform = self.transforms.get(entity).ok().and_then(|(transform, _)| transform.copied());
            transform.is_none_or(|Transform { rotation, scale, .. }| rotation.xyz() == Vec3::ZERO && scale == Vec3::ONE)
        };
        only_shifts(parent) && above.all(only_shifts)
    }

    /// The frame that an entity's own transform is in, after `pass` was called for each of its parents. Returns `None` in a loop of parents.
    fn parent(&self, entity: Entity, mut pass: impl FnMut(Entity)) -> Option<ParentFrame> {
        let mut above = Parents::above(entity, |entity| self.parent_of(entity));
        let frame = above
            .by_ref()
            .inspect(|&parent| pass(parent))
            .fold(ParentFrame::IDENTITY, |frame, parent| self.own(parent) * frame);
        (!above.is_looped).then_some(frame)
    }

    /// The frame of an entity in its parent's.
    fn own(&self, entity: Entity) -> ParentFrame {
        let transform = self.transforms.get(entity).ok().and_then(|(transform, _)| transform.copied());
        transform.unwrap_or_default().into()
    }
}
