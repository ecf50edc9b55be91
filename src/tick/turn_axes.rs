//! Axes that turn with their entity.

use bevy::prelude::*;

use crate::{
    follow::order::FollowOrder,
    law::{AxisSprings, axes::frame},
    motion::{Motion, Resting, resting::wake},
    property::Property,
    space::zero,
};

/// Turns axes with their entity: once a tick, where it ends.
pub(crate) fn turn_axes<P: Property>(
    mut entities: Query<(Entity, &P::Component, &AxisSprings<P>, &mut Motion<P>, Has<Resting<P>>)>,
    mut followers: ResMut<FollowOrder<P>>,
    mut commands: Commands,
) {
    for (entity, component, springs, mut motion, resting) in &mut entities {
        let body = &mut motion.bypass_change_detection().0;
        let Some(axes) = body.cold_mut().and_then(|cold| cold.axes.as_mut()) else { continue };
        let frame = frame::<P>(springs.frame, component);
        if axes.frame == frame {
            continue;
        }
        axes.frame = frame;
        followers.unsettled = true;
        body.revision = body.revision.wrapping_add(1);
        // A hanging entity sags another way now.
        if resting && body.law().a != zero() {
            wake::<P>(entity, body, &mut commands);
        }
    }
}
