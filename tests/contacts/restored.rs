//! Motions with contacts continue bit for bit after they are cloned, restored, or saved and loaded.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{Motion, events::LimitReached, prelude::*};

use crate::{app::Bench, record::listen};

const TICK: Duration = Duration::from_micros(15_625);

/// Spawns one entity for each case: it bounces, slides on a floor, slides on a slope, passes a soft bound, is held by dry friction, is
/// slowed by dry friction, bounces between two walls, rests, is thrown, is thrown over an edge, is thrown with a duration.
fn spawn_all(bench: &mut Bench) -> Vec<Entity> {
    let at = Transform::from_xyz(0.0, 1.0, 0.0);
    let gravity = Gravity::new(-9.8 * Vec3::Y);
    let list: Limits = Limits::of(Vec3::NEG_ONE, Vec3::ONE).softened(3.0);
    vec![
        bench.spawn((at, gravity, Velocity::new(Vec3::X), Limits::floor(-0.25).with_restitution(0.9))),
        bench.spawn((at, gravity, Velocity::new(4.0 * Vec3::X), Friction::new(0.3), Limits::floor(1.0))),
        bench.spawn((at, gravity, Friction::new(0.5), Limits::plane(Vec3::new(0.3, 1.0, -0.2), 0.5))),
        bench.spawn((at, Velocity::new(9.0 * Vec3::X), Friction::new(1.0), list)),
        bench.spawn((at, Spring::new(3.0, 0.1), Target::new(Vec3::new(0.1, 1.0, 0.0)), DryFriction::new(2.0))),
        bench.spawn((at, Velocity::new(9.0 * Vec3::X), DryFriction::new(1.5))),
        bench.spawn((
            at,
            Velocity::new(9.0 * Vec3::X),
            Limits::<Translation>::of(Vec3::NEG_ONE, Vec3::ONE).with_restitution(1.0),
        )),
        bench.spawn((at, gravity, Limits::floor(1.0))),
        bench.spawn((
            at,
            Velocity::new(Vec3::new(9.0, 3.0, 0.0)),
            Friction::new(1.0),
            Fling::new(Vec3::new(4.0, 9.0, -1.0)),
        )),
        bench.spawn((
            at,
            Velocity::new(20.0 * Vec3::X),
            Friction::new(1.0),
            Fling::new(Vec3::new(30.0, 1.0, 0.0)),
            list,
        )),
        bench.spawn((at, Velocity::new(9.0 * Vec3::X), Fling::new(Vec3::new(4.0, 1.0, 0.0)).with_duration(1.5))),
    ]
}

/// The bits of an entity's position and velocity, and whether it rests.
type Shown = ([u32; 6], bool);

fn shown(bench: &Bench, entities: &[Entity]) -> Vec<Shown> {
    let of = |&entity: &Entity| {
        let (at, velocity) = (bench.get::<Transform>(entity).translation, bench.get::<Velocity>(entity).0);
        let bits = [at.x, at.y, at.z, velocity.x, velocity.y, velocity.z].map(f32::to_bits);
        (bits, bench.rests(entity))
    };
    entities.iter().map(of).collect()
}

/// Returns the contacts from the index `from` on: the index of the entity in `entities`, the bound, and the time since `since` (ns).
fn contacts(bench: &Bench, entities: &[Entity], from: usize, since: f64) -> Vec<(usize, String, i64)> {
    let of = |contact: &LimitReached| {
        let index = entities.iter().position(|&entity| entity == contact.entity)?;
        // The time is rounded to nanoseconds, because the clocks of two benches show different times and round them differently.
        let after = ((contact.time - since) * 1e9).round() as i64;
        Some((index, format!("{:?} {}", contact.bound, contact.coordinate), after))
    };
    bench.contacts()[from..].iter().filter_map(of).collect()
}

fn bench() -> Bench {
    let mut bench = Bench::new(TICK);
    bench.app.register_type::<Transform>();
    listen(&mut bench);
    bench
}

/// Runs 120 frames, which have 1, 0 or 2 ticks. Returns the states after each of them.
fn run(bench: &mut Bench, entities: &[Entity]) -> Vec<Vec<Shown>> {
    (0..120)
        .map(|frame| {
            bench.frame(TICK * [1, 0, 2][frame % 3]);
            shown(bench, entities)
        })
        .collect()
}

#[test]
fn a_clone_continues_like_its_original() {
    let mut bench = bench();
    let all = spawn_all(&mut bench);
    for _ in 0..50 {
        bench.frame(TICK);
    }
    let clones: Vec<_> = all.iter().map(|&entity| bench.app.world_mut().entity_mut(entity).clone_and_spawn()).collect();
    let (from, since) = (bench.contacts().len(), bench.elapsed());
    for frame in 0..200 {
        bench.frame(TICK * [1, 0, 2][frame % 3]);
        assert_eq!(shown(&bench, &clones), shown(&bench, &all), "frame {frame}");
    }
    assert_eq!(contacts(&bench, &clones, from, since), contacts(&bench, &all, from, since));
    assert!(bench.contacts().len() > from + 10);
}

#[test]
fn a_clone_made_in_the_tick_of_a_contact_does_not_report_that_contact() {
    let mut bench = bench();
    let ball = spawn_all(&mut bench)[0];
    bench.app.insert_resource(Clone(None));
    bench.app.add_systems(FixedUpdate, move |world: &mut World| {
        let bounced = world.get::<Velocity>(ball).is_some_and(|velocity| velocity.0.y > 0.0);
        if bounced && world.resource::<Clone>().0.is_none() {
            let clone = world.entity_mut(ball).clone_and_spawn();
            world.resource_mut::<Clone>().0 = Some(clone);
        }
    });
    for _ in 0..200 {
        bench.frame(TICK);
    }
    let clone = bench.app.world().resource::<Clone>().0.expect("it should have bounced");
    let of =
        |entity| bench.contacts().iter().filter(|hit| hit.entity == entity).map(|hit| hit.time).collect::<Vec<_>>();
    assert_eq!(of(clone), of(ball)[1..]);
    assert_eq!(shown(&bench, &[clone]), shown(&bench, &[ball]));
}

#[derive(Resource)]
struct Clone(Option<Entity>);

#[test]
fn a_restored_motion_takes_the_same_path_and_reports_the_same_contacts() {
    for between in [Duration::ZERO, TICK / 3] {
        let mut bench = bench();
        let all = spawn_all(&mut bench);
        for _ in 0..50 {
            bench.frame(TICK);
        }
        bench.frame(between);
        let world = bench.app.world();
        let kept: Vec<_> = all
            .iter()
            .map(|&entity| {
                let of = world.entity(entity);
                let transform = *of.get::<Transform>().expect("it should have one");
                let motion = of.get::<Motion>().expect("it should have one").clone();
                let fling = of.get::<Fling>().copied();
                (transform, *of.get::<Velocity>().expect("it should have one"), motion, fling, of.contains::<Resting>())
            })
            .collect();
        let (from, since) = (bench.contacts().len(), bench.elapsed());
        let first = run(&mut bench, &all);
        let first_contacts = contacts(&bench, &all, from, since);
        // Brings the clock to the same fraction of a tick as when the motions were saved.
        bench.frame(TICK - between);
        bench.frame(between);
        for (&entity, (transform, velocity, motion, fling, rests)) in all.iter().zip(kept) {
            let mut entity = bench.app.world_mut().entity_mut(entity);
            entity.insert((transform, velocity, motion));
            // The plugin has removed the `Fling` if the throw has landed since.
            fling.map(|fling| entity.insert(fling));
            if rests {
                entity.insert(Resting::<Translation>::default());
            } else {
                entity.remove::<Resting>();
            }
        }
        let (from, since) = (bench.contacts().len(), bench.elapsed());
        let second = run(&mut bench, &all);
        for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
            assert_eq!(first, second, "{between:?}, frame {frame}");
        }
        assert_eq!(first_contacts, contacts(&bench, &all, from, since), "{between:?}");
        assert!(first_contacts.len() > 5);
    }
}

#[cfg(feature = "serialize")]
pub(crate) mod saved {
    use bevy::{
        asset::{AssetPath, LoadFromPath, UntypedHandle},
        ecs::entity::EntityHashMap,
        prelude::*,
        world_serialization::{DynamicWorldBuilder, serde::WorldDeserializer},
    };
    use serde::de::DeserializeSeed;

    use super::{TICK, bench, contacts, run, shown, spawn_all};
    use crate::app::Bench;

    struct NoAssets;

    impl LoadFromPath for NoAssets {
        fn load_from_path_erased(&mut self, _: core::any::TypeId, path: AssetPath<'static>) -> UntypedHandle {
            panic!("no entity should have an asset, but one has {path}")
        }
    }

    /// Saves these entities and loads them into another world. Returns that world, and the loaded entities in the same order.
    pub(crate) fn saved_and_loaded(bench: &Bench, all: &[Entity]) -> (Bench, Vec<Entity>) {
        let world = bench.app.world();
        let registry = world.resource::<AppTypeRegistry>().clone();
        let registry = registry.read();
        let builder = DynamicWorldBuilder::from_world(world, &registry).deny_all_resources();
        let text = builder.extract_entities(all.iter().copied()).build().serialize(&registry);
        let text = text.expect("it should be saved");
        let mut deserializer = ron::Deserializer::from_str(&text).expect("it should be RON");
        let loaded = WorldDeserializer { type_registry: &registry, load_from_path: &mut NoAssets }
            .deserialize(&mut deserializer)
            .expect("it should be loaded");
        let mut other = super::bench();
        let mut entities = EntityHashMap::default();
        loaded.write_to_world(other.app.world_mut(), &mut entities).expect("it should be written");
        let again = all.iter().map(|entity| entities[entity]).collect();
        (other, again)
    }

    #[test]
    fn a_saved_and_loaded_motion_continues_bit_for_bit() {
        for ticks in [0, 5, 50, 140] {
            let mut bench = bench();
            let all = spawn_all(&mut bench);
            for _ in 0..ticks {
                bench.frame(TICK);
            }
            let (mut other, again) = saved_and_loaded(&bench, &all);
            assert_eq!(shown(&other, &again), shown(&bench, &all), "after {ticks} ticks, right after loading");
            let (from, since, since_other) = (bench.contacts().len(), bench.elapsed(), other.elapsed());
            let (first, second) = (run(&mut bench, &all), run(&mut other, &again));
            for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
                assert_eq!(first, second, "after {ticks} ticks, frame {frame}");
            }
            assert_eq!(contacts(&bench, &all, from, since), contacts(&other, &again, 0, since_other));
        }
    }
}
