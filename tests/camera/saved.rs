//! Cameras saved in flight continue bit for bit after they are loaded.

use std::time::Duration;

use bevy::{
    asset::{LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::{camera::Pose, prelude::*};
use serde::de::DeserializeSeed;

use crate::{
    app::Bench,
    attachments::Attachments,
    compare_poses::assert_same,
    rig::{Rig, TICK, add_sense, assert_finite, bits},
    stage::cameras,
};

pub(crate) struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: core::any::TypeId, path: bevy::asset::AssetPath<'static>) -> UntypedHandle {
        panic!("no entity here should have an asset, but one has {path}")
    }
}

fn bench() -> Bench {
    let mut bench = cameras(TICK);
    add_sense(&mut bench.app);
    register(&mut bench.app);
    bench
}

/// Registers the saved types of Bevy, which Bevy itself registers only with an optional feature.
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

/// Loads into a world that already has entities. Returns the map from saved to loaded entities.
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
fn a_rig_saved_in_flight_continues_bit_for_bit_after_loading() {
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
fn the_state_of_cameras_may_be_left_out_of_a_save() {
    let mut rig = Rig::in_flight();
    register(&mut rig.bench.app);
    let world = rig.bench.app.world();
    let registry = world.resource::<AppTypeRegistry>().read();
    let saved = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .deny_component::<bevy_exact_motion::camera::Blending>()
        .deny_component::<bevy_exact_motion::camera::Sight>()
        .deny_component::<bevy_exact_motion::camera::Composed>()
        .extract_entities(rig.all().into_iter())
        .build();
    let text = saved.serialize(&registry).expect("it should be saved");
    drop(registry);
    let (mut loaded, names) = load(&text);
    loaded.frame(TICK);
    // Without its saved state the blend is over, and the shot is shown instantly.
    let (shown, wide) = (names[&rig.shown], names[&rig.wide]);
    let pose = bevy_exact_motion::camera::Pose::clone(loaded.get(shown));
    assert_eq!(pose, *loaded.get::<bevy_exact_motion::camera::Pose>(wide));
    let all = rig.all().map(|entity| names[&entity]);
    for _ in 0..100 {
        loaded.frame(TICK);
        assert_finite(loaded.app.world(), &all, "loaded");
    }
}

#[test]
fn attached_entities_saved_in_flight_continue_bit_for_bit_after_loading() {
    for between in [Duration::ZERO, Duration::from_millis(6)] {
        let mut attachments = Attachments::in_flight(cameras(TICK));
        register(&mut attachments.bench.app);
        // Run to the end of a tick, then further by `between`.
        let overstep = attachments.bench.app.world().resource::<Time<Fixed>>().overstep();
        attachments.frame(TICK - overstep);
        attachments.frame(between);
        let text = save(&attachments.bench, &attachments.all());
        let (mut loaded, names) = load(&text);
        attachments.frame(TICK - between);
        loaded.frame(TICK);
        for frame in 0..150 {
            let flown = *attachments.bench.get::<Transform>(attachments.foreign);
            loaded.edit::<Transform>(names[&attachments.foreign], |transform| *transform = flown);
            for entity in attachments.all() {
                let here = attachments.bits(&[entity]);
                let there = [bits(loaded.app.world(), names[&entity])];
                assert_eq!(here, there, "{between:?}, frame {frame}: {}", attachments.name(entity));
            }
            let absent = attachments.absent;
            if frame == 20 {
                attachments.set_leader(attachments.changing, attachments.leaders[0]);
                loaded.edit::<Attach>(names[&attachments.changing], |attach| {
                    attach.leader = names[&attachments.leaders[0]];
                });
                attachments.bench.app.world_mut().entity_mut(absent).insert(Transform::default());
                loaded.app.world_mut().entity_mut(names[&absent]).insert(Transform::default());
            }
            attachments.frame(TICK);
            loaded.frame(TICK);
        }
    }
}

#[test]
fn an_attached_entity_loaded_without_its_leader_comes_to_rest() {
    let mut attachments = Attachments::in_flight(cameras(TICK));
    register(&mut attachments.bench.app);
    let overstep = attachments.bench.app.world().resource::<Time<Fixed>>().overstep();
    attachments.frame(TICK - overstep);
    let text = save(&attachments.bench, &attachments.riders());
    let (mut loaded, names) = load(&text);
    loaded.frame(Duration::ZERO);
    for rider in attachments.riders() {
        assert_same(&attachments.pose(rider), loaded.get(names[&rider]), &attachments.name(rider));
    }
    loaded.run_to(14.0);
    for rider in attachments.riders() {
        let pose = loaded.get::<Pose>(names[&rider]);
        assert_eq!((pose.velocity, pose.angular_velocity), (Vec3::ZERO, Vec3::ZERO), "{}", attachments.name(rider));
    }
}
