//! Followers with a look-ahead: they aim at their leader's position plus its velocity times the look-ahead.

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

const AHEAD: f32 = 0.25;

/// For a motion `x` without external acceleration, `x + τ x'` is a motion under the same law, which starts at `x + τ v` with the velocity
/// `v + τ a`.
#[test]
fn look_ahead_equals_following_a_leader_that_is_ahead() {
    let (omega, zeta) = (5.0, 0.25);
    let law = Law { k: omega * omega, c: 2.0 * zeta * omega, g: 0.0, a: 0.0 };
    let (x, v) = (2.0, -1.0);
    let a = -law.k * x - law.c * v;
    for rate in [30.0, 64.0, 144.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        let spring = Spring::new(omega as f32, zeta as f32);
        let leading = |x: f64, v: f64| {
            (
                Transform::from_xyz(x as f32, 0.0, 0.0),
                Velocity::new(v as f32 * Vec3::X),
                spring,
                Target::new(Vec3::ZERO),
            )
        };
        let leader = bench.spawn(leading(x, v));
        let ahead = bench.spawn(leading(x + 0.25 * v, v + 0.25 * a));
        let follower = Spring::critical(9.0);
        let looking = bench.spawn((Transform::default(), follower, Follow::new(leader).with_look_ahead(AHEAD)));
        let other = bench.spawn((Transform::default(), follower, Follow::new(ahead)));
        for second in 1..=4 {
            bench.run_to(f64::from(second) * 0.5);
            assert_ulps(bench.x(looking), bench.x(other).into(), 1.0, 2.0, &format!("{rate} Hz"));
            assert_ulps(bench.v(looking), bench.v(other).into(), 1.0, 8.0, &format!("{rate} Hz"));
        }
        assert!((bench.x(looking) - bench.x(leader)).abs() > 1e-3, "it should not be where its leader is");
    }
}

#[test]
fn a_look_ahead_by_the_lag_removes_the_lag() {
    for by_plugin in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::default());
        if by_plugin {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |mut bodies: Query<&mut Transform>, time: Res<Time>| {
                bodies.get_mut(leader).unwrap().translation.x = 3.0 * time.elapsed_secs();
            });
        }
        // The steady lag is 2 ζ/ω times the speed.
        let follow = Follow::new(leader).with_look_ahead(2.0 / 8.0);
        let follower = bench.spawn((Transform::default(), Spring::critical(8.0), follow));
        bench.run_to(8.0);
        // Samples of a position are rounded. The difference of two samples is divided by the tick and multiplied by the look-ahead.
        let ulps = if by_plugin { 1.0 } else { 64.0 * 0.25 * 2.0 };
        assert_ulps(bench.x(follower), bench.x(leader).into(), ulps, 24.0, &format!("by plugin: {by_plugin}"));
    }
}

/// User code moves the leader away from its target in every tick, and its spring pulls it back. The leader's speed stays below 3 units/s.
#[test]
fn look_ahead_stays_bounded_if_user_code_moves_the_leader_in_every_tick() {
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn((Transform::from_xyz(-2.0, 0.0, 0.0), Spring::new(7.0, 0.9), Target::new(Vec3::ZERO)));
    bench.app.add_systems(FixedUpdate, move |mut bodies: Query<&mut Transform>, time: Res<Time>| {
        bodies.get_mut(leader).unwrap().translation.x -= 2.0 * time.delta_secs();
    });
    let follow = Follow::new(leader).with_own_offset(Vec3::Y).with_look_ahead(0.125);
    let follower = bench.spawn((Transform::default(), Spring::new(18.0, 0.7), follow));
    for tick in 1..=64 {
        bench.run_to(f64::from(tick) / 64.0);
        let place = bench.get::<Transform>(follower).translation;
        assert!(place.length() < 2.0 + 1.0 + 3.0 * 0.125, "in tick {tick}: {place}");
    }
}
