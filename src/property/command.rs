//! Commands of one kind for all properties: otherwise each kind of command would be compiled anew for every property of a user.
//! They do nothing if the entity is gone when they are applied.

use alloc::boxed::Box;
use core::any::TypeId;

use bevy::prelude::*;

/// A command that carries more than an entity.
pub(crate) type Later = Box<dyn FnOnce(&mut World) + Send>;

/// Does something to an entity.
pub(crate) fn act_on(commands: &mut Commands, entity: Entity, act: fn(EntityWorldMut)) {
    commands.queue(move |world: &mut World| {
        if let Ok(entity) = world.get_entity_mut(entity) {
            act(entity);
        }
    });
}

/// Gives an entity a default `C`.
pub(crate) fn give<C: Component + Default>(commands: &mut Commands, entity: Entity) {
    act_on(commands, entity, |mut entity| {
        entity.insert(C::default());
    });
}

/// Takes an entity's `C` off.
pub(crate) fn take_off<C: Component>(commands: &mut Commands, entity: Entity) {
    take_off_type(commands, entity, TypeId::of::<C>());
}

fn take_off_type(commands: &mut Commands, entity: Entity, component: TypeId) {
    commands.queue(move |world: &mut World| {
        let id = world.components().get_id(component);
        if let (Some(id), Ok(mut entity)) = (id, world.get_entity_mut(entity)) {
            entity.remove_by_id(id);
        }
    });
}
