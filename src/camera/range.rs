//! The ends of an orbit's range, as limits.

use bevy::ecs::{
    entity::Entity,
    query::{Changed, Has},
    system::{Commands, Query},
};

use super::{OrbitLength, OrbitPitch, OrbitRange, reach::Reach};
use crate::{law::Limits, property::Property};

/// Puts limits where the ranges end.
pub(crate) fn apply_range(
    changed: Query<(Entity, &OrbitRange, Has<Reach>), Changed<OrbitRange>>,
    mut commands: Commands,
) {
    for (entity, range, has_walls) in &changed {
        let mut entity = commands.entity(entity);
        entity.try_insert(ends::<OrbitPitch>(range.pitch, range.end));
        let lengths = ends::<OrbitLength>(range.length, range.end);
        if has_walls {
            // These are the length's limits then.
            entity.try_insert_if_new(lengths);
        } else {
            entity.try_insert(lengths);
        }
    }
}

/// Below critical damping, so that what passed an end is back inside in a finite time, where its own spring takes over.
const DAMPING_RATIO: f32 = 0.7;

/// Soft ones, or stops where nothing is faster.
pub(crate) fn ends<P: Property<Value = f32>>([least, most]: [f32; 2], end: f32) -> Limits<P> {
    let hard = Limits::<P>::of(least, most);
    if end == f32::INFINITY { hard } else { Limits { damping_ratio: DAMPING_RATIO, ..hard.soft(end) } }
}
