//! Viscous friction alone, under which the velocity decays exponentially.

use core::f64::consts::LN_2;

use super::nearest::{least_positive, nearest_working};
use super::parameter::{ParameterError, finite, inside, non_negative, positive};
use super::{Propagator, settle};

/// A motion under viscous friction, `x″ = −c x′`.
///
/// ```text
/// v(t) = v₀ e^(−ct)          x(t) = x₀ + v₀ t φ₁(−ct)          total distance v₀/c
/// ```
///
/// # Examples
///
/// The motion keeps half of its speed every second:
///
/// ```
/// use exact_motion::Friction;
///
/// # fn main() -> Result<(), exact_motion::ParameterError> {
/// let glide = Friction::from_retention(0.5)?.with_velocity(100.0);
/// assert!((glide.rate(2.0) - 25.0).abs() < 1e-13);
/// assert!((glide.final_value() - 144.26950408889634).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// `c = 0` is uniform motion. A negative coefficient, which can only be set through the field, gives exponential growth. At `t = ±∞` value
/// and rate are their limits. NaN in gives NaN out.
///
/// # Accuracy
///
/// Value: 4 ε of the sum of the terms' magnitudes. Rate: 4 ε `(1 + |ct|)`.
///
/// # Reference
///
/// The limit `k = 0` of [`Propagator`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Friction {
    /// `c`, the deceleration divided by the velocity. Unit: 1/s. Range: ≥ 0; 0 is no friction.
    pub coefficient: f64,
    /// Position at `t = 0`. Unit: length. Default: 0.
    pub start: f64,
    /// Velocity at `t = 0`. Unit: length/s. Default: 0.
    pub velocity: f64,
}

impl Friction {
    /// Friction of the rate `coefficient` (1/s, ≥ 0).
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN, infinite or negative rates.
    pub fn new(coefficient: f64) -> Result<Self, ParameterError> {
        Ok(Self { coefficient: non_negative("friction rate", coefficient)?, start: 0.0, velocity: 0.0 })
    }

    /// Friction that keeps the fraction `per_second` (1, 0 < d ≤ 1) of the speed every second: `c = −ln d`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside that range or for NaN.
    #[doc(alias = "drag")]
    pub fn from_retention(per_second: f64) -> Result<Self, ParameterError> {
        Self::new(-libm::log(fraction("retention", per_second, |_| true)?))
    }

    /// Friction that multiplies the velocity by `factor` `f` (1, 0 < f ≤ 1) in each frame, at `frames_per_second` `n` (1/s, > 0):
    /// `c = −n ln f`.
    ///
    /// The velocity equals that of a loop with `v *= f` in each frame. The position differs from the loop's by about the distance
    /// covered in half a frame.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges or for NaN.
    pub fn from_frame_factor(factor: f64, frames_per_second: f64) -> Result<Self, ParameterError> {
        let rate = |factor: f64, frames: f64| -frames * libm::log(factor);
        let frames = positive("frames per second", frames_per_second, |frames| rate(factor, frames).is_finite())?;
        let factor = fraction("frame factor", factor, |factor| rate(factor, frames).is_finite())?;
        Self::new(rate(factor, frames))
    }

    /// Friction that halves the speed every `half_life` (s, > 0): `c = ln 2/half_life`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN, infinite or non-positive times.
    pub fn from_half_life(half_life: f64) -> Result<Self, ParameterError> {
        Self::new(LN_2 / positive("half-life", half_life, |half_life| (LN_2 / half_life).is_finite())?)
    }

    /// Friction under which a motion of `velocity` (length/s) comes to rest after `distance` (length): `c = velocity/distance`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN, infinite or zero arguments, and for arguments of opposite signs.
    pub fn from_stopping_distance(velocity: f64, distance: f64) -> Result<Self, ParameterError> {
        let (velocity, distance) = (finite("velocity", velocity)?, finite("distance", distance)?);
        let stops = |velocity: f64, distance: f64| (velocity / distance).is_finite();
        let other_than_0 = |name, value: f64, like: f64, works: &dyn Fn(f64) -> bool| {
            if value != 0.0 {
                return Ok(value);
            }
            let nearest = libm::copysign(least_positive(works).unwrap_or(1.0), like);
            Err(ParameterError::OutOfRange { name, value, range: "other than 0", nearest })
        };
        let velocity = other_than_0("velocity", velocity, distance, &|velocity| stops(velocity, distance))?;
        let distance = other_than_0("stopping distance", distance, velocity, &|distance| stops(velocity, distance))?;
        if (velocity > 0.0) != (distance > 0.0) {
            let other_way = |distance: f64| distance.signum() == velocity.signum() && stops(velocity, distance);
            let nearest = if other_way(-distance) {
                -distance
            } else {
                nearest_working(velocity / f64::MAX, other_way).unwrap_or(velocity)
            };
            return Err(ParameterError::WrongDirection { velocity, distance, nearest });
        }
        Ok(Self::new(velocity / distance)?.with_velocity(velocity))
    }

    /// The same friction from the position `start` (length).
    pub const fn with_start(self, start: f64) -> Self {
        Self { start, ..self }
    }

    /// The same friction with the velocity `velocity` (length/s) at `t = 0`.
    pub const fn with_velocity(self, velocity: f64) -> Self {
        Self { velocity, ..self }
    }

    /// The same friction, with the start velocity that leads to the final value `end` (length): `v₀ = c (end − start)`.
    pub const fn with_final_value(self, end: f64) -> Self {
        self.with_velocity(self.coefficient * (end - self.start))
    }

    /// Position (length) at the time `t` (s, any sign).
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t.is_infinite() {
            return self.limit(t);
        }
        self.start + self.velocity * Propagator::new(0.0, self.coefficient, t).pv
    }

    /// Velocity (length/s) at the time `t` (s, any sign).
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        // Without friction the exponent is 0 even at ∞; 0 · ∞ would be NaN.
        let exponent = if self.coefficient == 0.0 && t.is_infinite() { 0.0 } else { -self.coefficient * t };
        if self.velocity == 0.0 && !exponent.is_nan() {
            return 0.0;
        }
        self.velocity * libm::exp(exponent)
    }

    /// The position at `t = ∞`: `x₀ + v₀/c`; ±∞ for a motion without friction.
    #[must_use]
    pub fn final_value(&self) -> f64 {
        self.limit(f64::INFINITY)
    }

    /// The first time ≥ 0 (s) at which the position is `level` (length). Returns `None` if it never is. The final value is only approached,
    /// never reached.
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        if level == self.start {
            return Some(0.0);
        }
        let seconds = (level - self.start) / self.velocity;
        let lost = self.coefficient * seconds;
        let t = if lost == 0.0 { seconds } else { seconds * (libm::log1p(-lost) / -lost) };
        (t > 0.0 && t.is_finite()).then_some(t)
    }

    /// The time (s) after which at most `tolerance` (length) of the distance is left; ∞ if never.
    #[must_use]
    pub fn settling_time(&self, tolerance: f64) -> f64 {
        settle::friction_settling_time(self.coefficient, self.velocity, tolerance)
    }

    /// The time (s) in which the speed halves; ∞ without friction.
    #[must_use]
    pub const fn half_life(&self) -> f64 {
        LN_2 / self.coefficient
    }

    /// The fraction of the speed that is kept every second, `e^(−c)`; 1 without friction.
    #[must_use]
    pub fn retention(&self) -> f64 {
        libm::exp(-self.coefficient)
    }

    fn limit(&self, t: f64) -> f64 {
        if self.coefficient.is_nan() {
            f64::NAN
        } else if self.velocity == 0.0 {
            self.start
        } else if self.coefficient * t > 0.0 {
            self.start + self.velocity / self.coefficient
        } else {
            self.start + self.velocity * t
        }
    }
}

/// Returns `value` if it is a fraction above 0 and at most 1. The error suggests a value that `works`.
fn fraction(name: &'static str, value: f64, works: impl Fn(f64) -> bool) -> Result<f64, ParameterError> {
    let edge = if value > 1.0 { 1.0 } else { 0.0 };
    inside(name, value, |fraction| fraction > 0.0 && fraction <= 1.0, "> 0 and ≤ 1", edge, works)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_inverses_of_each_other() {
        let glide = Friction::from_retention(0.3).unwrap();
        assert!((glide.retention() - 0.3).abs() < 1e-16);
        assert!((Friction::from_half_life(0.25).unwrap().half_life() - 0.25).abs() < 1e-16);
        let frames = Friction::from_frame_factor(0.99, 60.0).unwrap();
        assert!((frames.coefficient - 0.603_020_151_210_087).abs() < 1e-15);
        let stop = Friction::from_stopping_distance(-6.0, -3.0).unwrap();
        assert_eq!((stop.coefficient, stop.final_value()), (2.0, -3.0));
        let aimed = Friction::new(2.0).unwrap().with_start(1.0).with_final_value(4.0);
        assert_eq!((aimed.velocity, aimed.final_value()), (6.0, 4.0));
        assert_eq!(Friction::from_retention(1.0).unwrap().coefficient, 0.0);
    }

    #[test]
    fn invalid_parameters_are_errors() {
        for bad in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(Friction::new(bad).is_err());
            assert!(Friction::from_retention(bad).is_err());
            assert!(Friction::from_frame_factor(bad, 60.0).is_err());
            assert!(Friction::from_frame_factor(0.9, bad).is_err());
            assert!(Friction::from_half_life(bad).is_err());
        }
        assert!(Friction::from_retention(0.0).is_err());
        assert!(Friction::from_retention(1.5).is_err());
        assert!(Friction::from_half_life(0.0).is_err());
        for (velocity, distance) in [(1.0, -1.0), (0.0, 1.0), (1.0, 0.0), (f64::NAN, 1.0)] {
            assert!(Friction::from_stopping_distance(velocity, distance).is_err());
        }
    }

    #[test]
    fn value_and_rate_at_infinite_times_are_their_limits() {
        let glide = Friction::new(2.0).unwrap().with_start(1.0).with_velocity(-6.0);
        assert_eq!(glide.final_value(), -2.0);
        assert_eq!(glide.value(f64::NEG_INFINITY), f64::INFINITY);
        assert_eq!(glide.rate(f64::INFINITY), 0.0);
        assert_eq!(glide.rate(f64::NEG_INFINITY), f64::NEG_INFINITY);
        let free = Friction::new(0.0).unwrap().with_velocity(3.0);
        assert_eq!(free.value(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(free.rate(f64::INFINITY), 3.0);
        assert_eq!(free.with_velocity(0.0).final_value(), 0.0);
    }

    #[test]
    fn time_at_is_none_at_or_beyond_the_final_value() {
        let glide = Friction::new(2.0).unwrap().with_velocity(6.0);
        let t = glide.time_at(2.999).unwrap();
        assert!((glide.value(t) - 2.999).abs() < 1e-15);
        for level in [3.0, 4.0, -0.1, f64::NAN] {
            assert_eq!(glide.time_at(level), None);
        }
        assert_eq!(glide.time_at(0.0), Some(0.0));
        assert_eq!(Friction::new(0.0).unwrap().with_velocity(2.0).time_at(3.0), Some(1.5));
        assert_eq!(Friction::new(1.0).unwrap().time_at(3.0), None);
    }

    #[test]
    fn nan_in_gives_nan_out() {
        let glide = Friction::new(2.0).unwrap().with_velocity(6.0);
        assert!(glide.value(f64::NAN).is_nan());
        assert!(glide.rate(f64::NAN).is_nan());
        assert!(glide.with_velocity(f64::NAN).final_value().is_nan());
        assert!(glide.with_velocity(0.0).rate(f64::NAN).is_nan());
        assert!(glide.settling_time(f64::NAN).is_nan());
    }
}
