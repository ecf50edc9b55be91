//! Followers that follow each other in a ring, solved together.
//!
//! ```text
//! x_i″ = a_i − c_i x_i′ − k_i (x_i − e_i) + g_i e_i′        e_i = x_{i+1} + L_i x′_{i+1} + offset_i        i = 0 … n−1, x_n = x_0
//! ```
//!
//! No follower in a ring comes first, so no path is known before the others are: the `2n` numbers are one linear system `E y′ = A y + b`,
//! and its solution is `exp(t E⁻¹A)`. A scheme that lets each follower aim at where the others were is a delay in a loop, which grows
//! without bound at ordinary rates.
//!
//! # Method
//!
//! The exponential is the diagonal Padé approximant of degree 8 over equal substeps, in the product form
//! `Π (1 + 4αx/((x − p)(x − p̄)))` over its four pairs of poles `p = α ± iβ`, where `x = t E⁻¹A`. A factor adds
//! `−4α Im(w)/β` with `(pE − tA) w = tA y`, so what is added is computed from the rate of change and keeps the digits of a small
//! motion. With the positions eliminated that system is `D_i w_i − N_i w_{i+1} = r_i`, one complex number a follower. It is solved by
//! pointer jumping: `w_i` as a function of `w_{i+1}`, then of `w_{i+2}`, `w_{i+4}` …, until it is one of itself. That takes
//! `O(n log n)` instead of `O(n)`; in return it needs no pivots, and the bits do not depend on which follower is first.
//!
//! # Accuracy
//!
//! The approximant differs from the exponential by 7e-17 relative where a substep is at most 1.4 times the ring's own time, the
//! inverse of a bound of `‖E⁻¹A‖`; up to 256 substeps are taken. Beyond that, for a step of some 360 of those times, digits of the
//! fastest modes are lost, but nothing else: the approximant is bounded by 1 in the whole left half plane (A-stable), so whatever
//! does not grow by the equations does not grow here, at any step.
//!
//! # Reference
//!
//! Padé approximants of the exponential and their A-stability: E. Hairer, G. Wanner, *Solving Ordinary Differential Equations II*,
//! 2nd ed. (1996), IV.3. Substeps: N. Higham, *Functions of Matrices* (2008), ch. 10. Pointer jumping: J. Wyllie, *The Complexity of
//! Parallel Computations* (1979).

mod complex;
mod growth;

use super::{Increment, Vector};
use complex::Complex;
pub use growth::grows;

/// Poles `α ± iβ` of the diagonal Padé approximant of degree 8 of the exponential: the roots of
/// `Σ (16 − j)! 8! / (16! j! (8 − j)!) (−x)^j`, computed with 50 digits.
const POLES: [Complex; 4] = [
    Complex { re: 11.175_772_086_526_17, im: 1.735_228_890_705_572_8 },
    Complex { re: 10.409_681_581_273_764, im: 5.232_350_305_285_055 },
    Complex { re: 8.736_578_434_404_805, im: 8.828_885_000_943_078 },
    Complex { re: 5.677_967_897_795_261, im: 12.707_822_597_209_754 },
];

/// How many of the ring's own times a substep may take: the approximant's relative error there is 7e-17.
const LONGEST: f64 = 1.4;

/// The most substeps of one step.
const MOST: f64 = 256.0;

/// The law of one follower in a ring, in the time that all of them share. [`evolve`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct RingLaw {
    /// Stiffness by mass, `ω²`. Unit: 1/s². Range: ≥ 0.
    pub k: f64,
    /// All damping. Unit: 1/s. Range: ≥ 0; negative is growth.
    pub c: f64,
    /// The part of the damping that acts relative to the target. Unit: 1/s. Range: 0 ≤ g ≤ c.
    pub g: f64,
    /// How far ahead of its leader it aims. Unit: s. Range: any; where the product of all `g L` around the ring is 1, no motion
    /// satisfies the equations.
    pub look_ahead: f64,
}

/// A follower in a ring at the start of a step. Its leader is the next follower; the leader of the last follower is the first. [`evolve`]
/// has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RingFollower<V> {
    /// Its law.
    pub law: RingLaw,
    /// How far it is from where its leader is with the offset, without looking ahead: `x_i − (x_{i+1} + offset_i)`. Unit: length.
    pub displacement: V,
    /// Unit: length/s.
    pub velocity: V,
    /// Constant acceleration. Unit: length/s².
    pub acceleration: V,
}

/// Room for intermediate results: `w_i = factor · w_j + constant`. Its content has no meaning. [`evolve`] has an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct RingScratch<V> {
    factor: Complex,
    constant: [V; 2],
}

/// What the followers' positions and velocities change by in a step of `t` (s, ≥ 0).
///
/// `changes` is filled, one for each follower; `scratch` is room for four of it a follower. Where either has another length, nothing
/// is done.
///
/// # Examples
///
/// Two that follow each other meet half way.
///
/// ```
/// use bevy_exact_motion::math::{Increment, ring::{RingFollower, RingLaw, RingScratch, evolve}};
///
/// let law = RingLaw { k: 100.0, c: 20.0, ..Default::default() };
/// let at = |displacement| RingFollower { law, displacement, velocity: 0.0, acceleration: 0.0 };
/// let mut changes = [Increment::default(); 2];
/// evolve(&[at(-3.0), at(3.0)], 10.0, &mut changes, &mut [RingScratch::default(); 8]);
/// assert!((changes[0].position - 1.5).abs() < 1e-14);
/// assert!((changes[1].position + 1.5).abs() < 1e-14);
/// ```
///
/// # Special cases
///
/// `t = 0` changes nothing. A follower with `k = 0` and `g = 0` goes by its own law. One that follows itself is a ring. NaN in gives
/// NaN out, for the whole ring.
pub fn evolve<V: Vector>(
    followers: &[RingFollower<V>],
    t: f64,
    changes: &mut [Increment<V>],
    scratch: &mut [RingScratch<V>],
) {
    let n = followers.len();
    if changes.len() != n || scratch.len() != 4 * n {
        return;
    }
    changes.fill(Increment::default());
    let needed = libm::ceil(t * own_rate(followers) / LONGEST);
    // NaN too takes a substep, and comes out.
    let substeps = if needed > 1.0 { needed.min(MOST) } else { 1.0 };
    let substep = t / substeps;
    let mut taken = 0.0;
    while taken < substeps {
        for pole in POLES {
            apply(pole, substep, followers, changes, scratch);
        }
        taken += 1.0;
    }
}

/// The followers' accelerations (length/s²) after these `changes`. [`evolve`] has an example of the arguments.
///
/// `accelerations` is filled as the `changes` of [`evolve`] are, and the slices are as long as there.
pub fn accelerations<V: Vector>(
    followers: &[RingFollower<V>],
    changes: &[Increment<V>],
    accelerations: &mut [V],
    scratch: &mut [RingScratch<V>],
) {
    let n = followers.len();
    if changes.len() != n || accelerations.len() != n || scratch.len() != 4 * n {
        return;
    }
    for (link, [this, that]) in scratch.iter_mut().zip(pairs(followers, changes)) {
        let RingLaw { g, look_ahead, .. } = this.follower.law;
        *link = RingScratch { factor: Complex::real(g * look_ahead), constant: [this.force(that), V::default()] };
    }
    for (acceleration, link) in accelerations.iter_mut().zip(go_round(scratch, n)) {
        *acceleration = link.closed()[0];
    }
}

/// A bound of `‖E⁻¹A‖`, with velocities scaled to positions (1/s). By largest parts alone, so that it does not
/// depend on which follower is first.
fn own_rate<V>(followers: &[RingFollower<V>]) -> f64 {
    let largest = |part: fn(&RingLaw) -> f64| {
        followers
            .iter()
            .map(|follower| part(&follower.law))
            .fold(0.0, |most: f64, part| if part < most { most } else { part })
    };
    let stiffness = libm::sqrt(2.0 * largest(|law| law.k));
    let damping = largest(|law| law.c.abs() + law.g + law.k * law.look_ahead.abs());
    let algebraic = largest(|law| law.g * law.look_ahead.abs());
    (stiffness + damping) / (1.0 - algebraic).max(1.0 / MOST)
}

/// One factor of the approximant.
fn apply<V: Vector>(
    pole: Complex,
    t: f64,
    followers: &[RingFollower<V>],
    changes: &mut [Increment<V>],
    scratch: &mut [RingScratch<V>],
) {
    for (link, [this, that]) in scratch.iter_mut().zip(pairs(followers, changes)) {
        *link = RingScratch::link(pole, t, this, that);
    }
    let solved = go_round(scratch, followers.len());
    let share = -4.0 * pole.re / pole.im;
    let over_pole = pole.reciprocal();
    for ((change, follower), link) in changes.iter_mut().zip(followers).zip(solved.iter()) {
        let [re, im] = link.closed();
        let [_, way] = over_pole.times([follower.velocity + change.velocity + re, im]);
        change.position = change.position + way * (share * t);
        change.velocity = change.velocity + im * share;
    }
}

/// Each follower and its leader.
fn pairs<'a, V: Vector>(
    followers: &'a [RingFollower<V>],
    changes: &'a [Increment<V>],
) -> impl Iterator<Item = [Moved<'a, V>; 2]> {
    let all = followers.iter().zip(changes.iter()).map(|(follower, change)| Moved { follower, change });
    all.clone().zip(all.cycle().skip(1)).map(|(this, that)| [this, that])
}

/// From the first `n` of `scratch`, each of which leads one follower ahead: each leads all the way round.
fn go_round<V: Vector>(scratch: &mut [RingScratch<V>], n: usize) -> &[RingScratch<V>] {
    let (mut powers, rest) = scratch.split_at_mut(n);
    let (mut next, rest) = rest.split_at_mut(n);
    let (mut solved, mut solving) = rest.split_at_mut(n);
    // `powers` leads `reach` followers ahead, `solved` leads `length`: by the bits of n, from the lowest.
    solved.fill(RingScratch { factor: Complex::ONE, ..RingScratch::default() });
    let (mut length, mut reach) = (0, 1);
    loop {
        if n & reach != 0 {
            join(solved, powers, length, solving);
            core::mem::swap(&mut solved, &mut solving);
            length += reach;
        }
        if length >= n {
            return solved;
        }
        join(powers, powers, reach, next);
        core::mem::swap(&mut powers, &mut next);
        reach *= 2;
    }
}

/// Each of `from`, continued by the one of `on` that is `length` ahead, into `into`.
fn join<V: Vector>(from: &[RingScratch<V>], on: &[RingScratch<V>], length: usize, into: &mut [RingScratch<V>]) {
    let (begun, ahead) = on.split_at(length.min(on.len()));
    for ((into, from), on) in into.iter_mut().zip(from).zip(ahead.iter().chain(begun)) {
        let [re, im] = from.factor.times(on.constant);
        let constant = [from.constant[0] + re, from.constant[1] + im];
        *into = RingScratch { factor: from.factor * on.factor, constant };
    }
}

impl<V: Vector> RingScratch<V> {
    /// `w` of `this` as a function of that of its leader.
    fn link(pole: Complex, t: f64, this: Moved<V>, that: Moved<V>) -> Self {
        let force = this.force(that) * t;
        let closing = (this.velocity() - that.velocity()) * (this.follower.law.k * t * t);
        let (own, led) = symbols(&this.follower.law, pole, t);
        let per_own = own.reciprocal();
        let constant = per_own.times([force * pole.re - closing, force * pole.im]);
        Self { factor: led * per_own, constant }
    }

    /// `w`, of one that has been led all the way round, and so is a function of itself.
    fn closed(&self) -> [V; 2] {
        (Complex::ONE - self.factor).reciprocal().times(self.constant)
    }
}

/// A follower, and what has changed since the start.
#[derive(Clone, Copy)]
struct Moved<'a, V> {
    follower: &'a RingFollower<V>,
    change: &'a Increment<V>,
}

impl<V: Vector> Moved<'_, V> {
    fn velocity(self) -> V {
        self.follower.velocity + self.change.velocity
    }

    /// The acceleration behind `that`, but for the part that `that` accelerates it by.
    fn force(self, that: Self) -> V {
        let RingFollower { law: RingLaw { k, c, g, look_ahead }, displacement, acceleration, .. } = *self.follower;
        let apart = displacement + (self.change.position - that.change.position) - that.velocity() * look_ahead;
        let own = if k == 0.0 { acceleration } else { acceleration - apart * k };
        own - self.velocity() * c + that.velocity() * g
    }
}

/// `D` and `N` at `z = pole/t`, times `t²`.
fn symbols(law: &RingLaw, pole: Complex, t: f64) -> (Complex, Complex) {
    let RingLaw { k, c, g, look_ahead } = *law;
    let square = pole * pole;
    let stiffness = k * t * t;
    let own = square + pole.scaled(c * t) + Complex::real(stiffness);
    let led = square.scaled(g * look_ahead) + pole.scaled((g + k * look_ahead) * t) + Complex::real(stiffness);
    (own, led)
}

#[cfg(test)]
mod tests {
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

    /// Followers of these laws, somewhere.
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
        let of = |[this, that]: [Moved<f64>; 2]| RingFollower {
            displacement: this.follower.displacement + (this.change.position - that.change.position),
            velocity: this.velocity(),
            ..*this.follower
        };
        pairs(followers, changes).map(of).collect()
    }

    #[test]
    fn one_step_equals_many() {
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
    fn a_lone_mass_goes_by_its_own_law() {
        // With itself for a leader, spring and feed-forward have no effect but the share of the damping that is left.
        let alone = RingFollower { law: law(9.0, 0.5, 0.25), displacement: 0.0, velocity: 2.0, acceleration: 3.0 };
        let expected = crate::math::Law { k: 0.0, c: 9.0 * 0.75, g: 0.0, a: 3.0 };
        for t in [1e-9, 0.02, 0.5, 4.0] {
            let [change] = solve(&[alone], t)[..] else { panic!("one") };
            let (x, v) = expected.step_held(0.0, 2.0, 0.0, t);
            assert!((change.position - x).abs() <= 4e-15 * (1.0 + 10.0 * t) * x, "{t}: {}", change.position);
            assert!((2.0 + change.velocity - v).abs() <= 4e-15 * (1.0 + 10.0 * t) * v, "{t}");
        }
    }

    #[test]
    fn the_bits_do_not_depend_on_who_is_first() {
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
    fn what_does_not_grow_is_bounded_at_every_step() {
        for n in [1_usize, 2, 3, 8] {
            for (zeta, share) in [(1.0, 0.0), (1.0, 1.0), (0.75, 0.0), (3.0, 0.5)] {
                for exponent in -3..=6 {
                    let laws = vec![law(libm::pow(10.0, f64::from(exponent)), zeta, share); n];
                    assert!(!grows(&laws));
                    // At rest but apart, so that there is no velocity to coast with.
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
    fn equal_springs_grow_below_the_known_damping() {
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
    fn unequal_rings_grow_where_their_paths_do() {
        let mut grown = 0;
        for seed in 0..120_u32 {
            let unit = |salt: u32| libm::modf(f64::from(seed * 7 + salt) * 0.618_033_988_749_895).0;
            let n = 2 + seed % 5;
            let laws: Vec<_> =
                (0..n).map(|i| law(4.0 + 8.0 * unit(i), 0.1 + 0.8 * unit(i + 50), unit(i + 90))).collect();
            // Grown or not is seen after long; the drift of all together is not meant.
            let mut now = followers(&laws);
            let mut sizes = [0.0; 2];
            for (round, size) in (0..400).map(|step| (step, step / 200)) {
                let changes = solve(&now, 0.5);
                now = moved(&now, &changes);
                if round % 200 >= 150 {
                    sizes[size] = now.iter().map(|follower| follower.displacement.abs()).fold(sizes[size], f64::max);
                }
            }
            // What neither grows nor shrinks by a tenth in 100 s is too near to say.
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
    fn accelerations_are_the_rates_of_velocities() {
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
    fn no_time_changes_nothing_nan_goes_through_and_wrong_lengths_do_nothing() {
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
}
