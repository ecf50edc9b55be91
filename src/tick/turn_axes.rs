//! Axis springs whose axes turn with their entity.

use bevy::prelude::*;

use crate::{
    follow::order::FollowOrder,
    law::{AxisSprings, axes::axes_rotation},
    motion::{Motion, Resting, resting::wake},
    property::Property,
    space::zero,
};

/// Updates the axes of entities that have turned. Runs once a tick, at its end.
pub(crate) fn turn_axes<P: Property>(
    mut entities: Query<(Entity, &P::Component, &AxisSprings<P>, &mut Motion<P>, Has<Resting<P>>)>,
    mut followers: ResMut<FollowOrder<P>>,
    mut commands: Commands,
) {
    for (entity, component, springs, mut motion, resting) in &mut entities {
        let body = &mut motion.bypass_change_detection().0;
        let Some(axes) = body.rare_mut().and_then(|rare| rare.axes.as_mut()) else { continue };
        let frame = axes_rotation::<P>(springs.own_axes, component);
        if axes.frame == frame {
            continue;
        }
        axes.frame = frame;
        followers.needs_restart = true;
        body.revision = body.revision.wrapping_add(1);
        // How far the entity sags under gravity depends on its axes, so its rest point has moved.
        if resting && body.law().a != zero() {
            wake::<P>(entity, body, &mut commands);
        }
    }
}
