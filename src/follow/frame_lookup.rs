//! Converts a leader's value to the parent frame of its follower, if they have different parents or the offset is along the leader's own
//! axes.

use alloc::vec::Vec;

use bevy::{ecs::system::SystemParam, math::DQuat, prelude::*};

use crate::{
    hierarchy::Parents,
    path::target::Aim,
    property::{Frames, ParentFrame, Property},
    space::{Space, Tangent, matrix::determinant},
};

/// Cache of the frames of the leader that was looked up last. Its next follower reuses them, because a leader may have many ancestors.
#[derive(Default)]
pub(crate) struct LeaderFrameCache {
    frames: Option<(Entity, ParentFrame, DQuat)>,
    /// The leader and its ancestors.
    chain: Vec<Entity>,
}

impl LeaderFrameCache {
    /// Invalidates the cache if `entity`, whose value was written, is the leader or one of its ancestors.
    pub(crate) fn invalidate(&mut self, entity: Entity) {
        if self.frames.is_some() && self.chain.contains(&entity) {
            self.frames = None;
        }
    }
}

/// Query for the transforms and parents of all entities.
#[derive(SystemParam)]
pub(crate) struct FrameLookup<'w, 's> {
    transforms: Query<'w, 's, (Option<&'static Transform>, Option<&'static ChildOf>)>,
}

impl FrameLookup<'_, '_> {
    /// The follower's target in the frame of the follower's parent, given the leader's `value`. Returns `None` if that parent has a scale
    /// of 0 along an axis, if there is a loop of parents, or if the target is not finite.
    pub(crate) fn target<P: Property>(
        &self,
        follower: Entity,
        leader: Entity,
        value: P::Value,
        aim: &Aim<P::Value>,
        cache: &mut LeaderFrameCache,
    ) -> Option<P::Value> {
        let follower_parent = self.parent_frame(follower, |_| {})?;
        if determinant(&follower_parent.affine.matrix3) == 0.0 {
            return None;
        }
        let (leader_parent, leader_rotation) = self.leader_frames(leader, cache)?;
        let frames = Frames { leader_parent, leader_rotation, follower_parent };
        let offset = <P::Value as Space>::Tangent::narrow(aim.offset);
        let target = P::seen(value, offset, aim.leader_axes, &frames);
        target.is_finite().then_some(target)
    }

    /// The frame of the leader's parent relative to the world, and the leader's rotation in the world.
    fn leader_frames(&self, leader: Entity, cache: &mut LeaderFrameCache) -> Option<(ParentFrame, DQuat)> {
        if let Some((of, parent, rotation)) = cache.frames
            && of == leader
        {
            return Some((parent, rotation));
        }
        cache.frames = None;
        cache.chain.clear();
        cache.chain.push(leader);
        let parent = self.parent_frame(leader, |parent| cache.chain.push(parent))?;
        let rotation = (parent * self.local_frame(leader)).rotation;
        cache.frames = Some((leader, parent, rotation));
        Some((parent, rotation))
    }

    /// The entity's parent, if any.
    pub(crate) fn parent_of(&self, entity: Entity) -> Option<Entity> {
        self.transforms.get(entity).ok()?.1.map(ChildOf::parent)
    }

    /// Whether the axes of `parent`'s children are those of the world: neither `parent` nor an ancestor of it is rotated or scaled.
    pub(crate) fn has_world_axes(&self, parent: Entity) -> bool {
        let mut above = Parents::above(parent, |entity| self.parent_of(entity));
        let only_shifts = |entity: Entity| {
            let transform = self.transforms.get(entity).ok().and_then(|(transform, _)| transform.copied());
            transform.is_none_or(|Transform { rotation, scale, .. }| rotation.xyz() == Vec3::ZERO && scale == Vec3::ONE)
        };
        only_shifts(parent) && above.all(only_shifts)
    }

    /// The frame of the entity's parent relative to the world. Calls `visit` for each ancestor. Returns `None` in a loop of parents.
    fn parent_frame(&self, entity: Entity, mut visit: impl FnMut(Entity)) -> Option<ParentFrame> {
        let mut above = Parents::above(entity, |entity| self.parent_of(entity));
        let frame = above
            .by_ref()
            .inspect(|&parent| visit(parent))
            .fold(ParentFrame::IDENTITY, |frame, parent| self.local_frame(parent) * frame);
        (!above.is_looped).then_some(frame)
    }

    /// The entity's frame relative to its parent.
    fn local_frame(&self, entity: Entity) -> ParentFrame {
        let transform = self.transforms.get(entity).ok().and_then(|(transform, _)| transform.copied());
        transform.unwrap_or_default().into()
    }
}
