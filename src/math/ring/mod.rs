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
mod tests;
