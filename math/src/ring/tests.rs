extern crate alloc;

use alloc::{vec, vec::Vec};
use core::f64::consts::PI;

use super::*;

fn law(omega: f64, zeta: f64, share: f64) -> RingLaw {
    let c = 2.0 * zeta * omega;
    RingLaw { k: omega * omega, c, g: share * c, look_ahead: 0.0 }
}

fn solve(followers: &[RingFollower<f64>], t: f64) -> Vec<Increment<f64>> {
    let mut changes = vec![Increment::default(); followers.len()];
    evolve(followers, t, &mut changes, &mut vec![RingScratch::default(); 4 * followers.len()]);
    changes
}

/// Followers with these laws, in arbitrary states.
fn followers(laws: &[RingLaw]) -> Vec<RingFollower<f64>> {
    let phases = || (0..).map(|index: u32| 1.7 * f64::from(index)).take(laws.len());
    let of = |(&law, (phase, ahead)): (&RingLaw, (f64, f64))| RingFollower {
        law,
        displacement: libm::sin(phase) - libm::sin(ahead),
        velocity: 3.0 * libm::cos(phase),
        acceleration: 0.0,
    };
    laws.iter().zip(phases().zip(phases().cycle().skip(1))).map(of).collect()
}

fn moved(followers: &[RingFollower<f64>], changes: &[Increment<f64>]) -> Vec<RingFollower<f64>> {
    let of = |[this, leader]: [FollowerState<f64>; 2]| RingFollower {
        displacement: this.follower.displacement + (this.change.position - leader.change.position),
        velocity: this.velocity(),
        ..*this.follower
    };
    pairs(followers, changes).map(of).collect()
}

#[test]
fn many_small_steps_equal_one_large_step() {
    let laws = [law(10.0, 1.0, 1.0), law(7.0, 0.3, 0.0), RingLaw { look_ahead: 0.05, ..law(12.0, 0.8, 0.4) }];
    let begun = followers(&laws);
    for n in [1_u32, 3, 10, 100] {
        let (mut now, mut sums) = (begun.clone(), [0.0; 3]);
        for _ in 0..n {
            let changes = solve(&now, 0.5 / f64::from(n));
            now = moved(&now, &changes);
            sums.iter_mut().zip(&changes).for_each(|(sum, change)| *sum += change.position);
        }
        for (sum, change) in sums.into_iter().zip(solve(&begun, 0.5)) {
            assert!((sum - change.position).abs() <= 2e-14 * f64::from(n.max(10)), "{n} steps: {sum}");
        }
    }
}

#[test]
fn a_follower_of_itself_has_no_spring() {
    // If a follower is its own leader, only the damping that is not relative to the leader remains.
    let alone = RingFollower { law: law(9.0, 0.5, 0.25), displacement: 0.0, velocity: 2.0, acceleration: 3.0 };
    let expected = crate::Law { k: 0.0, c: 9.0 * 0.75, g: 0.0, a: 3.0 };
    for t in [1e-9, 0.02, 0.5, 4.0] {
        let [change] = solve(&[alone], t)[..] else { panic!("one") };
        let (x, v) = expected.step_held(0.0, 2.0, 0.0, t);
        assert!((change.position - x).abs() <= 4e-15 * (1.0 + 10.0 * t) * x, "{t}: {}", change.position);
        assert!((2.0 + change.velocity - v).abs() <= 4e-15 * (1.0 + 10.0 * t) * v, "{t}");
    }
}

#[test]
fn the_bits_do_not_depend_on_which_follower_is_first() {
    for n in [1_u32, 2, 3, 5, 8, 13] {
        let laws: Vec<_> =
            (0..n).map(|i| law(3.0 + f64::from(i), 0.3 + 0.1 * f64::from(i), 0.05 * f64::from(i))).collect();
        let mut turned = followers(&laws);
        let mut expected = solve(&turned, 0.3);
        for _ in 0..n {
            turned.rotate_left(1);
            expected.rotate_left(1);
            assert_eq!(solve(&turned, 0.3), expected);
        }
    }
}

#[test]
fn a_stable_ring_stays_bounded_for_every_step_size() {
    for n in [1_usize, 2, 3, 8] {
        for (zeta, share) in [(1.0, 0.0), (1.0, 1.0), (0.75, 0.0), (3.0, 0.5)] {
            for exponent in -3..=6 {
                let laws = vec![law(libm::pow(10.0, f64::from(exponent)), zeta, share); n];
                assert!(!grows(&laws));
                // All followers start at rest, so that the ring does not coast.
                let mut now = followers(&laws);
                now.iter_mut().for_each(|follower| follower.velocity = 0.0);
                let before = now.iter().map(|follower| follower.displacement.abs()).fold(0.0, f64::max);
                for _ in 0..60 {
                    let changes = solve(&now, 1.0);
                    now = moved(&now, &changes);
                    let apart = now.iter().map(|follower| follower.displacement.abs()).fold(0.0, f64::max);
                    assert!(apart <= 2.0 * before, "{n} with ω h 1e{exponent}, ζ {zeta}, share {share}: {apart}");
                }
            }
        }
    }
}

#[test]
fn rings_of_equal_springs_are_unstable_below_the_documented_damping_ratio() {
    for n in 1_u32..=12 {
        let threshold = if n < 3 { 0.0 } else { libm::cos(PI / f64::from(n)) / core::f64::consts::SQRT_2 };
        for omega in [0.01, 10.0, 1e4] {
            for zeta in [0.0, 0.5 * threshold, 0.999 * threshold, 1.001 * threshold + 1e-3, 1.0, 3.0] {
                let laws = vec![law(omega, zeta, 0.0); n as usize];
                assert_eq!(grows(&laws), zeta < threshold, "{n} of ω {omega}, ζ {zeta}");
            }
        }
    }
    assert!(grows(&[law(10.0, 0.72, 1.0); 8]) && !grows(&[law(10.0, 1.0, 1.0); 2]));
}

#[test]
fn grows_agrees_with_the_long_term_motion_of_rings_of_unequal_springs() {
    let mut grown = 0;
    for seed in 0..120_u32 {
        let unit = |salt: u32| libm::modf(f64::from(seed * 7 + salt) * 0.618_033_988_749_895).0;
        let n = 2 + seed % 5;
        let laws: Vec<_> = (0..n).map(|i| law(4.0 + 8.0 * unit(i), 0.1 + 0.8 * unit(i + 50), unit(i + 90))).collect();
        // Growth is measured after a long time. Displacements do not include the common drift of all followers.
        let mut now = followers(&laws);
        let mut sizes = [0.0; 2];
        for (round, size) in (0..400).map(|step| (step, step / 200)) {
            let changes = solve(&now, 0.5);
            now = moved(&now, &changes);
            if round % 200 >= 150 {
                sizes[size] = now.iter().map(|follower| follower.displacement.abs()).fold(sizes[size], f64::max);
            }
        }
        // A ring that neither grows nor shrinks by a tenth in 100 s is too close to the limit to decide.
        if sizes[1] > 1.1 * sizes[0] && sizes[1] > 1e-6 {
            grown += 1;
            assert!(grows(&laws), "{seed}: {sizes:?}");
        } else if sizes[1] < 0.9 * sizes[0] {
            assert!(!grows(&laws), "{seed}: {sizes:?}");
        }
    }
    assert!(grown > 10, "{grown} grew");
}

#[test]
fn accelerations_are_the_derivatives_of_the_velocities() {
    let ahead = |law: RingLaw, look_ahead: f64| RingLaw { look_ahead, ..law };
    let laws = [ahead(law(5.0, 0.7, 0.5), 0.1), ahead(law(8.0, 1.0, 1.0), 0.02), law(3.0, 0.2, 0.1)];
    let begun = followers(&laws);
    let mut rates = [0.0; 3];
    accelerations(&begun, &solve(&begun, 0.4), &mut rates, &mut [RingScratch::default(); 12]);
    let (before, after) = (solve(&begun, 0.4 - 1e-4), solve(&begun, 0.4 + 1e-4));
    for (rate, (before, after)) in rates.into_iter().zip(before.into_iter().zip(after)) {
        let mean = (after.velocity - before.velocity) / 2e-4;
        assert!((rate - mean).abs() <= 1e-5 * rate.abs().max(1.0), "{rate} should be {mean}");
    }
}

#[test]
fn a_time_of_0_or_a_wrong_slice_length_changes_nothing_and_nan_in_gives_nan_out() {
    let begun = followers(&[law(9.0, 0.5, 0.5); 3]);
    assert_eq!(solve(&begun, 0.0), [Increment::default(); 3]);
    assert!(solve(&begun, f64::NAN).iter().all(|change| change.position.is_nan()));
    let mut spoilt = begun.clone();
    spoilt[1].velocity = f64::NAN;
    assert!(solve(&spoilt, 0.1).iter().all(|change| change.velocity.is_nan()));
    let mut changes = [Increment { position: 1.0, velocity: 2.0 }; 2];
    evolve(&begun, 1.0, &mut changes, &mut [RingScratch::default(); 12]);
    assert_eq!(changes, [Increment { position: 1.0, velocity: 2.0 }; 2]);
    assert_eq!(solve(&[], 1.0), []);
}
