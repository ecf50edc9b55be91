//! Leaders seen through other parents than the follower's, and offsets in a leader's own frame.

use alloc::vec::Vec;

use bevy::{
    ecs::{
        entity::Entity,
        hierarchy::ChildOf,
        system::{Query, SystemParam},
    },
    math::DQuat,
    transform::components::Transform,
};

use crate::{
    motion::target_path::Aim,
    property::{Frames, ParentFrame, Property},
    space::{Space, Tangent},
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
    /// Where a follower aims, in its own parent's frame, if its leader's `value` is this. `None` if its parent has no volume
    /// to see it in, or if an entity is a child of its own descendants.
    pub(crate) fn place<P: Property>(
        &self,
        follower: Entity,
        leader: Entity,
        value: P::Value,
        aim: &Aim<P::Value>,
        known: &mut KnownLeader,
    ) -> Option<P::Value> {
        let follower_parent = self.parent(follower, |_| {})?;
        if follower_parent.affine.matrix3.determinant() == 0.0 {
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

    /// The frame that an entity's own transform is in, after `pass` was called for each of its parents; `None` if the parents are in a loop.
    fn parent(&self, entity: Entity, mut pass: impl FnMut(Entity)) -> Option<ParentFrame> {
        let mut frame = ParentFrame::IDENTITY;
        let mut current = entity;
        // Brent 1980: one of the parents passed, further and further up; a walk that comes there again is in a loop.
        let (mut passed, mut steps, mut until) = (entity, 0, 2);
        while let Ok((_, Some(child_of))) = self.transforms.get(current) {
            current = child_of.parent();
            if current == passed {
                return None;
            }
            steps += 1;
            if steps == until {
                (passed, until) = (current, 2 * until);
            }
            pass(current);
            frame = self.own(current) * frame;
        }
        Some(frame)
    }

    /// The frame of an entity in its parent's.
    fn own(&self, entity: Entity) -> ParentFrame {
        let transform = self.transforms.get(entity).ok().and_then(|(transform, _)| transform.copied());
        transform.unwrap_or_default().into()
    }
}
