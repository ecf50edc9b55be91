//! How a camera moves beyond the edges of its zones, and while its lens changes.

use std::{f64::consts::E, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Aim, AimYaw, ZoneExtents},
    prelude::*,
};

use crate::stage::cameras_at_rate;
use crate::{
    app::{Bench, Dial, Turn},
    look::{lens, point_at},
    reference::Axis,
};

/// The camera's target, and the target's position at an instant (s), which `walk` writes in each tick.
#[derive(Resource)]
struct TargetPath(Entity, Box<dyn Fn(f64) -> Vec3 + Send + Sync>);

fn walk(time: Res<Time>, path: Res<TargetPath>, mut targets: Query<&mut Transform>) {
    if let Ok(mut transform) = targets.get_mut(path.0) {
        transform.translation = path.1(time.elapsed_secs_f64());
    }
}

fn stage(
    hz: f64,
    look: impl FnOnce(LookAt) -> LookAt,
    path: impl Fn(f64) -> Vec3 + Send + Sync + 'static,
) -> (Bench, Entity) {
    let mut bench = cameras_at_rate(hz);
    let target = bench.spawn(Transform::from_translation(path(0.0)));
    let camera = bench.spawn((look(LookAt::new(target)), lens(0.8, 1.5)));
    bench.app.insert_resource(TargetPath(target, Box::new(path))).add_systems(FixedUpdate, walk);
    bench.frame(Duration::ZERO);
    (bench, camera)
}

/// The angle between the middle of the picture and a point that is this fraction of its width away. Unit: rad.
fn angle(share: f64) -> f64 {
    (2.0 * share * 1.5 * (f64::from(0.8f32) / 2.0).tan()).atan()
}

#[test]
fn behind_a_circling_target_the_aim_lags_by_its_springs_steady_lag() {
    for feed_forward in [0.0, 0.5, 1.0f32] {
        for (damping_ratio, rate) in [(1.0, 1.0), (0.7, -0.8), (1.5, 0.5)] {
            let dead_zone = ZoneExtents { left: 0.1, right: 0.2, ..default() };
            let look = |look| LookAt { feed_forward, damping_ratio, dead_zone, ..look };
            let (mut bench, camera) = stage(64.0, look, move |t| point_at(rate * t, 0.0));
            bench.run_to(5.0);
            let yaw = f64::from(bench.get::<Aim>(camera).yaw);
            // A target that moves to the left is at the left edge.
            let edge = rate * 5.0 + if rate > 0.0 { -angle(0.1) } else { angle(0.2) };
            let lag = (1.0 - f64::from(feed_forward)) * 2.0 * f64::from(damping_ratio) * rate / 8.0;
            assert!((yaw - (edge - lag)).abs() < 1e-5, "{feed_forward} {damping_ratio} {rate}: {yaw}, {edge} − {lag}");
        }
    }
}

#[test]
fn an_aim_passes_an_edge_by_no_more_than_its_speed_implies() {
    let (mut bench, camera) =
        stage(64.0, |look| LookAt { dead_zone: ZoneExtents::all(0.1), ..look }, |_| point_at(0.0, 0.0));
    bench.run_to(0.25);
    bench.edit::<Velocity<AimYaw>>(camera, |velocity| velocity.0 = 4.0);
    // Inside the zone, the aim loses c = 2ω of speed for each radian.
    let speed = 4.0 - 16.0 * angle(0.1);
    let mut furthest = 0.0f32;
    while bench.elapsed() < 1.0 {
        bench.frame(Duration::from_millis(1));
        furthest = furthest.max(bench.get::<Aim>(camera).yaw);
    }
    let expected = angle(0.1) + speed / (E * 8.0);
    assert!((f64::from(furthest) - expected).abs() < 1e-5, "{furthest} {expected}");
}

/// The yaws at every half second, with `hz` ticks a second.
fn yaws(hz: f64, look: impl Fn(LookAt) -> LookAt, path: impl Fn(f64) -> Vec3 + Send + Sync + 'static) -> Vec<f64> {
    let (mut bench, camera) = stage(hz, look, path);
    (1..=6i32)
        .map(|half| {
            bench.run_to(0.5 * f64::from(half));
            f64::from(bench.get::<Aim>(camera).yaw)
        })
        .collect()
}

fn furthest_apart(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

#[test]
fn an_aim_takes_the_same_path_at_every_rate() {
    let zigzag = |t: f64| point_at(if t < 1.0 { 0.8 * t } else { 0.8 - 1.1 * (t - 1.0) }, 0.0);
    for feed_forward in [0.0, 1.0] {
        let look = |look| LookAt { dead_zone: ZoneExtents::all(0.05), feed_forward, ..look };
        let apart = furthest_apart(&yaws(30.0, look, zigzag), &yaws(1000.0, look, zigzag));
        assert!(apart < 1e-6, "piecewise linear, f {feed_forward}: {apart}");
    }
    let by = |t: f64| Vec3::new((5.0 * (t - 1.5)) as f32, 0.0, -4.0);
    let look = |look| LookAt { dead_zone: ZoneExtents::all(0.05), ..look };
    let finest = yaws(1000.0, look, by);
    for (hz, bound) in [(30.0, 1e-4), (60.0, 2.5e-5)] {
        let apart = furthest_apart(&yaws(hz, look, by), &finest);
        assert!(apart < bound, "walking by at {hz} Hz: {apart}");
    }
}

#[test]
fn a_zone_of_size_0_acts_as_a_tracked_spring_bit_for_bit() {
    let path = |t: f64| point_at((1.3 * t).sin(), 0.0);
    let (mut bench, camera) = stage(64.0, |look| look, path);
    let spring = bench.spawn((
        Dial(bench.get::<Aim>(camera).yaw),
        Velocity::<Turn>::of(bench.get::<Velocity<AimYaw>>(camera).0),
        Spring::critical(8.0).on::<Turn>(),
        Target::<Turn>::of(Angle(0.0)).tracked(),
    ));
    let bearing = move |t: f64| {
        let place = path(t).as_dvec3();
        (-place.x).atan2(-place.z) as f32
    };
    let tick = Duration::from_secs_f64(1.0 / 64.0);
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut targets: Query<&mut Target<Turn>>| {
        for mut target in &mut targets {
            target.value = Angle(bearing(time.elapsed_secs_f64()));
        }
    });
    // Run two ticks, in which the camera and the dial get their first samples.
    bench.frame(tick);
    bench.frame(tick);
    let (yaw, rate) = (bench.get::<Aim>(camera).yaw, bench.get::<Velocity<AimYaw>>(camera).0);
    bench.edit::<Dial>(spring, |dial| dial.0 = yaw);
    bench.edit::<Velocity<Turn>>(spring, |velocity| velocity.0 = rate);
    bench.edit::<Aim>(camera, |aim| aim.yaw = yaw);
    for _ in 0..200 {
        bench.frame(tick);
        let (aim, dial) = (bench.get::<Aim>(camera).yaw, bench.get::<Dial>(spring).0);
        assert_eq!(aim.to_bits(), dial.to_bits(), "{}: {aim} {dial}", bench.elapsed());
    }
}

#[test]
fn a_lens_on_a_spring_moves_the_edges_of_the_zones() {
    for feed_forward in [0.0, 1.0f64] {
        let look = |look| LookAt { dead_zone: ZoneExtents::all(0.2), feed_forward: feed_forward as f32, ..look };
        let (mut bench, camera) = stage(64.0, look, |_| point_at(0.0, 0.0));
        // The spring brings the aim to the edge.
        bench.run_to(0.1);
        bench.edit::<Aim>(camera, |aim| aim.yaw = 0.5);
        bench.run_to(3.0);
        let fov = |t: f64| {
            Axis { target: 20f64.to_radians(), start: 3.0, ..Axis::at_rest(6.0, f64::from(0.8f32)) }.at(t.max(3.0)).0
        };
        bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut lenses: Query<&mut Projection>| {
            for mut projection in &mut lenses {
                *projection = lens(fov(time.elapsed_secs_f64()) as f32, 1.5);
            }
        });
        let edge = |t: f64| (2.0 * 0.2 * 1.5 * (fov(t) / 2.0).tan()).atan();
        let (mut moved, mut furthest, mut bounds) = (0.0f64, 0.0f64, 0.0f64);
        while bench.elapsed() < 4.5 {
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
            let (t, s) = (bench.elapsed(), 1e-4);
            let (before, here, after) = (edge(t - s), edge(t), edge(t + s));
            let (rate, curvature) = ((after - before) / (2.0 * s), (after - 2.0 * here + before) / (s * s));
            let yaw = f64::from(bench.get::<Aim>(camera).yaw);
            moved = moved.max((here - edge(3.0)).abs());
            let bound = (1.0 - feed_forward) * 2.0 * rate.abs() / 8.0 + curvature.abs() / 64.0;
            furthest = furthest.max((yaw - here).abs());
            bounds = bounds.max(bound);
        }
        assert!(moved > 0.1 && furthest < bounds, "{moved}: {furthest} of {bounds}");
    }
}

/// Reference: the yaw `t` (s) after an aim starts from rest at `x`. Beyond the edge a critical spring of 8 rad/s acts; inside, only its
/// damper does. Computed by the Runge-Kutta method of fourth order.
fn reference_yaw(edge: impl Fn(f64) -> f64, feed_forward: f64, mut x: f64, t: f64) -> f64 {
    const STEPS: u32 = 4000;
    let (h, mut v) = (t / f64::from(STEPS), 0.0);
    let slope = |t: f64, x: f64, v: f64| {
        let rate = (edge(t + 1e-5) - edge(t - 1e-5)) / 2e-5;
        let beyond = -16.0 * (v - feed_forward * rate) - 64.0 * (x - edge(t));
        (v, if x > edge(t) { beyond } else { -16.0 * v })
    };
    for step in 0..STEPS {
        let t = h * f64::from(step);
        let (a, b) = slope(t, x, v);
        let (c, d) = slope(t + h / 2.0, x + a * h / 2.0, v + b * h / 2.0);
        let (e, f) = slope(t + h / 2.0, x + c * h / 2.0, v + d * h / 2.0);
        let (g, i) = slope(t + h, x + e * h, v + f * h);
        x += h / 6.0 * (a + 2.0 * c + 2.0 * e + g);
        v += h / 6.0 * (b + 2.0 * d + 2.0 * f + i);
    }
    x
}

#[test]
fn the_aim_follows_the_edge_on_its_spring_while_the_lens_changes() {
    for feed_forward in [0.0, 1.0f64] {
        let look = |look| LookAt { dead_zone: ZoneExtents::all(0.2), feed_forward: feed_forward as f32, ..look };
        let (mut bench, camera) = stage(64.0, look, |_| point_at(0.0, 0.0));
        bench.run_to(0.1);
        bench.edit::<Aim>(camera, |aim| aim.yaw = 0.5);
        bench.run_to(3.0);
        let start = bench.elapsed();
        // The field of view begins and ends smoothly, and narrows by at most 0.5 rad/s.
        let fov = move |t: f64| f64::from(0.8f32) - 0.2 * (1.0 - (2.5 * (t - start).clamp(0.0, 1.25)).cos());
        bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut lenses: Query<&mut Projection>| {
            for mut projection in &mut lenses {
                *projection = lens(fov(time.elapsed_secs_f64()) as f32, 1.5);
            }
        });
        let edge = |t: f64| (2.0 * 0.2 * 1.5 * (fov(start + t) / 2.0).tan()).atan();
        while bench.elapsed() < start + 1.2 {
            for _ in 0..8 {
                bench.frame(Duration::from_secs_f64(1.0 / 64.0));
            }
            let t = bench.elapsed() - start;
            let expected = reference_yaw(edge, feed_forward, edge(0.0), t);
            let yaw = f64::from(bench.get::<Aim>(camera).yaw);
            // Tolerance: edges are linear between ticks, so the terms of the spring and of the damper are each off by an eighth of the
            // edge's curvature, 0.5 rad/s², times h².
            assert!((yaw - expected).abs() < 5e-5, "{feed_forward}, {t}: {yaw} should be {expected}");
        }
    }
}

#[test]
fn resizing_the_window_does_not_make_the_camera_jump() {
    let look = |look| LookAt { dead_zone: ZoneExtents::all(0.1), hard_zone: ZoneExtents::all(0.25), ..look };
    let (mut bench, camera) = stage(64.0, look, |_| point_at(0.0, 0.0));
    bench.run_to(0.25);
    bench.edit::<Aim>(camera, |aim| aim.yaw = 0.3);
    bench.run_to(2.0);
    let (mut yaw, mut rate) = (bench.get::<Aim>(camera).yaw, 0.0f32);
    for aspect in [0.5, 2.5, 1.0] {
        bench.app.world_mut().entity_mut(camera).insert(lens(0.8, aspect));
        for _ in 0..600 {
            bench.frame(Duration::from_millis(4));
            let (now, turning) = (bench.get::<Aim>(camera).yaw, bench.get::<Velocity<AimYaw>>(camera).0);
            assert!(
                (now - yaw).abs() < 0.01 && (turning - rate).abs() < 64.0 * 0.2 * 0.005,
                "{aspect}: {yaw} {now}, {rate} {turning}"
            );
            (yaw, rate) = (now, turning);
        }
        let edge = (2.0 * 0.1 * aspect * (0.4f32).tan()).atan();
        assert!(yaw <= edge + 1e-5, "{aspect}: {yaw} {edge}");
    }
}
