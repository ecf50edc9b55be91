//! Followers that look ahead.

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

const AHEAD: f32 = 0.25;

/// `x + τ x'` of a motion without outer acceleration is itself a motion under the same law: that from `x + τ v`,
/// `v + τ a`.
#[test]
fn the_place_ahead_of_a_leader_of_ours_is_that_of_a_leader_who_is_there() {
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
        let there = bench.spawn(leading(x + 0.25 * v, v + 0.25 * a));
        let follower = Spring::critical(9.0);
        let looking = bench.spawn((Transform::default(), follower, Follow::new(leader).with_look_ahead(AHEAD)));
        let other = bench.spawn((Transform::default(), follower, Follow::new(there)));
        for second in 1..=4 {
            bench.run_to(f64::from(second) * 0.5);
            assert_ulps(bench.x(looking), bench.x(other).into(), 1.0, 2.0, &format!("{rate} Hz"));
            assert_ulps(bench.v(looking), bench.v(other).into(), 1.0, 8.0, &format!("{rate} Hz"));
        }
        assert!((bench.x(looking) - bench.x(leader)).abs() > 1e-3, "it is elsewhere than its leader");
    }
}

#[test]
fn looking_ahead_by_the_lag_leaves_none() {
    for ours in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::default());
        if ours {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |mut bodies: Query<&mut Transform>, time: Res<Time>| {
                bodies.get_mut(leader).unwrap().translation.x = 3.0 * time.elapsed_secs();
            });
        }
        // 2 ζ/ω
        let follow = Follow::new(leader).with_look_ahead(2.0 / 8.0);
        let follower = bench.spawn((Transform::default(), Spring::critical(8.0), follow));
        bench.run_to(8.0);
        // A sampled place is rounded, and its difference over a tick divided by h and multiplied by the time ahead.
        let ulps = if ours { 1.0 } else { 64.0 * 0.25 * 2.0 };
        assert_ulps(bench.x(follower), bench.x(leader).into(), ulps, 24.0, if ours { "ours" } else { "sampled" });
    }
}

/// A leader that another system moves away from home in each tick, where its spring takes it back: both velocities stay below 3 m/s.
#[test]
fn ahead_of_a_leader_that_is_written_in_each_tick_nothing_grows() {
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
