//! A constant acceleration with friction, solved for a given displacement and end rate. The end rate may oppose the displacement.

use super::Propagator;
use super::special::{phi1, phi2};

/// The `cT` from which the determinant is computed as a quotient; below, it is a difference of `φ` functions. Each form loses digits in the
/// range of the other.
const QUOTIENT_FROM: f64 = 2.0;

/// A motion with a given displacement and end rate. It may reverse before its end, or end at rest. The caller chooses the friction;
/// acceleration and start rate are solved for.
///
/// ```text
/// x″ = a − c x′,          x(T) − x(0) = displacement,          x′(T) = V_T
/// ```
///
/// It covers three cases that an [`ExponentialRate`](super::ExponentialRate) cannot: an end rate against the displacement, an end at rest,
/// and a displacement of 0.
///
/// # Examples
///
/// A radius that is 1 after 1 s and then shrinks at 1 unit/s, without friction: a parabola with its top at 1.125.
///
/// ```
/// use exact_motion::Contraction;
///
/// # fn main() -> Result<(), exact_motion::ContractionError> {
/// let radius = Contraction::over(1.0, -1.0, 1.0, 0.0)?;
/// assert_eq!((radius.start_rate(), radius.acceleration()), (3.0, -4.0));
/// assert_eq!(radius.turn().map(|turn| (turn.time, turn.value)), Some((0.75, 1.125)));
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
/// 8 ε of the sum of the terms' magnitudes.
///
/// # Reference
///
/// Derived here: the two end conditions are linear in start rate and acceleration, with the determinant
/// `T pv − h2 = T² ∫ s e^{−cTs} ds > 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contraction {
    start: f64,
    end: f64,
    displacement: f64,
    end_rate: f64,
    duration: f64,
    friction: f64,
    start_rate: f64,
    acceleration: f64,
}

/// When and where a motion reverses. [`Contraction::turn`] returns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The time of the reversal. Unit: s.
    pub time: f64,
    /// The position at the reversal. Unit: length.
    pub value: f64,
}

/// Why no contraction has the given displacement and end rate. [`Contraction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContractionError {
    /// An input is NaN or infinite.
    #[error("{name} is {value}; it must be finite")]
    NotFinite {
        /// The name of the input.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The duration is ≤ 0.
    #[error("duration is {duration} s; it must be > 0")]
    Duration {
        /// The duration. Unit: s.
        duration: f64,
    },
    /// The friction is negative, so it would accelerate.
    #[error("friction is {friction} 1/s; it must be ≥ 0, and 0 is the nearest that works")]
    Friction {
        /// The friction. Unit: 1/s.
        friction: f64,
    },
    /// The solution exceeds the range of `f64`.
    #[error(
        "the start rate or the acceleration overflows for {duration} s and a friction of {friction} 1/s; a duration nearer 1/friction works"
    )]
    Overflow {
        /// The duration. Unit: s.
        duration: f64,
        /// The friction. Unit: 1/s.
        friction: f64,
    },
}

impl Contraction {
    /// The motion from 0 that covers `displacement` (length) in `duration` (s, > 0) under `friction` (1/s, ≥ 0), with the velocity
    /// `end_rate` (length/s) at its end.
    ///
    /// # Errors
    ///
    /// [`ContractionError`] for non-finite input, a duration ≤ 0 or a negative friction. All other input has a solution, and is an
    /// error only if the solution overflows.
    pub fn over(displacement: f64, end_rate: f64, duration: f64, friction: f64) -> Result<Self, ContractionError> {
        for (name, value) in
            [("displacement", displacement), ("end rate", end_rate), ("duration", duration), ("friction", friction)]
        {
            finite(name, value)?;
        }
        if duration <= 0.0 {
            return Err(ContractionError::Duration { duration });
        }
        if friction < 0.0 {
            return Err(ContractionError::Friction { friction });
        }
        let p = Propagator::new(0.0, friction, duration);
        let determinant = duration * duration * first_moment(friction * duration);
        let start_rate = (p.pv * displacement - p.h2 * end_rate) / determinant;
        let acceleration = (p.pv * end_rate - p.vv * displacement) / determinant;
        if !(start_rate.is_finite() && acceleration.is_finite()) {
            return Err(ContractionError::Overflow { duration, friction });
        }
        Ok(Self { start: 0.0, end: displacement, displacement, end_rate, duration, friction, start_rate, acceleration })
    }

    /// As [`Self::over`], from `start` to `end` (length). The end is stored, so the motion reaches it bit for bit.
    ///
    /// # Errors
    ///
    /// As [`Self::over`], with `displacement = end − start`.
    pub fn between(
        start: f64,
        end: f64,
        end_rate: f64,
        duration: f64,
        friction: f64,
    ) -> Result<Self, ContractionError> {
        for (name, value) in [("start", start), ("end", end)] {
            finite(name, value)?;
        }
        Ok(Self { start, end, ..Self::over(end - start, end_rate, duration, friction)? })
    }

    /// The same motion from the position `start` (length). The end is shifted by the same distance.
    #[must_use]
    pub const fn with_start(self, start: f64) -> Self {
        Self { start, end: start + self.displacement, ..self }
    }

    /// Position (length) at the time `t` (s, any sign); exactly [`Self::final_value`] at the end.
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t == self.duration {
            return self.end;
        }
        if t.is_infinite() {
            return self.limit(t).0;
        }
        let p = Propagator::new(0.0, self.friction, t);
        self.start + (p.pv * self.start_rate + p.h2 * self.acceleration)
    }

    /// Velocity (length/s) at the time `t` (s, any sign); exactly the end rate at the end.
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if t == self.duration {
            return self.end_rate;
        }
        if t.is_infinite() {
            return self.limit(t).1;
        }
        let p = Propagator::new(0.0, self.friction, t);
        p.vv * self.start_rate + p.pv * self.acceleration
    }

    /// The position at the end of the duration. Unit: length.
    #[must_use]
    pub const fn final_value(&self) -> f64 {
        self.end
    }

    /// The solved acceleration `a`. Unit: length/s².
    #[must_use]
    pub const fn acceleration(&self) -> f64 {
        self.acceleration
    }

    /// The solved velocity at `t = 0`. Unit: length/s.
    #[must_use]
    pub const fn start_rate(&self) -> f64 {
        self.start_rate
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

    /// When and where the motion reverses. Returns `None` if it does not reverse within its duration.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        // The velocity is monotonic, so it has a zero if and only if start rate and end rate differ in sign.
        let opposite = (self.start_rate > 0.0 && self.end_rate < 0.0) || (self.start_rate < 0.0 && self.end_rate > 0.0);
        if !opposite {
            return None;
        }
        let uniform = -self.start_rate / self.acceleration;
        let scaled = self.friction * uniform;
        let ratio = if scaled == 0.0 { 1.0 } else { libm::log1p(scaled) / scaled };
        let time = uniform * ratio;
        Some(Turn { time, value: self.value(time) })
    }

    /// Position and velocity at `t = ±∞`.
    fn limit(&self, t: f64) -> (f64, f64) {
        let (a, v, c) = (self.acceleration, self.start_rate, self.friction);
        let terminal = a / c;
        if a == 0.0 && v == 0.0 {
            (self.start, 0.0)
        } else if c == 0.0 && a == 0.0 {
            (v * t, v)
        } else if c == 0.0 {
            (a * f64::INFINITY, a * t)
        } else if t > 0.0 && a == 0.0 {
            (self.start + v / c, 0.0)
        } else if t > 0.0 || v == terminal {
            (terminal * t, terminal)
        } else {
            ((v - terminal) * t, (v - terminal) * f64::INFINITY)
        }
    }
}

fn finite(name: &'static str, value: f64) -> Result<(), ContractionError> {
    if value.is_finite() { Ok(()) } else { Err(ContractionError::NotFinite { name, value }) }
}

/// `∫ s e^{−sz} ds` from 0 to 1, for `z ≥ 0`: `φ₁(−z) − φ₂(−z) = (1 − (1 + z) e^{−z})/z²`.
fn first_moment(z: f64) -> f64 {
    if z < QUOTIENT_FROM { phi1(-z) - phi2(-z) } else { (1.0 - (1.0 + z) * libm::exp(-z)) / z / z }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_determinant_is_continuous_where_its_formula_changes() {
        let below = first_moment(QUOTIENT_FROM * (1.0 - f64::EPSILON));
        assert!((first_moment(QUOTIENT_FROM) / below - 1.0).abs() < 2e-15);
    }

    #[test]
    fn start_and_end_match_the_given_values() {
        for friction in [0.0, 1e-9, 0.7, 5.0, 60.0] {
            for (displacement, end_rate) in [(3.0, -1.0), (3.0, 0.0), (0.0, 2.0), (-1.0, -8.0)] {
                let motion = Contraction::over(displacement, end_rate, 1.5, friction).unwrap();
                let motion = motion.with_start(2.0);
                assert_eq!(motion.value(0.0), 2.0);
                assert_eq!(motion.value(1.5), 2.0 + displacement);
                // Just before the end, the position by the law equals the stored end except for rounding.
                let before = motion.value(1.5 * (1.0 - f64::EPSILON));
                assert!((before - motion.final_value()).abs() < 4e-14);
                let rate = motion.rate(1.5 * (1.0 - f64::EPSILON));
                assert!((rate - end_rate).abs() < 1e-13 * (1.0 + motion.acceleration().abs()));
            }
        }
    }

    #[test]
    fn the_motion_is_at_rest_at_its_turn() {
        let motion = Contraction::over(3.0, -1.0, 1.5, 2.0).unwrap();
        let turn = motion.turn().unwrap();
        assert!(motion.rate(turn.time).abs() < 1e-14);
        assert!(turn.time > 0.0 && turn.time < 1.5 && turn.value > 3.0);
        assert_eq!(Contraction::over(3.0, 0.0, 1.5, 2.0).unwrap().turn(), None);
        assert_eq!(Contraction::over(3.0, 2.0, 1.5, 0.0).unwrap().turn(), None);
    }

    #[test]
    fn limits_at_infinity_agree_with_values_at_large_times() {
        for friction in [0.0, 0.7] {
            let motion = Contraction::over(3.0, -1.0, 1.5, friction).unwrap();
            for t in [f64::NEG_INFINITY, f64::INFINITY] {
                let far = 300.0 * t.signum();
                assert_eq!(motion.value(t), f64::INFINITY * motion.value(far));
                if friction == 0.0 || t < 0.0 {
                    assert_eq!(motion.rate(t), f64::INFINITY * motion.rate(far));
                } else {
                    assert!((motion.rate(t) - motion.rate(far)).abs() < 1e-14);
                }
            }
        }
        assert_eq!(Contraction::over(0.0, 0.0, 1.0, 1.0).unwrap().value(f64::INFINITY), 0.0);
    }

    #[test]
    fn invalid_input_is_an_error() {
        for bad in [f64::NAN, f64::INFINITY] {
            for (d, v, t, c) in [(bad, 1.0, 1.0, 1.0), (1.0, bad, 1.0, 1.0), (1.0, 1.0, bad, 1.0), (1.0, 1.0, 1.0, bad)]
            {
                assert!(matches!(Contraction::over(d, v, t, c), Err(ContractionError::NotFinite { .. })));
            }
            assert!(Contraction::between(bad, 1.0, 1.0, 1.0, 1.0).is_err());
        }
        assert!(matches!(Contraction::over(1.0, 1.0, 0.0, 1.0), Err(ContractionError::Duration { .. })));
        assert!(matches!(Contraction::over(1.0, 1.0, 1.0, -1.0), Err(ContractionError::Friction { .. })));
        assert!(matches!(Contraction::over(1e300, 1.0, 1e-300, 1.0), Err(ContractionError::Overflow { .. })));
        assert!(Contraction::over(1.0, 1.0, 1.0, 1.0).unwrap().value(f64::NAN).is_nan());
    }
}
