//! Warnings about entities: each mistake of an entity is logged once, and each mistake for at most [`MAX_REPORTED`] entities.

use alloc::string::String;
use alloc::vec::Vec;
use core::{
    fmt::{Arguments, Display},
    panic::Location,
};

use bevy::{
    ecs::entity::EntityHashSet,
    platform::{
        collections::HashMap,
        sync::{Mutex, PoisonError},
    },
    prelude::*,
};
use log::warn;

/// How many entities are reported for each mistake.
pub(crate) const MAX_REPORTED: usize = 10;

/// Identifies a mistake: the field or the kind of mistake, and the property that it concerns.
pub(crate) type Mistake = (&'static str, &'static str);

/// Which mistakes of which entities have been reported. Each is reported once, so a mistake that appears again and again does not fill the
/// log.
#[derive(Resource, Default)]
pub(crate) struct Warnings(Mutex<HashMap<Mistake, EntityHashSet>>);

impl Warnings {
    /// Logs a warning about an entity's mistake, unless it has been reported or the limit is reached.
    pub(crate) fn warn(&self, entity: Entity, mistake: Mistake, message: Arguments) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entities = reported.entry(mistake).or_default();
        if entities.len() == MAX_REPORTED || !entities.insert(entity) {
            return;
        }
        let rest =
            if entities.len() == MAX_REPORTED { " (no more entities with this mistake are reported)" } else { "" };
        warn!("{message}{rest}");
    }
}

/// Warns as [`Warnings::warn`] does, when commands are applied.
pub(crate) fn warn_later(commands: &mut Commands, entity: Entity, mistake: Mistake, message: String) {
    commands.queue(move |world: &mut World| warn_in(world, entity, mistake, format_args!("{message}")));
}

/// Warns as [`Warnings::warn`] does.
pub(crate) fn warn_in(world: &mut World, entity: Entity, mistake: Mistake, message: Arguments) {
    world.get_resource_or_init::<Warnings>().warn(entity, mistake, message);
}

/// Warns that a constructor rejects its arguments. No entity is known at that point, so the warning is logged once for each calling line of
/// user code, and for at most [`MAX_REPORTED`] lines.
#[track_caller]
pub(crate) fn warn_of_arguments(constructor: &str, error: impl Display) {
    static REPORTED: Mutex<Vec<&Location>> = Mutex::new(Vec::new());
    let caller = Location::caller();
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    if reported.len() < MAX_REPORTED && !reported.contains(&caller) {
        reported.push(caller);
        warn!("{constructor} at {caller}: {error}; the result is NaN, which moves nothing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(warnings: &Warnings) -> usize {
        warnings.0.lock().map_or(0, |reported| reported.values().map(|entities| entities.len()).sum())
    }

    #[test]
    fn each_mistake_is_reported_once_per_entity_and_for_at_most_ten_entities() {
        let warnings = Warnings::default();
        let entity = |index: u32| Entity::from_raw_u32(index).unwrap();
        for index in 0..1000 {
            for mistake in [("Velocity::0", "Translation"), ("Velocity::0", "Scale")] {
                warnings.warn(entity(index % 3), mistake, format_args!("invalid"));
            }
        }
        assert_eq!(count(&warnings), 6);
        for index in 0..1000 {
            warnings.warn(entity(index), ("Velocity::0", "Scale"), format_args!("invalid"));
        }
        assert_eq!(count(&warnings), 3 + MAX_REPORTED);
    }
}
