//! Cameras saved in flight go on bit for bit where they are loaded.

use std::time::Duration;

use bevy::{
    asset::{LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::prelude::*;
use serde::de::DeserializeSeed;

use crate::{
    app::Bench,
    company::Company,
    rig::{Rig, TICK, add_sense, assert_sound, bits},
    same::assert_same,
    stage::cameras,
};

pub(crate) struct NoAssets;

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
pub(crate) fn register(app: &mut App) {
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

#[test]
fn what_is_attached_goes_on_bit_for_bit_where_it_is_loaded() {
    for between in [Duration::ZERO, Duration::from_millis(6)] {
        let mut company = Company::in_flight(cameras(TICK));
        register(&mut company.bench.app);
        // Up to a tick, and from there.
        let overstep = company.bench.app.world().resource::<Time<Fixed>>().overstep();
        company.frame(TICK - overstep);
        company.frame(between);
        let text = save(&company.bench, &company.all());
        let (mut loaded, names) = load(&text);
        company.frame(TICK - between);
        loaded.frame(TICK);
        for frame in 0..150 {
            let flown = *company.bench.get::<Transform>(company.foreign);
            loaded.edit::<Transform>(names[&company.foreign], |transform| *transform = flown);
            for entity in company.all() {
                let here = company.bits(&[entity]);
                let there = [bits(loaded.app.world(), names[&entity])];
                assert_eq!(here, there, "{between:?}, frame {frame}: {}", company.name(entity));
            }
            let absent = company.absent;
            if frame == 20 {
                company.lead(company.changing, company.leaders[0]);
                loaded.edit::<Attach>(names[&company.changing], |attach| attach.leader = names[&company.leaders[0]]);
                company.bench.app.world_mut().entity_mut(absent).insert(Transform::default());
                loaded.app.world_mut().entity_mut(names[&absent]).insert(Transform::default());
            }
            company.frame(TICK);
            loaded.frame(TICK);
        }
    }
}

#[test]
fn loaded_without_its_leader_it_comes_to_rest_there() {
    let mut company = Company::in_flight(cameras(TICK));
    register(&mut company.bench.app);
    let overstep = company.bench.app.world().resource::<Time<Fixed>>().overstep();
    company.frame(TICK - overstep);
    let text = save(&company.bench, &company.riders());
    let (mut loaded, names) = load(&text);
    loaded.frame(Duration::ZERO);
    for rider in company.riders() {
        assert_same(&company.pose(rider), loaded.get(names[&rider]), &company.name(rider));
    }
    loaded.run_to(14.0);
    for rider in company.riders() {
        let pose = loaded.get::<Pose>(names[&rider]);
        assert_eq!((pose.velocity, pose.angular_velocity), (Vec3::ZERO, Vec3::ZERO), "{}", company.name(rider));
    }
}
