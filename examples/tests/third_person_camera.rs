//! The scene's cameras take the same path at every tick rate, do not jump at any frame rate, and depend only on the input.
//!
//! The reference is the closed form in f64: the targets that the input sets are recorded in each tick of the scene, the springs are
//! evaluated with `math`, and the camera is composed as in `rig.rs`.
#![expect(clippy::cast_possible_truncation, reason = "frames and ticks are counted")]

use std::time::Duration;

use bevy::{math::DVec3, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    MotionSystems,
    camera::{OrbitDistance, OrbitPitch, OrbitYaw},
    math::{Law, Slope},
    prelude::*,
};
use harness::{
    Harness,
    cli::Options,
    script::{Input, Script, at, hold, tap},
    trace::{Row, Sample, Trace},
};

use crate::scenes::third_person_camera as scene;
use scene::{
    platform,
    rig::{Follower, HEAD, Tripod, TripodShare, View},
    script, walls,
};

/// When the script teleports the player. Unit: s.
const TELEPORT: f64 = 4.25;
/// The length of most runs. Unit: s.
const SECONDS: f64 = 8.0;
/// The length of a run with the whole script. Unit: s.
const LONG: f64 = 21.0;

fn harness(options: Options) -> Harness {
    Harness::in_process("third_person_camera", options, script::walk())
}

fn options(tick_rate: f64, frame_rate: Option<f64>) -> Options {
    Options { seconds: Some(SECONDS), tick_rate, frame_rate, ..Options::default() }
}

fn trace(harness: &Harness) -> Vec<Row> {
    harness.simulate(&mut scene::build(harness))
}

/// Returns the positions of the player and the camera at multiples of a quarter second.
fn at_quarters(rows: &[Row]) -> Vec<(f64, &'static str, Vec3)> {
    rows.iter()
        .filter(|row| (row.time * 4.0).fract() == 0.0)
        .map(|row| (row.time, row.sample.name, row.sample.position))
        .collect()
}

/// Returns the length of the player's path, without the teleport.
fn travelled(rows: &[Row]) -> f64 {
    let player: Vec<Vec3> =
        rows.iter().filter(|row| row.sample.name == "player").map(|row| row.sample.position).collect();
    player.windows(2).map(|pair| f64::from(pair[0].distance(pair[1]))).filter(|step| *step < 5.0).sum()
}

fn assert_same_path(rows: &[Row], reference: &[Row], what: &str) {
    assert_same_places(&at_quarters(rows), &at_quarters(reference), 1e-4 * travelled(reference), what);
}

fn assert_same_places(found: &[(f64, &str, Vec3)], expected: &[(f64, &str, Vec3)], bound: f64, what: &str) {
    assert_eq!(expected.len(), 2 * (4 * 8 + 1), "quarters of {SECONDS} s, two rows each");
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!((found.0, found.1), (expected.0, expected.1));
        let error = f64::from(found.2.distance(expected.2));
        assert!(error <= bound, "{what}: {} at {} s is {error:.1e} off, at most {bound:.1e}", found.1, found.0);
    }
}

#[test]
fn player_and_camera_take_the_same_path_at_32_64_128_and_256_ticks_per_second() {
    let reference = trace(&harness(options(256.0, None)));
    assert!(travelled(&reference) > 25.0, "the player should walk");
    for rate in [32.0, 64.0, 128.0] {
        assert_same_path(&trace(&harness(options(rate, None))), &reference, &format!("{rate} ticks per second"));
    }
}

/// The reference is a recording of a rig that does not use this crate's camera components.
#[test]
fn player_and_camera_take_the_recorded_paths() {
    let places = include_str!("third_person_camera.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let before: Vec<_> = places
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |index: usize| fields[index].parse::<f32>().expect("a number");
            let place = Vec3::new(number(2), number(3), number(4));
            (f64::from(number(0)), fields[1], place)
        })
        .collect();
    let rows = trace(&harness(options(64.0, None)));
    assert_same_places(&at_quarters(&rows), &before, 1e-4 * travelled(&rows), "the recorded path");
}

#[test]
fn irregular_ticks_give_the_same_path_as_256_ticks_per_second() {
    let reference = trace(&harness(options(256.0, None)));
    let harness = harness(options(64.0, None));
    let mut app = scene::build(&harness);
    app.world_mut().resource_mut::<Trace>().keep();
    app.finish();
    app.cleanup();
    let mut seed = 1u64;
    let tick = |app: &mut App, length: Duration| {
        app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(length.max(Duration::from_nanos(1)));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        app.update();
    };
    tick(&mut app, Duration::ZERO);
    for _ in 0..(4.0 * SECONDS) as usize {
        // Each quarter second is divided into ticks of 2 to 30 ms; the last one may be shorter.
        let mut left = Duration::from_millis(250);
        while !left.is_zero() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = Duration::from_micros(2000 + (seed >> 33) % 28_000).min(left);
            tick(&mut app, length);
            left -= length;
        }
    }
    let rows = app.world_mut().resource_mut::<Trace>().take();
    assert_same_path(&rows, &reference, "irregular ticks");
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn every_event_of_the_script_has_an_effect() {
    let options = Options { seconds: Some(LONG), ..options(64.0, None) };
    let whole = trace(&harness(options.clone()));
    let events = script::walk().events().to_vec();
    assert!(events.len() > 30);
    for (index, event) in events.iter().enumerate() {
        // If a key acts only when it is pressed, removing its release has an effect at the next press of the key. The keys of the `lerp`
        // camera do not change the trace.
        let seen_at = match event.input {
            Input::Release(KeyCode::KeyW | KeyCode::KeyD | KeyCode::ShiftLeft) => Some(event.time),
            Input::Release(key) => {
                events[index..].iter().find(|later| later.input == Input::Press(key)).map(|later| later.time)
            }
            Input::Press(KeyCode::KeyL | KeyCode::Comma | KeyCode::Period) => None,
            _ => Some(event.time),
        };
        // Every effect is visible within a second, so the run may end then.
        let options = Options { seconds: Some(seen_at.map_or(LONG, |at| at + 1.0)), ..options.clone() };
        let without = trace(&Harness::in_process("third_person_camera", options, script::walk().without(index)));
        assert!(without.len() <= whole.len());
        assert_eq!(without != whole[..without.len()], seen_at.is_some(), "without {event:?}");
    }
}

/// The input of the cameras at a tick: the player's motion, and the targets of the springs.
#[derive(Clone, Copy)]
struct Driven {
    time: f64,
    player: DVec3,
    player_velocity: DVec3,
    yaw: f64,
    pitch: f64,
    length: f64,
    share: f64,
}

#[derive(Resource, Default)]
struct Drive(Vec<Driven>);

#[derive(Resource, Default)]
struct Drawn(Vec<(f64, DVec3)>);

fn record_drive(
    time: Res<Time>,
    player: Single<(&Transform, &Velocity), With<scene::player::Player>>,
    targets: Single<(&Target<OrbitYaw>, &Target<OrbitPitch>, &Target<OrbitDistance>), With<Follower>>,
    shot: Single<&Target<TripodShare>>,
    mut drive: ResMut<Drive>,
) {
    drive.0.push(Driven {
        time: time.elapsed_secs_f64(),
        player: player.0.translation.as_dvec3(),
        player_velocity: player.1.0.as_dvec3(),
        yaw: targets.0.value.0.into(),
        pitch: targets.1.value.into(),
        length: targets.2.value.into(),
        share: shot.value.into(),
    });
}

fn record_drawn(time: Res<Time<Virtual>>, camera: Single<&Transform, With<View>>, mut drawn: ResMut<Drawn>) {
    drawn.0.push((time.elapsed_secs_f64(), camera.translation.as_dvec3()));
}

/// The scene's camera in closed form, in f64.
struct Model {
    /// The cameras' input and the springs' states at each tick.
    ticks: Vec<(Driven, [(f64, f64); 7])>,
    tripod: DVec3,
}

/// The law of all springs: ω = 8, ζ = 1.
const LAW: Law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };

impl Model {
    fn new(drive: &[Driven], start: [f64; 7], tripod: DVec3) -> Self {
        let mut states = start.map(|position| (position, 0.0));
        let mut ticks = Vec::new();
        for (index, &driven) in drive.iter().enumerate() {
            ticks.push((driven, states));
            if let Some(next) = drive.get(index + 1) {
                states = Self::after(&driven, states, next.time - driven.time);
            }
        }
        Self { ticks, tripod }
    }

    /// Returns the springs' states after `t` (s): the pivot's three coordinates, then yaw, pitch, length and share.
    fn after(driven: &Driven, states: [(f64, f64); 7], t: f64) -> [(f64, f64); 7] {
        let head = driven.player + HEAD.as_dvec3();
        let [a, b, c, yaw, pitch, length, share] = states;
        let follow = |(x, v): (f64, f64), from: f64, u: f64| LAW.step_cubic(x, v, from, &Slope::line(u), t);
        let held = |(x, v): (f64, f64), target: f64| LAW.step_held(x, v, target, t);
        let u = driven.player_velocity;
        [
            follow(a, head.x, u.x),
            follow(b, head.y, u.y),
            follow(c, head.z, u.z),
            held(yaw, driven.yaw),
            held(pitch, driven.pitch),
            held(length, driven.length),
            held(share, driven.share),
        ]
    }

    /// Returns the camera's position at `time` (s).
    fn at(&self, time: f64) -> DVec3 {
        let index = self.ticks.partition_point(|(driven, _)| driven.time <= time).max(1) - 1;
        let (driven, states) = self.ticks[index];
        let [x, y, z, yaw, pitch, length, share] =
            Self::after(&driven, states, time - driven.time).map(|state| state.0);
        let back = DVec3::new(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos());
        let near = DVec3::new(x, y, z) + back * length;
        let apart = self.tripod - near;
        near + apart * share + DVec3::Y.cross(apart) * (1.2 * share * (1.0 - share))
    }

    /// Returns the camera's largest acceleration from two ticks before `from` to two ticks after `to` (s), computed from differences of the
    /// f64 path.
    fn largest_acceleration(&self, from: f64, to: f64) -> f64 {
        const STEP: f64 = 1e-3;
        let (from, to) = ((from - 2.0 / 64.0).max(STEP), (to + 2.0 / 64.0).min(SECONDS - STEP));
        (0..=((to - from) / STEP) as usize)
            .map(|n| from + n as f64 * STEP)
            .map(|time| (self.at(time + STEP) - 2.0 * self.at(time) + self.at(time - STEP)).length() / (STEP * STEP))
            .fold(0.0, f64::max)
    }
}

/// Whether the teleport has no effect at `time` (s). The effect may be drawn up to 50 ms early, and lasts 1 s.
fn away_from_teleport(time: f64) -> bool {
    !(TELEPORT - 0.05..TELEPORT + 1.0).contains(&time)
}

/// Runs the scene and returns the drawn camera positions and their closed form.
fn drawn(frame_rate: f64) -> (Vec<(f64, DVec3)>, Model) {
    let harness = harness(options(64.0, Some(frame_rate)));
    let mut app = scene::build(&harness);
    app.init_resource::<Drive>()
        .init_resource::<Drawn>()
        .add_systems(PostStartup, record_drive)
        // After `ComposeCameras`, which writes the changes of the boom's length at walls.
        .add_systems(FixedLast, record_drive.after(MotionSystems::ComposeCameras))
        .add_systems(Last, record_drawn);
    let rows = harness.simulate(&mut app);
    let world = app.world_mut();
    let drive = world.remove_resource::<Drive>().expect("recorded").0;
    let drawn = world.remove_resource::<Drawn>().expect("recorded").0;
    let mut tripods = world.query_filtered::<&Transform, With<Tripod>>();
    let tripod = tripods.single(world).expect("one tripod").translation.as_dvec3();
    let head = rows[0].sample.position + HEAD;
    let first = drive[0];
    let start = [head.x.into(), head.y.into(), head.z.into(), first.yaw, first.pitch, first.length, first.share];
    (drawn, Model::new(&drive, start, tripod))
}

/// Returns the spacing of f32 numbers at the largest drawn coordinate.
fn ulp(drawn: &[(f64, DVec3)]) -> f64 {
    let magnitude = drawn.iter().fold(0.0f64, |m, (_, position)| m.max(position.abs().max_element()));
    magnitude * f64::from(f32::EPSILON)
}

#[test]
fn the_drawn_camera_is_smooth_at_37_60_144_and_1000_frames_per_second() {
    for frame_rate in [37.0, 60.0, 144.0, 1000.0] {
        let (drawn, model) = drawn(frame_rate);
        assert!(drawn.len() as f64 > 7.9 * frame_rate);
        let dt = 1.0 / frame_rate;
        let rounding = 8.0 * ulp(&drawn);
        let mut checked = 0;
        for window in drawn.windows(3) {
            let [before, now, after] = [window[0], window[1], window[2]];
            if !(away_from_teleport(before.0) && away_from_teleport(after.0)) || before.0 == 0.0 {
                continue;
            }
            let second = (after.1 - 2.0 * now.1 + before.1).length();
            // The bound is the largest acceleration around this frame, so that the fast flight between the cameras does not loosen the
            // bounds of other frames.
            let bound = 1.05 * model.largest_acceleration(before.0, after.0) * dt * dt + rounding;
            assert!(second <= bound, "{frame_rate} fps at {} s: {second:.2e}, at most {bound:.2e}", now.0);
            checked += 1;
        }
        assert!(checked as f64 > 6.0 * frame_rate, "{checked} frames checked");
    }
}

#[test]
fn the_drawn_camera_follows_the_closed_form_for_the_recorded_input() {
    // The bound is for single precision: the player's position, five composed values and the composition have at most sixteen roundings
    // of the largest coordinate.
    for frame_rate in [64.0, 144.0] {
        let (drawn, model) = drawn(frame_rate);
        let bound = 16.0 * ulp(&drawn);
        for &(time, position) in &drawn {
            let error = (position - model.at(time)).length();
            assert!(error <= bound, "{frame_rate} fps at {time} s: {error:.2e} off, at most {bound:.2e}");
        }
    }
}

#[test]
fn the_camera_does_not_jump_when_the_player_teleports() {
    let rows = trace(&harness(options(64.0, None)));
    let of = |name| rows.iter().filter(move |row| row.sample.name == name).collect::<Vec<_>>();
    let (player, camera) = (of("player"), of("camera"));
    let jump =
        player.windows(2).map(|pair| pair[0].sample.position.distance(pair[1].sample.position)).fold(0.0, f32::max);
    assert!(jump > 20.0, "the player should be teleported: {jump} m");
    for pair in camera.windows(2) {
        let [before, after] = [pair[0].sample, pair[1].sample];
        let step = after.position.distance(before.position);
        let fastest = before.velocity.length().max(after.velocity.length());
        assert!(step <= 1.1 * fastest / 64.0 + 1e-3, "a step of {step} at {fastest} m/s, at {} s", pair[1].time);
    }
}

/// Returns the samples of the player's feet in a range of times.
fn player(rows: &[Row], times: std::ops::RangeInclusive<f64>) -> Vec<Sample> {
    let is_player = |row: &&Row| row.sample.name == "player" && times.contains(&row.time);
    rows.iter().filter(is_player).map(|row| row.sample).collect()
}

#[test]
fn a_jump_is_a_parabola_at_every_tick_rate() {
    let script = Script::new(tap(KeyCode::Space, 1.0));
    for tick_rate in [30.0, 64.0, 240.0] {
        let options = Options { seconds: Some(2.0), ..options(tick_rate, None) };
        let rows = trace(&Harness::in_process("third_person_camera", options, script.clone()));
        // The key is pressed in the frame at 1 s, and takes effect at the end of that frame's tick.
        let path: Vec<Sample> = player(&rows, 0.0..=2.0);
        let (start, tick) = (path[0].position.y, 1.0 / tick_rate);
        let leap = path.iter().position(|sample| sample.velocity.y > 5.0).expect("the player should jump");
        let mut highest = 0.0f64;
        for (ticks, sample) in path[leap..].iter().enumerate() {
            let t = ticks as f64 * tick;
            let expected = (5.5 * t - 9.0 * t * t).max(0.0);
            highest = highest.max(expected);
            let error = f64::from(sample.position.y - start) - expected;
            // The bound allows a few roundings of f32 at a height of 1 m.
            assert!(error.abs() <= 4.0 * f64::from(f32::EPSILON), "{tick_rate} Hz, {t} s after: {error:.1e} off");
        }
        assert!(highest > 0.8, "{highest}");
        assert_eq!(path[path.len() - 1].velocity, Vec3::ZERO, "the player should have landed");
    }
}

#[test]
fn the_slab_carries_a_player_standing_on_it() {
    let rows = trace(&harness(Options { seconds: Some(LONG), ..options(64.0, None) }));
    let [near, far] = platform::ENDS;
    let middle = near.midpoint(far);
    // The player stands on the slab until the jump at 12 s, and from the landing until the player walks off the slab.
    for (from, to) in [(10.75, 12.0), (13.0, 15.25)] {
        let ride = player(&rows, from..=to);
        let first = ride[0].position - swing(from, middle, near);
        for (ticks, sample) in ride.iter().enumerate() {
            let aside = sample.position - swing(from + ticks as f64 / 64.0, middle, near) - first;
            // The player's position is a sum of f32 displacements, each of which adds a rounding error of at most half an ulp of the
            // largest coordinate.
            let bound = 32.0 * f32::EPSILON * ride.len() as f32 * 0.5;
            assert!(aside.length() <= bound, "{aside} aside after {ticks} ticks, at most {bound}");
        }
        assert!(ride[0].position.distance(ride[ride.len() - 1].position) > 4.0, "the slab should carry the player");
    }
    let after = player(&rows, 16.25..=16.25)[0];
    assert!(after.position.y < far.y - 0.3, "the player should have fallen off the slab: {}", after.position);
}

/// Returns the position at `time` (s) of a slab that is released at `start` and swings around `middle`.
fn swing(time: f64, middle: Vec3, start: Vec3) -> Vec3 {
    let law = Law { k: f64::from(0.6f32) * f64::from(0.6f32), ..Law::default() };
    Vec3::from_array(core::array::from_fn(|axis| {
        law.step_held(start[axis].into(), 0.0, middle[axis].into(), time).0 as f32
    }))
}

#[test]
fn the_boom_shortens_at_a_wall_and_extends_again() {
    let turning_back = at(21.0, Input::MoveMouse(Vec2::new(-785.0, 0.0)));
    let script = Script::new([script::walk().events(), &[turning_back]].concat());
    let options = Options { seconds: Some(23.0), ..options(64.0, None) };
    let rows = trace(&Harness::in_process("third_person_camera", options, script));
    let length_at = |time: f64| {
        let place = |name| {
            let row = rows.iter().find(|row| row.sample.name == name && row.time == time).expect("a row at this time");
            row.sample.position
        };
        let (player, camera) = (place("player"), place("camera"));
        (camera.distance(player + HEAD), camera)
    };
    let (before, _) = length_at(19.5);
    let (shortened, camera) = length_at(20.75);
    let (again, _) = length_at(22.75);
    assert!(before > 7.9 && shortened < 6.0 && again > 7.9, "{before}, {shortened}, {again}");
    for wall in walls::WALLS {
        let from_wall = (camera - walls::middle(wall)).xz().abs() - wall.1;
        assert!(from_wall.max_element() > 0.3, "{camera} is in the wall at {}, or less than 0.3 m from it", wall.0);
    }
}

#[test]
fn the_player_cannot_walk_through_walls() {
    // The player walks from the first pad straight into the ruin.
    let flick = at(0.25, Input::MoveMouse(Vec2::new(540.0, 0.0)));
    let script = Script::new([&[flick][..], &hold(KeyCode::KeyW, 0.5, 4.0)].concat());
    let rows = trace(&Harness::in_process("third_person_camera", options(64.0, None), script));
    let path = player(&rows, 0.0..=SECONDS);
    assert!(path.iter().any(|sample| sample.position.z > 12.0), "the player should reach the wall");
    for sample in path {
        for (foot, half) in walls::WALLS {
            let outside = (sample.position.xz() - foot).abs() - half;
            assert!(outside.max_element() > 0.44, "{} is in the wall at {foot}", sample.position);
        }
    }
}
