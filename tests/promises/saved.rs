//! Promise 7: a world that is saved with motion in flight continues bit for bit after loading.

use std::time::Duration;

use bevy::{
    asset::{LoadFromPath, UntypedHandle},
    ecs::entity::EntityHashMap,
    prelude::*,
    reflect::TypeRegistry,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::{Motion, RestTolerance, prelude::*, property::Property, space::Space};
use serde::de::DeserializeSeed;

use crate::{app::Bench, rollback::spawn_all};

/// A space that does not implement serde's traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
struct Zoom(f32);

impl Space for Zoom {
    type Tangent = f32;
    type Wide = f64;
    const REST_TOLERANCE: f64 = 1e-3;
    fn widen(self) -> f64 {
        self.0.into()
    }
    fn narrow(wide: f64) -> Self {
        Self(wide as f32)
    }
    fn difference(to: f64, from: f64) -> f64 {
        to - from
    }
    fn offset(from: f64, by: f64) -> f64 {
        from + by
    }
    fn is_finite(self) -> bool {
        self.0.is_finite()
    }
    fn magnitude(wide: f64) -> f64 {
        wide.abs()
    }
}

#[derive(Component, Reflect, Default)]
#[reflect(Component)]
struct Lens {
    zoom: f32,
}

#[derive(TypePath)]
enum LensZoom {}

impl Property for LensZoom {
    type Component = Lens;
    type Value = Zoom;
    fn get(lens: &Lens) -> Zoom {
        Zoom(lens.zoom)
    }
    fn set(lens: &mut Lens, zoom: Zoom) {
        lens.zoom = zoom.0;
    }
}

fn bench(tick: Duration) -> Bench {
    let mut bench = Bench::new(tick);
    // Bevy registers types automatically only with its feature `reflect_auto_register`.
    let app = &mut bench.app;
    app.register_motion::<LensZoom>().register_type::<Name>().register_type::<Transform>().register_type::<Lens>();
    bench
}

/// Spawns entities with every component and several properties. Some are in flight, some are at rest, grabbed or followers.
fn spawn_everything(bench: &mut Bench) -> Vec<Entity> {
    let mut all = spawn_all(bench);
    let swinging = all[1];
    let at = Transform::from_xyz(1.0, 2.0, 3.0);
    let turned = Quat::from_xyzw(0.48, 0.6, 0.0, 0.64);
    let spring = Spring::new(7.0, 0.3);
    all.extend([
        bench.spawn((
            Name::new("three properties"),
            at,
            (spring, Follow::new(swinging).with_own_offset(Vec3::Y).with_look_ahead(0.1).with_feed_forward(0.5)),
            (spring.on::<Rotation>(), Target::<Rotation>::of(turned)),
            (spring.on::<Scale>(), Target::<Scale>::of(Vec3::ONE).tracked(), Friction::new(0.2).on::<Scale>()),
        )),
        bench.spawn((Name::new("grabbed"), at, Grabbed::new(), spring)),
        bench.spawn((Name::new("progress"), Progress(0.25), spring.on::<Progress>(), Target::<Progress>::of(1.0))),
        bench.spawn((
            Name::new("slow"),
            at,
            (spring, Target::new(Vec3::X)),
            (TimeScale::new(0.5), RestTolerance::new(1e-2), Presentation::Ticked),
        )),
        bench.spawn((
            Name::new("lens"),
            Lens { zoom: 1.0 },
            (spring.on::<LensZoom>(), Target::<LensZoom>::of(Zoom(4.0))),
            ExponentialRate::<LensZoom>::of(2.0, 0.5, 1.1).expect("it should be feasible"),
        )),
        bench.spawn((
            Name::new("far lens"),
            Lens { zoom: 1.0 },
            ExponentialRate::<LensZoom>::of_end(Zoom(4.0), 0.5, 1.1),
        )),
    ]);
    all
}

struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: core::any::TypeId, path: bevy::asset::AssetPath<'static>) -> UntypedHandle {
        panic!("no entity of this test has an asset, but {path} was loaded")
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

/// Returns for each named entity its name, the bits of its values and velocities, and whether it rests, sorted by name.
fn bits(bench: &mut Bench) -> Vec<(String, Vec<u32>, bool)> {
    type Values = (Option<&'static Transform>, Option<&'static Progress>, Option<&'static Lens>);
    type Velocities = (
        Option<&'static Velocity>,
        Option<&'static Velocity<Rotation>>,
        Option<&'static Velocity<Scale>>,
        Option<&'static Velocity<Progress>>,
        Option<&'static Velocity<LensZoom>>,
    );
    let world = bench.app.world_mut();
    let mut query = world.query::<(&Name, Values, Velocities, Has<Resting>)>();
    let mut all: Vec<_> = query
        .iter(world)
        .map(|(name, (transform, progress, lens), (moving, turning, growing, going, zooming), rests)| {
            let mut numbers = Vec::new();
            if let Some(place) = transform {
                numbers.extend(place.translation.to_array());
                numbers.extend(place.rotation.to_array());
                numbers.extend(place.scale.to_array());
            }
            let vectors = [moving.map(|v| v.0), turning.map(|v| v.0), growing.map(|v| v.0)];
            numbers.extend(vectors.into_iter().flatten().flat_map(|vector| vector.to_array()));
            numbers.extend([progress.map(|progress| progress.0), lens.map(|lens| lens.zoom)].into_iter().flatten());
            numbers.extend([going.map(|v| v.0), zooming.map(|v| v.0)].into_iter().flatten());
            (name.to_string(), numbers.into_iter().map(f32::to_bits).collect(), rests)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_world_saved_in_flight_continues_bit_for_bit_after_loading() {
    let tick = Duration::from_millis(16);
    // The world is saved at a tick, or between two ticks. After a save between two ticks, the next frame lasts until the next tick.
    for between in [Duration::ZERO, Duration::from_millis(6)] {
        let mut bench = bench(tick);
        let all = spawn_everything(&mut bench);
        for _ in 0..30 {
            bench.frame(tick);
        }
        bench.frame(between);
        let text = save(&bench, &all);
        for path in ["bevy_exact_motion::Spring<bevy_exact_motion::Translation>", "bevy_exact_motion::Progress"] {
            assert!(text.contains(&format!("\"{path}\"")), "{path} should be in the saved text");
        }
        let mut loaded = self::bench(tick);
        // The world already has entities, so the loaded ones get other ids.
        for _ in 0..7 {
            loaded.spawn(Transform::default());
        }
        let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
        let saved = load(&text, &registry.read());
        saved.write_to_world(loaded.app.world_mut(), &mut EntityHashMap::default()).expect("it should be written");
        assert_eq!(bits(&mut loaded), bits(&mut bench), "right after loading");
        bench.frame(tick - between);
        loaded.frame(tick);
        for frame in 0..150 {
            assert_eq!(bits(&mut loaded), bits(&mut bench), "{between:?}: frame {frame}");
            bench.frame(tick);
            loaded.frame(tick);
        }
        assert!(bits(&mut loaded).iter().any(|(.., rests)| *rests), "some entities should come to rest meanwhile");
    }
}

#[test]
fn a_motion_component_alone_survives_a_round_trip_through_serde() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::default(), Spring::new(7.0, 0.2), Target::new(Vec3::X)));
    bench.run_to(0.3);
    let motion = bench.get::<Motion>(body);
    let text = ron::to_string(motion).expect("it should be written");
    let back: Motion = ron::from_str(&text).expect("it should be read");
    assert_eq!(ron::to_string(&back).expect("it should be written"), text);
}

#[test]
fn an_entity_saved_while_grabbed_is_thrown_after_loading() {
    let tick = Duration::from_millis(20);
    let mut bench = self::bench(tick);
    let body =
        bench.spawn((Name::new("body"), Transform::default(), Velocity::ZERO, Friction::new(1.0), Grabbed::new()));
    for _ in 0..20 {
        bench.edit::<Transform>(body, |transform| transform.translation.x += 0.1);
        bench.frame(tick);
    }
    let text = save(&bench, &[body]);
    let mut loaded = self::bench(tick);
    let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
    let mut ids = EntityHashMap::default();
    load(&text, &registry.read()).write_to_world(loaded.app.world_mut(), &mut ids).expect("it should be written");
    for (bench, body) in [(&mut bench, body), (&mut loaded, ids[&body])] {
        bench.frame(tick);
        bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    }
    for frame in 0..50 {
        bench.frame(tick);
        loaded.frame(tick);
        assert_eq!(bits(&mut loaded), bits(&mut bench), "frame {frame}");
    }
    assert!(bench.x(body) > 4.0, "it should be thrown");
}
