//! Keeps the targets of entities on a rail at the point that is nearest to another entity.

use bevy::prelude::*;

use super::{OnRail, Rail, RailDistance};
use crate::{
    camera::{Attach, frames::Frames},
    follow::Target,
    property::disabling::WithDisabled,
};

/// Moves the targets of all entities with [`OnRail::nearest_to`].
pub(crate) fn follow_nearest(
    mut followers: Query<(Entity, &OnRail, &Attach, Option<&mut Target<RailDistance>>)>,
    rails: WithDisabled<&'static Rail>,
    frames: Frames,
    mut commands: Commands,
) {
    for (entity, on, attach, target) in &mut followers {
        let Some(leader) = on.nearest_to.filter(|&leader| frames.contains(leader)) else { continue };
        let Ok(rail) = rails.get(attach.leader) else { continue };
        let place = frames.world_frame(leader).placement.position;
        let point = frames.world_frame(attach.leader).local_position(place);
        if !point.is_finite() {
            continue;
        }
        let last = target.as_ref().map(|target| target.value).filter(|last| last.is_finite());
        let next = Target::<RailDistance>::of(rail.nearest_from(last, point)).tracked();
        match target {
            Some(mut target) => _ = target.set_if_neq(next),
            None => _ = commands.entity(entity).insert(next),
        }
    }
}
