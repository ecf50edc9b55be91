//! Promise 1: the same path at every tick rate.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, Dial, Random, Turn, assert_ulps};

const RATES: [f64; 5] = [30.0, 60.0, 64.0, 144.0, 1000.0];

fn law(omega: f32, zeta: f32, feed_forward: f32) -> Law {
    let (omega, zeta) = (f64::from(omega), f64::from(zeta));
    let c = 2.0 * zeta * omega;
    Law { k: omega * omega, c, g: f64::from(feed_forward) * c, a: 0.0 }
}

/// Returns the lengths of ticks: constant for a rate, random for `None`.
fn ticks(rate: Option<f64>) -> impl FnMut() -> Duration {
    let mut random = Random(11);
    move || Duration::from_secs_f64(rate.map_or_else(|| random.between(1e-4, 0.05), |hz| 1.0 / hz))
}

fn rates() -> impl Iterator<Item = Option<f64>> {
    RATES.into_iter().map(Some).chain([None])
}

#[test]
fn a_spring_matches_its_closed_form_at_every_tick() {
    for (omega, zeta) in [(10.0, 1.0), (30.0, 0.1), (3.0, 0.0), (5.0, 4.0)] {
        for rate in rates() {
            let mut bench = Bench::at_rate(64.0);
            let body = bench.spawn((
                Transform::from_xyz(-1.0, 0.0, 0.0),
                Velocity::new(5.0 * Vec3::X),
                Spring::new(omega, zeta),
                Target::new(Vec3::X),
            ));
            let mut next = ticks(rate);
            while bench.elapsed() < 1.0 && !bench.rests(body) {
                bench.tick(next());
                let t = bench.elapsed();
                let (x, v) = law(omega, zeta, 0.0).step_held(-1.0, 5.0, 1.0, t);
                if !bench.rests(body) {
                    assert_ulps(
                        bench.x(body),
                        x,
                        1.0,
                        2.0,
                        &format!("position at {t}, {rate:?} Hz, ω {omega}, ζ {zeta}"),
                    );
                    assert_ulps(bench.v(body), v, 1.0, f64::from(omega) * 4.0, &format!("velocity at {t}"));
                }
            }
        }
    }
}

#[test]
fn the_steady_lag_behind_a_leader_that_this_crate_moves_is_two_zeta_u_over_omega() {
    for feed_forward in [0.0, 0.5, 1.0] {
        for rate in rates() {
            let mut bench = Bench::at_rate(64.0);
            let leader = bench.spawn((Transform::default(), Velocity::new(10.0 * Vec3::X)));
            let follower = bench.spawn((
                Transform::default(),
                Spring::critical(10.0),
                Follow::new(leader).with_feed_forward(feed_forward),
            ));
            let mut next = ticks(rate);
            while bench.elapsed() < 5.0 {
                bench.tick(next());
            }
            let lag = bench.x(leader) - bench.x(follower);
            let expected = 2.0 * (1.0 - f64::from(feed_forward));
            assert_ulps(lag, expected, 8.0, bench.x(leader).into(), &format!("lag at {rate:?} Hz, f {feed_forward}"));
        }
    }
}

/// The position of a foreign leader: a polyline with a corner every quarter of a second.
fn polyline(t: f64) -> f64 {
    const CORNERS: [f64; 9] = [0.0, 1.0, 1.5, 0.5, 0.5, 3.0, 2.0, 2.0, 4.0];
    let quarter = (t * 4.0).min(7.999_999);
    let (from, to) = (CORNERS[quarter as usize], CORNERS[quarter as usize + 1]);
    from + (to - from) * (quarter - quarter.floor())
}

#[derive(Component)]
struct Foreign;

fn move_foreign(time: Res<Time>, mut leader: Single<&mut Transform, With<Foreign>>) {
    leader.translation.x = polyline(time.elapsed_secs_f64()) as f32;
}

#[test]
fn a_follower_of_a_sampled_polyline_is_exact_at_every_rate() {
    // The first follower is compared with the closed form, which needs one step for each straight line of a quarter of a second. The second
    // follower follows the first, whose path is curved, so it is compared with its own path at the finest rate.
    let mut chain_at_common_times: Vec<Vec<f32>> = Vec::new();
    for hz in [16.0, 32.0, 64.0, 128.0, 512.0] {
        let mut bench = Bench::at_rate(hz);
        bench.app.add_systems(FixedUpdate, move_foreign);
        let leader = bench.spawn((Transform::default(), Foreign));
        let follower = bench.spawn((Transform::default(), Spring::new(6.0, 1.0), Follow::new(leader)));
        let second = bench.spawn((Transform::default(), Spring::new(9.0, 0.5), Follow::new(follower)));
        let (mut x, mut v) = (0.0, 0.0);
        let mut chain = Vec::new();
        for quarter in 1..=8 {
            let t = f64::from(quarter) / 4.0;
            bench.run_to(t);
            let from = polyline(t - 0.25);
            (x, v) = law(6.0, 1.0, 0.0).step_line(x, v, from, 4.0 * (polyline(t) - from), 0.25);
            // The tolerance allows for the leader's positions, which are rounded to f32.
            assert_ulps(bench.x(follower), x, 4.0, 4.0, &format!("follower at {t}, {hz} Hz"));
            assert_ulps(bench.v(follower), v, 8.0, 8.0, &format!("follower's velocity at {t}, {hz} Hz"));
            chain.push(bench.x(second));
        }
        chain_at_common_times.push(chain);
    }
    // The error is of fourth order, so it falls to a sixteenth with each doubling of the rate, down to a few ulp.
    let finest = chain_at_common_times.pop().expect("there should be five rates");
    for (chain, bound) in chain_at_common_times.iter().zip([3.2e-4, 2e-5, 4e-6, 4e-6]) {
        for (coarse, fine) in chain.iter().zip(&finest) {
            assert!((coarse - fine).abs() < bound, "{coarse} should be {fine} within {bound}");
        }
    }
}

#[test]
fn the_error_of_a_chain_behind_a_spring_is_of_fourth_order() {
    // The bounds are the largest errors over the ticks up to 2 s, computed separately for followers that aim at the leader's cubic. The
    // leader has ω 18, ζ 0.3 and a unit step, the followers have ω 10 and ζ 1.
    for (feed_forward, bounds) in [(0.0, [3.3e-5, 2.0e-6]), (1.0, [8.5e-5, 5.3e-6])] {
        let exact = chain(960.0, feed_forward, 32);
        for ((hz, every), bound) in [(30.0, 1), (60.0, 2)].into_iter().zip(bounds) {
            let coarse = chain(hz, feed_forward, every);
            let error = coarse.iter().zip(&exact).map(|(a, b)| f64::from((a - b).abs())).fold(0.0, f64::max);
            // The tolerance allows for the rounding of the bound to two digits, and of positions to f32.
            assert!(error < 1.1 * bound + 2e-7, "{hz} Hz, f {feed_forward}: {error:e} should be below {bound:e}");
            assert!(error > 0.3 * bound, "{hz} Hz: {error:e} is suspiciously far below {bound:e}");
        }
    }
}

/// Returns the follower's positions at every 30th of a second, in units of the leader's step.
fn chain(hz: f64, feed_forward: f32, every: usize) -> Vec<f32> {
    let mut bench = Bench::new(Duration::from_nanos((1e9 / hz) as u64));
    // The step of 1000 units is so large that no entity comes to rest within the two seconds.
    let leader = bench.spawn((Transform::default(), Spring::new(18.0, 0.3), Target::new(1000.0 * Vec3::X)));
    let follower = bench.spawn((
        Transform::default(),
        Spring::critical(10.0),
        Follow::new(leader).with_feed_forward(feed_forward),
    ));
    let tick = bench.app.world().resource::<Time<Fixed>>().timestep();
    (0..60)
        .map(|_| {
            for _ in 0..every {
                bench.frame(tick);
            }
            bench.x(follower) / 1000.0
        })
        .collect()
}

#[test]
fn a_tracked_target_moves_along_a_line_between_its_values() {
    for hz in [30.0, 64.0, 144.0] {
        let mut bench = Bench::at_rate(hz);
        bench.app.add_systems(FixedUpdate, |time: Res<Time>, mut target: Single<&mut Target>| {
            target.value.x = 4.0 * time.elapsed_secs();
        });
        let body = bench.spawn((Transform::default(), Spring::new(5.0, 0.8), Target::new(Vec3::ZERO).tracked()));
        while bench.elapsed() < 1.0 {
            bench.run_to(bench.elapsed() + 1.0 / hz);
        }
        let (x, v) = law(5.0, 0.8, 0.0).step_line(0.0, 0.0, 0.0, 4.0, bench.elapsed());
        assert_ulps(bench.x(body), x, 4.0, 4.0, &format!("position at {hz} Hz"));
        assert_ulps(bench.v(body), v, 16.0, 4.0, &format!("velocity at {hz} Hz"));
    }
}

#[test]
fn a_write_that_also_ends_tracking_makes_the_target_jump() {
    let mut bench = Bench::at_rate(50.0);
    let track = |value| Target::new(value).tracked();
    let body = bench.spawn((Transform::default(), Spring::new(5.0, 0.8), track(Vec3::ZERO)));
    bench.app.add_systems(FixedUpdate, |time: Res<Time>, target: Single<&mut Target>| {
        if time.elapsed_secs() > 0.39 {
            target.into_inner().set_if_neq(Target::new(Vec3::X));
        }
    });
    bench.run_to(1.0);
    // The write at 0.4 s acts from that instant on, as a write to any target does.
    let (x, v) = law(5.0, 0.8, 0.0).step_held(0.0, 0.0, 1.0, 0.6);
    assert_ulps(bench.x(body), x, 2.0, 1.0, "position");
    assert_ulps(bench.v(body), v, 8.0, 1.0, "velocity");
}

#[test]
fn an_angle_takes_the_shorter_arc() {
    let mut bench = Bench::at_rate(64.0);
    let dial = bench.spawn((Dial(3.0), Spring::critical(8.0).on::<Turn>(), Target::<Turn>::of(Angle(-3.0))));
    bench.run_to(0.25);
    let arc = -6.0 + core::f64::consts::TAU;
    let (x, _) = law(8.0, 1.0, 0.0).step_held(0.0, 0.0, arc, 0.25);
    assert_ulps(bench.get::<Dial>(dial).0, 3.0 + x, 1.0, 4.0, "after a quarter of a second");
    bench.run_to(4.0);
    assert_eq!(bench.get::<Dial>(dial).0, -3.0, "at rest on exactly the target");
}

#[test]
fn a_motion_far_from_the_origin_keeps_its_precision() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::from_xyz(1e5, 0.0, 0.0), Velocity::new(1.1 * Vec3::X)));
    bench.run_to(100.0);
    assert_ulps(bench.x(body), 1e5 + 100.0 * f64::from(1.1f32), 1.0, 1e5, "after 6400 ticks of 2 ulp each");
}

#[test]
fn feed_forward_compensates_the_springs_damping_but_not_friction() {
    // The steady lag is ((c − f c_s) u)/k.
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X)));
    let follower = bench.spawn((
        Transform::default(),
        Spring::critical(8.0),
        Friction::new(4.0),
        Follow::new(leader).with_feed_forward(1.0),
    ));
    bench.run_to(4.0);
    assert_ulps(bench.x(leader) - bench.x(follower), 4.0 * 2.0 / 64.0, 8.0, 8.0, "only the friction causes a lag");
}
