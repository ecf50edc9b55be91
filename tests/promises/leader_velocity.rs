//! Leaders that something else moves, with a velocity that some other component tells.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{Law, Slope},
    prelude::*,
};

use crate::app::{Bench, assert_ulps, ulp};

#[derive(Component, Default)]
struct LinearVelocity(Vec3);

/// A body that is thrown by somebody else: `x = 3 t − 2 t²`.
fn thrown(rate: f64, told: bool) -> (Bench, Entity) {
    let mut bench = Bench::at_rate(rate);
    if told {
        bench.app.read_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    }
    let body = bench.spawn((Transform::default(), LinearVelocity(3.0 * Vec3::X)));
    bench.app.add_systems(FixedUpdate, |mut bodies: Query<(&mut Transform, &mut LinearVelocity)>, time: Res<Time>| {
        let t = time.elapsed_secs_f64();
        for (mut transform, mut velocity) in &mut bodies {
            transform.translation.x = (3.0 * t - 2.0 * t * t) as f32;
            velocity.0.x = (3.0 - 4.0 * t) as f32;
        }
    });
    let follower = bench.spawn((Transform::default(), Spring::new(9.0, 0.5), Follow::new(body)));
    (bench, follower)
}

#[test]
fn a_leader_whose_velocity_is_told_is_followed_along_a_cubic() {
    let law = Law { k: 81.0, c: 9.0, g: 0.0, a: 0.0 };
    for rate in [16.0, 64.0] {
        let (mut bench, follower) = thrown(rate, true);
        // The first tick has but one velocity to go by.
        bench.run_to(1.0 / rate);
        let (mut x, mut v) = (f64::from(bench.x(follower)), f64::from(bench.v(follower)));
        let mut t = 1.0 / rate;
        while t < 2.0 {
            let slope = Slope { e1: 3.0 - 4.0 * t, e2: -2.0, e3: 0.0 };
            (x, v) = law.step_cubic(x, v, 3.0 * t - 2.0 * t * t, &slope, 1.0 / rate);
            t += 1.0 / rate;
            bench.run_to(t);
            // Begun from a rounded state, behind places and velocities that are rounded.
            assert_ulps(bench.x(follower), x, 4.0, 4.0, &format!("{rate} Hz, {t} s"));
        }
        assert_ulps(bench.v(follower), v, 16.0, 8.0, "velocity");
    }
}

#[test]
fn told_a_velocity_that_is_no_number_it_is_followed_as_if_untold() {
    let [mut told, mut untold] = [true, false].map(|told| thrown(64.0, told));
    told.0.app.add_systems(FixedPostUpdate, |mut bodies: Query<&mut LinearVelocity>, mut tick: Local<u32>| {
        *tick += 1;
        for mut velocity in &mut bodies {
            velocity.0 = [Vec3::NAN, Vec3::INFINITY][*tick as usize % 2];
        }
    });
    for (bench, follower) in [&mut told, &mut untold] {
        bench.run_to(2.0);
        assert!(bench.x(*follower).is_finite());
    }
    assert_eq!(told.0.x(told.1), untold.0.x(untold.1));
}

#[test]
fn untold_it_is_followed_along_lines() {
    let at_two_seconds = |rate, told| {
        let (mut bench, follower) = thrown(rate, told);
        bench.run_to(2.0);
        f64::from(bench.x(follower))
    };
    let lines = (at_two_seconds(16.0, false) - at_two_seconds(1024.0, false)).abs();
    let cubics = (at_two_seconds(16.0, true) - at_two_seconds(1024.0, true)).abs();
    assert!(lines > 100.0 * ulp(2.0), "lines: {lines:e}");
    assert!(cubics < 0.05 * lines, "cubics: {cubics:e}, lines {lines:e}");
}
