//! Telling what happened to an entity.

use bevy::ecs::{
    event::{EntityEvent, Event},
    message::Message,
    world::World,
};

/// Tells observers and readers; of an entity that another observer has despawned meanwhile, nothing.
pub(crate) fn tell<E>(world: &mut World, event: E)
where
    E: EntityEvent + for<'a> Event<Trigger<'a>: Default> + Message + Copy,
{
    if world.get_entity(event.event_target()).is_ok() {
        world.trigger(event);
        world.write_message(event);
    }
}
