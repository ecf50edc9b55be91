//! Observers of components that are inserted and removed, of one kind for all properties: an observer generic over the property
//! would be compiled anew for every user's property.

use alloc::vec::Vec;

use bevy::{
    ecs::{archetype::Archetype, component::ComponentId, world::DeferredWorld},
    prelude::*,
};

use crate::{
    engine::{AddEvent, RemoveEvent},
    property::disabling::{disabling_components, is_disabling},
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

/// Reactions to entities that are disabled and enabled again.
#[derive(Resource, Default)]
struct Switching {
    /// The disabling components that are observed.
    observed: Vec<ComponentId>,
    disabled: Vec<React>,
    enabled: Vec<React>,
}

/// Reacts where an entity is disabled, by whichever component.
pub(crate) fn observe_disabled(world: &mut World, react: React) {
    world.get_resource_or_init::<Switching>().disabled.push(react);
}

/// Reacts where an entity is enabled again.
pub(crate) fn observe_enabled(world: &mut World, react: React) {
    world.get_resource_or_init::<Switching>().enabled.push(react);
}

/// Observes all components that are default query filters when it is initialized: these are the filters that queries apply that
/// are initialized with it. A component that is registered later disables an entity for later queries only, so it is not observed.
pub(crate) struct DisablingObserved;

impl FromWorld for DisablingObserved {
    fn from_world(world: &mut World) -> Self {
        let all: Vec<_> = disabling_components(world).collect();
        let observed = &mut world.get_resource_or_init::<Switching>().observed;
        let new: Vec<_> = all.into_iter().filter(|component| !observed.contains(component)).collect();
        observed.extend(&new);
        if !new.is_empty() {
            world.spawn(Observer::new(disabled).with_components(new.iter().copied()));
            world.spawn(Observer::new(enabled).with_components(new));
        }
        Self
    }
}

/// An entity that was disabled before stays disabled.
fn disabled(event: On<AddEvent>, world: DeferredWorld) {
    if !is_among(&world, event.trigger().old_archetype) {
        react(world, event.entity, |switching| &switching.disabled);
    }
}

/// An entity that has another disabling component stays disabled; a despawned one is not enabled.
fn enabled(event: On<RemoveEvent>, world: DeferredWorld) {
    let left = event.trigger().new_archetype;
    if left.is_some() && !is_among(&world, left) {
        react(world, event.entity, |switching| &switching.enabled);
    }
}

fn is_among(world: &DeferredWorld, archetype: Option<&Archetype>) -> bool {
    archetype.is_some_and(|archetype| is_disabling(world, archetype))
}

fn react(mut world: DeferredWorld, entity: Entity, reactions: fn(&Switching) -> &[React]) {
    let mut next = 0;
    while let Some(&react) = world.get_resource::<Switching>().and_then(|switching| reactions(switching).get(next)) {
        react(world.reborrow(), entity);
        next += 1;
    }
}
