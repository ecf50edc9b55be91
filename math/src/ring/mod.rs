//! The exact step of followers that follow each other in a ring, solved together.
//!
//! ```text
//! x_i″ = a_i − c_i x_i′ − k_i (x_i − e_i) + g_i e_i′        e_i = x_{i+1} + L_i x′_{i+1} + offset_i        i = 0 … n−1, x_n = x_0
//! ```
//!
//! No follower in a ring comes first, so none of the paths is known before the others. The `2n` positions and velocities form one linear
//! system `E y′ = A y + b`, which is solved by `exp(t E⁻¹A)`. If each follower aimed at the last known position of its leader instead, the
//! delay in the loop would make the motion grow without bound at ordinary tick rates.
//!
//! # Method
//!
//! The exponential is the diagonal Padé approximant of degree 8 over equal substeps, in the product form `Π (1 + 4αx/((x − p)(x − p̄)))`
//! over its four pairs of poles `p = α ± iβ`, where `x = t E⁻¹A`. Each factor adds `−4α Im(w)/β` to the change, with `(pE − tA) w = tA y`.
//! The change is computed from the rate of change, so it keeps the digits of a small motion. After elimination of the positions, the system
//! for `w` is `D_i w_i − N_i w_{i+1} = r_i`, with one complex number per follower. It is solved by pointer jumping: `w_i` as a function of
//! `w_{i+1}`, then of `w_{i+2}`, `w_{i+4}` …, until it is a function of itself. This takes `O(n log n)` instead of `O(n)`, but it needs no
//! pivots, and the bits do not depend on which follower is first.
//!
//! # Accuracy
//!
//! The relative error of the approximant is 7e-17 if a substep is at most 1.4 times the ring's characteristic time, the inverse of a bound
//! on `‖E⁻¹A‖`. At most 256 substeps are taken. Steps longer than about 360 characteristic times lose digits of the fastest modes, but are
//! still stable: the approximant is bounded by 1 in the whole left half plane (A-stable), so a step of any length makes a motion grow
//! only if the motion's equations do.
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

/// The longest substep, in characteristic times, at which the relative error of the approximant is 7e-17.
const MAX_SUBSTEP: f64 = 1.4;

/// The maximum number of substeps of a step.
const MAX_SUBSTEPS: f64 = 256.0;

/// The law of one follower in a ring. [`evolve`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct RingLaw {
    /// Stiffness divided by mass, `ω²`. Unit: 1/s². Range: ≥ 0.
    pub k: f64,
    /// Sum of all damping rates. Unit: 1/s. Range: ≥ 0; negative values give growth.
    pub c: f64,
    /// The part of the damping that acts relative to the target. Unit: 1/s. Range: 0 ≤ g ≤ c.
    pub g: f64,
    /// How many seconds ahead of its leader the follower aims, along the leader's velocity. Unit: s. Range: any; but if the product of all
    /// followers' `g · look_ahead` is 1, no motion satisfies the equations.
    pub look_ahead: f64,
}

/// A follower in a ring at the start of a step. Its leader is the next follower; the leader of the last follower is the first follower.
/// [`evolve`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RingFollower<V> {
    /// The law of the follower.
    pub law: RingLaw,
    /// The displacement from the position `leader + offset`, without look-ahead: `x_i − (x_{i+1} + offset_i)`. Unit: length.
    pub displacement: V,
    /// The velocity. Unit: length/s.
    pub velocity: V,
    /// Constant acceleration. Unit: length/s².
    pub acceleration: V,
}

/// Scratch space for an intermediate result: a link `w_i = factor · w_j + constant`. Its initial content has no effect. [`evolve`] has an
/// example.
#[derive(Clone, Copy, Debug, Default)]
pub struct RingScratch<V> {
    factor: Complex,
    constant: [V; 2],
}

/// Computes the changes of the followers' positions and velocities in a step of `t` (s, ≥ 0).
///
/// `changes` must have one item per follower, and `scratch` four items per follower. If either slice has another length, nothing is
/// written.
///
/// # Examples
///
/// Two entities that follow each other meet in the middle.
///
/// ```
/// use exact_motion::{Increment, ring::{RingFollower, RingLaw, RingScratch, evolve}};
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
/// `t = 0` changes nothing. A follower with `k = 0` and `g = 0` is independent of its leader. A follower of itself is a ring of one. NaN in
/// gives NaN out, for the whole ring.
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
    let needed = libm::ceil(t * characteristic_rate(followers) / MAX_SUBSTEP);
    // If `needed` is NaN, one substep is taken, so that the result is NaN.
    let substeps = if needed > 1.0 { needed.min(MAX_SUBSTEPS) } else { 1.0 };
    let substep = t / substeps;
    let mut taken = 0.0;
    while taken < substeps {
        for pole in POLES {
            apply(pole, substep, followers, changes, scratch);
        }
        taken += 1.0;
    }
}

/// Computes the followers' accelerations (length/s²) after these `changes`. [`evolve`] has an example of the arguments.
///
/// `changes` and `accelerations` must have one item per follower, and `scratch` four items per follower. If any slice has another length,
/// nothing is written.
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
    for (link, [this, leader]) in scratch.iter_mut().zip(pairs(followers, changes)) {
        let RingLaw { g, look_ahead, .. } = this.follower.law;
        *link = RingScratch { factor: Complex::real(g * look_ahead), constant: [this.force(leader), V::default()] };
    }
    for (acceleration, link) in accelerations.iter_mut().zip(compose_around(scratch, n)) {
        *acceleration = link.fixed_point()[0];
    }
}

/// An upper bound on `‖E⁻¹A‖` (1/s), with positions multiplied by `√(2k)` so that they have the unit of velocities. It is computed only
/// from maxima, so it does not depend on which follower is first.
fn characteristic_rate<V>(followers: &[RingFollower<V>]) -> f64 {
    let largest = |part: fn(&RingLaw) -> f64| {
        followers
            .iter()
            .map(|follower| part(&follower.law))
            .fold(0.0, |most: f64, part| if part < most { most } else { part })
    };
    let stiffness = libm::sqrt(2.0 * largest(|law| law.k));
    let damping = largest(|law| law.c.abs() + law.g + law.k * law.look_ahead.abs());
    let algebraic = largest(|law| law.g * law.look_ahead.abs());
    (stiffness + damping) / (1.0 - algebraic).max(1.0 / MAX_SUBSTEPS)
}

/// Applies one factor of the approximant to `changes`.
fn apply<V: Vector>(
    pole: Complex,
    t: f64,
    followers: &[RingFollower<V>],
    changes: &mut [Increment<V>],
    scratch: &mut [RingScratch<V>],
) {
    for (link, [this, leader]) in scratch.iter_mut().zip(pairs(followers, changes)) {
        *link = RingScratch::link(pole, t, this, leader);
    }
    let solved = compose_around(scratch, followers.len());
    let weight = -4.0 * pole.re / pole.im;
    let over_pole = pole.reciprocal();
    for ((change, follower), link) in changes.iter_mut().zip(followers).zip(solved.iter()) {
        let [re, im] = link.fixed_point();
        let [_, displacement] = over_pole.times([follower.velocity + change.velocity + re, im]);
        change.position = change.position + displacement * (weight * t);
        change.velocity = change.velocity + im * weight;
    }
}

/// Each follower with its leader.
fn pairs<'a, V: Vector>(
    followers: &'a [RingFollower<V>],
    changes: &'a [Increment<V>],
) -> impl Iterator<Item = [FollowerState<'a, V>; 2]> {
    let all = followers.iter().zip(changes.iter()).map(|(follower, change)| FollowerState { follower, change });
    all.clone().zip(all.cycle().skip(1)).map(|(this, leader)| [this, leader])
}

/// Composes the first `n` links of `scratch`, which give each `w_i` as a function of `w_{i+1}`, to links that go once around the ring and
/// give each `w_i` as a function of itself.
fn compose_around<V: Vector>(scratch: &mut [RingScratch<V>], n: usize) -> &[RingScratch<V>] {
    let (mut powers, rest) = scratch.split_at_mut(n);
    let (mut next, rest) = rest.split_at_mut(n);
    let (mut solved, mut solving) = rest.split_at_mut(n);
    // The links of `powers` reach `reach` followers ahead, those of `solved` `length` followers. The loop goes through the bits of n,
    // lowest first.
    solved.fill(RingScratch { factor: Complex::ONE, ..RingScratch::default() });
    let (mut length, mut reach) = (0, 1);
    loop {
        if n & reach != 0 {
            compose(solved, powers, length, solving);
            core::mem::swap(&mut solved, &mut solving);
            length += reach;
        }
        if length >= n {
            return solved;
        }
        compose(powers, powers, reach, next);
        core::mem::swap(&mut powers, &mut next);
        reach *= 2;
    }
}

/// Composes each link of `from` with the link of `on` that is `length` ahead, and writes the results to `into`.
fn compose<V: Vector>(from: &[RingScratch<V>], on: &[RingScratch<V>], length: usize, into: &mut [RingScratch<V>]) {
    let (begun, ahead) = on.split_at(length.min(on.len()));
    for ((into, from), on) in into.iter_mut().zip(from).zip(ahead.iter().chain(begun)) {
        let [re, im] = from.factor.times(on.constant);
        let constant = [from.constant[0] + re, from.constant[1] + im];
        *into = RingScratch { factor: from.factor * on.factor, constant };
    }
}

impl<V: Vector> RingScratch<V> {
    /// `w` of `this` follower as a function of `w` of its leader.
    fn link(pole: Complex, t: f64, this: FollowerState<V>, leader: FollowerState<V>) -> Self {
        let force = this.force(leader) * t;
        let closing = (this.velocity() - leader.velocity()) * (this.follower.law.k * t * t);
        let (own, led) = symbols(&this.follower.law, pole, t);
        let per_own = own.reciprocal();
        let constant = per_own.times([force * pole.re - closing, force * pole.im]);
        Self { factor: led * per_own, constant }
    }

    /// The solution of `w = factor · w + constant`, for a link that goes once around the ring.
    fn fixed_point(&self) -> [V; 2] {
        (Complex::ONE - self.factor).reciprocal().times(self.constant)
    }
}

/// A follower, and its change since the start of the step.
#[derive(Clone, Copy)]
struct FollowerState<'a, V> {
    follower: &'a RingFollower<V>,
    change: &'a Increment<V>,
}

impl<V: Vector> FollowerState<'_, V> {
    fn velocity(self) -> V {
        self.follower.velocity + self.change.velocity
    }

    /// The follower's acceleration behind `leader`, without the part that depends on the leader's acceleration.
    fn force(self, leader: Self) -> V {
        let RingFollower { law: RingLaw { k, c, g, look_ahead }, displacement, acceleration, .. } = *self.follower;
        let apart = displacement + (self.change.position - leader.change.position) - leader.velocity() * look_ahead;
        let own = if k == 0.0 { acceleration } else { acceleration - apart * k };
        own - self.velocity() * c + leader.velocity() * g
    }
}

/// A follower's `D` and `N` at `z = pole/t`, times `t²`.
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
