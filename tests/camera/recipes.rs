//! The recipes in the guide's chapters on cameras are verbatim copies of the files in `guide`, and do what the chapters say.

use std::time::Duration;

use bevy::{prelude::*, time::common_conditions::on_timer};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{app::Bench, stage::cameras_at_rate};

const FOLLOWING: &str = include_str!("../../docs/guide/05_following.md");
const ORBITING: &str = include_str!("../../docs/guide/06_orbiting.md");
const SHOTS: &str = include_str!("../../docs/guide/07_shots.md");
const PRESETS: &str = include_str!("../../docs/guide/20_presets.md");

mod shoulder {
    use super::*;
    include!("guide/shoulder.rs");

    pub(super) fn spawn(bench: &mut Bench, player: Entity) {
        bench.app.add_systems(FixedUpdate, avoid_walls);
        spawn_over_the_shoulder(player, &mut bench.app.world_mut().commands());
        bench.app.world_mut().flush();
        bench.frame(Duration::ZERO);
    }
}

mod shots {
    use super::*;
    include!("guide/shots.rs");

    pub(super) fn shoot(bench: &mut Bench) {
        bench.app.world_mut().run_system_cached(recoil).expect("there should be a camera");
    }

    pub(super) fn start_the_engine(bench: &mut Bench) {
        bench.app.add_systems(FixedUpdate, rumble.run_if(on_timer(Duration::from_millis(60))));
    }
}

mod rooms {
    use super::*;
    include!("guide/rooms.rs");

    /// Spawns the player and the camera in a room with these edges.
    pub(super) fn spawn(bench: &mut Bench, place: Vec3, edges: Rect) -> (Entity, Entity) {
        bench.app.insert_resource(Room(edges)).add_systems(FixedUpdate, stay_in_room);
        let player = bench.spawn((Player, Transform::from_translation(place)));
        spawn_in_room(&mut bench.app.world_mut().commands());
        bench.app.world_mut().flush();
        let world = bench.app.world_mut();
        let camera = world.query_filtered::<Entity, With<Camera2d>>().single(world).expect("there should be a camera");
        (player, camera)
    }

    pub(super) fn enter(bench: &mut Bench, edges: Rect) {
        bench.app.insert_resource(Room(edges));
    }
}

#[test]
fn a_camera_slides_into_the_next_room_and_stays_in_it() {
    for fps in [37.0, 144.0] {
        let mut bench = cameras_at_rate(64.0);
        let (player, camera) =
            rooms::spawn(&mut bench, Vec3::new(300.0, 300.0, 0.0), Rect::new(0.0, 0.0, 200.0, 200.0));
        bench.run_to(4.0);
        let mut last = bench.get::<Transform>(camera).translation;
        assert!(last.distance(Vec3::new(200.0, 200.0, 0.0)) < 1e-3, "at the first room's corner: {last}");
        // Move the player through the door, into a room with other edges.
        bench.edit::<Transform>(player, |transform| transform.translation = Vec3::new(520.0, 310.0, 0.0));
        rooms::enter(&mut bench, Rect::new(500.0, 100.0, 700.0, 300.0));
        // A critical spring of 6 rad/s that starts at rest is no faster than Δ ω/e.
        let fastest = 335.3 * 6.0 / core::f32::consts::E;
        while bench.elapsed() < 8.0 {
            bench.frame(Duration::from_secs_f64(1.0 / fps));
            let place = bench.get::<Transform>(camera).translation;
            let step = place.distance(last);
            assert!(step <= 1.02 * fastest / fps as f32 + 1e-3, "{fps} fps, {}: {last} to {place}", bench.elapsed());
            assert!(place.y <= 300.001 && place.x <= 520.001, "{place} is out of the room");
            last = place;
        }
        assert!(last.distance(Vec3::new(520.0, 300.0, 0.0)) < 1e-3, "{last}");
    }
}

#[test]
fn the_chapters_quote_the_compiled_recipes_word_for_word() {
    let recipes = [
        (FOLLOWING, include_str!("guide/flat.rs")),
        (FOLLOWING, include_str!("guide/rooms.rs")),
        (ORBITING, include_str!("guide/shoulder.rs")),
        (SHOTS, include_str!("guide/shots.rs")),
        (PRESETS, include_str!("guide/third_person.rs")),
        (PRESETS, include_str!("guide/platformer.rs")),
        (PRESETS, include_str!("guide/top_down.rs")),
        (PRESETS, include_str!("guide/lock_on.rs")),
        (PRESETS, include_str!("guide/model_viewer.rs")),
    ];
    for (chapter, recipe) in recipes {
        assert!(chapter.contains(recipe), "the chapter should have, word for word:\n{recipe}");
    }
}

/// The camera's drawn position, its offset to the side, and the length of the boom. Unit: m.
fn over_the_shoulder(bench: &mut Bench) -> (Vec3, f32, f32) {
    let world = bench.app.world_mut();
    let (camera, local) =
        world.query_filtered::<(Entity, &Transform), With<Camera3d>>().single(world).expect("there should be a camera");
    let (aside, mut place) = (local.translation.x, Vec3::ZERO);
    let mut above = Some(camera);
    while let Some(entity) = above {
        place = world.get::<Transform>(entity).expect("the entity should have the component").transform_point(place);
        above = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
    let boom = world.query::<&Orbit>().single(world).expect("there should be a boom").distance;
    (place, aside, boom)
}

/// The player walks up to the wall while the boom keeps turning.
#[test]
fn a_camera_over_the_shoulder_is_never_behind_the_wall() {
    for fps in [37.0, 144.0] {
        let mut bench = cameras_at_rate(64.0);
        let player = bench.spawn((Transform::default(), Velocity::new(0.5 * Vec3::X)));
        shoulder::spawn(&mut bench, player);
        let (place, aside, boom) = over_the_shoulder(&mut bench);
        assert!((aside - 0.5).abs() < 1e-6 && (boom - 3.0).abs() < 1e-6, "{aside} {boom}");
        assert!(place.distance(Vec3::new(0.5, 1.6 + 3.0 * 0.2f32.sin(), 3.0 * 0.2f32.cos())) < 0.1, "{place}");
        let world = bench.app.world_mut();
        world.query::<&mut OrbitInput>().single_mut(world).expect("there should be a boom").turn_rate.x = 1.0;
        let (mut shortest, mut nearest) = (f32::INFINITY, f32::INFINITY);
        while bench.elapsed() < 16.0 {
            bench.frame(Duration::from_secs_f64(1.0 / fps));
            if bench.elapsed() >= 5.6 {
                bench.edit::<Velocity>(player, |velocity| velocity.0 = Vec3::ZERO);
            }
            let (place, aside, boom) = over_the_shoulder(&mut bench);
            assert!(place.x < 3.0 + 1e-3, "{fps} fps, {}: {place}, {aside} aside, boom {boom}", bench.elapsed());
            (shortest, nearest) = (shortest.min(aside), nearest.min(boom));
        }
        assert!(shortest < 0.05 && nearest < 0.3, "it should have come to the wall: {shortest} {nearest}");
    }
}

#[test]
fn recoil_kicks_the_view_up_and_a_part_of_the_kick_stays() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Camera3d::default(), Orbit::new(0.0, 0.3, 8.0)));
    bench.frame(Duration::ZERO);
    shots::shoot(&mut bench);
    let mut highest = 0.0f32;
    for _ in 0..500 {
        bench.frame(Duration::from_millis(1));
        highest = highest.max(bench.get::<Shake>(camera).turn.x);
    }
    assert!((highest - 0.02).abs() < 1e-5, "{highest}");
    bench.run_to(4.0);
    assert_eq!(bench.get::<Shake>(camera).turn, Vec3::ZERO);
    assert!((bench.get::<Orbit>(camera).pitch - 0.295).abs() < 1e-6);
}

#[test]
fn an_engine_rumbles_the_same_at_every_frame_rate() {
    let rumbled = |fps: u32| {
        let mut bench = cameras_at_rate(64.0);
        let camera = bench.spawn((Camera3d::default(), Orbit::new(0.0, 0.3, 8.0)));
        shots::start_the_engine(&mut bench);
        let (mut most, mut seconds) = (0.0f32, Vec::new());
        for frame in 1..=3 * fps {
            bench.frame(Duration::from_secs(1) / fps);
            let turn = bench.get::<Shake>(camera).turn;
            most = most.max(turn.length());
            if frame % fps == 0 {
                seconds.push(turn);
            }
        }
        assert!((0.002..=0.1).contains(&most), "{fps} fps: {most}");
        seconds
    };
    let (slow, fast) = (rumbled(32), rumbled(125));
    for (slow, fast) in slow.into_iter().zip(fast) {
        assert!(slow.distance(fast) < 1e-6 && slow != Vec3::ZERO, "{slow} {fast}");
    }
}
