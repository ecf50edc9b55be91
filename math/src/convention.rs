//! Conversions between other libraries' spring parameters and `(ω, ζ)`.

use core::f64::consts::TAU;

use super::parameter::{ParameterError, inside, non_negative, positive, time};
use super::settle::spring_settling_time;
use super::{Spring, response};

/// Rebound's map from Origami's tension to stiffness: `(tension − 30) · 3.62 + 194`.
const ORIGAMI_TENSION: (f64, f64, f64) = (30.0, 3.62, 194.0);

/// Rebound's map from Origami's friction to damping: `(friction − 8) · 3 + 25`.
const ORIGAMI_FRICTION: (f64, f64, f64) = (8.0, 3.0, 25.0);

/// # Constructors from other conventions
///
/// Each returns the step response: a spring that starts at rest at 0, with its target at 1. A time of 0 gives `ω = ∞`: the
/// spring reaches its target immediately.
impl Spring {
    /// A critically damped spring (`ζ = 1`) of angular frequency `ω` (rad/s, ≥ 0; ∞ is allowed): the fastest one without overshoot.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn critical(angular_frequency: f64) -> Result<Self, ParameterError> {
        Self::new(angular_frequency, 1.0)
    }

    /// A mass `m` (> 0) on a spring of stiffness `k` (mass/s², ≥ 0) and damping `c` (mass/s, ≥ 0): `ω = √(k/m)`, `ζ = c/(2√(km))`.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::Spring;
    ///
    /// let spring = Spring::from_mass_stiffness_damping(2.0, 50.0, 4.0)?;
    /// assert_eq!((spring.angular_frequency, spring.damping_ratio), (5.0, 0.2));
    /// # Ok::<(), exact_motion::ParameterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges, and for damping without stiffness.
    pub fn from_mass_stiffness_damping(mass: f64, stiffness: f64, damping: f64) -> Result<Self, ParameterError> {
        let mass = positive("mass", mass, |mass| of_mass(mass, stiffness, damping).is_ok())?;
        let works = |stiffness: f64| stiffness >= 0.0 && of_mass(mass, stiffness, damping).is_ok();
        let stiffness = inside("stiffness", stiffness, |stiffness| stiffness >= 0.0, "≥ 0", 0.0, works)?;
        of_mass(mass, stiffness, non_negative("damping", damping)?)
    }

    /// A spring with the tension (stiffness for a mass of 1; 1/s², ≥ 0) and friction (damping for a mass of 1; 1/s, ≥ 0) of react-spring
    /// and Rebound.
    ///
    /// # Errors
    ///
    /// As [`Self::from_mass_stiffness_damping`].
    #[doc(alias = "Rebound")]
    pub fn from_tension_friction(tension: f64, friction: f64) -> Result<Self, ParameterError> {
        Self::from_mass_stiffness_damping(1.0, tension, friction)
    }

    /// A spring with Origami's tension and friction (1). Rebound's conversion must give a stiffness ≥ 0 and a damping ≥ 0.
    ///
    /// # Errors
    ///
    /// As [`Self::from_mass_stiffness_damping`], for the converted tension and friction.
    ///
    /// # Reference
    ///
    /// rebound-js, `OrigamiValueConverter`.
    #[doc(alias = "Origami")]
    pub fn from_origami(tension: f64, friction: f64) -> Result<Self, ParameterError> {
        // Rounding may convert the smallest valid value to slightly less than 0.
        let convert = |(from, factor, to): (f64, f64, f64), value: f64| ((value - from) * factor + to).max(0.0);
        let of =
            |tension, friction| of_mass(1.0, convert(ORIGAMI_TENSION, tension), convert(ORIGAMI_FRICTION, friction));
        let checked = |name, (from, factor, to): (f64, f64, f64), value, works: &dyn Fn(f64) -> bool| {
            let edge = from - to / factor;
            inside(name, value, |value| value >= edge, "such that its converted value is ≥ 0", edge, works)
        };
        let works = |tension| of(tension, friction).is_ok();
        let tension = checked("Origami tension", ORIGAMI_TENSION, tension, &works)?;
        let works = |friction| of(tension, friction).is_ok();
        of(tension, checked("Origami friction", ORIGAMI_FRICTION, friction, &works)?)
    }

    /// A spring with the perceptual duration `D` (s, ≥ 0) and the bounce `b` (1, −1 < b ≤ 1) of `SwiftUI`: `ω = 2π/D`; `ζ = 1 − b` for
    /// `b ≥ 0`, and `1/(1 + b)` for `b < 0`.
    ///
    /// The duration is a period, not the time of arrival: after it, a spring without bounce has 1.4 % of its distance left.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    ///
    /// # Reference
    ///
    /// Apple, documentation of `SwiftUI.Spring`; for negative bounce Flutter, `SpringDescription.withDurationAndBounce`.
    #[doc(alias = "SwiftUI")]
    pub fn from_duration_bounce(duration: f64, bounce: f64) -> Result<Self, ParameterError> {
        let edge = if bounce > 1.0 { 1.0 } else { -1.0 };
        let of = |duration: f64, bounce: f64| {
            Self::new(TAU / duration, if bounce >= 0.0 { 1.0 - bounce } else { 1.0 / (1.0 + bounce) })
        };
        let in_range = |bounce: f64| bounce > -1.0 && bounce <= 1.0;
        let bounce =
            inside("bounce", bounce, in_range, "> −1 and ≤ 1", edge, |bounce| of(duration, bounce).is_ok())?;
        of(time("duration", duration)?, bounce)
    }

    /// A spring with the given response (its undamped period; s, ≥ 0) and damping ratio (1, ≥ 0): `ω = 2π/response`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    pub fn from_response(response: f64, damping_ratio: f64) -> Result<Self, ParameterError> {
        let of = |response: f64| Self::new(TAU / response, damping_ratio);
        of(time("response", response)?)
    }

    /// A critically damped spring that covers half of its distance in `half_life` (s, ≥ 0): `ω = 1.678…/half_life`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN, infinite or negative times.
    pub fn from_half_life(half_life: f64) -> Result<Self, ParameterError> {
        Self::from_half_life_and_damping_ratio(half_life, 1.0)
    }

    /// A spring of any damping ratio (1, ≥ 0) that covers half of its distance in `half_life` (s, ≥ 0).
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    ///
    /// # Reference
    ///
    /// See [`response::half_life`].
    pub fn from_half_life_and_damping_ratio(half_life: f64, damping_ratio: f64) -> Result<Self, ParameterError> {
        let ratio = non_negative("damping ratio", damping_ratio)?;
        let at_unit_frequency = response::half_life(ratio);
        let of = |half_life: f64| Self::new(at_unit_frequency / half_life, ratio);
        of(time("half-life", half_life)?)
    }

    /// A spring that, released at rest, settles to `tolerance` (fraction of the distance, 0 < tol < 1) in `duration` (s, ≥ 0).
    ///
    /// As in [`Self::settling_time`], position and velocity together decide when it has settled. The spring has the given damping ratio (1,
    /// > 0); the angular frequency is solved for.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::Spring;
    ///
    /// let spring = Spring::from_settling_time(0.5, 0.7, 0.01)?;
    /// assert!((spring.settling_time(0.01) - 0.5).abs() < 1e-14);
    /// # Ok::<(), exact_motion::ParameterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    pub fn from_settling_time(duration: f64, damping_ratio: f64, tolerance: f64) -> Result<Self, ParameterError> {
        let at_unit_frequency = |ratio, tolerance| spring_settling_time(1.0, ratio, 1.0, 0.0, tolerance);
        let edge = if tolerance >= 1.0 { 1.0 } else { 0.0 };
        let in_range = |tolerance: f64| tolerance > 0.0 && tolerance < 1.0;
        let works =
            |tolerance| Self::new(at_unit_frequency(damping_ratio, tolerance) / duration, damping_ratio).is_ok();
        let tolerance = inside("tolerance", tolerance, in_range, "> 0 and < 1", edge, works)?;
        let works = |ratio| Self::new(at_unit_frequency(ratio, tolerance) / duration, ratio).is_ok();
        let ratio = positive("damping ratio", damping_ratio, works)?;
        let settled = at_unit_frequency(ratio, tolerance);
        Self::new(settled / time("duration", duration)?, ratio)
    }

    /// A spring with Unity's smooth time `S` (s, ≥ 0): `ω = 2/S`, `ζ = 1`. It lags `S` seconds behind a target of constant velocity.
    ///
    /// The motion is exact. Unity's own code approximates `e⁻ˣ` by a quotient, so its motion deviates in long frames (by 9 % at `ωh = 2`).
    ///
    /// # Errors
    ///
    /// [`ParameterError`] for NaN, infinite or negative times.
    #[doc(alias = "SmoothDamp")]
    pub fn from_smooth_time(smooth_time: f64) -> Result<Self, ParameterError> {
        Self::critical(2.0 / time("smooth time", smooth_time)?)
    }

    /// A spring of angular frequency `ω` (rad/s, ≥ 0) that overshoots its target by the fraction `overshoot` (1, 0 ≤ o ≤ 1) of its
    /// distance.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    pub fn from_overshoot(angular_frequency: f64, overshoot: f64) -> Result<Self, ParameterError> {
        let edge = if overshoot > 1.0 { 1.0 } else { 0.0 };
        let in_range = |overshoot: f64| (0.0..=1.0).contains(&overshoot);
        let overshoot = inside("overshoot", overshoot, in_range, "≥ 0 and ≤ 1", edge, |_| true)?;
        Self::new(angular_frequency, response::damping_ratio_of_overshoot(overshoot))
    }
}

/// The spring with `ω = √(k/m)` and `ζ = c/(2√(km))`, for a mass > 0, a stiffness ≥ 0 and a damping ≥ 0.
pub(super) fn of_mass(mass: f64, stiffness: f64, damping: f64) -> Result<Spring, ParameterError> {
    if stiffness == 0.0 && damping > 0.0 {
        return Err(ParameterError::DampingWithoutStiffness { damping });
    }
    // k m and k/m may overflow or underflow even if their square roots do not.
    let root = |whole: f64, of_parts: fn(f64, f64) -> f64| {
        if whole.is_normal() { libm::sqrt(whole) } else { of_parts(libm::sqrt(stiffness), libm::sqrt(mass)) }
    };
    let critical = 2.0 * root(stiffness * mass, |k, m| k * m);
    let ratio = if damping == 0.0 { 0.0 } else { damping / critical };
    let frequency = root(stiffness / mass, |k, m| k / m);
    if !frequency.is_finite() {
        return Err(ParameterError::NotFinite { name: "angular frequency", value: frequency });
    }
    Spring::new(frequency, ratio)
}

/// # The same spring in other conventions
impl Spring {
    /// Stiffness with which `mass` (any unit) moves like this spring: `ω² m`, in mass/s².
    #[must_use]
    pub const fn stiffness_for_mass(&self, mass: f64) -> f64 {
        self.stiffness() * mass
    }

    /// Damping with which `mass` (any unit) moves like this spring: `2ζω m`, in mass/s.
    #[must_use]
    pub const fn damping_for_mass(&self, mass: f64) -> f64 {
        self.damping() * mass
    }

    /// The undamped period `2π/ω` (s), called duration in `SwiftUI` and response elsewhere. ∞ for `ω = 0`.
    #[must_use]
    #[doc(alias = "response")]
    pub const fn duration(&self) -> f64 {
        TAU / self.angular_frequency
    }

    /// The bounce of `SwiftUI` (1): `1 − ζ` up to `ζ = 1`, `1/ζ − 1` beyond.
    #[must_use]
    pub const fn bounce(&self) -> f64 {
        if self.damping_ratio > 1.0 { 1.0 / self.damping_ratio - 1.0 } else { 1.0 - self.damping_ratio }
    }

    /// Unity's smooth time (s) of the critically damped spring with this angular frequency: `2/ω`.
    #[must_use]
    pub const fn smooth_time(&self) -> f64 {
        2.0 / self.angular_frequency
    }

    /// Origami's tension (1).
    #[must_use]
    pub const fn origami_tension(&self) -> f64 {
        let (from, factor, to) = ORIGAMI_TENSION;
        (self.stiffness() - to) / factor + from
    }

    /// Origami's friction (1).
    #[must_use]
    pub const fn origami_friction(&self) -> f64 {
        let (from, factor, to) = ORIGAMI_FRICTION;
        (self.damping() - to) / factor + from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found / expected - 1.0).abs() < 1e-14
    }

    #[test]
    fn every_convention_round_trips() {
        let spring = Spring::from_mass_stiffness_damping(2.0, 37.0, 5.0).unwrap();
        assert!(close(spring.stiffness_for_mass(2.0), 37.0));
        assert!(close(spring.damping_for_mass(2.0), 5.0));
        for bounce in [-0.9, -0.3, 0.0, 0.3, 1.0] {
            let spring = Spring::from_duration_bounce(0.7, bounce).unwrap();
            assert!(close(spring.duration(), 0.7));
            assert!((spring.bounce() - bounce).abs() < 1e-15);
        }
        let spring = Spring::from_origami(40.0, 7.0).unwrap();
        assert!(close(spring.stiffness(), 230.2) && close(spring.damping(), 22.0));
        assert!(close(spring.angular_frequency, 15.172_343_260_024_14));
        assert!(close(spring.origami_tension(), 40.0) && close(spring.origami_friction(), 7.0));
        assert!(close(Spring::from_smooth_time(0.3).unwrap().smooth_time(), 0.3));
        assert!(close(Spring::from_response(0.8, 0.6).unwrap().duration(), 0.8));
        assert!(close(Spring::from_overshoot(3.0, 0.25).unwrap().overshoot(), 0.25));
        assert_eq!(Spring::from_overshoot(3.0, 0.0).unwrap().damping_ratio, 1.0);
        for ratio in [0.0, 0.3, 1.0, 5.0] {
            let spring = Spring::from_half_life_and_damping_ratio(0.4, ratio).unwrap();
            assert!(close(spring.half_life(), 0.4));
            assert!((spring.value(0.4) - 0.5).abs() < 1e-15);
        }
        assert!(close(Spring::from_half_life(0.4).unwrap().angular_frequency * 0.4, 1.678_346_990_016_661));
    }

    #[test]
    fn a_time_of_0_gives_a_spring_that_is_on_its_target_immediately() {
        for zero in [0.0, -0.0] {
            for spring in [
                Spring::from_duration_bounce(zero, 0.2),
                Spring::from_duration_bounce(zero, -0.5),
                Spring::from_response(zero, 0.0),
                Spring::from_half_life(zero),
                Spring::from_half_life_and_damping_ratio(zero, 0.3),
                Spring::from_settling_time(zero, 0.7, 0.01),
                Spring::from_smooth_time(zero),
                Spring::from_envelope_duration_bounce(zero, 0.25, 5.0),
                Spring::from_visual_duration_bounce(zero, 0.1),
            ] {
                let spring = spring.unwrap();
                assert_eq!(
                    (spring.angular_frequency, spring.value(1e-9), spring.rate(1e-9)),
                    (f64::INFINITY, 1.0, 0.0)
                );
                assert_eq!((spring.duration(), spring.smooth_time(), spring.half_life()), (0.0, 0.0, 0.0));
            }
        }
    }

    #[test]
    fn invalid_parameters_are_errors() {
        for bad in [f64::NAN, f64::INFINITY, -2.0] {
            assert!(Spring::critical(bad).is_err() != (bad == f64::INFINITY));
            for (m, k, c) in [(bad, 1.0, 1.0), (1.0, bad, 1.0), (1.0, 1.0, bad)] {
                assert!(Spring::from_mass_stiffness_damping(m, k, c).is_err());
            }
            assert!(Spring::from_duration_bounce(bad, 0.1).is_err());
            assert!(Spring::from_duration_bounce(1.0, bad).is_err());
            assert!(Spring::from_response(bad, 1.0).is_err());
            assert!(Spring::from_half_life(bad).is_err());
            assert!(Spring::from_half_life_and_damping_ratio(1.0, bad).is_err());
            assert!(Spring::from_settling_time(bad, 1.0, 0.1).is_err());
            assert!(Spring::from_settling_time(1.0, bad, 0.1).is_err());
            assert!(Spring::from_settling_time(1.0, 1.0, bad).is_err());
            assert!(Spring::from_smooth_time(bad).is_err());
            assert!(Spring::from_overshoot(1.0, bad).is_err());
        }
        assert!(Spring::from_duration_bounce(1.0, -1.0).is_err());
        assert!(Spring::from_duration_bounce(1.0, 1.5).is_err());
        assert!(Spring::from_settling_time(1.0, 0.0, 0.1).is_err());
        assert!(Spring::from_origami(-100.0, 7.0).is_err());
        assert!(Spring::from_origami(40.0, f64::NAN).is_err());
        assert_eq!(
            Spring::from_tension_friction(0.0, 3.0),
            Err(ParameterError::DampingWithoutStiffness { damping: 3.0 })
        );
        assert_eq!(Spring::from_tension_friction(0.0, 0.0).unwrap().angular_frequency, 0.0);
    }
}
