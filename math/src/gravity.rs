//! A motion under a constant acceleration alone.

/// A motion under a constant acceleration, `x″ = a`.
///
/// ```text
/// v(t) = v₀ + a t          x(t) = x₀ + v₀ t + a t²/2
/// ```
///
/// # Examples
///
/// ```
/// use exact_motion::Gravity;
///
/// let throw = Gravity::new(-Gravity::EARTH).with_velocity(9.80665);
/// assert!((throw.value(1.0) - 4.903325).abs() < 1e-15); // the top
/// assert_eq!(throw.time_at(5.0), None);
/// assert_eq!(throw.with_start(-4.903325).time_at(0.0), Some(1.0));
/// ```
///
/// # Special cases
///
/// `a = 0` is uniform motion. At `t = ±∞` value and rate are their limits. NaN in gives NaN out.
///
/// # Accuracy
///
/// 4 ε of the sum of the terms' magnitudes.
///
/// # Reference
///
/// The limit `k = c = 0` of [`Propagator`](super::Propagator).
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Gravity {
    /// `a`. Unit: length/s². Range: any.
    pub acceleration: f64,
    /// Position at `t = 0`. Unit: length. Default: 0.
    pub start: f64,
    /// Velocity at `t = 0`. Unit: length/s. Default: 0.
    pub velocity: f64,
}

impl Gravity {
    /// The standard acceleration of free fall at the Earth's surface. Unit: m/s².
    ///
    /// # Reference
    ///
    /// 3rd General Conference on Weights and Measures (1901), declaration on the unit of mass and the definition of weight.
    pub const EARTH: f64 = 9.80665;

    /// Free fall from 0, at rest, with `acceleration` (length/s²).
    pub const fn new(acceleration: f64) -> Self {
        Self { acceleration, start: 0.0, velocity: 0.0 }
    }

    /// The same acceleration from the position `start` (length).
    pub const fn with_start(self, start: f64) -> Self {
        Self { start, ..self }
    }

    /// The same acceleration with the velocity `velocity` (length/s) at `t = 0`.
    pub const fn with_velocity(self, velocity: f64) -> Self {
        Self { velocity, ..self }
    }

    /// Position (length) at the time `t` (s, any sign).
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if !t.is_infinite() {
            return self.start + (self.velocity * t + self.acceleration * t * t / 2.0);
        }
        if self.acceleration != 0.0 {
            self.start + self.velocity + self.acceleration * f64::INFINITY
        } else if self.velocity != 0.0 {
            self.start + self.velocity * t
        } else {
            self.start
        }
    }

    /// Velocity (length/s) at the time `t` (s, any sign).
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if self.acceleration == 0.0 && !t.is_nan() {
            return self.velocity;
        }
        self.velocity + self.acceleration * t
    }

    /// The position at `t = ∞`: ±∞, or the start for a motion at rest without acceleration.
    #[must_use]
    pub fn final_value(&self) -> f64 {
        self.value(f64::INFINITY)
    }

    /// The first time ≥ 0 (s) at which the position is `level` (length). Returns `None` if it never is. Touching the level at the turning
    /// point counts, with a tolerance of 8 ε.
    ///
    /// # Reference
    ///
    /// The quadratic formula without cancellation: Press et al., *Numerical Recipes*, 3rd ed. (2007), eq. (5.6.4).
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        let Self { acceleration: a, velocity: v, .. } = *self;
        let gap = level - self.start;
        if gap == 0.0 && !(a + v).is_nan() {
            return Some(0.0);
        }
        let turn = 2.0 * a * gap;
        let squared = v * v + turn;
        let touching = squared.abs() <= 8.0 * f64::EPSILON * (v * v + turn.abs());
        let speed = libm::sqrt(if touching { 0.0 } else { squared });
        // The sum without cancellation gives both roots: one directly, the other one from their product.
        let sum = if v < 0.0 { v - speed } else { v + speed };
        let roots = [-sum / a, 2.0 * gap / sum];
        roots.into_iter().filter(|t| *t > 0.0 && t.is_finite()).reduce(f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_at_returns_the_first_of_two_passages() {
        let throw = Gravity::new(-10.0).with_velocity(20.0);
        assert_eq!(throw.time_at(15.0), Some(1.0));
        assert_eq!(throw.time_at(20.0), Some(2.0));
        assert_eq!(throw.time_at(20.1), None);
        assert_eq!(throw.time_at(-25.0), Some(5.0));
        let down = throw.with_velocity(-20.0);
        assert_eq!(down.time_at(-25.0), Some(1.0));
        assert_eq!(down.time_at(1.0), None);
        assert_eq!(throw.time_at(f64::NAN), None);
    }

    #[test]
    fn without_acceleration_the_motion_is_uniform() {
        let drift = Gravity::new(0.0).with_velocity(2.0);
        assert_eq!(drift.time_at(3.0), Some(1.5));
        assert_eq!(drift.time_at(-3.0), None);
        assert_eq!(drift.with_velocity(0.0).time_at(3.0), None);
        assert_eq!(drift.rate(f64::INFINITY), 2.0);
    }

    #[test]
    fn value_and_rate_at_infinite_times_are_their_limits() {
        let fall = Gravity::new(-10.0).with_velocity(20.0);
        assert_eq!(fall.final_value(), f64::NEG_INFINITY);
        assert_eq!(fall.value(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(fall.rate(f64::NEG_INFINITY), f64::INFINITY);
        assert_eq!(Gravity::new(0.0).with_start(3.0).final_value(), 3.0);
        assert!(fall.value(f64::NAN).is_nan());
        assert!(fall.with_velocity(f64::NAN).final_value().is_nan());
    }
}
