//! Booms among random walls, at random tick and frame rates, under random input.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::OrbitDistance, prelude::*};

use crate::{app::Random, stage::Stage};

/// A room in which booms cast.
#[derive(Resource, Clone)]
struct Room {
    /// The walls: a point of each plane, and the normal that points into the room.
    planes: Vec<(Vec3, Vec3)>,
    /// Whether casts report the wall's normal.
    known: bool,
}

/// The ray of the last cast and its hit, or `None` before the first cast.
#[derive(Resource, Default, Clone, Copy)]
struct LastCast(Option<(Ray3d, Option<BoomHit>)>);

impl Room {
    fn cast(&self, ray: Ray3d) -> Option<(f32, Vec3)> {
        let hits = self.planes.iter().filter_map(|&(point, normal)| {
            let towards = normal.dot(*ray.direction);
            let length = normal.dot(point - ray.origin) / towards;
            (towards < -1e-6 && length >= 0.0).then_some((length, normal))
        });
        hits.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

fn sense(room: Res<Room>, mut last: ResMut<LastCast>, mut boom: Single<&mut Obstruction>) {
    let hit = room.cast(boom.ray);
    boom.hit = hit.map(|(distance, normal)| BoomHit::new(distance, room.known.then_some(normal)));
    last.0 = Some((boom.ray, boom.hit));
}

impl LastCast {
    /// The free length of a boom from `pivot` along `direction`, according to the last cast.
    fn free(&self, pivot: Vec3, direction: Vec3) -> f32 {
        let Some((ray, Some(BoomHit { distance, normal }))) = self.0 else { return f32::INFINITY };
        let Some(normal) = normal else { return distance };
        let point = ray.origin + distance * *ray.direction;
        let along = normal.dot(point - pivot) / normal.dot(direction);
        if along >= 0.0 { along } else { f32::INFINITY }
    }
}

/// The greatest speed that the springs on the boom's length reach by themselves: 12 rad/s times 20 m, divided by e. Unit: m/s.
const FASTEST: f32 = 12.0 * 20.0 / core::f32::consts::E;
/// The allowance in each frame for rounding and for the curvature of the path. Unit: m.
const SLACK: f32 = 0.03;

struct Dice(Random);

impl Dice {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0.between(low.into(), high.into()) as f32
    }

    fn below(&mut self, count: usize) -> usize {
        (self.0.between(0.0, count as f64) as usize).min(count - 1)
    }
}

fn run(seed: u64) {
    let mut random = Dice(Random(seed));
    let hz = [10.0, 20.0, 30.0, 60.0, 64.0, 144.0][random.below(6)];
    let fps = [24.0, 37.0, 60.0, 144.0, 240.0][random.below(5)];
    let mut planes = vec![(Vec3::new(0.0, -1.5, 0.0), Vec3::Y)];
    for _ in 0..random.below(5) {
        let normal = Vec3::new(random.between(-1.0, 1.0), random.between(-0.4, 0.4), random.between(-1.0, 1.0));
        let normal = normal.normalize_or(Vec3::X);
        planes.push((-normal * random.between(0.8, 7.0), normal));
    }
    let room = Room { planes, known: random.below(3) > 0 };
    let moves = random.below(2) == 0;
    let in_frames = random.below(4) == 0;
    let what = format!("seed {seed}: {hz} Hz, {fps} fps, known {}, moves {moves}, in frames {in_frames}", room.known);

    let mut stage = Stage::new(
        hz,
        (Transform::default(), Visibility::default()),
        (
            Orbit::new(random.between(-3.0, 3.0), 0.3, 8.0),
            OrbitRange { pitch: [-1.0, 1.3], ..default() },
            Obstruction::default(),
        ),
    );
    let (pivot, camera) = (stage.pivot, stage.camera);
    if moves {
        let swing = (Spring::new(2.0, 0.0), Target::new(Vec3::ZERO), Velocity::new(Vec3::new(0.9, 0.0, 0.6)));
        stage.bench.app.world_mut().entity_mut(pivot).insert(swing);
    }
    stage.bench.app.insert_resource(room.clone()).init_resource::<LastCast>().add_systems(FixedUpdate, sense);
    if in_frames {
        stage.bench.app.add_systems(Update, sense);
    }
    let dt = 1.0 / fps;
    let (mut rate, mut zoom, mut until) = (Vec2::ZERO, 0.0, 0.0);
    let mut last: Option<(f32, f32, f32)> = None;
    let mut elapsed = 0.0;
    while elapsed < 2.5 {
        elapsed += dt;
        if elapsed > until {
            until = elapsed + random.between(0.05, 0.6);
            rate = Vec2::new(random.between(-3.0, 3.0), random.between(-1.2, 1.2));
            zoom = if random.below(5) == 0 { random.between(-0.5, 0.5) } else { 0.0 };
        }
        stage.bench.edit::<OrbitInput>(camera, |input| {
            input.turn += dt * rate;
            input.zoom += core::mem::take(&mut zoom);
        });
        stage.bench.frame(Duration::from_secs_f64(dt.into()));
        let from = stage.bench.get::<Transform>(pivot).translation;
        let arm = stage.bench.get::<Transform>(camera).translation;
        let orbit = *stage.bench.get::<Orbit>(camera);
        let direction =
            Vec3::new(orbit.yaw.sin() * orbit.pitch.cos(), orbit.pitch.sin(), orbit.yaw.cos() * orbit.pitch.cos());
        let drawn = arm.dot(direction);
        let what = format!("{what}, {elapsed} s: drawn {drawn}, {orbit:?}, before {last:?}");
        assert!(drawn >= -1e-5 && orbit.distance >= 0.0, "{what}");
        assert!(drawn <= 20.01, "{what}");
        let cast = *stage.bench.app.world().resource::<LastCast>();
        let free = cast.free(from, direction);
        assert!(drawn <= free + 1e-4 * (1.0 + drawn), "{what}: the free length is {free}");
        let speed = stage.bench.get::<Velocity<OrbitDistance>>(camera).0.abs();
        if let Some((before, free_before, speed_before)) = last {
            let slack = FASTEST * dt + SLACK;
            let outwards = drawn - before;
            // At a wall that recedes, the boom may lengthen as fast as the wall recedes.
            let was_at_wall = before >= free_before - 2e-3 && free_before.is_finite() && free.is_finite();
            let receded = if was_at_wall { (free - free_before).max(0.0) } else { 0.0 };
            assert!(outwards <= slack + receded, "{what}: longer by {outwards}, free {free_before} and then {free}");
            let is_at_wall = drawn >= free - 0.16;
            let fast = speed.max(speed_before) * dt + SLACK;
            assert!(-outwards <= fast.max(slack) || is_at_wall, "{what}: shorter by {}, free {free}", -outwards);
        }
        // The first cast sets the boom's length in one step, which is not checked.
        last = cast.0.map(|_| (drawn, free, speed));
    }
}

/// The number of rooms that are tried.
const SEEDS: u64 = 60;

#[test]
#[ignore = "slow: .ci/long runs it"]
fn a_boom_stays_within_the_last_cast_and_moves_no_faster_than_its_springs_and_walls() {
    let failed: Vec<_> =
        (0..SEEDS).filter_map(|seed| std::panic::catch_unwind(|| run(seed)).err().map(|_| seed)).collect();
    assert!(failed.is_empty(), "{} of {SEEDS} seeds failed: {failed:?}", failed.len());
}

/// Turns a boom by mouse input at up to 2.5 rad/s between a wall behind it, a wall beside it and the floor. Returns the greatest depth of
/// the camera inside a wall, and the largest change of the boom's length in a frame. Unit: m.
fn sweep_a_corner(hz: f64, in_frames: bool) -> (f32, f32) {
    let orbit = (Orbit::new(0.0, 0.1, 8.0), OrbitRange { pitch: [-0.8, 1.2], ..default() }, Obstruction::default());
    let mut stage = Stage::new(hz, (Transform::from_xyz(0.0, 1.5, 0.0), Visibility::default()), orbit);
    let planes = vec![(3.0 * Vec3::Z, Vec3::NEG_Z), (4.0 * Vec3::X, Vec3::NEG_X), (Vec3::ZERO, Vec3::Y)];
    let room = Room { planes: planes.clone(), known: true };
    stage.bench.app.insert_resource(room).init_resource::<LastCast>().add_systems(FixedUpdate, sense);
    if in_frames {
        stage.bench.app.add_systems(Update, sense);
    }
    let camera = stage.camera;
    let (mut deepest, mut step) = (f32::NEG_INFINITY, 0.0f32);
    let mut lengths = Vec::new();
    for frame in 0..2880u16 {
        let t = f32::from(frame) / 144.0;
        stage.bench.edit::<OrbitInput>(camera, |input| {
            input.turn += Vec2::new(2.5 * (1.3 * t).sin(), -0.8 * (0.9 * t).cos()) / 144.0;
        });
        stage.bench.frame(Duration::from_secs_f64(1.0 / 144.0));
        if frame > 20 {
            let place = stage.bench.get::<GlobalTransform>(camera).translation();
            let depth =
                planes.iter().map(|&(point, normal)| normal.dot(point - place)).fold(f32::NEG_INFINITY, f32::max);
            deepest = deepest.max(depth);
            lengths.push(stage.bench.get::<Transform>(camera).translation.length());
        }
    }
    for two in lengths.windows(2) {
        step = step.max((two[1] - two[0]).abs());
    }
    (deepest, step)
}

#[test]
fn a_boom_that_sweeps_a_corner_stays_out_of_the_walls_even_at_low_tick_rates() {
    let found: Vec<_> = [(10.0, false), (60.0, false), (10.0, true), (60.0, true)]
        .into_iter()
        .map(|(hz, in_frames)| ((hz, in_frames), sweep_a_corner(hz, in_frames)))
        .collect();
    for &(of, (deepest, step)) in &found {
        // From 8 m to a wall 3 m away, a spring of 30 rad/s is no faster than Δ ω/e = 55 m/s.
        assert!(deepest < 1e-3 && step < 55.0 / 144.0, "{of:?}: {deepest}, {step} of {found:?}");
    }
}

#[test]
fn a_boom_is_never_longer_than_its_target_length() {
    // `far`: whether casts also report hits beyond the boom's reach.
    for (fps, floor, far) in [(144.0, false, true), (60.0, true, true), (144.0, true, true), (144.0, true, false)] {
        let orbit = (Orbit::new(0.0, 0.1, 8.0), OrbitRange { pitch: [-0.8, 1.2], ..default() }, Obstruction::default());
        let mut stage = Stage::new(60.0, (Transform::from_xyz(0.0, 1.5, 0.0), Visibility::default()), orbit);
        let mut planes = vec![(3.0 * Vec3::Z, Vec3::NEG_Z)];
        planes.extend(floor.then_some((Vec3::ZERO, Vec3::Y)));
        let room = Room { planes: planes.clone(), known: true };
        stage.bench.app.add_systems(FixedUpdate, move |mut boom: Single<&mut Obstruction>| {
            let hit = room.cast(boom.ray).filter(|hit| far || hit.0 <= boom.reach);
            boom.hit = hit.map(|(distance, normal)| BoomHit::new(distance, normal));
        });
        let camera = stage.camera;
        stage.bench.run_to(1.0);
        let down = if floor { -0.3 } else { 0.0 };
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn_rate = Vec2::new(2.0, down));
        while stage.drawn() < 4.0 {
            stage.bench.frame(Duration::from_secs_f64(1.0 / fps));
            let (orbit, place) =
                (*stage.bench.get::<Orbit>(camera), stage.bench.get::<GlobalTransform>(camera).translation());
            let drawn = stage.bench.get::<Transform>(camera).translation.length();
            let depth =
                planes.iter().map(|&(point, normal)| normal.dot(point - place)).fold(f32::NEG_INFINITY, f32::max);
            let what = format!("{fps} fps, floor {floor}, far {far}, {}: {orbit:?}, drawn {drawn}", stage.drawn());
            assert!(orbit.distance >= 0.0 && drawn.max(orbit.distance) < 8.01 && depth < 1e-3, "{what}, {depth} deep");
        }
    }
}
