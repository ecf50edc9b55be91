//! The guide's recipes for 2D cameras, which this file includes verbatim, do what the guide says.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, Random},
    stage::cameras_at_rate,
};

include!("guide/flat.rs");

/// Spawns a player with this speed (units/s), and the recipe's pivot and camera.
fn stage(speed: f32) -> (Bench, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let player = bench.spawn((Player, Transform::default(), Velocity::new(speed * Vec3::X)));
    bench.app.world_mut().run_system_cached(spawn).expect("the recipe should spawn the pivot");
    bench.app.add_systems(PostUpdate, round_to_pixels.before(TransformSystems::Propagate));
    bench.frame(Duration::ZERO);
    (bench, player)
}

fn single_entity<F: bevy::ecs::query::QueryFilter>(bench: &mut Bench) -> Entity {
    let world = bench.app.world_mut();
    world.query_filtered::<Entity, F>().single(world).expect("exactly one entity should match")
}

fn frames(bench: &mut Bench, count: usize, mut each: impl FnMut(&mut Bench)) {
    let mut random = Random(5);
    for _ in 0..count {
        bench.frame(Duration::from_secs_f64(random.between(0.004, 0.02)));
        each(bench);
    }
}

fn drawn(bench: &Bench, entity: Entity) -> Vec3 {
    bench.get::<GlobalTransform>(entity).translation()
}

#[test]
fn the_target_stays_while_the_player_is_in_the_dead_zone() {
    let (mut bench, player) = stage(100.0);
    bench.app.add_systems(FixedUpdate, follow_outside_dead_zone);
    let pivot = single_entity::<With<Pivot>>(&mut bench);
    // The player reaches the edge of the zone, 80 units away, after 0.8 s.
    frames(&mut bench, 60, |bench| {
        let at = bench.get::<Transform>(player).translation.x;
        if at < 78.0 {
            assert_eq!(bench.get::<Transform>(pivot).translation, Vec3::ZERO, "the player is at {at}");
        }
    });
    frames(&mut bench, 400, |_| {});
    // The pivot lags behind the zone's edge by the spring's steady lag, 2 u / ω.
    let off = bench.get::<Transform>(player).translation.x - bench.get::<Transform>(pivot).translation.x;
    assert!((off - (80.0 + 2.0 * 100.0 / 8.0)).abs() < 0.1, "{off}");
}

#[test]
fn the_camera_is_never_faster_than_the_speed_limit() {
    let (mut bench, player) = stage(0.0);
    bench.app.add_systems(FixedUpdate, follow_with_speed_limit);
    let pivot = single_entity::<With<Pivot>>(&mut bench);
    bench.edit::<Transform>(player, |transform| transform.translation = Vec3::new(3000.0, 400.0, 0.0));
    let mut fastest = 0.0_f32;
    frames(&mut bench, 600, |bench| fastest = fastest.max(bench.get::<Velocity>(pivot).0.length()));
    assert!((299.0..300.1).contains(&fastest), "{fastest}");
    frames(&mut bench, 600, |_| {});
    assert_eq!(bench.get::<Transform>(pivot).translation, Vec3::new(3000.0, 400.0, 0.0));
}

#[test]
fn a_camera_rounded_to_whole_pixels_keeps_its_lag_and_never_steps_back() {
    for speed in [3.0, 20.0, 60.0] {
        let (mut bench, player) = stage(speed);
        let (pivot, camera) = (single_entity::<With<Pivot>>(&mut bench), single_entity::<With<Camera2d>>(&mut bench));
        bench.app.world_mut().entity_mut(pivot).remove::<Target>().insert(Follow::new(player));
        frames(&mut bench, 400, |_| {});
        let mut before = drawn(&bench, camera);
        frames(&mut bench, 400, |bench| {
            let [at, place] = [player, camera].map(|entity| drawn(bench, entity));
            assert!((place - place.round()).abs().max_element() < 1e-3, "{place}");
            assert!((at.x - place.x - 2.0 * speed / 8.0).abs() < 0.51, "{at}, {place}");
            assert!(place.x > before.x - 0.5, "{place} after {before}");
            before = place;
        });
    }
}
