//! A world saved with motion in flight goes on bit for bit where it is loaded.

use std::time::Duration;

use bevy::{
    asset::{LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    reflect::TypeRegistry,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::{Motion, prelude::*};
use serde::de::DeserializeSeed;

use crate::{app::Bench, rollback::spawn_all};

struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: core::any::TypeId, path: bevy::asset::AssetPath<'static>) -> UntypedHandle {
        panic!("no entity here has an asset, not {path}")
    }
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

fn load(text: &str, registry: &TypeRegistry) -> DynamicWorld {
    let mut deserializer = ron::Deserializer::from_str(text).expect("it should be RON");
    WorldDeserializer { type_registry: registry, load_from_path: &mut NoAssets }
        .deserialize(&mut deserializer)
        .expect("it should be loaded")
}

fn shown(bench: &mut Bench) -> Vec<(String, [u32; 6], bool)> {
    let world = bench.app.world_mut();
    let mut query = world.query::<(&Name, &Transform, Option<&Velocity>, Has<Resting>)>();
    let mut all: Vec<_> = query
        .iter(world)
        .map(|(name, transform, velocity, rests)| {
            let (place, velocity) = (transform.translation, velocity.map_or(Vec3::ZERO, |velocity| velocity.0));
            let bits = [place.x, place.y, place.z, velocity.x, velocity.y, velocity.z].map(f32::to_bits);
            (name.to_string(), bits, rests)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_world_saved_in_flight_goes_on_bit_for_bit_where_it_is_loaded() {
    let tick = Duration::from_millis(16);
    // Saved at a tick, or drawn between two: then the first frame goes to the next tick.
    for between in [Duration::ZERO, Duration::from_millis(6)] {
        let mut bench = Bench::new(tick);
        let all = spawn_all(&mut bench);
        for _ in 0..30 {
            bench.frame(tick);
        }
        bench.frame(between);
        let text = save(&bench, &all);
        let mut loaded = Bench::new(tick);
        // Other entities are there already, so that those loaded have other names.
        for _ in 0..7 {
            loaded.spawn(Transform::default());
        }
        let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
        let saved = load(&text, &registry.read());
        saved.write_to_world(loaded.app.world_mut(), &mut EntityHashMap::default()).expect("it should be written");
        assert_eq!(shown(&mut loaded), shown(&mut bench), "at once");
        bench.frame(tick - between);
        loaded.frame(tick);
        for frame in 0..150 {
            assert_eq!(shown(&mut loaded), shown(&mut bench), "{between:?}: frame {frame}");
            bench.frame(tick);
            loaded.frame(tick);
        }
        assert!(shown(&mut loaded).iter().any(|(.., rests)| *rests), "some came to rest meanwhile");
    }
}

#[test]
fn motion_survives_serde_by_itself() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::default(), Spring::new(7.0, 0.2), Target::new(Vec3::X)));
    bench.run_to(0.3);
    let motion = bench.get::<Motion>(body);
    let text = ron::to_string(motion).expect("it should be written");
    let back: Motion = ron::from_str(&text).expect("it should be read");
    assert_eq!(ron::to_string(&back).expect("it should be written"), text);
}

#[test]
fn what_is_saved_in_the_hand_is_thrown_where_it_is_loaded() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Name::new("held"), Transform::default(), Velocity::ZERO, Friction::new(1.0), Held::NEW));
    for _ in 0..20 {
        bench.edit::<Transform>(body, |transform| transform.translation.x += 0.1);
        bench.frame(Duration::from_millis(20));
    }
    let text = save(&bench, &[body]);
    let mut loaded = Bench::at_rate(50.0);
    let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
    let mut names = EntityHashMap::default();
    load(&text, &registry.read()).write_to_world(loaded.app.world_mut(), &mut names).expect("it should be written");
    for (bench, body) in [(&mut bench, body), (&mut loaded, names[&body])] {
        bench.frame(Duration::from_millis(20));
        bench.app.world_mut().entity_mut(body).remove::<Held>();
    }
    for frame in 0..50 {
        bench.frame(Duration::from_millis(20));
        loaded.frame(Duration::from_millis(20));
        assert_eq!(shown(&mut loaded), shown(&mut bench), "frame {frame}");
    }
    assert!(bench.x(body) > 4.0, "it was thrown");
}
