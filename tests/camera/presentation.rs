//! `Presentation::Delayed`, which draws a tick late, like physics crates that interpolate bodies, and `Presentation::Ticked`, which draws
//! only at ticks.

use std::time::Duration;

use bevy::{app::RunFixedMainLoop, prelude::*};
use bevy_exact_motion::{MotionSystems, camera::Pose, prelude::*};

use crate::{
    app::{Bench, ulp},
    compare_poses::{angle_between, assert_same},
    look::lens,
    stage::cameras_with,
};

/// The length of a tick. A quarter of it is a whole number of nanoseconds, too.
const TICK: Duration = Duration::from_nanos(31_250_000);
const QUARTER: Duration = Duration::from_nanos(7_812_500);

fn drawn(tick: Duration, presentation: Presentation) -> Bench {
    let options = MotionOptions::fixed().with_presentation(presentation);
    cameras_with(tick, options, options)
}

/// Marks a body that user code moves in `FixedUpdate`.
#[derive(Component)]
struct Body;

/// The position of a body at the end of this tick.
fn at_tick(tick: u128) -> Vec3 {
    let t = tick as f32 * TICK.as_secs_f32();
    Vec3::new(3.0 * t.sin(), 0.5 * (2.0 * t).sin(), t - 2.0)
}

/// Moves bodies along straight lines between their positions at multiples of [`TICK`], whatever the length of the app's ticks.
fn move_bodies(time: Res<Time>, mut bodies: Query<&mut Transform, With<Body>>) {
    let (tick, rest) = (time.elapsed().as_nanos() / TICK.as_nanos(), time.elapsed().as_nanos() % TICK.as_nanos());
    for mut transform in &mut bodies {
        let (from, to) = (at_tick(tick), at_tick(tick + 1));
        transform.translation = from.lerp(to, rest as f32 / TICK.as_nanos() as f32);
    }
}

/// The poses of a camera in 256 frames of a quarter tick. Its pivot follows a body, and a stick turns its boom. If `looks` is set, the
/// camera looks at the body.
fn behind_a_body(tick: Duration, presentation: Presentation, looks: bool) -> Vec<Pose> {
    let mut bench = drawn(tick, presentation);
    bench.app.add_systems(FixedUpdate, move_bodies);
    let body = bench.spawn((Transform::from_translation(at_tick(0)), Body));
    let pivot = (Transform::from_translation(at_tick(0)), Visibility::default(), Spring::critical(8.0));
    let pivot = bench.spawn((pivot, Follow::new(body)));
    let stick = OrbitInput { turn_rate: Vec2::new(0.7, 0.05), ..default() };
    let camera = bench.spawn((Orbit::new(0.4, 0.3, 8.0), stick, lens(0.8, 1.5), ChildOf(pivot)));
    if looks {
        bench.app.world_mut().entity_mut(camera).insert(LookAt::new(body));
    }
    bench.frame(Duration::ZERO);
    (0..256)
        .map(|_| {
            bench.frame(QUARTER);
            *bench.get::<Pose>(camera)
        })
        .collect()
}

#[test]
fn delayed_and_ticked_rigs_are_drawn_on_the_path_of_a_live_one() {
    for looks in [false, true] {
        // The reference ticks in every frame, so each of its frames shows the current state.
        let expected = behind_a_body(QUARTER, Presentation::Live, looks);
        for (presentation, late) in [(Presentation::Delayed, 4), (Presentation::Ticked, 0)] {
            let found = behind_a_body(TICK, presentation, looks);
            for (frame, found) in found.into_iter().enumerate().skip(8) {
                let shown = if late == 0 { (frame + 1) / 4 * 4 - 1 } else { frame - late };
                let expected = expected[shown];
                let what = format!("{presentation:?}, looks {looks}, frame {frame}: {found:?} should be {expected:?}");
                // Tolerance: the rounding of the pivot, of the boom's length, and of its angles, which act at the boom's end.
                let error = (found.position - expected.position).as_dvec3().length();
                assert!(error <= 4.0 * ulp(4.0 + 8.0 * 2.5), "{what}: {error:e} m");
                let velocity = (found.velocity - expected.velocity).length();
                assert!(velocity <= 1e-4 * (1.0 + expected.velocity.length()), "{what}: {velocity:e} m/s");
                // Tolerance: a bearing is interpolated linearly over a tick, so it is off by up to h²/8 times its second derivative, 2
                // v²/r², where v = 9 m/s and r = 8 m.
                let most = if looks { 4e-4 } else { 1e-6 };
                assert!(angle_between(found.rotation, expected.rotation) <= most, "{what}");
            }
        }
    }
}

/// The positions of a physics body at the last two ticks, between which the body is drawn.
#[derive(Component)]
struct Drawn([Vec3; 2]);

fn put_back(mut bodies: Query<(&mut Transform, &Drawn)>) {
    for (mut transform, drawn) in &mut bodies {
        transform.translation = drawn.0[1];
    }
}

fn step(time: Res<Time>, mut bodies: Query<(&mut Transform, &mut Drawn)>) {
    for (mut transform, mut drawn) in &mut bodies {
        transform.translation += time.delta_secs() * Vec3::new(6.0, 0.0, -3.0);
        drawn.0 = [drawn.0[1], transform.translation];
    }
}

fn interpolate(time: Res<Time<Fixed>>, mut bodies: Query<(&mut Transform, &Drawn)>) {
    for (mut transform, drawn) in &mut bodies {
        transform.translation = drawn.0[0].lerp(drawn.0[1], time.overstep_fraction());
    }
}

#[test]
fn a_camera_that_follows_an_interpolated_body_does_not_shake() {
    for frame in [Duration::from_micros(2700), Duration::from_micros(16_700), Duration::from_micros(41_000)] {
        let mut bench = drawn(TICK, Presentation::Delayed);
        bench.app.add_systems(FixedFirst, put_back.before(MotionSystems::Adopt)).add_systems(FixedUpdate, step);
        let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
        bench.app.add_systems(RunFixedMainLoop, interpolate.in_set(after));
        let place = Vec3::new(1.0, 0.0, -2.0);
        let body = bench.spawn((Transform::from_translation(place), Drawn([place; 2])));
        let pivot = (Transform::from_translation(place), Visibility::default(), Spring::critical(8.0));
        let pivot = bench.spawn((pivot, Follow::new(body)));
        let look = LookAt { screen_position: Vec2::new(0.1, -0.05), ..LookAt::new(body) };
        let camera = bench.spawn((Orbit::new(0.4, 0.3, 8.0), look, lens(0.8, 1.5), ChildOf(pivot)));
        for _ in 0..(4000 / frame.as_millis()) {
            bench.frame(frame);
        }
        let seen = |bench: &Bench| {
            let pose = bench.get::<Pose>(camera);
            pose.rotation.inverse() * (bench.get::<Transform>(body).translation - pose.position)
        };
        let expected = seen(&bench);
        for index in 0..100 {
            bench.frame(frame);
            let found = seen(&bench);
            // Tolerance: the body is 50 m from the origin, where its position and its interpolated position are each rounded to 4e-6 m. The
            // bearing, which acts over 8 m, is rounded as well.
            assert!(found.distance(expected) <= 8.0 * ulp(50.0) as f32, "{frame:?}, {index}: {found} {expected}");
        }
    }
}

/// Spawns a pivot with this velocity, and a shot that orbits it and turns at `rate` (rad/s).
fn shot(bench: &mut Bench, velocity: Vec3, orbit: Orbit, rate: f32) -> Entity {
    let pivot = bench.spawn((Transform::default(), Visibility::default(), Velocity::new(velocity)));
    let stick = OrbitInput { turn_rate: Vec2::new(rate, 0.0), ..default() };
    bench.spawn((orbit, stick, ChildOf(pivot)))
}

fn shots(bench: &mut Bench) -> [Entity; 2] {
    [
        shot(bench, Vec3::new(3.0, 0.0, 1.0), Orbit::new(0.0, 0.3, 6.0), 1.2),
        shot(bench, Vec3::new(-2.0, 0.0, 0.0), Orbit::new(2.4, 0.9, 9.0), -0.7),
    ]
}

#[test]
fn with_delayed_presentation_a_blend_that_starts_in_update_does_not_jump() {
    for blend in [Blend::spring(0.8), Blend::eased(0.8), Blend::eased(0.8).around()] {
        let mut bench = drawn(TICK, Presentation::Delayed);
        let shots = shots(&mut bench);
        let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(blend)));
        bench.frame(Duration::ZERO);
        for round in 0..5 {
            for _ in 0..40 + round {
                let before = *bench.get::<Pose>(camera);
                bench.frame(Duration::from_micros(7700));
                let now = *bench.get::<Pose>(camera);
                // The greatest acceleration is 960 m/s²: an offset of 15 m times (8 rad/s)².
                let mean = (now.position - before.position) / 0.0077;
                let change = (mean - 0.5 * (before.velocity + now.velocity)).length();
                assert!(change <= 960.0 * 0.0077, "{blend:?}, round {round}: {before:?} {now:?}");
                let most = 960.0 * 0.0077;
                assert!((now.velocity - before.velocity).length() <= most, "{blend:?}: {before:?} {now:?}");
            }
            let before = *bench.get::<Pose>(camera);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[(round + 1) % 2]);
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(camera), &format!("{blend:?}, round {round}"));
        }
    }
}

#[test]
fn with_delayed_presentation_a_blend_that_starts_in_fixed_update_does_not_jump() {
    let mut bench = drawn(TICK, Presentation::Delayed);
    let shots = shots(&mut bench);
    let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(Blend::eased(0.8))));
    bench.run_to(0.5);
    let change = move |mut shows: Query<&mut ActiveShot>, mut ticks: Local<u32>| {
        *ticks += 1;
        for mut shows in &mut shows {
            let shot = shots[(*ticks / 16 % 2) as usize];
            if shows.shot != shot {
                shows.shot = shot;
            }
        }
    };
    bench.app.add_systems(FixedUpdate, change);
    let mut before = *bench.get::<Pose>(camera);
    for frame in 0..200 {
        bench.frame(Duration::from_micros(7700));
        let now = *bench.get::<Pose>(camera);
        // The greatest acceleration is 960 m/s²: an offset of 15 m times (8 rad/s)².
        let mean = (now.position - before.position) / 0.0077;
        let change = (mean - 0.5 * (before.velocity + now.velocity)).length();
        assert!(change <= 960.0 * 0.0077, "frame {frame}: {before:?} {now:?}");
        before = now;
    }
}

/// Whether casts report the normal of the wall, which fills the space beyond z = 4.
#[derive(Resource)]
struct Known(bool);

fn sense(known: Res<Known>, mut booms: Query<&mut Obstruction>) {
    for mut boom in &mut booms {
        let hit = boom.ray.intersect_plane(4.0 * Vec3::Z, InfinitePlane3d::new(Vec3::NEG_Z));
        let normal = known.0.then_some(Vec3::NEG_Z);
        boom.hit = hit.map(|length| BoomHit::new(length, normal));
    }
}

#[test]
fn no_frame_is_drawn_from_behind_a_wall_with_delayed_presentation() {
    for known in [true, false] {
        for fps in [37.0, 60.0, 144.0, 1000.0] {
            let mut bench = drawn(TICK, Presentation::Delayed);
            bench.app.insert_resource(Known(known)).add_systems(FixedUpdate, sense);
            let velocity = Velocity::new(Vec3::new(1.0, 0.0, 0.5));
            let pivot = bench.spawn((Transform::default(), Visibility::default(), velocity));
            let stick = OrbitInput { turn_rate: Vec2::new(2.0, 0.0), ..default() };
            let camera = bench.spawn((Orbit::new(-1.4, 0.2, 8.0), Obstruction::default(), stick, ChildOf(pivot)));
            bench.frame(Duration::ZERO);
            let mut nearest = f32::INFINITY;
            let mut before = *bench.get::<Pose>(camera);
            while bench.elapsed() < 1.6 {
                bench.frame(Duration::from_secs_f64(1.0 / fps));
                let (pose, orbit) = (*bench.get::<Pose>(camera), *bench.get::<Orbit>(camera));
                let beyond = pose.position.z - 4.0;
                // Without the normal, the camera may pass the wall by as much as the boom's free length changes in a tick.
                let ahead = orbit.yaw.cos() * orbit.pitch.cos();
                let most = if known { 1e-5 } else { TICK.as_secs_f32() * (8.0 / (ahead * ahead) + 1.0 / ahead.abs()) };
                assert!(beyond <= most, "known {known}, {fps} fps, {}: {beyond}", bench.elapsed());
                nearest = nearest.min(-beyond);
                // The bound allows for 8 m/s more than the velocity: a boom of 8 m turns at 2 rad/s, and a spring of 30 rad/s shortens it.
                let step = (1.0 / fps) as f32 * (pose.velocity.length().max(before.velocity.length()) + 8.0);
                assert!(
                    pose.position.distance(before.position) <= step,
                    "known {known}, {fps} fps: {before:?} {pose:?}"
                );
                before = pose;
            }
            assert!(nearest < 0.3, "known {known}, {fps} fps: it should have reached the wall, {nearest}");
        }
    }
}
