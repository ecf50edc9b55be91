//! The ends of an orbit's range, as limits.

use bevy::ecs::{
    entity::Entity,
    query::Changed,
    system::{Commands, Query},
};

use super::{OrbitLength, OrbitPitch, OrbitRange};
use crate::{law::Limits, property::Property};

/// Puts limits where the ranges end.
pub(crate) fn apply_range(changed: Query<(Entity, &OrbitRange), Changed<OrbitRange>>, mut commands: Commands) {
    for (entity, range) in &changed {
        let limits = (ends::<OrbitPitch>(range.pitch, range.end), ends::<OrbitLength>(range.length, range.end));
        commands.entity(entity).try_insert(limits);
    }
}

/// Below critical damping, so that what passed an end is back inside in a finite time, where its own spring takes over.
const DAMPING_RATIO: f32 = 0.7;

/// Soft ones, or stops where nothing is faster.
pub(crate) fn ends<P: Property<Value = f32>>([least, most]: [f32; 2], end: f32) -> Limits<P> {
    let hard = Limits::<P>::of(least, most);
    if end == f32::INFINITY { hard } else { Limits { damping_ratio: DAMPING_RATIO, ..hard.soft(end) } }
}
