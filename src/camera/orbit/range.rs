//! Limits where an orbit's ranges end.

use bevy::prelude::*;

use super::{
    ends::{ends, lengths, short_of_poles},
    walls::reach::Reach,
};
use crate::{
    camera::{OrbitPitch, OrbitRange},
    engine::Removed,
    law::Limits,
    property::disabling::WithDisabled,
};

/// Observer: the limits of a range go with it, but for that of every length: 0.
pub(crate) fn range_removed(
    removed: Removed<OrbitRange>,
    walls: WithDisabled<(), With<Reach>>,
    mut commands: Commands,
) {
    let Ok(mut entity) = commands.get_entity(removed.entity) else { return };
    entity.try_remove::<Limits<OrbitPitch>>();
    // Before walls, the limits of the length are theirs.
    if walls.contains(removed.entity) {
        entity.try_insert_if_new(lengths(&OrbitRange::OPEN));
    } else {
        entity.try_insert(lengths(&OrbitRange::OPEN));
    }
}

/// Puts limits where the ranges end; also of cameras that are switched off, because the change would be forgotten when they are on again.
pub(crate) fn apply_range(
    changed: WithDisabled<(Entity, &OrbitRange, Has<Reach>), Changed<OrbitRange>>,
    mut commands: Commands,
) {
    for (entity, range, has_walls) in &*changed {
        let mut entity = commands.entity(entity);
        entity.try_insert(ends::<OrbitPitch>(short_of_poles(range.pitch), range.end));
        let lengths = lengths(range);
        if has_walls {
            // These are the length's limits then.
            entity.try_insert_if_new(lengths);
        } else {
            entity.try_insert(lengths);
        }
    }
}
