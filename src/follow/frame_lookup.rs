//! Leaders seen through other parents than the follower's, and offsets in a leader's own frame.

use bevy::{
    ecs::{
        entity::Entity,
        hierarchy::ChildOf,
        system::{Query, SystemParam},
    },
    transform::components::{GlobalTransform, Transform},
};

use crate::{
    motion::target_path::Aim,
    property::{Frames, Property},
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
        if follower_parent.affine().matrix3.determinant() == 0.0 {
            return None;
        }
        let leader_parent = self.parent(leader)?;
        let own = self.transforms.get(leader).ok().and_then(|(transform, _)| transform.copied()).unwrap_or_default();
        let frames =
            Frames { leader_parent, leader_rotation: leader_parent.rotation() * own.rotation, follower_parent };
        let offset = <P::Value as Space>::Tangent::narrow(aim.offset);
        let place = P::seen(value, offset, aim.frame, &frames);
        place.is_finite().then_some(place)
    }

    /// The frame that an entity's own transform is in; none where the parents go round in a loop.
    fn parent(&self, entity: Entity) -> Option<GlobalTransform> {
        let mut frame = GlobalTransform::IDENTITY;
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
            let own = self.transforms.get(current).ok().and_then(|(transform, _)| transform.copied());
            frame = GlobalTransform::from(own.unwrap_or_default()) * frame;
        }
        Some(frame)
    }
}
