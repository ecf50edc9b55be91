//! Dry friction of a follower of a moving target: when a sliding motion reverses, and when a stuck one breaks free.

use super::cubic::Cubic;
use super::gap::Gap;
use super::held::Motion;
use super::tracking::{Level, Start, Tracking};
use crate::{Law, Slope};

/// A stuck motion stays stuck if the pull exceeds the friction by at most this, relative to the sum of the terms' magnitudes. `DryFriction`
/// has the same tolerance.
const STICK_TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// A motion at rest counts as in equilibrium if its acceleration is at most this, relative to the sum of the terms' magnitudes.
///
/// A motion that [`Tracking::breaks_free`] has released must never count as in equilibrium. So this is less than half of
/// [`STICK_TOLERANCE`]: once the motion slides, the friction is another term of the law, and can double the sum.
const REST_TOLERANCE: f64 = 3.0 * f64::EPSILON;

impl Tracking {
    /// When the motion first reverses in the world, not relative to its target: the first time in `(0, t_max]` (s, finite) at which its
    /// velocity is 0.
    ///
    /// A motion that starts at rest has to start moving first. An initial acceleration of at most 3 ε of the sum of the terms' magnitudes
    /// may be only rounding and counts as 0, so that a motion in equilibrium starts in the direction in which its target moves.
    ///
    /// A velocity that touches 0 without a change of sign is a turn. Missing 0 by at most 8 ε of the sum of the terms' magnitudes counts as
    /// touching it.
    ///
    /// # Examples
    ///
    /// A hook on a spring with `ω = 2` follows a target that moves at 3 units/s. The hook's velocity oscillates around the target's:
    ///
    /// ```
    /// use exact_motion::crossing::Tracking;
    /// use exact_motion::{Law, Slope};
    ///
    /// let law = Law { k: 4.0, ..Law::default() };
    /// let hook = Tracking { law, target_slope: Slope::line(3.0), ..Tracking::default() };
    /// assert!((hook.first_turn(4.0).unwrap() - core::f64::consts::PI).abs() < 1e-15); // v = 3 − 3 cos 2t touches 0
    /// assert_eq!(hook.first_turn(3.0), None);
    /// ```
    ///
    /// # Special cases
    ///
    /// Returns `None` if the velocity does not reach 0 by `t_max` or only approaches it, if the motion stays at rest, and if any input
    /// is NaN or infinite, except for the target if `k = 0`. At most 1365 periods of an oscillation are searched, not counting those that
    /// are skipped because the velocity cannot reach 0 in them.
    ///
    /// # Accuracy
    ///
    /// The error is below 8 `dt`, where `dt = ε t + min(ε S/|x″|, √(2 ε S/|x‴|))` is the best possible error and `S` the sum of the
    /// magnitudes of the velocity's terms, including those of the acceleration at the start, times `1 + (c + √k) t`.
    ///
    /// # Reference
    ///
    /// Derived here: the velocity `w` obeys `w″ = −c w′ − k (w − e′) + g e″`, the same law without its constant acceleration, so the search
    /// of [`Self::first_contact`] with the level 0 finds the turn.
    #[must_use]
    pub fn first_turn(&self, t_max: f64) -> Option<f64> {
        if self.law.k == 0.0 {
            // Without a spring, only friction and a constant acceleration change the velocity. Friction alone never makes it 0.
            let motion = Motion { law: self.law, target: 0.0, start: 0.0, velocity: self.velocity };
            return motion.turning_times().0.filter(|turn| *turn <= t_max && t_max.is_finite());
        }
        self.velocity_gap().search(t_max).map(|found| found.point.t)
    }

    /// When a motion that is stuck by dry friction breaks free: the first time in `[0, t_max)` (s, finite) from which the magnitude of the
    /// pull `a − k (x − e(t)) + g e′(t)` exceeds the deceleration `dry` (length/s², ≥ 0), and the pull's sign at that time, ±1.
    ///
    /// A pull that exceeds the friction by at most 8 ε of the sum of the terms' magnitudes does not overcome it, because the excess may be
    /// only rounding. The velocity of the motion is ignored.
    ///
    /// # Examples
    ///
    /// A rubber cord with `k = 2` is tied to a crate, and the other end of the cord is pulled away at 3 units/s. The crate breaks free when
    /// the cord pulls with 12 units/s². From then on, the crate slides under the law with `a − dry`.
    ///
    /// ```
    /// use exact_motion::crossing::Tracking;
    /// use exact_motion::{Law, Slope};
    ///
    /// let law = Law { k: 2.0, ..Law::default() };
    /// let held = Tracking { law, target_slope: Slope::line(3.0), ..Tracking::default() };
    /// let (time, sign) = held.breaks_free(12.0, 10.0).unwrap();
    /// assert!((time - 2.0).abs() < 1e-14 && sign == 1.0);
    /// assert_eq!(held.breaks_free(12.0, 2.0), None);
    /// ```
    ///
    /// # Special cases
    ///
    /// Without friction (`dry = 0`), any pull starts the motion. Returns `None` if the motion stays stuck (always for `dry = ∞`), for
    /// `dry < 0` or `k < 0`, and if any other input is NaN or infinite, except for the target if `k = 0`.
    ///
    /// # Accuracy
    ///
    /// The error of the time is at most `16 ε S` divided by the rate of the pull, with `S` the sum of the magnitudes of the pull's terms.
    /// Half of this bound is due to the tolerance above.
    ///
    /// # Reference
    ///
    /// Derived here: the pull is a cubic in `t`, and so is the sum of its terms' magnitudes.
    #[must_use]
    pub fn breaks_free(&self, dry: f64, t_max: f64) -> Option<(f64, f64)> {
        let (pull, size) = self.pull();
        if !(dry >= 0.0 && self.law.k >= 0.0 && pull.is_finite() && t_max.is_finite()) {
            return None;
        }
        let tolerance = if dry == 0.0 { 0.0 } else { STICK_TOLERANCE };
        let exceeds = |sign: f64| {
            let excess = Cubic {
                q0: sign * pull.q0 - (dry + tolerance * size.q0),
                q1: sign * pull.q1 - tolerance * size.q1,
                q2: sign * pull.q2 - tolerance * size.q2,
                q3: sign * pull.q3 - tolerance * size.q3,
            };
            excess.positive_from(t_max).map(|time| (time, sign))
        };
        [1.0, -1.0].into_iter().filter_map(exceeds).min_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// The pull on the motion while it stays at rest at its position, and the sum of the magnitudes of its terms.
    fn pull(&self) -> (Cubic, Cubic) {
        let Gap { push, push_size, .. } = Gap::new(self, &Level::at_rest(self.position), Start::On);
        let spring = if self.law.k == 0.0 { 0.0 } else { self.law.k * (self.position.abs() + self.target.abs()) };
        (push, Cubic { q0: push_size.q0 + spring, ..push_size })
    }

    /// The gap between the velocity and 0. The velocity is treated as the position of another motion.
    fn velocity_gap(&self) -> Gap {
        let (pull, size) = self.pull();
        let dragged = self.law.c * self.velocity;
        let (acceleration, rounded) = (pull.q0 - dragged, size.q0 + dragged.abs());
        let in_balance = self.velocity == 0.0 && acceleration.abs() <= REST_TOLERANCE * rounded;
        let Slope { e1, e2, e3 } = self.target_slope;
        let velocity = Self {
            law: Law { a: 0.0, ..self.law },
            target: e1,
            target_slope: Slope { e1: 2.0 * e2, e2: 3.0 * e3, e3: 0.0 },
            position: self.velocity,
            velocity: if in_balance { 0.0 } else { acceleration },
        };
        let mut to_zero = Gap::new(&velocity, &Level::at_rest(0.0), Start::Free);
        to_zero.rate_size = rounded;
        to_zero
    }
}

#[cfg(test)]
mod tests;
