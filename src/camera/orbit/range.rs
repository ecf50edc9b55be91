//! Systems that turn [`OrbitRange`] into limits of pitch and length.

use bevy::prelude::*;

use super::{
    ends::{clamp_pitches, distance_limits, range_limits},
    walls::reach::Reach,
};
use crate::{
    camera::{OrbitPitch, OrbitRange},
    engine::Removed,
    law::Limits,
    property::disabling::WithDisabled,
};

/// Observer: removes the limits of a range that is removed. Only the limit that every orbit has remains: the length is at least 0.
pub(crate) fn range_removed(
    removed: Removed<OrbitRange>,
    walls: WithDisabled<(), With<Reach>>,
    mut commands: Commands,
) {
    let Ok(mut entity) = commands.get_entity(removed.entity) else { return };
    entity.try_remove::<Limits<OrbitPitch>>();
    // With an `Obstruction`, the walls system owns the limits of the length.
    if walls.contains(removed.entity) {
        entity.try_insert_if_new(distance_limits(&OrbitRange::OPEN));
    } else {
        entity.try_insert(distance_limits(&OrbitRange::OPEN));
    }
}

/// System: writes the limits of ranges that have changed. Disabled cameras are included; otherwise the change would be lost when they are
/// enabled again.
pub(crate) fn apply_range(
    changed: WithDisabled<(Entity, &OrbitRange, Has<Reach>), Changed<OrbitRange>>,
    mut commands: Commands,
) {
    for (entity, range, has_walls) in &*changed {
        let mut entity = commands.entity(entity);
        entity.try_insert(range_limits::<OrbitPitch>(clamp_pitches(range.pitch), range.limit_angular_frequency));
        let distances = distance_limits(range);
        if has_walls {
            // The walls system owns the limits of the length, so existing ones are kept.
            entity.try_insert_if_new(distances);
        } else {
            entity.try_insert(distances);
        }
    }
}
