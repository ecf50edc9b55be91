//! Cameras saved in flight go on bit for bit where they are loaded.

use std::time::Duration;

use bevy::{
    asset::{LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use serde::de::DeserializeSeed;

use crate::{
    app::Bench,
    rig::{Rig, TICK, add_sense, assert_sound, bits},
    stage::cameras,
};

struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: core::any::TypeId, path: bevy::asset::AssetPath<'static>) -> UntypedHandle {
        panic!("no entity here has an asset, not {path}")
    }
}

fn bench() -> Bench {
    let mut bench = cameras(TICK);
    add_sense(&mut bench.app);
    register(&mut bench.app);
    bench
}

/// Bevy finds the types to register by itself only with a feature of its own.
fn register(app: &mut App) {
    app.register_type::<Name>().register_type::<Transform>().register_type::<ChildOf>().register_type::<Children>();
    app.register_type::<Projection>();
}

fn save(bench: &Bench, entities: &[Entity]) -> String {
    let world = bench.app.world();
    let registry = world.resource::<AppTypeRegistry>().read();
    let saved = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .extract_entities(entities.iter().copied())
        .build();
    saved.serialize(&registry).expect("it should be saved")
}

/// Loaded into a world in which others are already; who is who there.
fn load(text: &str) -> (Bench, EntityHashMap<Entity>) {
    let mut loaded = bench();
    for _ in 0..7 {
        loaded.spawn(Transform::default());
    }
    let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
    let mut deserializer = ron::Deserializer::from_str(text).expect("it should be RON");
    let saved: DynamicWorld = WorldDeserializer { type_registry: &registry.read(), load_from_path: &mut NoAssets }
        .deserialize(&mut deserializer)
        .expect("it should be loaded");
    let mut names = EntityHashMap::default();
    saved.write_to_world(loaded.app.world_mut(), &mut names).expect("it should be written");
    (loaded, names)
}

#[test]
fn a_rig_saved_in_flight_goes_on_bit_for_bit_where_it_is_loaded() {
    for between in [Duration::ZERO, Duration::from_millis(6)] {
        let mut rig = Rig::in_flight();
        register(&mut rig.bench.app);
        rig.bench.frame(between);
        let text = save(&rig.bench, &rig.all());
        let (mut loaded, names) = load(&text);
        rig.bench.frame(TICK - between);
        loaded.frame(TICK);
        for frame in 0..200 {
            for entity in rig.all() {
                let (here, there) = (bits(rig.bench.app.world(), entity), bits(loaded.app.world(), names[&entity]));
                let name = rig.bench.get::<Name>(entity);
                assert_eq!(here, there, "{between:?}, frame {frame}: {name}");
            }
            rig.bench.frame(TICK);
            loaded.frame(TICK);
        }
    }
}

#[test]
fn what_is_remembered_may_be_left_out_of_what_is_saved() {
    let mut rig = Rig::in_flight();
    register(&mut rig.bench.app);
    let world = rig.bench.app.world();
    let registry = world.resource::<AppTypeRegistry>().read();
    let saved = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .deny_component::<bevy_exact_motion::Blending>()
        .deny_component::<bevy_exact_motion::Sight>()
        .deny_component::<bevy_exact_motion::Composed>()
        .extract_entities(rig.all().into_iter())
        .build();
    let text = saved.serialize(&registry).expect("it should be saved");
    drop(registry);
    let (mut loaded, names) = load(&text);
    loaded.frame(TICK);
    // The shot is shown at once.
    let (shown, wide) = (names[&rig.shown], names[&rig.wide]);
    let pose = bevy_exact_motion::Pose::clone(loaded.get(shown));
    assert_eq!(pose, *loaded.get::<bevy_exact_motion::Pose>(wide));
    let all = rig.all().map(|entity| names[&entity]);
    for _ in 0..100 {
        loaded.frame(TICK);
        assert_sound(loaded.app.world(), &all, "loaded");
    }
}
