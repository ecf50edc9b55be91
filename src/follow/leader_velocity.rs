//! The velocity of leaders that are sampled, where a component tells it.

use bevy::prelude::*;

use super::order::FollowOrder;
use crate::{
    motion::{Motion, target_path::Source},
    property::{OffsetFrame, Property, TangentOf},
    space::Tangent,
};

/// The axes along which a component tells a velocity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Along {
    /// Those of the leader's own value.
    Own,
    #[cfg_attr(not(feature = "camera"), expect(dead_code, reason = "only cameras and groups tell this"))]
    /// The world's: only who follows in the world, by an offset in the world, can use it.
    World,
}

/// Which readers of one property come first. All others only add what they know.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reads {
    First,
    Others,
}

/// A system that reads these velocities, before the leaders are sampled. The first of them forgets what was known.
pub(crate) fn read_leader_velocity<P: Property, C: Component>(
    read: fn(&C) -> TangentOf<P>,
    along: Along,
    reads: Reads,
) -> impl Fn(Res<FollowOrder<P>>, Query<&C>, Query<(), With<ChildOf>>, Query<&mut Motion<P>>) {
    move |followers, leaders, children, mut motions| {
        for &(entity, source) in &followers.order {
            let (Source::Foreign(leader) | Source::Seen(leader)) = source else { continue };
            let is_known = match along {
                Along::Own => matches!(source, Source::Foreign(_)),
                Along::World => !children.contains(entity),
            };
            let told = leaders.get(leader).ok().filter(|_| is_known);
            if told.is_none() && reads == Reads::Others {
                continue;
            }
            if let Ok(mut motion) = motions.get_mut(entity)
                && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
            {
                let turns = matches!(source, Source::Seen(_)) && target_path.aim.frame != OffsetFrame::World;
                let velocity = told.filter(|_| !turns).map(read).filter(|velocity| velocity.is_finite());
                target_path.leader_velocity = velocity.map(Tangent::widen);
            }
        }
    }
}
