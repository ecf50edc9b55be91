//! Commands whose types do not depend on the property, so that they are compiled once and not for every property of user code. Commands for
//! an entity do nothing if it is despawned before they are applied.

use alloc::boxed::Box;
use core::any::TypeId;

use bevy::prelude::*;

/// A boxed command, for closures that capture more than an entity.
pub(crate) type BoxedCommand = Box<dyn FnOnce(&mut World) + Send>;

/// Queues a function to run on an entity.
pub(crate) fn act_on(commands: &mut Commands, entity: Entity, act: fn(EntityWorldMut)) {
    commands.queue(move |world: &mut World| {
        if let Ok(entity) = world.get_entity_mut(entity) {
            act(entity);
        }
    });
}

/// Queues the insertion of a default `C`.
pub(crate) fn insert_default<C: Component + Default>(commands: &mut Commands, entity: Entity) {
    act_on(commands, entity, |mut entity| {
        entity.insert(C::default());
    });
}

/// Queues the removal of `C`.
pub(crate) fn remove_component<C: Component>(commands: &mut Commands, entity: Entity) {
    remove_component_type(commands, entity, TypeId::of::<C>());
}

fn remove_component_type(commands: &mut Commands, entity: Entity, component: TypeId) {
    commands.queue(move |world: &mut World| {
        let id = world.components().get_id(component);
        if let (Some(id), Ok(mut entity)) = (id, world.get_entity_mut(entity)) {
            entity.remove_by_id(id);
        }
    });
}
