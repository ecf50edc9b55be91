//! Promise 3: every drawn value lies on the path.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, Random, assert_ulps, ulp};

#[test]
fn every_frame_draws_the_exact_state_at_the_time_of_that_frame() {
    let law = Law { k: 100.0, c: 4.0, g: 0.0, a: 0.0 };
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::new(10.0, 0.2), Target::new(Vec3::X)));
    let mut random = Random(3);
    let mut now = Duration::ZERO;
    for _ in 0..2000 {
        let frame = Duration::from_secs_f64(random.between(0.0, 0.005));
        bench.frame(frame);
        now += frame;
        if bench.rests(body) {
            break;
        }
        let (x, v) = law.step_held(0.0, 0.0, 1.0, now.as_secs_f64());
        assert_ulps(bench.x(body), x, 1.0, 2.0, &format!("drawn at {now:?}"));
        assert_ulps(bench.v(body), v, 2.0, 10.0, &format!("velocity at {now:?}"));
    }
    assert!(now.as_secs_f64() > 2.5, "the test should watch the entity until it rests");
}

#[test]
fn a_frame_that_ends_on_a_tick_draws_the_state_of_that_tick() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::X)));
    let law = Law { k: 81.0, c: 18.0, g: 0.0, a: 0.0 };
    for n in 1..=20 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        let (x, _) = law.step_held(0.0, 0.0, 1.0, f64::from(n) / 64.0);
        let drawn = bench.get::<GlobalTransform>(body).translation().x;
        assert_ulps(drawn, x, 1.0, 1.0, &format!("propagated in frame {n}"));
    }
}

#[test]
fn a_follower_of_a_leader_that_this_crate_moves_is_smooth_at_any_frame_rate() {
    // The leader changes its velocity every quarter of a second. The second differences of the drawn positions are at most the largest
    // acceleration times the square of the frame's length.
    for fps in [37.0, 60.0, 144.0, 1000.0] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::ZERO)));
        let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
        bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut velocities: Query<&mut Velocity>| {
            let quarter = (time.elapsed_secs_f64() * 4.0) as usize;
            let speed = [4.0, -4.0, 0.0, 6.0][quarter % 4];
            let mut velocity = velocities.get_mut(leader).expect("the leader should have a velocity");
            if velocity.0.x != speed {
                velocity.0.x = speed;
            }
        });
        let dt = 1.0 / fps;
        let mut drawn: Vec<f64> = Vec::new();
        let mut largest_acceleration = 0.0f64;
        for _ in 0..(3.0 * fps) as usize {
            bench.frame(Duration::from_secs_f64(dt));
            drawn.push(bench.x(follower).into());
            let pull = 36.0 * f64::from(bench.x(leader) - bench.x(follower)) - 12.0 * f64::from(bench.v(follower));
            largest_acceleration = largest_acceleration.max(pull.abs());
        }
        let magnitude = drawn.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        for window in drawn.windows(3) {
            let second = (window[2] - 2.0 * window[1] + window[0]).abs();
            let bound = 1.05 * largest_acceleration * dt * dt + 8.0 * ulp(magnitude);
            assert!(second <= bound, "second difference {second:e} should be at most {bound:e} at {fps} fps");
        }
    }
}

#[test]
fn a_follower_of_a_sampled_leader_jumps_by_at_most_the_documented_bound() {
    // The leader's velocity jumps by Δu = 10 units/s; the bound is k Δu h³/6.
    let (omega, du, h) = (10.0f64, 10.0f64, 1.0 / 64.0);
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(omega as f32), Follow::new(leader)));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        let t = time.elapsed_secs_f64();
        transforms.get_mut(leader).expect("the leader should have a transform").translation.x =
            (du * (t - 0.5).max(0.0)) as f32;
    });
    let dt = h / 16.0;
    let (mut before, mut largest) = ((0.0, 0.0), 0.0f64);
    for _ in 0..1024 {
        bench.frame(Duration::from_secs_f64(dt));
        let (x, v) = (f64::from(bench.x(follower)), f64::from(bench.v(follower)));
        largest = largest.max((x - before.0 - 0.5 * dt * (v + before.1)).abs());
        before = (x, v);
    }
    let bound = omega * omega * du * h * h * h / 6.0;
    assert!(largest <= 1.05 * bound + 2e-6, "largest jump {largest:e}, bound {bound:e}");
    assert!(largest >= 0.5 * bound, "the largest jump should come near the bound, but is only {largest:e}");
}

#[test]
fn a_follower_of_a_sampled_leader_with_constant_velocity_does_not_jump() {
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(leader)));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("the leader should exist").translation.x =
            (8.0 * time.elapsed_secs_f64()) as f32;
    });
    for _ in 0..600 {
        bench.frame(Duration::from_millis(5));
    }
    // After three seconds the follower has reached its steady lag, so each drawn step is as long as the leader's.
    let mut before = f64::from(bench.x(follower));
    for _ in 0..200 {
        bench.frame(Duration::from_millis(5));
        let now = f64::from(bench.x(follower));
        assert!((now - before - 0.04).abs() <= 8.0 * ulp(32.0), "step {} should be 0.04", now - before);
        before = now;
    }
}

#[test]
fn a_changed_timestep_does_not_change_what_is_drawn() {
    let mut bench = Bench::new(Duration::from_millis(20));
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
    let law = Law { k: 36.0, c: 12.0, ..Law::default() };
    for n in 1..=120 {
        bench.frame(Duration::from_millis(10));
        for (when, tick) in [(31, 200), (78, 5)] {
            if n == when {
                bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(Duration::from_millis(tick));
            }
        }
        let t = f64::from(n) * 0.01;
        let (x, _) = law.step_line(0.0, 0.0, 0.0, 1.0, t);
        assert_ulps(bench.x(follower), x, 4.0, 1.0, &format!("drawn at {t}"));
    }
}

#[test]
fn a_changed_timestep_does_not_change_followers_of_an_oscillating_leader() {
    // Followers aim at the cubic through the leader's states at both ends of a tick. After a change of the timestep, they have to use the
    // cubic of the current tick.
    let drawn = |timestep: fn(u32) -> u64| -> Vec<f64> {
        let mut bench = Bench::new(Duration::from_millis(timestep(0)));
        let leader = bench.spawn((Transform::default(), Spring::new(18.0, 0.3), Target::new(1000.0 * Vec3::X)));
        let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(leader)));
        (1..=120)
            .map(|n| {
                bench.frame(Duration::from_millis(5));
                bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(Duration::from_millis(timestep(n)));
                f64::from(bench.x(follower)) / 1000.0
            })
            .collect()
    };
    let changing = drawn(|n| if (30..80).contains(&n) { 50 } else { 5 });
    let exact = drawn(|_| 1);
    for (n, (found, expected)) in changing.into_iter().zip(exact).enumerate() {
        // The error is of fourth order: 3.3e-5 of the leader's distance to its target at 30 ticks per second, 1.7e-4 at 20. Another
        // 1e-7 is for the rounding to f32.
        let error = (found - expected).abs();
        assert!(error <= 1.7e-4 + 1e-7, "frame {n}: {found} should be {expected}, is {error:e} off");
    }
}

#[test]
fn a_coasting_entity_is_drawn_at_the_time_of_the_frame_and_not_of_the_last_tick() {
    let mut bench = Bench::at_rate(10.0);
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    bench.frame(Duration::from_millis(130));
    // Only one tick has run, at 0.1 s.
    assert_eq!(bench.x(body), 0.13);
}
