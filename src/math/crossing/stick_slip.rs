//! Dry friction behind a target that moves: when a motion that slides turns round, and when one that is held breaks free.

use super::cubic::Cubic;
use super::gap::Gap;
use super::held::Motion;
use super::tracking::{Level, Start, Tracking};
use crate::math::{Law, Slope};

/// A pull that exceeds the friction by less than this is held, in units of the magnitudes added; as for `DryFriction`.
const HELD: f64 = 8.0 * f64::EPSILON;

/// An acceleration from rest that is at most this is rounding alone, in units of the magnitudes added. It is less than half of [`HELD`]:
/// the friction that a motion has just overcome is one of the magnitudes from then on, and may be as large as all that pulls on it, so that
/// twice as much is added up. What [`Tracking::breaks_free`] lets go is thus never taken for rounding.
const AT_REST: f64 = 3.0 * f64::EPSILON;

impl Tracking {
    /// The first time in `(0, t_max]` (s, finite) at which the velocity is 0: where the motion turns round, seen from the world.
    ///
    /// A motion that starts with a velocity of 0 has to leave it first. There an acceleration that is rounding alone, 3 ε of the magnitudes
    /// added, is taken for 0, so that a motion in balance starts the way its target takes it. A velocity that touches 0 without passing is a
    /// turn, told apart from a miss to within 8 ε of the magnitudes added.
    ///
    /// # Examples
    ///
    /// A hook on a spring with `ω = 2`, behind a target that goes at 3 units/s, swings around that velocity:
    ///
    /// ```
    /// use bevy_exact_motion::math::crossing::Tracking;
    /// use bevy_exact_motion::math::{Law, Slope};
    ///
    /// let law = Law { k: 4.0, ..Law::default() };
    /// let hook = Tracking { law, target_slope: Slope::line(3.0), ..Tracking::default() };
    /// assert!((hook.first_turn(4.0).unwrap() - core::f64::consts::PI).abs() < 1e-15); // v = 3 − 3 cos 2t touches 0
    /// assert_eq!(hook.first_turn(3.0), None);
    /// ```
    ///
    /// # Special cases
    ///
    /// `None` if the velocity is not 0 until then; if it is only approached; at rest; if anything is NaN or infinite, except for the target
    /// where `k = 0`. A swinging motion is followed for 21 845 swings.
    ///
    /// # Accuracy
    ///
    /// The best possible is `dt = ε t + min(ε S/|x″|, √(2 ε S/|x‴|))`, with `S` the sum of the magnitudes added up in the velocity, those of
    /// the acceleration at the start among them, times `1 + (c + √k) t`; this stays below 8 `dt`.
    ///
    /// # Reference
    ///
    /// Ours: the velocity `w` obeys `w″ = −c w′ − k (w − e′) + g e″`, which is the law again without its constant acceleration, so that
    /// [`Self::first_contact`] with the level 0 finds it.
    #[must_use]
    pub fn first_turn(&self, t_max: f64) -> Option<f64> {
        if self.law.k == 0.0 {
            // Without a spring nothing but friction and a constant acceleration change the velocity, which friction alone never ends.
            let motion = Motion { law: self.law, target: 0.0, start: 0.0, velocity: self.velocity };
            return motion.turning_times().0.filter(|turn| *turn <= t_max && t_max.is_finite());
        }
        self.velocity_to_zero().search(t_max).map(|found| found.point.t)
    }

    /// When a motion that dry friction holds where it is breaks free: the first time in `[0, t_max)` (s, finite) from which the pull
    /// `a − k (x − e(t)) + g e′(t)` exceeds the deceleration `dry` (length/s², ≥ 0) in magnitude, and the pull's sign then, ±1.
    ///
    /// A pull that exceeds the friction by less than rounding may, 8 ε of the magnitudes added, is held. The velocity is taken for 0.
    ///
    /// # Examples
    ///
    /// A crate on a rubber cord with `k = 2`, whose end is pulled away at 3 units/s, gives way when the cord pulls with 12 units/s²; from
    /// then on it slides under the law with `a − dry`.
    ///
    /// ```
    /// use bevy_exact_motion::math::crossing::Tracking;
    /// use bevy_exact_motion::math::{Law, Slope};
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
    /// Without friction (`dry = 0`) any pull moves it. `None` if it is held; if anything is NaN or infinite, except for the target where
    /// `k = 0`, and for `dry = ∞`, which holds for ever; for `dry < 0` or `k < 0`.
    ///
    /// # Accuracy
    ///
    /// With `S` the sum of the magnitudes added up in the pull, the time is off by at most `16 ε S` over the rate at which the pull changes:
    /// half of that is what is held.
    ///
    /// # Reference
    ///
    /// Ours: the pull is a cubic in `t`, and so are the magnitudes added up in it.
    #[must_use]
    pub fn breaks_free(&self, dry: f64, t_max: f64) -> Option<(f64, f64)> {
        let (pull, size) = self.pull();
        if !(dry >= 0.0 && self.law.k >= 0.0 && pull.is_finite() && t_max.is_finite()) {
            return None;
        }
        let held = if dry == 0.0 { 0.0 } else { HELD };
        let exceeds = |sign: f64| {
            let excess = Cubic {
                q0: sign * pull.q0 - (dry + held * size.q0),
                q1: sign * pull.q1 - held * size.q1,
                q2: sign * pull.q2 - held * size.q2,
                q3: sign * pull.q3 - held * size.q3,
            };
            excess.positive_from(t_max).map(|time| (time, sign))
        };
        [1.0, -1.0].into_iter().filter_map(exceeds).min_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// What pulls on the motion while it is kept at rest where it is, and the magnitudes added up in that.
    fn pull(&self) -> (Cubic, Cubic) {
        let Gap { push, push_size, .. } = Gap::new(self, &Level::at_rest(self.position), Start::On);
        let spring = if self.law.k == 0.0 { 0.0 } else { self.law.k * (self.position.abs() + self.target.abs()) };
        (push, Cubic { q0: push_size.q0 + spring, ..push_size })
    }

    /// The velocity as a motion, seen from 0.
    fn velocity_to_zero(&self) -> Gap {
        let (pull, size) = self.pull();
        let dragged = self.law.c * self.velocity;
        let (acceleration, rounded) = (pull.q0 - dragged, size.q0 + dragged.abs());
        let in_balance = self.velocity == 0.0 && acceleration.abs() <= AT_REST * rounded;
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
