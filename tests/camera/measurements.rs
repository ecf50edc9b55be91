//! Measurements of the error of zone edges that are linear within a tick, and of the run time of rigs.

use std::{hint::black_box, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Aim, ZoneExtents},
    prelude::*,
};

use crate::{
    look::lens,
    stage::{cameras, cameras_at_rate},
};

/// Reference: the yaw, at these instants (s), of a critical spring of 8 rad/s that follows the bearing of a target. The target passes by at
/// `speed` (m/s), 4 m away. Computed by the Runge-Kutta method of fourth order with 100 000 steps a second.
fn reference_yaws(speed: f64, feed_forward: f64, instants: &[f64]) -> Vec<f64> {
    let place = |t: f64| speed * (t - 1.5);
    let edge = |t: f64| {
        let x = place(t);
        ((-x).atan2(4.0), -4.0 * speed / (16.0 + x * x))
    };
    let slope = |t: f64, x: f64, v: f64| {
        let (e, u) = edge(t);
        (v, -16.0 * (v - feed_forward * u) - 64.0 * (x - e))
    };
    // Start at the spring's steady lag.
    let (e, u) = edge(0.0);
    let (mut x, mut v, mut t) = (e - (1.0 - feed_forward) * 2.0 * u / 8.0, u, 0.0);
    let mut found = Vec::new();
    for &instant in instants {
        let count = ((instant - t) * 1e5).ceil();
        let h = (instant - t) / count;
        for _ in 0..count as usize {
            let (a, b) = slope(t, x, v);
            let (c, d) = slope(t + h / 2.0, x + a * h / 2.0, v + b * h / 2.0);
            let (e, f) = slope(t + h / 2.0, x + c * h / 2.0, v + d * h / 2.0);
            let (g, i) = slope(t + h, x + e * h, v + f * h);
            x += h / 6.0 * (a + 2.0 * c + 2.0 * e + g);
            v += h / 6.0 * (b + 2.0 * d + 2.0 * f + i);
            t += h;
        }
        t = instant;
        found.push(x);
    }
    found
}

/// The largest differences (rad) between a camera's yaw and [`reference_yaws`], at 240 frames a second: during the first 0.25 s, and after
/// that.
fn largest_errors(hz: f64, speed: f64, feed_forward: f32) -> [f64; 2] {
    let mut bench = cameras_at_rate(hz);
    let at = Transform::from_xyz((-1.5 * speed) as f32, 0.0, -4.0);
    let target = bench.spawn((at, Velocity::new(Vec3::new(speed as f32, 0.0, 0.0))));
    let camera = bench.spawn((LookAt { feed_forward, ..LookAt::new(target) }, lens(0.8, 1.5)));
    bench.frame(Duration::ZERO);
    let (mut instants, mut yaws) = (Vec::new(), Vec::new());
    for _ in 0..720 {
        bench.frame(Duration::from_secs_f64(1.0 / 240.0));
        let fixed = bench.app.world().resource::<Time<Fixed>>();
        instants.push((fixed.elapsed() + fixed.overstep()).as_secs_f64());
        yaws.push(f64::from(bench.get::<Aim>(camera).yaw));
    }
    let expected = reference_yaws(speed, feed_forward.into(), &instants);
    let mut worst = [0.0f64; 2];
    for ((t, yaw), expected) in instants.into_iter().zip(yaws).zip(expected) {
        let worst = &mut worst[usize::from(t > 0.25)];
        *worst = worst.max((yaw - expected).abs());
    }
    worst
}

#[test]
fn the_error_of_linear_zone_edges_is_bounded_by_the_bearings_curvature() {
    for feed_forward in [0.0, 1.0f32] {
        for speed in [5.0, 20.0, 60.0] {
            for hz in [30.0, 60.0, 240.0] {
                let [beginning, found] = largest_errors(hz, speed, feed_forward);
                let turning = speed / 4.0;
                // The second derivative of a bearing is at most 0.65 times its greatest rate squared.
                let curvature = 0.65 * turning * turning / (hz * hz);
                assert!(found < 0.25 * curvature, "{feed_forward} {speed} {hz}: {found} of {curvature}");
                // Until the first tick ends, the edge's slope is not known yet, and the damper pulls the aim back by up to this much.
                let (x, h) = (1.5 * speed, 1.0 / hz);
                let slope = 4.0 * speed / (16.0 + x * x);
                let most = f64::from(feed_forward) * 16.0 * slope * h * h / 2.0 + 64.0 * slope * h * h * h / 6.0;
                assert!(beginning < most + 0.25 * curvature, "{feed_forward} {speed} {hz}: {beginning} of {most}");
            }
        }
    }
}

/// The shortest time (s) that a frame of one tick takes.
fn best_frame(count: usize, mut spawn: impl FnMut(&mut World, Entity)) -> f64 {
    let mut bench = cameras(Duration::from_millis(16));
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::new(1.0, 0.2, 0.5))));
    for _ in 0..count {
        spawn(bench.app.world_mut(), leader);
    }
    for _ in 0..20 {
        bench.frame(Duration::from_millis(16));
    }
    let timed = |_| {
        let start = std::time::Instant::now();
        bench.frame(Duration::from_millis(16));
        black_box(&bench.app);
        start.elapsed().as_secs_f64()
    };
    (0..60).map(timed).fold(f64::INFINITY, f64::min)
}

/// Run with `cargo test --release --test camera -- --ignored --nocapture cost_of_a_rig`.
#[test]
#[ignore = "a benchmark: run it alone on the machine, with optimisations"]
fn cost_of_a_rig() {
    const COUNT: usize = 1000;
    let follower = |world: &mut World, leader| {
        world.spawn((Transform::default(), Follow::new(leader), Spring::critical(8.0)));
    };
    let pivot = |world: &mut World, leader| {
        let follow = (Follow::new(leader), Spring::critical(8.0));
        world.spawn((Transform::default(), Visibility::default(), follow)).id()
    };
    let orbit = |world: &mut World, leader| {
        let pivot = pivot(world, leader);
        world.spawn((Orbit::new(0.4, 0.3, 8.0), ChildOf(pivot)));
    };
    let whole = |world: &mut World, leader| {
        let pivot = pivot(world, leader);
        let look = LookAt { dead_zone: ZoneExtents::all(0.1), ..LookAt::new(leader) };
        let shot = world.spawn((Orbit::new(0.4, 0.3, 8.0), Obstruction::default(), look, ChildOf(pivot))).id();
        world.spawn((Transform::default(), ActiveShot::new(shot)));
    };
    let empty = best_frame(0, |_, _| {});
    let per = |spawn: &dyn Fn(&mut World, Entity)| (best_frame(COUNT, spawn) - empty) / COUNT as f64;
    let (one, orbit, whole) = (per(&follower), per(&orbit), per(&whole));
    println!("empty app: {:.0} µs a frame of one tick", 1e6 * empty);
    for (name, time) in [("follower", one), ("pivot and orbit", orbit), ("whole rig", whole)] {
        println!("{name}: {:.2} µs, {:.1} followers", 1e6 * time, time / one);
    }
    assert!(whole < 300.0 * one);
}

/// Run with `cargo test --release --test camera -- --ignored --nocapture cost_of_attachments`.
#[test]
#[ignore = "a benchmark: run it alone on the machine, with optimisations"]
fn cost_of_attachments() {
    const COUNT: usize = 1000;
    let empty = best_frame(0, |_, _| {});
    let follower = best_frame(COUNT, |world, leader| {
        world.spawn((Transform::default(), Follow::new(leader), Spring::critical(8.0)));
    });
    let one = (follower - empty) / COUNT as f64;
    println!("follower: {:.2} µs", 1e6 * one);
    for length in [1, 10, 100, COUNT] {
        let (mut last, mut spawned) = (None, 0);
        let time = best_frame(COUNT, |world, leader| {
            let on = last.filter(|_| spawned % length != 0).unwrap_or(leader);
            last = Some(world.spawn(Attach::new(on).with_offset(0.01 * Vec3::X)).id());
            spawned += 1;
        });
        let each = (time - empty) / COUNT as f64;
        println!("attached, in chains of {length}: {:.2} µs, {:.1} followers", 1e6 * each, each / one);
    }
}
