//! A throw with a given start velocity that stops at a chosen position, by viscous and dry friction together.

use super::crossing::Motion;
use super::fling_error::{checked_displacement, finite};
use super::nearest::nearest_working;
use super::special::{phi_ratio_inverse, phi1, phi1_inverse_1p};
use super::{FlingError, Law, Propagator};

/// Number of bisection steps that find a friction: one for each bit of its significand.
const HALVINGS: u32 = 53;

/// A throw: a motion with a given start velocity that comes to rest at a given end after a finite time.
///
/// ```text
/// x″ = −c x′ − d sign(x′)          x(T) = end,  x′(T) = 0
/// φ₁(cT) = 1/(1 − p),   p = c · displacement/velocity,   d = |v|/(T φ₁(cT))
/// ```
///
/// The caller chooses the friction `c`; the deceleration `d` and the duration `T` are solved for. Without friction the throw is a parabola
/// with `d = v²/(2 |displacement|)`. For a motion that approaches its end without dry friction, use [`Friction::from_stopping_distance`].
///
/// [`Friction::from_stopping_distance`]: super::Friction::from_stopping_distance
///
/// # Examples
///
/// A list is released at 1000 px/s and should stop after 400 px:
///
/// ```
/// use exact_motion::Fling;
///
/// # fn main() -> Result<(), exact_motion::FlingError> {
/// let fling = Fling::between(0.0, 400.0, 1000.0, 2.0)?;
/// assert!((fling.duration() - 1.3301995292318425).abs() < 1e-15);
/// assert!((fling.value(0.5) - 302.2322997357759).abs() < 1e-12);
/// assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (400.0, 0.0));
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// After its end the motion stays at rest. The law also holds before 0; at `t = −∞` value and rate are their limits. NaN in gives NaN out.
///
/// # Accuracy
///
/// For `p` up to 0.95: value 4.5 ε of the displacement, rate 4 ε of the velocity, duration 3 ε and deceleration 4.3 ε, the latter two
/// divided by `1 − p` because of the rounding of `p`.
///
/// # Reference
///
/// Derived here: eliminate `d` from both end conditions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Fling {
    start: f64,
    end: f64,
    velocity: f64,
    friction: f64,
    dry: f64,
    duration: f64,
}

impl Fling {
    /// The largest `p` that [`Self::with_friction_at_most`] allows: the displacement divided by the distance after which viscous friction
    /// alone would stop the motion.
    ///
    /// The larger `p`, the softer and later the stop: with 0.8, 0.9, 0.95 and 0.99, the throw takes 3.3, 4.0, 4.8 and 6.5 times
    /// displacement/velocity.
    pub const VISCOUS_SHARE: f64 = 0.95;

    /// The throw from `start` to `end` (length) with the velocity `velocity` (length/s) under a viscous friction of exactly `friction`
    /// (1/s, ≥ 0).
    ///
    /// With neither distance nor velocity, the throw has a duration of 0.
    ///
    /// # Errors
    ///
    /// [`FlingError`], in this order: non-finite input; negative friction; a velocity without a distance; a distance without a velocity; a
    /// velocity against the displacement; `friction ≥ velocity/displacement`.
    pub fn between(start: f64, end: f64, velocity: f64, friction: f64) -> Result<Self, FlingError> {
        let displacement = checked_displacement(start, end, velocity, friction)?;
        if displacement == 0.0 {
            return Ok(Self { start, end, velocity, friction, dry: 0.0, duration: 0.0 });
        }
        let share = |friction: f64| friction * displacement / velocity;
        let p = share(friction);
        if p >= 1.0 || p.is_nan() {
            let nearest = nearest_working(velocity / displacement, |friction| friction >= 0.0 && share(friction) < 1.0);
            return Err(FlingError::StopsShort { friction, nearest: nearest.unwrap_or(0.0) });
        }
        // ρ − 1 = p/(1 − p), with one rounding less.
        let lost = friction * displacement;
        let exponent = phi1_inverse_1p(lost / (velocity - lost));
        let scaled = if p < f64::MIN_POSITIVE { 2.0 } else { exponent / p };
        Self { start, end, velocity, friction, dry: 0.0, duration: displacement / velocity * scaled }.stopping(exponent)
    }

    /// As [`Self::between`], with the friction `min(friction, 0.95 velocity/displacement)`: every end ahead of the motion is feasible.
    ///
    /// # Errors
    ///
    /// As [`Self::between`], except for `friction ≥ velocity/displacement`.
    pub fn with_friction_at_most(start: f64, end: f64, velocity: f64, friction: f64) -> Result<Self, FlingError> {
        let displacement = checked_displacement(start, end, velocity, friction)?;
        let most = if displacement == 0.0 { friction } else { Self::VISCOUS_SHARE * (velocity / displacement) };
        Self::between(start, end, velocity, friction.min(most))
    }

    /// As [`Self::with_friction_at_most`], with a deceleration of at least `dry` (length/s², ≥ 0). If necessary, the friction is reduced,
    /// down to 0.
    ///
    /// # Errors
    ///
    /// As [`Self::with_friction_at_most`]; also for a `dry` that is negative or not finite, or that alone stops the throw before its end
    /// because it is above `velocity²/(2 displacement)`.
    pub fn with_dry_at_least(start: f64, end: f64, velocity: f64, friction: f64, dry: f64) -> Result<Self, FlingError> {
        finite("minimum deceleration", dry)?;
        if dry < 0.0 {
            return Err(FlingError::Dry { dry });
        }
        let most = Self::with_friction_at_most(start, end, velocity, friction)?;
        if most.dry >= dry || start == end {
            return Ok(most);
        }
        let mut found = Self::between(start, end, velocity, 0.0)?;
        if found.dry < dry {
            return Err(FlingError::DryStopsShort { dry, nearest: found.dry });
        }
        // The deceleration decreases as the friction increases, so bisection finds the largest friction, to within 2⁻⁵³ of the range.
        let (mut less, mut more) = (0.0, most.friction);
        for _ in 0..HALVINGS {
            let middle = less + (more - less) / 2.0;
            let fling = Self::between(start, end, velocity, middle)?;
            if fling.dry >= dry {
                (less, found) = (middle, fling);
            } else {
                more = middle;
            }
        }
        Ok(found)
    }

    /// The throw from `start` to `end` (length) with the velocity `velocity` (length/s) that takes `duration` (s). Friction and
    /// deceleration are solved for: `φ₁(cT)/φ₂(cT) = velocity · duration/displacement`. A duration of 0 gives a throw that is
    /// already at its end.
    ///
    /// # Errors
    ///
    /// [`FlingError`] as in [`Self::between`], and for a duration below `2 displacement/velocity`.
    pub fn over_duration(start: f64, end: f64, velocity: f64, duration: f64) -> Result<Self, FlingError> {
        finite("duration", duration)?;
        if duration == 0.0 {
            for (name, value) in [("start", start), ("end", end), ("velocity", velocity)] {
                finite(name, value)?;
            }
            return Ok(Self { start, end, velocity, friction: 0.0, dry: 0.0, duration: 0.0 });
        }
        let displacement = checked_displacement(start, end, velocity, 0.0)?;
        if displacement == 0.0 {
            // The throw starts at rest at its end.
            let at_rest = Self { start, end, velocity, friction: 0.0, dry: 0.0, duration: 0.0 };
            return if duration > 0.0 { Ok(at_rest) } else { Err(FlingError::TooShort { duration, nearest: 0.0 }) };
        }
        let excess = |duration: f64| (velocity * duration - 2.0 * displacement) / displacement;
        let found = excess(duration);
        if found < 0.0 || found.is_nan() {
            let edge = 2.0 * (displacement / velocity);
            let nearest = nearest_working(edge, |duration| excess(duration) >= 0.0).unwrap_or(edge);
            return Err(FlingError::TooShort { duration, nearest });
        }
        let exponent = phi_ratio_inverse(found);
        let friction = exponent / duration;
        Self { start, end, velocity, friction, dry: 0.0, duration }.stopping(exponent)
    }

    /// The same throw, with the deceleration that stops it at its end.
    fn stopping(self, exponent: f64) -> Result<Self, FlingError> {
        let dry = self.velocity.abs() / self.duration / phi1(exponent);
        if !(self.duration.is_finite() && dry.is_finite() && self.friction.is_finite()) {
            return Err(FlingError::NotFinite { name: "velocity", value: self.velocity });
        }
        Ok(Self { dry, ..self })
    }

    /// The same throw to another end (length). The start is shifted by the same distance.
    #[must_use]
    pub const fn with_end(self, end: f64) -> Self {
        Self { start: self.start + (end - self.end), end, ..self }
    }

    /// Position (length) at the time `t` (s); exactly [`Self::final_value`] from the end of the duration on.
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t >= self.duration {
            return self.end;
        }
        if t == f64::NEG_INFINITY {
            return t * self.velocity;
        }
        let Law { c, a, .. } = self.law();
        let p = Propagator::new(0.0, c, t);
        self.start + (p.pv * self.velocity + p.h2 * a)
    }

    /// Velocity (length/s) at the time `t` (s); exactly 0 from the end of the duration on.
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if t >= self.duration {
            return 0.0;
        }
        if t == f64::NEG_INFINITY {
            return -t * self.velocity;
        }
        let Law { c, a, .. } = self.law();
        let p = Propagator::new(0.0, c, t);
        p.vv * self.velocity + p.pv * a
    }

    /// The end, at which the throw lands. Unit: length.
    #[must_use]
    pub const fn final_value(&self) -> f64 {
        self.end
    }

    /// The time at which the throw lands. Unit: s.
    #[must_use]
    pub const fn duration(&self) -> f64 {
        self.duration
    }

    /// The viscous friction `c`. Unit: 1/s.
    #[must_use]
    pub const fn friction(&self) -> f64 {
        self.friction
    }

    /// The deceleration `d`. Unit: length/s². Range: ≥ 0.
    #[must_use]
    pub const fn dry(&self) -> f64 {
        self.dry
    }

    /// The law until the throw lands: its friction, and its deceleration as a signed acceleration.
    #[must_use]
    pub fn law(&self) -> Law {
        let a = if self.dry == 0.0 { 0.0 } else { -self.velocity.signum() * self.dry };
        Law { c: self.friction, a, ..Law::default() }
    }

    /// The time in 0 … T (s) at which the position is `level` (length). Returns `None` if there is no such time, and for NaN.
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        if level == self.start {
            return Some(0.0);
        }
        if level == self.end {
            return Some(self.duration);
        }
        let motion = Motion { law: self.law(), target: 0.0, start: self.start, velocity: self.velocity };
        motion.first_crossing(level, self.duration).map(|crossing| crossing.time)
    }
}

#[cfg(test)]
mod tests;
