//! Reads the velocity of sampled leaders from their components.

use bevy::prelude::*;

use super::order::FollowOrder;
use crate::{
    motion::{Motion, target_path::Source},
    property::{Property, TangentOf},
    space::Tangent,
};

/// The axes along which a component's velocity is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum VelocityAxes {
    /// The axes along which the leader's value is measured.
    Leader,
    #[cfg_attr(not(feature = "camera"), expect(dead_code, reason = "only cameras and groups have such a velocity"))]
    /// The world's axes. Such a velocity is only used by followers that have no parent and whose offset is along the world's axes.
    World,
}

/// Sets that order the systems that read leaders' velocities for one property. The system in `First` resets the velocities that it cannot
/// read. Systems in `Later` only store the velocities that they can read.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReadOrder {
    First,
    Later,
}

/// Returns a system that reads the velocities of sampled leaders from their component `C`. The system runs before the leaders are sampled.
pub(crate) fn leader_velocity_reader<P: Property, C: Component>(
    read: fn(&C) -> TangentOf<P>,
    axes: VelocityAxes,
    order: ReadOrder,
) -> impl Fn(Res<FollowOrder<P>>, Query<&C>, Query<(), With<ChildOf>>, Query<&mut Motion<P>>) {
    move |followers, leaders, children, mut motions| {
        for &(entity, source) in &followers.order {
            let (Source::Foreign(leader) | Source::OtherFrame(leader)) = source else { continue };
            let is_known = match axes {
                VelocityAxes::Leader => matches!(source, Source::Foreign(_)),
                VelocityAxes::World => !children.contains(entity),
            };
            let component = leaders.get(leader).ok().filter(|_| is_known);
            if component.is_none() && order == ReadOrder::Later {
                continue;
            }
            if let Ok(mut motion) = motions.get_mut(entity)
                && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
            {
                let turns = matches!(source, Source::OtherFrame(_)) && target_path.aim.leader_axes;
                let velocity = component.filter(|_| !turns).map(read).filter(|velocity| velocity.is_finite());
                target_path.leader_velocity = velocity.map(Tangent::widen);
            }
        }
    }
}
