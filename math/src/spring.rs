//! The damped spring: `x″ = −ω² (x − target) − 2ζω x′`.

use super::crossing::Motion;
use super::parameter::{ParameterError, non_negative};
use super::propagator::Roots;
use super::settle::{energy_distance, spring_settling_time};
use super::{Law, Propagator, response};

/// The motion of a damped spring, from its state at `t = 0` to its target.
///
/// ```text
/// x″ = −ω² (x − target) − 2ζω x′          ω: angular frequency, ζ: damping ratio
/// ```
///
/// A spring with `ζ < 1` overshoots its target. `ζ = 1` is the fastest without overshoot, and `ζ > 1` is slower. The results are
/// continuous in `ζ`, with full accuracy for any `ζ ≥ 0`.
///
/// # Examples
///
/// ```
/// use exact_motion::Spring;
///
/// # fn main() -> Result<(), exact_motion::ParameterError> {
/// let spring = Spring::new(10.0, 1.0)?; // from 0 to 1, released at rest
/// assert!((spring.value(0.2) - 0.5939941502901619).abs() < 1e-15);
/// assert_eq!(spring.final_value(), 1.0);
/// assert!((spring.settling_time(0.01) - 0.69640853).abs() < 1e-8);
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// `ω = 0` is free motion for any `ζ`. `ω = ∞` is the limit of ever stiffer springs: for every time above 0 the position is the target and
/// the rate is 0, for any `ζ`. Negative times evaluate backward in time. At `t = ±∞` value and rate are their limits, or NaN if there is no
/// limit: for an undamped oscillation, and backward in time for a damped one or an infinite `ω`. NaN in gives NaN out.
///
/// # Accuracy
///
/// `8 ε (1 + ω|t|)` times the sum of the terms' magnitudes.
///
/// # Reference
///
/// See [`Propagator`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Spring {
    /// `ω`. Unit: rad/s. Range: ≥ 0; 0 is free motion, ∞ reaches the target immediately.
    pub angular_frequency: f64,
    /// `ζ`. Unit: 1. Range: ≥ 0; 0 oscillates forever.
    pub damping_ratio: f64,
    /// Position at `t = 0`. Unit: length. Default: 0.
    pub start: f64,
    /// Velocity at `t = 0`. Unit: length/s. Default: 0.
    pub velocity: f64,
    /// The position to which the spring pulls. Unit: length. Default: 1.
    pub target: f64,
}

impl Spring {
    /// A spring of angular frequency `ω` (rad/s, ≥ 0; ∞ is allowed) and damping ratio `ζ` (1, ≥ 0). It starts at rest at 0, with its target
    /// at 1.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN or negative parameters, for an infinite `ζ`, and if `ω²` or `2ζω` of a finite `ω` overflows.
    pub fn new(angular_frequency: f64, damping_ratio: f64) -> Result<Self, ParameterError> {
        let spring = Self {
            angular_frequency: if angular_frequency == f64::INFINITY {
                angular_frequency
            } else {
                non_negative("angular frequency", angular_frequency)?
            },
            damping_ratio: non_negative("damping ratio", damping_ratio)?,
            start: 0.0,
            velocity: 0.0,
            target: 1.0,
        };
        if !(spring.is_rigid() || (spring.stiffness() + spring.damping()).is_finite()) {
            return Err(ParameterError::NotFinite { name: "angular frequency", value: angular_frequency });
        }
        Ok(spring)
    }

    /// The same spring from the position `start` (length).
    pub const fn with_start(self, start: f64) -> Self {
        Self { start, ..self }
    }

    /// The same spring with the velocity `velocity` (length/s) at `t = 0`.
    pub const fn with_velocity(self, velocity: f64) -> Self {
        Self { velocity, ..self }
    }

    /// The same spring towards `target` (length).
    pub const fn with_target(self, target: f64) -> Self {
        Self { target, ..self }
    }

    /// Stiffness for a mass of 1: `k = ω²`, in 1/s².
    #[must_use]
    pub const fn stiffness(&self) -> f64 {
        self.angular_frequency * self.angular_frequency
    }

    /// Damping for a mass of 1: `c = 2ζω`, in 1/s.
    #[must_use]
    pub const fn damping(&self) -> f64 {
        if self.is_rigid() && self.damping_ratio == 0.0 {
            return 0.0;
        }
        2.0 * self.damping_ratio * self.angular_frequency
    }

    /// Position (length) at the time `t` (s, any sign).
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t.is_infinite() {
            return self.limit(t).0;
        }
        if self.is_rigid() {
            return self.rigid_state(t).0;
        }
        let p = self.propagator(t);
        let y = self.start - self.target;
        if p.pp_minus_1.abs() < 0.5 {
            // Relative to the start, so that the result is exact at t = 0.
            self.start + (p.pp_minus_1 * y + p.pv * self.velocity)
        } else {
            // Relative to the target, so that the motion converges to it exactly, however far away the start is.
            self.target + (p.pp * y + p.pv * self.velocity)
        }
    }

    /// Velocity (length/s) at the time `t` (s, any sign).
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if t.is_infinite() {
            return self.limit(t).1;
        }
        if self.is_rigid() {
            return self.rigid_state(t).1;
        }
        let p = self.propagator(t);
        p.vp * (self.start - self.target) + p.vv * self.velocity
    }

    /// The position at `t = ∞`: the target, for a damped spring with `ω > 0`; otherwise the limit of the motion, or NaN if it oscillates
    /// forever.
    #[must_use]
    pub fn final_value(&self) -> f64 {
        self.value(f64::INFINITY)
    }

    /// The first time ≥ 0 (s) at which the position is `level` (length), to within rounding. Returns `None` if it never is. A damped spring
    /// may approach its target without ever reaching it.
    ///
    /// # Reference
    ///
    /// See [`Motion::first_crossing`].
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        if level == self.start {
            return Some(0.0);
        }
        if self.is_rigid() {
            let is_passed = (level - self.start) * (self.target - level) > 0.0 || level == self.target;
            return is_passed.then_some(0.0);
        }
        let motion = Motion {
            law: Law { k: self.stiffness(), c: self.damping(), ..Law::default() },
            target: self.target,
            start: self.start,
            velocity: self.velocity,
        };
        motion.first_crossing(level, f64::INFINITY).map(|crossing| crossing.time)
    }

    /// `E(t) = √((x − target)² + (v/ω)²)` (length) at the time `t` (s). It never increases, so it bounds the distance to the target from
    /// that time on.
    #[must_use]
    pub fn energy_distance(&self, t: f64) -> f64 {
        if self.is_rigid() {
            return (self.rigid_state(t).0 - self.target).abs();
        }
        let p = self.propagator(t);
        let y = self.start - self.target;
        energy_distance(self.angular_frequency, p.pp * y + p.pv * self.velocity, p.vp * y + p.vv * self.velocity)
    }

    /// The first time (s) at which [`Self::energy_distance`] is at most `tolerance` (length); it stays so from then on. ∞ if it never is.
    #[must_use]
    pub fn settling_time(&self, tolerance: f64) -> f64 {
        spring_settling_time(
            self.angular_frequency,
            self.damping_ratio,
            self.start - self.target,
            self.velocity,
            tolerance,
        )
    }

    /// How far a spring released at rest overshoots its target, as a fraction of the distance at the release; 0 for `ω = ∞`.
    #[must_use]
    pub fn overshoot(&self) -> f64 {
        if self.is_rigid() {
            return 0.0;
        }
        response::overshoot(self.damping_ratio)
    }

    /// The time (s) at which a spring released at rest is farthest beyond its target; ∞ without overshoot.
    #[must_use]
    pub fn peak_time(&self) -> f64 {
        if self.is_rigid() {
            return f64::INFINITY;
        }
        response::peak_angle(self.damping_ratio) / self.angular_frequency
    }

    /// The time (s) in which a spring released at rest covers half of its distance; ∞ for `ω = 0`.
    #[must_use]
    pub fn half_life(&self) -> f64 {
        response::half_life(self.damping_ratio) / self.angular_frequency
    }

    fn propagator(&self, t: f64) -> Propagator {
        Propagator::new(self.stiffness(), self.damping(), t)
    }

    /// Whether `ω` is infinite.
    const fn is_rigid(&self) -> bool {
        self.angular_frequency == f64::INFINITY
    }

    /// Position and velocity of an infinitely stiff spring at `t`.
    fn rigid_state(&self, t: f64) -> (f64, f64) {
        let Self { damping_ratio, start, velocity, target, .. } = *self;
        let is_known = !(damping_ratio + start + velocity + target + t).is_nan();
        if is_known && t == 0.0 {
            (start, velocity)
        } else if is_known && (t > 0.0 || (start == target && velocity == 0.0)) {
            (target, 0.0)
        } else {
            (f64::NAN, f64::NAN)
        }
    }

    /// Position and velocity at `t = ±∞`.
    fn limit(&self, t: f64) -> (f64, f64) {
        if self.is_rigid() {
            return self.rigid_state(t);
        }
        let (y, v) = (self.start - self.target, self.velocity);
        let (k, c) = (self.stiffness(), self.damping());
        if (y + v + k + c).is_nan() {
            return (f64::NAN, f64::NAN);
        }
        if k == 0.0 {
            return if v == 0.0 { (self.start, 0.0) } else { (v * t, v) };
        }
        if (y == 0.0 && v == 0.0) || (t > 0.0 && c > 0.0) {
            return (self.target, 0.0);
        }
        match Roots::of(k, c) {
            Roots::Real { small, .. } => {
                // Backward in time the fast mode dominates, unless its amplitude is 0.
                let fast = small * y - v;
                let side = if fast == 0.0 { y } else { fast };
                (side * f64::INFINITY, -side * f64::INFINITY)
            }
            Roots::Complex { .. } => (f64::NAN, f64::NAN),
        }
    }
}

#[cfg(test)]
mod tests;
