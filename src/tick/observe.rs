//! Observers of components that are inserted and removed. They are not generic over the property, because a generic observer would be
//! compiled again for every property that user code declares.

use alloc::vec::Vec;

use bevy::{
    ecs::{archetype::Archetype, component::ComponentId, world::DeferredWorld},
    prelude::*,
};

use crate::{
    engine::{AddEvent, RemoveEvent},
    property::disabling::{disabling_components, is_disabled_archetype},
};

/// A function that reacts to a change of an entity.
pub(crate) type React = fn(DeferredWorld, Entity);

/// On an observer's entity: the function that the observer calls.
#[derive(Component)]
struct Reaction(React);

/// Spawns an observer that calls `react` when `E` happens to one of these components.
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
struct DisablingReactions {
    /// The disabling components that are observed.
    observed: Vec<ComponentId>,
    disabled: Vec<React>,
    enabled: Vec<React>,
}

/// Calls `react` when an entity is disabled, by any disabling component.
pub(crate) fn observe_disabled(world: &mut World, react: React) {
    world.get_resource_or_init::<DisablingReactions>().disabled.push(react);
}

/// Calls `react` when an entity is enabled again.
pub(crate) fn observe_enabled(world: &mut World, react: React) {
    world.get_resource_or_init::<DisablingReactions>().enabled.push(react);
}

/// A `Local` for a system: when the system is initialized, all components that are default query filters at that time are observed. The
/// system's queries apply the same filters. A component that is registered later disables entities for later queries only, so it is not
/// observed.
pub(crate) struct DisablingObserved;

impl FromWorld for DisablingObserved {
    fn from_world(world: &mut World) -> Self {
        let all: Vec<_> = disabling_components(world).collect();
        let observed = &mut world.get_resource_or_init::<DisablingReactions>().observed;
        let new: Vec<_> = all.into_iter().filter(|component| !observed.contains(component)).collect();
        observed.extend(&new);
        if !new.is_empty() {
            world.spawn(Observer::new(disabled).with_components(new.iter().copied()));
            world.spawn(Observer::new(enabled).with_components(new));
        }
        Self
    }
}

/// Observer: calls the reactions for a disabled entity, unless another component has already disabled it.
fn disabled(event: On<AddEvent>, world: DeferredWorld) {
    if !is_disabled_in(&world, event.trigger().old_archetype) {
        react(world, event.entity, |reactions| &reactions.disabled);
    }
}

/// Observer: calls the reactions for an entity that is enabled again, unless it is despawned or another component still disables it.
fn enabled(event: On<RemoveEvent>, world: DeferredWorld) {
    let left = event.trigger().new_archetype;
    if left.is_some() && !is_disabled_in(&world, left) {
        react(world, event.entity, |reactions| &reactions.enabled);
    }
}

fn is_disabled_in(world: &DeferredWorld, archetype: Option<&Archetype>) -> bool {
    archetype.is_some_and(|archetype| is_disabled_archetype(world, archetype))
}

fn react(mut world: DeferredWorld, entity: Entity, reactions: fn(&DisablingReactions) -> &[React]) {
    let mut next = 0;
    while let Some(&react) = world.get_resource::<DisablingReactions>().and_then(|all| reactions(all).get(next)) {
        react(world.reborrow(), entity);
        next += 1;
    }
}
