//! Followers of leaders that bounce.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{Bounce, Law, Slope},
    prelude::*,
};

use crate::app::{Bench, assert_ulps};

const RATES: [f64; 4] = [30.0, 64.0, 144.0, 1000.0];

/// The expected position and velocity at `t` of a follower of a ball that falls from a height of 2. The follower obeys `law`. Each step
/// ends at a contact of the ball.
fn follower(law: Law, ball: Bounce, t: f64) -> (f64, f64) {
    let (mut leader, mut state, mut now) = ((2.0, 0.0), (2.0, 0.0), 0.0);
    loop {
        let next = ball.next_contact(leader.0, leader.1).map_or(f64::INFINITY, |contact| contact.time);
        let step = next.min(t - now);
        let path = Slope { e1: leader.1, e2: ball.acceleration / 2.0, e3: 0.0 };
        state = law.step_cubic(state.0, state.1, leader.0, &path, step);
        if next > t - now {
            return state;
        }
        now += step;
        leader = (ball.floor, ball.velocity_after(leader.1 + ball.acceleration * step));
    }
}

#[test]
fn a_follower_reacts_to_its_leaders_bounce_at_the_same_instant() {
    let ball = Bounce { acceleration: f64::from(-9.8_f32), friction: 0.0, floor: 0.0, restitution: 0.75 };
    for feed_forward in [0.0_f32, 1.0] {
        let law = Law { k: 144.0, c: 24.0, g: 24.0 * f64::from(feed_forward), a: 0.0 };
        for rate in RATES {
            let mut bench = Bench::at_rate(rate);
            let leader = bench.spawn((
                Transform::from_xyz(0.0, 2.0, 0.0),
                Gravity::new(Vec3::new(0.0, -9.8, 0.0)),
                Limits::floor(0.0).with_restitution(0.75),
            ));
            let behind = bench.spawn((
                Transform::from_xyz(0.0, 2.0, 0.0),
                Spring::critical(12.0),
                Follow::new(leader).with_feed_forward(feed_forward),
            ));
            let second = bench.spawn((
                Transform::from_xyz(0.0, 2.0, 0.0),
                Spring::critical(12.0),
                Follow::new(behind).with_feed_forward(feed_forward),
            ));
            for step in 1..=20 {
                bench.run_to(f64::from(step) * 0.1);
                let t = bench.elapsed();
                let what = format!("{rate} Hz, feed-forward {feed_forward}, at {t}");
                let (y, v) = follower(law, ball, t);
                let body = bench.get::<Transform>(behind).translation.y;
                assert_ulps(body, y, 4.0, 2.0, &what);
                assert_ulps(bench.get::<Velocity>(behind).0.y, v, 4.0, 8.0, &what);
                assert!(bench.get::<Transform>(second).translation.y.is_finite(), "{what}");
            }
        }
    }
}

/// Compares the second follower in a chain at 40 Hz and 100 Hz with itself at 2000 Hz. The error is of fourth order, even across contacts.
#[test]
fn a_follower_behind_a_follower_of_a_bouncing_leader_is_on_the_same_path_at_any_rate() {
    let heights = |rate: f64| {
        let mut bench = Bench::at_rate(rate);
        let leader = bench.spawn((
            Transform::from_xyz(0.0, 2.0, 0.0),
            Gravity::new(Vec3::new(0.0, -9.8, 0.0)),
            Limits::floor(0.0).with_restitution(0.75),
        ));
        let behind = bench.spawn((Transform::from_xyz(0.0, 2.0, 0.0), Spring::critical(12.0), Follow::new(leader)));
        let second = bench.spawn((Transform::from_xyz(0.0, 2.0, 0.0), Spring::critical(12.0), Follow::new(behind)));
        [0.5, 0.7, 1.0, 1.5, 1.9].map(|t| {
            bench.run_to(t);
            bench.get::<Transform>(second).translation.y
        })
    };
    let exact = heights(2000.0);
    for (rate, bar) in [(40.0, 2e-6), (100.0, 1e-6)] {
        for (found, exact) in heights(rate).into_iter().zip(exact) {
            assert!((found - exact).abs() <= bar, "{rate} Hz: {found} should be {exact}");
        }
    }
}
