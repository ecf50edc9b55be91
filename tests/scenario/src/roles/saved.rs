//! A game that is saved as text while its entities move, and loaded 30 ticks later. The entities continue from their saved states.

use std::collections::BTreeMap;

use bevy::{
    asset::{AssetPath, LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    world_serialization::{DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::{
    DryFriction, ExponentialRate, Fling, Follow, Friction, Grabbed, Gravity, Limits, Resting, Spring, Target,
    TimeScale, Velocity, property::Rotation,
};
use serde::de::DeserializeSeed;

use super::Act;
use crate::{
    cast::{Cast, Dressing, Role, Slot},
    random::orientation,
};

const SAVED: [Role; 7] = [
    Role::SavedLeader,
    Role::SavedFollower,
    Role::SavedBall,
    Role::SavedBurst,
    Role::SavedThrown,
    Role::SavedRest,
    Role::SavedHeld,
];

/// The last saved game of each group.
#[derive(Resource, Default)]
pub(crate) struct SavedGames(BTreeMap<u16, String>);

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let at = dressing.at();
    let (goal, spring) = (dressing.random.vector(4.0), dressing.random.spring());
    let mate = |role| dressing.mate(role);
    _ = match dressing.slot.role() {
        Role::SavedLeader => entity.insert((
            (at, spring, Target::new(goal)),
            (spring.on::<Rotation>(), Target::<Rotation>::of(orientation(3)).tracked()),
        )),
        Role::SavedFollower => entity.insert((
            at,
            spring,
            Follow::new(mate(Role::SavedLeader)).with_own_offset(goal).with_look_ahead(0.1).with_feed_forward(0.5),
        )),
        Role::SavedBall => entity.insert((
            (at, Gravity::new(Vec3::NEG_Y * 8.0), Velocity::new(goal)),
            (Limits::floor(-6.0).with_restitution(0.9), DryFriction::new(0.2)),
        )),
        Role::SavedBurst => entity.insert((at, ExponentialRate::to(goal, 0.3, 1.5), TimeScale::new(0.75))),
        Role::SavedThrown => entity.insert((at, Friction::new(1.0), Velocity::ZERO)),
        Role::SavedRest => entity.insert((at, Spring::critical(20.0), Target::new(goal))),
        Role::SavedHeld => entity.insert((at, Friction::new(1.0), Velocity::ZERO)),
        _ => entity,
    };
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(4.0), act.random.vector(1.0));
    match (act.tick + 11 * u64::from(act.group)) % 300 {
        0 => {
            act.edit::<Target>(Role::SavedLeader, |target| target.value = place);
            act.edit::<Velocity>(Role::SavedBall, |velocity| velocity.0 += Vec3::new(way.x, 8.0, way.z));
            act.edit::<Target>(Role::SavedRest, |target| target.value = place);
        }
        80 => {
            act.insert(Role::SavedBurst, ExponentialRate::to(place, 0.3, 1.5));
            act.insert(Role::SavedThrown, Fling::new(place));
            act.insert(Role::SavedHeld, Grabbed::new());
        }
        81..130 => act.edit::<Transform>(Role::SavedHeld, |transform| transform.translation += 0.1 * way),
        130 => save(act),
        // Loading the game undoes these changes.
        140 => {
            for role in SAVED {
                act.edit::<Velocity>(role, |velocity| velocity.0 += way);
            }
            act.remove::<Grabbed>(Role::SavedHeld);
        }
        160 => load(act),
        170 => act.remove::<Grabbed>(Role::SavedHeld),
        _ => {}
    }
}

fn save(act: &mut Act) {
    let entities = SAVED.map(|role| act.mate(role));
    assert!(act.world.entity(act.mate(Role::SavedRest)).contains::<Resting>(), "one entity should be saved at rest");
    let registry = act.world.resource::<AppTypeRegistry>().read();
    let saved = DynamicWorldBuilder::from_world(act.world, &registry)
        .deny_all_resources()
        .extract_entities(entities.into_iter())
        .build();
    let text = saved.serialize(&registry).expect("the entities should be saved");
    drop(registry);
    act.world.resource_mut::<SavedGames>().0.insert(act.group, text);
}

struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: core::any::TypeId, path: AssetPath<'static>) -> UntypedHandle {
        panic!("no entity should have an asset, but one has {path}")
    }
}

/// Replaces the entities with the saved ones.
fn load(act: &mut Act) {
    let Some(text) = act.world.resource_mut::<SavedGames>().0.remove(&act.group) else { return };
    for role in SAVED {
        let entity = act.mate(role);
        act.world.despawn(entity);
    }
    let registry = act.world.resource::<AppTypeRegistry>().clone();
    let mut deserializer = ron::Deserializer::from_str(&text).expect("the saved game should be RON");
    let saved = WorldDeserializer { type_registry: &registry.read(), load_from_path: &mut NoAssets }
        .deserialize(&mut deserializer)
        .expect("the saved game should be loaded");
    let mut loaded = EntityHashMap::default();
    saved.write_to_world(act.world, &mut loaded).expect("the loaded entities should be spawned");
    for &entity in loaded.values() {
        let Slot(place) = *act.world.get(entity).expect("every saved entity should have a slot");
        act.world.resource_mut::<Cast>().0[usize::from(place)] = entity;
    }
}
