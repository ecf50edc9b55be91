//! Triggers events of entities, and reports invalid fields.

use alloc::{boxed::Box, format, string::String};

use bevy::prelude::*;

use crate::{
    events::InvalidMotion,
    law::invalid::Invalid,
    property::{Property, command::BoxedCommand},
    warning::warn_later,
};

/// Triggers the event and writes it as a message. Does nothing if the entity has been despawned meanwhile, for instance by an observer.
pub(crate) fn emit<E>(world: &mut World, event: E)
where
    E: EntityEvent + for<'a> Event<Trigger<'a>: Default> + Message + Copy,
{
    if world.get_entity(event.event_target()).is_ok() {
        world.trigger(event);
        world.write_message(event);
    }
}

/// Reports that a field of `entity` turned invalid: the event is triggered each time, the warning is logged once.
pub(crate) fn report<P: Property>(invalid: Invalid, entity: Entity, name: &str, commands: &mut Commands) {
    warn_of(&invalid, P::short_type_path(), entity, name, commands);
    let invalid = InvalidMotion::<P>::new(entity, invalid.field);
    let later: BoxedCommand = Box::new(move |world| emit(world, invalid));
    commands.queue(later);
}

fn warn_of(invalid: &Invalid, property: &'static str, entity: Entity, name: &str, commands: &mut Commands) {
    let Invalid { field, value, expected, by } = invalid;
    // The line of code is known only with Bevy's feature `track_location`.
    let by = by.into_option().map_or_else(String::new, |line| format!(" (written by {line})"));
    let message =
        format!("{name}: {field} of {property} is {value}, expected {expected}; the last valid motion continues{by}");
    warn_later(commands, entity, (field, property), message);
}
