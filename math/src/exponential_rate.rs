//! A motion with an exponential rate, solved for a given displacement, end velocity and duration.

use super::feasibility::{ExponentialRateError, finite, solve};
use super::special::phi1;

/// A motion whose velocity grows or decays exponentially, and that reaches its end with a given velocity `V_T` after a given duration
/// `T`.
///
/// ```text
/// v(t) = V_T e^(λ(T − t))          φ₁(λT) = ρ = displacement/(V_T T)
/// ρ > 1: starts fast and slows down      ρ = 1: uniform      ρ < 1: speeds up
/// ```
///
/// # Examples
///
/// An explosion's ring: radius 10 after 2 s, still growing at 0.5 units/s.
///
/// ```
/// use exact_motion::ExponentialRate;
///
/// # fn main() -> Result<(), exact_motion::ExponentialRateError> {
/// let ring = ExponentialRate::over(10.0, 0.5, 2.0)?;
/// assert_eq!((ring.value(0.0), ring.value(2.0)), (0.0, 10.0));
/// assert_eq!(ring.rate(2.0), 0.5);
/// assert!((ring.start_rate() - 18.575).abs() < 1e-3);
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// The law also holds before 0 and after the end; at `t = ±∞` value and rate are their limits. NaN in gives NaN out.
///
/// # Accuracy
///
/// `λT`: `4 ε (1 + |λT|)`. Progress inside 0 … T: 4e-16 for every `λT`, and exactly 0 and 1 at the ends.
///
/// # Reference
///
/// Derived here: integrate the velocity over 0 … T. The textbook solution by Lambert W loses digits near `ρ = 1`; see
/// [`phi1_inverse`](super::special::phi1_inverse).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct ExponentialRate {
    start: f64,
    end: f64,
    displacement: f64,
    end_rate: f64,
    duration: f64,
    exponent: f64,
}

impl ExponentialRate {
    /// The motion from 0 that covers `displacement` (length) in `duration` (s, ≥ 0) and then has the velocity `end_rate` (length/s).
    ///
    /// A displacement of 0 is feasible in two cases: with a duration of 0, the motion has already ended; with an end rate of 0, it stays at
    /// rest.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`], in this order: non-finite input or negative duration; a displacement with a duration of 0; an end rate
    /// without a displacement; an end at rest; an end rate against the displacement; a ratio `ρ` out of range.
    pub fn over(displacement: f64, end_rate: f64, duration: f64) -> Result<Self, ExponentialRateError> {
        Ok(Self {
            start: 0.0,
            end: displacement,
            displacement,
            end_rate,
            duration,
            exponent: solve(displacement, end_rate, duration)?,
        })
    }

    /// As [`Self::over`], from `start` to `end` (length). The end is stored, so the motion reaches it bit for bit.
    ///
    /// # Errors
    ///
    /// As [`Self::over`], with `displacement = end − start`.
    pub fn between(start: f64, end: f64, end_rate: f64, duration: f64) -> Result<Self, ExponentialRateError> {
        for (name, value) in [("start", start), ("end", end)] {
            finite(name, value)?;
        }
        Ok(Self { start, end, ..Self::over(end - start, end_rate, duration)? })
    }

    /// The limit of `ρ → 0`: the motion stays at 0 until `duration` (s, ≥ 0) is over, then jumps to `displacement` (length) and continues
    /// with the velocity `end_rate` (length/s).
    ///
    /// It covers two cases for which [`Self::over`] returns an error: an end rate without a displacement, and a displacement in a duration
    /// of 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::ExponentialRate;
    ///
    /// let at_once = ExponentialRate::step(5.0, 0.1, 0.0)?;
    /// assert_eq!((at_once.value(0.0), at_once.rate(0.0)), (5.0, 0.1));
    /// # Ok::<(), exact_motion::ExponentialRateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] for non-finite input and for a negative duration.
    pub fn step(displacement: f64, end_rate: f64, duration: f64) -> Result<Self, ExponentialRateError> {
        for (name, value) in [("displacement", displacement), ("end rate", end_rate), ("duration", duration)] {
            finite(name, value)?;
        }
        if duration < 0.0 {
            return Err(ExponentialRateError::Duration { duration });
        }
        let exponent = f64::NEG_INFINITY;
        Ok(Self { start: 0.0, end: displacement, displacement, end_rate, duration, exponent })
    }

    /// Whether this is a [`Self::step`].
    const fn is_step(&self) -> bool {
        self.exponent == f64::NEG_INFINITY
    }

    /// The same motion from the position `start` (length). The end is shifted by the same distance.
    #[must_use]
    pub const fn with_start(self, start: f64) -> Self {
        Self { start, end: start + self.displacement, ..self }
    }

    /// The fraction of the displacement that is covered at the time `t` (s): 0 at the start, 1 at the end.
    #[must_use]
    pub fn progress(&self, t: f64) -> f64 {
        let (covered, left) = self.fractions(t);
        if self.exponent >= 0.0 { covered } else { 1.0 - left }
    }

    /// Position (length) at the time `t` (s, any sign); exactly [`Self::final_value`] at the end.
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t.is_infinite() {
            return self.limit(t).0;
        }
        if self.is_step() && t < self.duration {
            return self.start;
        }
        if self.is_step() || self.duration == 0.0 || self.displacement == 0.0 {
            return self.end + self.end_rate * (t - self.duration);
        }
        let (covered, left) = self.fractions(t);
        if left == 0.0 {
            self.end
        } else if covered == 0.0 {
            self.start
        } else if self.exponent >= 0.0 {
            self.start + self.displacement * covered
        } else {
            self.end - self.displacement * left
        }
    }

    /// Velocity (length/s) at the time `t` (s, any sign).
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if t.is_infinite() {
            return self.limit(t).1;
        }
        if self.is_step() && t < self.duration {
            return 0.0;
        }
        if self.is_step() || self.duration == 0.0 || self.displacement == 0.0 {
            return self.end_rate + 0.0 * t;
        }
        // The exponential may overflow although its product with a small end rate does not, so the end rate is multiplied twice by the
        // square root of the exponential.
        let half = libm::exp(self.exponent * (1.0 - t / self.duration) / 2.0);
        self.end_rate * half * half
    }

    /// The position at the end of the duration. Unit: length.
    #[must_use]
    pub const fn final_value(&self) -> f64 {
        self.end
    }

    /// Velocity at `t = 0`. It may overflow or underflow even if the motion itself does not. Unit: length/s.
    #[must_use]
    pub fn start_rate(&self) -> f64 {
        self.rate(0.0)
    }

    /// Velocity at the end. Unit: length/s.
    #[must_use]
    pub const fn end_rate(&self) -> f64 {
        self.end_rate
    }

    /// The duration. Unit: s.
    #[must_use]
    pub const fn duration(&self) -> f64 {
        self.duration
    }

    /// `λ`: the friction rate that gives the same motion. It is negative if the motion speeds up, and 0 for a [`Self::step`]. Unit: 1/s.
    #[must_use]
    pub const fn lambda(&self) -> f64 {
        if self.exponent == 0.0 || self.is_step() {
            return 0.0;
        }
        self.exponent / self.duration
    }

    /// `λT`: the logarithm of the ratio of the start rate to the end rate; −∞ for a [`Self::step`]. Unit: 1.
    #[must_use]
    pub const fn exponent(&self) -> f64 {
        self.exponent
    }

    /// The time ≥ 0 (s) at which the position is `level` (length). It may be after the end. Returns `None` if there is no such time, and
    /// for NaN.
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        if level == self.start {
            return Some(0.0);
        }
        if level == self.end {
            return Some(self.duration);
        }
        if self.is_step() {
            let is_passed = (level - self.start) * (self.end - level) > 0.0;
            return is_passed.then_some(self.duration);
        }
        let covered = (level - self.start) / self.displacement;
        let left = (self.end - level) / self.displacement;
        let share = if self.exponent >= 0.0 {
            decayed(self.exponent, covered, left)
        } else {
            1.0 - decayed(-self.exponent, left, covered)
        };
        let t = self.duration * share;
        (t > 0.0 && t.is_finite()).then_some(t)
    }

    /// The covered and the remaining fraction of the displacement. Only the covered one is accurate for `λ ≥ 0`, and only the remaining one
    /// for `λ < 0`. Callers only compare the other one with 0.
    fn fractions(&self, t: f64) -> (f64, f64) {
        let exponent = self.exponent;
        if self.is_step() {
            let left = if t >= self.duration {
                0.0
            } else if t.is_nan() {
                t
            } else {
                1.0
            };
            return (1.0 - left, left);
        }
        if self.duration == 0.0 {
            return (1.0, 0.0);
        }
        let time = t / self.duration;
        if exponent >= 0.0 {
            let covered = time * (phi1(-exponent * time) / phi1(-exponent));
            (covered, if time == 1.0 { 0.0 } else { 1.0 })
        } else {
            let ahead = 1.0 - time;
            let left = ahead * (phi1(exponent * ahead) / phi1(exponent));
            (1.0 - left, left)
        }
    }

    /// Position and velocity at `t = ±∞`.
    fn limit(&self, t: f64) -> (f64, f64) {
        if self.is_step() && t < 0.0 {
            (self.start, 0.0)
        } else if self.end_rate == 0.0 {
            (self.end, 0.0)
        } else if self.exponent == 0.0 || self.is_step() {
            (self.end_rate * t, self.end_rate)
        } else if (self.exponent > 0.0) == (t > 0.0) {
            // The distance from the end to the limit is V_T/λ.
            (self.end + self.end_rate / self.lambda(), 0.0)
        } else {
            (self.end_rate * t, self.end_rate * f64::INFINITY)
        }
    }
}

/// The fraction `f` of the duration after which a motion that slows down has covered the fraction `covered` of its displacement: the
/// solution of `f φ₁(−Lf)/φ₁(−L) = covered = 1 − left`, where `L ≥ 0` is the exponent. NaN without a solution.
fn decayed(exponent: f64, covered: f64, left: f64) -> f64 {
    if exponent == 0.0 {
        covered
    } else if covered <= 0.5 {
        -libm::log1p(covered * libm::expm1(-exponent)) / exponent
    } else {
        // Beyond half of the displacement, the remaining fraction is the more accurate one.
        -libm::log(left + covered * libm::exp(-exponent)) / exponent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_and_end_are_exact() {
        for ratio in [1e-3, 0.02, 0.5, 1.0, 1.0 + 1e-12, 3.0, 1e9, 1e200] {
            let motion = ExponentialRate::between(0.1, 7.3, 7.2 / 1.3 / ratio, 1.3).unwrap();
            assert_eq!(motion.value(0.0), 0.1, "ρ = {ratio}");
            assert_eq!(motion.value(1.3).to_bits(), 7.3_f64.to_bits());
            assert_eq!(motion.rate(1.3), motion.end_rate());
            assert_eq!((motion.progress(0.0), motion.progress(1.3)), (0.0, 1.0));
        }
    }

    #[test]
    fn the_end_is_exact_even_if_start_plus_displacement_is_not() {
        for (start, end) in [(3.4, -0.7), (4.0, -4.7), (-4.7, 0.4), (4.4, -1.2), (-2.0, 0.9)] {
            assert_ne!(start + (end - start), end);
            for ratio in [0.5, 1.0, 3.0] {
                let motion = ExponentialRate::between(start, end, (end - start) / ratio, 1.0).unwrap();
                assert_eq!(motion.value(1.0), end);
            }
        }
    }

    #[test]
    fn time_at_returns_the_time_at_which_the_position_is_the_level() {
        for ratio in [1e-2, 0.5, 1.0, 3.0, 1e9] {
            let motion = ExponentialRate::over(8.0, 4.0 / ratio, 2.0).unwrap();
            for level in [0.0, 1e-3, 2.0, 4.0, 7.0, 7.999, 8.0] {
                let t = motion.time_at(level).unwrap();
                let bar = 4.0 * f64::EPSILON * (8.0 + 2.0 * motion.rate(t));
                assert!((motion.value(t) - level).abs() < bar, "ρ = {ratio}, {level}");
            }
            assert_eq!(motion.time_at(-1.0), None);
            assert_eq!(motion.time_at(f64::NAN), None);
        }
    }

    #[test]
    fn a_step_stays_at_its_start_until_its_duration_is_over() {
        for (displacement, end_rate, duration) in [(5.0, 0.1, 0.0), (0.0, 3.0, 2.0), (0.0, 0.0, 0.0), (-4.0, -2.0, 1.5)]
        {
            let step = ExponentialRate::step(displacement, end_rate, duration).unwrap().with_start(1.0);
            for before in [-3.0, f64::NEG_INFINITY, duration - 1e-9] {
                assert_eq!((step.value(before), step.rate(before), step.progress(before)), (1.0, 0.0, 0.0));
            }
            assert_eq!((step.value(duration), step.rate(duration)), (1.0 + displacement, end_rate));
            assert_eq!(step.value(duration + 2.0), 1.0 + displacement + 2.0 * end_rate);
            assert_eq!((step.lambda(), step.progress(duration), step.final_value()), (0.0, 1.0, 1.0 + displacement));
            assert_eq!(
                step.time_at(1.0 + displacement / 2.0).unwrap_or(duration),
                if displacement == 0.0 { 0.0 } else { duration }
            );
            assert!(step.value(f64::NAN).is_nan() && step.rate(f64::NAN).is_nan() && step.progress(f64::NAN).is_nan());
        }
        // Motions over ever smaller displacements converge to a step.
        let near = ExponentialRate::over(1e-9, 3.0, 2.0).unwrap();
        assert!(near.value(1.99) < 1e-9 && near.rate(1.99) < 1e-9 && near.rate(2.0) == 3.0);
        assert!(ExponentialRate::step(1.0, 1.0, -1.0).is_err() && ExponentialRate::step(f64::NAN, 1.0, 1.0).is_err());
    }

    #[test]
    fn limits_at_infinity_agree_with_values_at_large_times() {
        let slowing = ExponentialRate::over(8.0, 1.0, 2.0).unwrap().with_start(1.0);
        assert!((slowing.value(200.0) - slowing.value(f64::INFINITY)).abs() < 1e-14);
        assert_eq!(slowing.rate(f64::INFINITY), 0.0);
        assert_eq!(slowing.value(f64::NEG_INFINITY), f64::NEG_INFINITY);
        let speeding = ExponentialRate::over(1.0, 1.0, 2.0).unwrap();
        assert!((speeding.value(-200.0) - speeding.value(f64::NEG_INFINITY)).abs() < 1e-14);
        assert_eq!(speeding.value(f64::INFINITY), f64::INFINITY);
        assert_eq!(speeding.rate(f64::INFINITY), f64::INFINITY);
        assert!(speeding.value(f64::NAN).is_nan() && speeding.rate(f64::NAN).is_nan());
    }
}
