//! Leaders seen through other parents than the follower's, and offsets in a leader's own frame.

use bevy::{
    ecs::{
        entity::Entity,
        hierarchy::ChildOf,
        system::{Query, SystemParam},
    },
    transform::components::Transform,
};

use crate::{
    motion::target_path::Aim,
    property::{Frames, ParentFrame, Property},
    space::{Space, Tangent},
};

/// Transforms and parents.
#[derive(SystemParam)]
pub(crate) struct FrameLookup<'w, 's> {
    transforms: Query<'w, 's, (Option<&'static Transform>, Option<&'static ChildOf>)>,
}

impl FrameLookup<'_, '_> {
    /// Where a follower aims, in its own parent's frame, if its leader's `value` is this. None where its parent has no volume
    /// to see it in, or where an entity is a child of its own descendants.
    pub(crate) fn place<P: Property>(
        &self,
        follower: Entity,
        leader: Entity,
        value: P::Value,
        aim: &Aim<P::Value>,
    ) -> Option<P::Value> {
        let follower_parent = self.parent(follower)?;
        if follower_parent.affine.matrix3.determinant() == 0.0 {
            return None;
        }
        let leader_parent = self.parent(leader)?;
        let leader_rotation = (leader_parent * self.own(leader)).rotation;
        let frames = Frames { leader_parent, leader_rotation, follower_parent };
        let offset = <P::Value as Space>::Tangent::narrow(aim.offset);
        let place = P::seen(value, offset, aim.frame, &frames);
        place.is_finite().then_some(place)
    }

    /// The frame that an entity's own transform is in; none where the parents go round in a loop.
    fn parent(&self, entity: Entity) -> Option<ParentFrame> {
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
