//! Promise 1: the same path at any rate, in a chain of followers.
//!
//! If the plugin moves the leader, the follower's target during a tick is the cubic through the leader's positions and velocities at both
//! ends of the tick. The error is of fourth order. The expected errors below are the largest over the ticks up to 2 s, for a leader with
//! ω 18 and ζ 0.3 after a unit step, and followers with ω 10 and ζ 1.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::{Bench, ulp};

/// The number of followers behind the leader.
const LENGTH: usize = 8;

/// The x of the leader's target, so far away that no entity comes to rest within two seconds.
const STEP: f32 = 1000.0;

/// An app with a leader and the chain of followers behind it.
struct Chain {
    bench: Bench,
    links: Vec<Entity>,
    now: Duration,
}

impl Chain {
    fn new(feed_forward: f32) -> Self {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn((Transform::default(), Spring::new(18.0, 0.3), Target::new(STEP * Vec3::X)));
        let mut links = vec![leader];
        for _ in 0..LENGTH {
            let follow = Follow::new(links[links.len() - 1]).with_feed_forward(feed_forward);
            links.push(bench.spawn((Transform::default(), Spring::critical(10.0), follow)));
        }
        Self { bench, links, now: Duration::ZERO }
    }

    /// Runs one tick that ends `n` ticks after the start, at `per_second` ticks per second. The lengths of the ticks differ by up to a
    /// nanosecond, so that common instants are exactly the same at every rate.
    fn tick_to(&mut self, n: u32, per_second: u32) {
        let end = Duration::from_nanos(1_000_000_000 * u64::from(n) / u64::from(per_second));
        self.bench.tick(end - self.now);
        self.now = end;
    }

    /// All positions in units of [`STEP`], the leader's first.
    fn positions(&self) -> Vec<f64> {
        self.links.iter().map(|&link| f64::from(self.bench.x(link)) / f64::from(STEP)).collect()
    }

    /// Runs a new chain for two seconds. Returns the positions at every `every`-th tick.
    fn play(feed_forward: f32, per_second: u32, every: u32) -> Vec<Vec<f64>> {
        let mut chain = Self::new(feed_forward);
        let mut seen = Vec::new();
        for n in 1..=2 * per_second {
            chain.tick_to(n, per_second);
            if n % every == 0 {
                seen.push(chain.positions());
            }
        }
        seen
    }
}

/// The largest difference between the positions of one link in two runs.
fn apart(one: &[Vec<f64>], other: &[Vec<f64>], link: usize) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(a, b)| (a[link] - b[link]).abs()).fold(0.0, f64::max)
}

/// The rounding of two f32 positions of up to 1.4 [`STEP`], in units of [`STEP`].
fn rounding() -> f64 {
    ulp(1.4 * f64::from(STEP)) / f64::from(STEP)
}

#[test]
fn the_eighth_follower_moves_the_same_at_60_and_1000_ticks_per_second() {
    for (feed_forward, expected) in [(0.0, 4.1e-7), (1.0, 1.8e-5)] {
        // The two rates have every twentieth of a second in common.
        let coarse = Chain::play(feed_forward, 60, 3);
        let fine = Chain::play(feed_forward, 1000, 50);
        let error = apart(&coarse, &fine, LENGTH);
        println!("chain of eight, f {feed_forward}: 60 and 1000 ticks/s differ by {error:.2e} of the step");
        // The expected error is given with two digits.
        let bound = 1.05 * expected + rounding();
        assert!(error <= bound, "f {feed_forward}: {error:e} should be at most {bound:e}");
        assert!(
            error >= 0.8 * expected - rounding(),
            "f {feed_forward}: {error:e} is suspiciously far below {expected:e}"
        );
    }
}

#[test]
fn the_error_of_every_link_of_a_chain_is_of_fourth_order() {
    // At twice the tick rate, a fourth-order error falls to a sixteenth. The bound of a twelfth allows for errors of higher order.
    for feed_forward in [0.0, 1.0] {
        let exact = Chain::play(feed_forward, 960, 64);
        let [coarse, halved] = [15, 30].map(|per_second| Chain::play(feed_forward, per_second, per_second / 15));
        for link in 1..=LENGTH {
            let [before, after] = [&coarse, &halved].map(|seen| apart(seen, &exact, link));
            println!("f {feed_forward}, link {link}: {before:.2e} at 15, {after:.2e} at 30 ticks/s");
            assert!(after <= before / 12.0 + rounding(), "f {feed_forward}, link {link}: {before:e}, then {after:e}");
        }
    }
}
