//! The path through a sequence is the closed form of its steps, at every rate of ticks and frames.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::timeline::{bench, received};

const W: f64 = 8.0;

/// Steps of a spring: when each begins (s), and its target.
const STEPS: [(f64, f64); 4] =
    [(0.13, 5.0), (0.13 + 0.071, -2.0), (0.13 + 0.071 + 0.2, 9.0), (0.13 + 0.071 + 0.2 + 0.5, 1.0)];

fn sequence() -> Sequence {
    Sequence::new()
        .wait(0.13)
        .then_for(Vec3::X * 5.0, 0.071)
        .then_for(Vec3::X * -2.0, 0.4)
        .at(0.5)
        .then_for(Vec3::X * 9.0, 0.5)
        .then(Vec3::X)
}

/// Where the springs of the steps are `t` seconds after the beginning.
fn expected(t: f64) -> f64 {
    let (mut x, mut v, mut target, mut from) = (0.0, 0.0, 0.0, 0.0);
    for (begins, next) in STEPS.into_iter().chain([(f64::INFINITY, 0.0)]) {
        let (left, slope, passed) = (x - target, v + W * (x - target), t.min(begins) - from);
        let shrunk = libm::exp(-W * passed);
        (x, v) = (target + (left + slope * passed) * shrunk, (slope - W * (left + slope * passed)) * shrunk);
        if t <= begins {
            return x;
        }
        (from, target) = (begins, next);
    }
    x
}

#[test]
fn every_drawn_value_lies_on_the_path_of_the_steps() {
    let ms = Duration::from_millis;
    for (tick, frame) in [(ms(100), ms(7)), (ms(15), ms(15)), (ms(10), ms(200)), (ms(33), ms(1)), (ms(16), ms(23))] {
        let mut bench = bench(tick);
        bench.frame(frame);
        let began = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64();
        let entity = bench.spawn((Transform::default(), Spring::critical(W as f32), sequence()));
        while bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() < began + 2.0 {
            bench.frame(frame);
            let t = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() - began;
            let x = f64::from(bench.x(entity));
            assert!(
                (x - expected(t)).abs() < 3e-6,
                "ticks of {tick:?}, frames of {frame:?}, at {t}: {x}, {}",
                expected(t)
            );
        }
    }
}

#[test]
fn a_follower_of_a_sequenced_leader_takes_the_same_path_at_every_rate() {
    let play = |tick: u64, frame: u64| {
        let mut bench = bench(Duration::from_millis(tick));
        let leader = bench.spawn((Transform::default(), Spring::critical(W as f32), sequence()));
        let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
        while bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() < 1.2 - 1e-9 {
            bench.frame(Duration::from_millis(frame));
        }
        bench.x(follower)
    };
    let fine = play(2, 2);
    for (tick, frame) in [(4, 4), (8, 8), (12, 4), (20, 5), (8, 40)] {
        let found = play(tick, frame);
        assert!((found - fine).abs() < 2e-4, "ticks of {tick} ms, frames of {frame} ms: {found}, {fine}");
    }
}

#[test]
fn staggered_entities_are_the_same_path_each_with_its_delay() {
    let mut bench = bench(Duration::from_millis(20));
    let step = |delay: f32| Sequence::new().wait(delay).then(Vec3::X * 3.0);
    let all: Vec<Entity> = (0..40)
        .map(|index| bench.spawn((Transform::default(), Spring::critical(W as f32), step(0.013 * index as f32))))
        .collect();
    for frame in 1..120 {
        bench.frame(Duration::from_millis(9));
        let t = 0.009 * f64::from(frame);
        for (index, entity) in all.iter().enumerate() {
            let since = (t - f64::from(0.013 * index as f32)).max(0.0);
            let expected = 3.0 * (1.0 - (1.0 + W * since) * libm::exp(-W * since));
            let x = f64::from(bench.x(*entity));
            assert!((x - expected).abs() < 2e-6, "{index} at {t}: {x}, {expected}");
        }
    }
}

#[test]
fn a_time_scale_and_a_pause_stretch_the_sequence() {
    let mut bench = bench(Duration::from_millis(16));
    let scaled = bench.spawn((Transform::default(), Spring::critical(W as f32), sequence(), TimeScale::new(0.5)));
    for _ in 0..50 {
        bench.frame(Duration::from_millis(8));
    }
    assert!((f64::from(bench.x(scaled)) - expected(0.2)).abs() < 3e-6);
    bench.edit(scaled, |scale: &mut TimeScale| *scale = TimeScale::new(0.0));
    for _ in 0..50 {
        bench.frame(Duration::from_millis(8));
    }
    assert!((f64::from(bench.x(scaled)) - expected(0.2)).abs() < 3e-6);
    bench.edit(scaled, |scale: &mut TimeScale| *scale = TimeScale::new(2.0));
    for _ in 0..50 {
        bench.frame(Duration::from_millis(8));
    }
    assert!((f64::from(bench.x(scaled)) - expected(1.0)).abs() < 3e-6, "{} {}", bench.x(scaled), expected(1.0));
}

#[test]
fn a_time_scale_that_changes_between_ticks_acts_from_then_on() {
    let mut bench = bench(Duration::from_millis(50));
    let frame = Duration::from_millis(7);
    let entity = bench.spawn((Transform::default(), Sequence::new().wait(0.5), TimeScale::new(1.0)));
    for _ in 0..30 {
        bench.frame(frame);
    }
    // At 0.21 s, 0.29 s are left.
    bench.edit(entity, |scale: &mut TimeScale| *scale = TimeScale::new(0.5));
    while received(&bench).ends.is_empty() {
        bench.frame(frame);
    }
    let ended = received(&bench).ends[0].1;
    assert!((ended - 0.79).abs() < 1e-6, "{ended}");
}

/// A value that is drawn a tick late is where the one that is drawn live was a tick ago.
#[test]
fn steps_of_an_entity_that_is_drawn_late_are_drawn_late() {
    let tick = Duration::from_millis(40);
    let mut bench = bench(tick);
    let body = || (Transform::default(), Spring::critical(W as f32), sequence());
    let (live, late) = (bench.spawn(body()), bench.spawn((body(), Presentation::Delayed)));
    let mut drawn = Vec::new();
    for frame in 0..200 {
        bench.frame(Duration::from_millis(5));
        drawn.push(bench.x(live));
        if frame >= 16 {
            // The late one begins with the next tick, and is drawn one tick later.
            let (found, expected) = (bench.x(late), drawn[frame - 8]);
            assert!((found - expected).abs() < 3e-6, "in frame {frame}: {found}, {expected}");
        }
    }
}
