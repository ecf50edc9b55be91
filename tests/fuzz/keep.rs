//! Rollback: keeps the components of entities and restores them later. Also saves entities as text and loads them again.

use bevy::prelude::*;
use bevy_exact_motion::{AxisSprings, Motion, RestTolerance, TimeScale, prelude::*};

use crate::{
    operation::touch,
    property::{Fuzzed, Which, with_property},
    random::Random,
    stage::{Cast, Slot},
    watch::Watch,
};

/// Restores one component of an entity as it was kept. Removes the component if the entity did not have it then.
struct Restore {
    was_there: bool,
    restore: Box<dyn Fn(&mut EntityWorldMut) + Send + Sync>,
}

/// The components of an entity, kept for a rollback.
pub(crate) struct Kept {
    entity: Entity,
    parts: Vec<Restore>,
}

/// The entities that operations have kept, by slot.
#[derive(Resource, Default)]
pub(crate) struct Keeps(Vec<(u8, Kept)>);

fn part<C: Component + Clone>(entity: EntityRef) -> Restore {
    let kept = entity.get::<C>().cloned();
    let was_there = kept.is_some();
    let restore: Box<dyn Fn(&mut EntityWorldMut) + Send + Sync> = Box::new(move |entity| match &kept {
        Some(kept) => _ = entity.insert(kept.clone()),
        None => _ = entity.remove::<C>(),
    });
    Restore { was_there, restore }
}

/// Like [`part`], for a marker component: it is inserted only if it is missing.
fn mark<C: Component + Default>(entity: EntityRef) -> Restore {
    let was_there = entity.contains::<C>();
    let restore: Box<dyn Fn(&mut EntityWorldMut) + Send + Sync> =
        Box::new(move |entity| match (was_there, entity.contains::<C>()) {
            (true, false) => _ = entity.insert(C::default()),
            (false, true) => _ = entity.remove::<C>(),
            _ => {}
        });
    Restore { was_there, restore }
}

fn parts<P: Fuzzed>(entity: EntityRef, into: &mut Vec<Restore>) {
    if entity.contains::<P::Component>() && !P::WHICH.is_in_transform() {
        into.push(part::<P::Component>(entity));
    }
    into.extend([
        part::<Motion<P>>(entity),
        part::<Velocity<P>>(entity),
        part::<Spring<P>>(entity),
        part::<AxisSprings<P>>(entity),
        part::<Friction<P>>(entity),
        part::<Gravity<P>>(entity),
        part::<ExponentialRate<P>>(entity),
        part::<Target<P>>(entity),
        part::<Follow<P>>(entity),
        part::<TimeScale<P>>(entity),
        part::<Presentation>(entity),
        part::<RestTolerance<P>>(entity),
        part::<Limits<P>>(entity),
        part::<DryFriction<P>>(entity),
        part::<Fling<P>>(entity),
        part::<SnapPoints<P>>(entity),
        part::<Sequence<P>>(entity),
        part::<Inertialization<P>>(entity),
        part::<StateTargets<P>>(entity),
        mark::<Grabbed<P>>(entity),
        mark::<Resting<P>>(entity),
    ]);
}

impl Kept {
    pub(crate) fn of(world: &World, entity: Entity, properties: &[Which]) -> Self {
        let from = world.entity(entity);
        let mut kept = vec![part::<Transform>(from)];
        for &property in properties {
            with_property!(property, P => parts::<P>(from, &mut kept));
        }
        Self { entity, parts: kept }
    }

    /// Restores the components in a random order. Those that the entity did not have are removed last, because restoring other components
    /// may insert them as required components.
    pub(crate) fn put_back(&self, world: &mut World, random: &mut Random) {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        random.shuffle(&mut order);
        order.sort_by_key(|&index| !self.parts[index].was_there);
        for index in order {
            let Ok(mut entity) = world.get_entity_mut(self.entity) else { return };
            (self.parts[index].restore)(&mut entity);
            world.flush();
        }
    }
}

/// Keeps the current components of an entity.
pub(crate) fn keep(world: &mut World, entity: Entity) {
    let Some(&Slot(slot)) = world.get::<Slot>(entity) else { return };
    let kept = Kept::of(world, entity, &world.resource::<Cast>().properties);
    let mut keeps = world.resource_mut::<Keeps>();
    keeps.0.retain(|(other, _)| *other != slot);
    keeps.0.push((slot, kept));
}

/// Restores the kept components of an entity, in a random order with the seed `order`. Returns `false` if none were kept.
pub(crate) fn put_back(world: &mut World, entity: Entity, order: u32) -> bool {
    let Some(&Slot(slot)) = world.get::<Slot>(entity) else { return false };
    let mut keeps = world.resource_mut::<Keeps>();
    let found = keeps.0.iter().position(|(other, kept)| *other == slot && kept.entity == entity);
    let Some(index) = found else { return false };
    let (_, kept) = keeps.0.swap_remove(index);
    kept.put_back(world, &mut Random::new(order.into()));
    world.resource_mut::<Watch>().put_back(slot);
    if world.get_entity(entity).is_ok() {
        touch(world, entity);
    }
    true
}

/// Saves an entity as text and loads it as a copy. Returns `None` if that fails or the feature `serialize` is off.
#[cfg(not(feature = "serialize"))]
pub(crate) fn reload(_: &mut World, _: Entity) -> Option<Entity> {
    None
}

#[cfg(feature = "serialize")]
pub(crate) use saved::reload;

#[cfg(feature = "serialize")]
mod saved {
    use bevy::{
        asset::{AssetPath, LoadFromPath, UntypedHandle},
        ecs::entity::EntityHashMap,
        prelude::*,
        world_serialization::{DynamicWorldBuilder, serde::WorldDeserializer},
    };
    use serde::de::DeserializeSeed;

    use crate::stage::Agenda;

    struct NoAssets;

    impl LoadFromPath for NoAssets {
        fn load_from_path_erased(&mut self, _: core::any::TypeId, path: AssetPath<'static>) -> UntypedHandle {
            panic!("no entity here should have an asset, but one has {path}")
        }
    }

    pub(crate) fn reload(world: &mut World, entity: Entity) -> Option<Entity> {
        let registry = world.resource::<AppTypeRegistry>().clone();
        let registry = registry.read();
        let saved = DynamicWorldBuilder::from_world(world, &registry)
            .deny_all_resources()
            .deny_component::<ChildOf>()
            .deny_component::<Children>()
            .extract_entity(entity)
            .build();
        let text = saved.serialize(&registry).ok()?;
        let mut deserializer = ron::Deserializer::from_str(&text).ok()?;
        let loaded = WorldDeserializer { type_registry: &registry, load_from_path: &mut NoAssets }
            .deserialize(&mut deserializer)
            .ok()?;
        // All other entities are mapped to themselves, so that references to them stay valid.
        let mut entities: EntityHashMap<Entity> = world.iter_entities().map(|e| (e.id(), e.id())).collect();
        entities.remove(&entity);
        world.resource_mut::<Agenda>().is_loading = true;
        let written = loaded.write_to_world(world, &mut entities);
        world.resource_mut::<Agenda>().is_loading = false;
        written.ok()?;
        entities.get(&entity).copied()
    }
}
