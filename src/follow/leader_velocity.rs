//! The velocity of leaders that something else moves, where a component tells it.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    component::Component,
    system::{Query, Res},
};

use super::order::FollowOrder;
use crate::{
    motion::{Motion, target_path::Source},
    property::{Property, TangentOf},
    space::Tangent,
};

/// A system that reads these velocities, before the leaders are sampled.
pub(crate) fn read_leader_velocity<P: Property, C: Component>(
    read: fn(&C) -> TangentOf<P>,
) -> impl Fn(Res<FollowOrder<P>>, Query<&C>, Query<&mut Motion<P>>) {
    move |followers, leaders, mut motions| {
        for &(entity, source) in &followers.order {
            let Source::Foreign(leader) = source else { continue };
            let velocity = leaders.get(leader).ok().map(read).filter(|velocity| velocity.is_finite());
            if let Ok(mut motion) = motions.get_mut(entity)
                && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
            {
                target_path.leader_velocity = velocity.map(Tangent::widen);
            }
        }
    }
}
