//! Leaders that user code moves, and whose velocity the plugin reads from a user-defined component.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{Law, Slope},
    prelude::*,
};

use crate::app::{Bench, assert_ulps, ulp};

#[derive(Component, Default)]
struct LinearVelocity(Vec3);

/// Spawns a leader that user code moves along `x = 3 t − 2 t²`, and its follower. If `registered`, the plugin reads the leader's velocity
/// from [`LinearVelocity`].
fn thrown(rate: f64, registered: bool) -> (Bench, Entity) {
    let mut bench = Bench::at_rate(rate);
    if registered {
        bench.app.register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
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
fn a_leader_with_a_registered_velocity_is_followed_along_a_cubic() {
    let law = Law { k: 81.0, c: 9.0, g: 0.0, a: 0.0 };
    for rate in [16.0, 64.0] {
        let (mut bench, follower) = thrown(rate, true);
        // The expected path starts after the first tick, because only one velocity is known in that tick.
        bench.run_to(1.0 / rate);
        let (mut x, mut v) = (f64::from(bench.x(follower)), f64::from(bench.v(follower)));
        let mut t = 1.0 / rate;
        while t < 2.0 {
            let slope = Slope { e1: 3.0 - 4.0 * t, e2: -2.0, e3: 0.0 };
            (x, v) = law.step_cubic(x, v, 3.0 * t - 2.0 * t * t, &slope, 1.0 / rate);
            t += 1.0 / rate;
            bench.run_to(t);
            // The expected path starts from a rounded state, and the leader's samples are rounded.
            assert_ulps(bench.x(follower), x, 4.0, 4.0, &format!("{rate} Hz, {t} s"));
        }
        assert_ulps(bench.v(follower), v, 16.0, 8.0, "velocity");
    }
}

#[test]
fn a_registered_velocity_that_is_not_finite_is_ignored() {
    let [mut with, mut without] = [true, false].map(|registered| thrown(64.0, registered));
    with.0.app.add_systems(FixedPostUpdate, |mut bodies: Query<&mut LinearVelocity>, mut tick: Local<u32>| {
        *tick += 1;
        for mut velocity in &mut bodies {
            velocity.0 = [Vec3::NAN, Vec3::INFINITY][*tick as usize % 2];
        }
    });
    for (bench, follower) in [&mut with, &mut without] {
        bench.run_to(2.0);
        assert!(bench.x(*follower).is_finite());
    }
    assert_eq!(with.0.x(with.1), without.0.x(without.1));
}

#[test]
fn a_leader_without_a_registered_velocity_is_followed_along_lines() {
    let at_two_seconds = |rate, registered| {
        let (mut bench, follower) = thrown(rate, registered);
        bench.run_to(2.0);
        f64::from(bench.x(follower))
    };
    let lines = (at_two_seconds(16.0, false) - at_two_seconds(1024.0, false)).abs();
    let cubics = (at_two_seconds(16.0, true) - at_two_seconds(1024.0, true)).abs();
    assert!(lines > 100.0 * ulp(2.0), "lines: {lines:e}");
    assert!(cubics < 0.05 * lines, "cubics: {cubics:e}, lines {lines:e}");
}
