//! Telling what happened to an entity.

use alloc::{boxed::Box, format, string::String};

use bevy::prelude::*;

use crate::{
    events::InvalidMotion,
    law::invalid::Invalid,
    property::{Property, command::Later},
    warning::warn_later,
};

/// Tells observers and readers; nothing is told of an entity that another observer has despawned meanwhile.
pub(crate) fn tell<E>(world: &mut World, event: E)
where
    E: EntityEvent + for<'a> Event<Trigger<'a>: Default> + Message + Copy,
{
    if world.get_entity(event.event_target()).is_ok() {
        world.trigger(event);
        world.write_message(event);
    }
}

/// Reports, in the log and by event, that a field of `entity` turned invalid. The log has it once, the event each time.
pub(crate) fn report<P: Property>(invalid: Invalid, entity: Entity, name: &str, commands: &mut Commands) {
    warn_of(&invalid, P::short_type_path(), entity, name, commands);
    let invalid = InvalidMotion::<P>::new(entity, invalid.field);
    let later: Later = Box::new(move |world| tell(world, invalid));
    commands.queue(later);
}

fn warn_of(invalid: &Invalid, property: &'static str, entity: Entity, name: &str, commands: &mut Commands) {
    let Invalid { field, value, expected, by } = invalid;
    // Only Bevy's feature `track_location` knows the line of code.
    let by = by.into_option().map_or_else(String::new, |line| format!(" (written by {line})"));
    let message =
        format!("{name}: {field} of {property} is {value}, expected {expected}; the last valid motion goes on{by}");
    warn_later(commands, entity, (field, property), message);
}
