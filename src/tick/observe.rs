//! Observers of components put on and taken off, of one kind for all properties: an observer generic over the property would be
//! compiled anew for every user's property.

use bevy::ecs::{
    component::{Component, ComponentId},
    entity::Entity,
    event::EntityEvent,
    observer::{Observer, On},
    world::{DeferredWorld, World},
};

/// What is done about an entity.
pub(crate) type React = fn(DeferredWorld, Entity);

/// What an observer does, beside it.
#[derive(Component)]
struct Reaction(React);

/// Reacts where `E` happens to one of these components.
pub(crate) fn observe<E: EntityEvent>(world: &mut World, components: &[ComponentId], react: React) {
    let observer = Observer::new(call::<E>).with_components(components.iter().copied());
    world.spawn((observer, Reaction(react)));
}

fn call<E: EntityEvent>(event: On<E>, world: DeferredWorld) {
    if let Some(&Reaction(react)) = world.get::<Reaction>(event.observer()) {
        react(world, event.event_target());
    }
}
