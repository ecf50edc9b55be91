//! Overshoot, first peak and half-life of a spring that is released or kicked at rest. All depend on the damping ratio `ζ` alone.

use core::f64::consts::{LN_2, PI};

use super::Propagator;

/// Number of Newton steps in [`half_life`]. From its first guess, five suffice for every `ζ` up to 1e8.
const NEWTON_STEPS: u32 = 8;

/// Above this damping ratio only the slow root matters, to within a relative `1/(4ζ²) < 2⁻⁵⁴`.
const SLOW_ROOT_ABOVE: f64 = 1e8;

/// How far a spring with this damping ratio overshoots its target, as a fraction of the distance at its release: `exp(−πζ/√(1 − ζ²))`.
///
/// # Examples
///
/// ```
/// use exact_motion::response::{damping_ratio_of_overshoot, overshoot, peak_angle};
///
/// // A spring with ζ = 0.5 overshoots its target by 16.3 %, for the first time after 3.63/ω seconds.
/// assert!((overshoot(0.5) - 0.163).abs() < 5e-4);
/// assert!((peak_angle(0.5) - 3.63).abs() < 5e-3);
/// assert!((damping_ratio_of_overshoot(overshoot(0.5)) - 0.5).abs() < 1e-15);
/// ```
///
/// # Special cases
///
/// 1 at `ζ = 0`, 0 at `ζ ≥ 1`; NaN for a negative ratio or NaN.
///
/// # Reference
///
/// K. Ogata, *Modern Control Engineering*, 5th ed. (2010), eq. (5–21).
#[must_use]
pub fn overshoot(damping_ratio: f64) -> f64 {
    if damping_ratio >= 1.0 {
        return 0.0;
    }
    libm::exp(-damping_ratio * peak_angle(damping_ratio))
}

/// The damping ratio whose overshoot is `overshoot` (0 < o ≤ 1): `−ln o/√(π² + ln² o)`, the inverse of [`overshoot`], which has an example.
///
/// # Special cases
///
/// 1 for an overshoot of 0; NaN below 0, above 1 or for NaN.
///
/// # Reference
///
/// As [`overshoot`], solved for `ζ`.
#[must_use]
pub fn damping_ratio_of_overshoot(overshoot: f64) -> f64 {
    if overshoot == 0.0 {
        return 1.0;
    }
    if overshoot > 1.0 {
        return f64::NAN;
    }
    let logarithm = -libm::log(overshoot);
    logarithm / libm::sqrt(PI * PI + logarithm * logarithm)
}

/// `ω` times the time of the first peak: `π/√(1 − ζ²)`, in radians. [`overshoot`] has an example.
///
/// # Special cases
///
/// ∞ at `ζ ≥ 1`: there is no peak. NaN for a negative ratio or NaN.
///
/// # Reference
///
/// As [`overshoot`], eq. (5–20).
#[must_use]
pub fn peak_angle(damping_ratio: f64) -> f64 {
    if damping_ratio >= 1.0 {
        return f64::INFINITY;
    }
    if damping_ratio < 0.0 {
        return f64::NAN;
    }
    // (1 − ζ)(1 + ζ) keeps the digits that 1 − ζ² loses next to critical damping.
    PI / libm::sqrt((1.0 - damping_ratio) * (1.0 + damping_ratio))
}

/// The maximum distance of a spring from its target after a kick at rest, in units of the kick divided by `ω`: `exp(−ζ acos ζ/√(1 − ζ²))`.
///
/// # Examples
///
/// ```
/// use exact_motion::response::kick_peak;
///
/// assert_eq!(kick_peak(0.0), 1.0);
/// assert!((kick_peak(1.0) - (-1.0_f64).exp()).abs() < 1e-16);
/// ```
///
/// # Special cases
///
/// `e⁻¹` at `ζ = 1`, and 0 at ∞; NaN for a negative ratio or NaN.
///
/// # Accuracy
///
/// 4 ε (1 − ln F), where `F` is the result.
///
/// # Reference
///
/// Derived here: `x′ = 0` at `ωt = acos ζ/√(1 − ζ²)`, where `x = (j/ω) e^(−ζωt)`. Above critical damping, `ωt = acosh ζ/√(ζ² − 1)`.
#[must_use]
pub fn kick_peak(damping_ratio: f64) -> f64 {
    if damping_ratio < 0.0 || damping_ratio.is_nan() {
        return f64::NAN;
    }
    // √|1 − ζ²|: the sine (or hyperbolic sine) of the angle whose (hyperbolic) cosine is ζ. It is computed as the product of two roots,
    // because ζ² may overflow.
    let sine = libm::sqrt((damping_ratio - 1.0).abs()) * libm::sqrt(damping_ratio + 1.0);
    if sine == 0.0 {
        return libm::exp(-1.0);
    }
    if sine.is_infinite() {
        return 0.0;
    }
    let angle = if damping_ratio < 1.0 { libm::atan2(sine, damping_ratio) } else { libm::asinh(sine) };
    libm::exp(-damping_ratio * (angle / sine))
}

/// `ω` times the half-life, in radians. After the half-life, half of the distance at the release is left.
///
/// # Examples
///
/// ```
/// use exact_motion::response::half_life;
///
/// assert!((half_life(0.0) - 1.0471975511965979).abs() < 1e-15); // π/3
/// assert!((half_life(1.0) - 1.678346990016661).abs() < 2e-15);
/// ```
///
/// # Special cases
///
/// NaN for a negative ratio or NaN; ∞ for ∞.
///
/// # Accuracy
///
/// 8 ε.
///
/// # Reference
///
/// Derived here: Newton's method on `pp(1, 2ζ, q) = 1/2`, with `pp′ = −pv`.
#[must_use]
pub fn half_life(damping_ratio: f64) -> f64 {
    if damping_ratio < 0.0 || damping_ratio.is_nan() {
        return f64::NAN;
    }
    if damping_ratio > SLOW_ROOT_ABOVE {
        return 2.0 * LN_2 * damping_ratio;
    }
    // The first guess: exact for ζ = 0 and ζ → ∞, with an error of at most 5 % in between.
    let mut q = libm::sqrt(PI * PI / 9.0 + 4.0 * LN_2 * LN_2 * damping_ratio * damping_ratio);
    for _ in 0..NEWTON_STEPS {
        let response = Propagator::new(1.0, 2.0 * damping_ratio, q);
        q += (response.pp - 0.5) / response.pv;
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_distance_is_left_at_the_half_life() {
        for i in 0..400 {
            let ratio = libm::exp(f64::from(i) * 0.05 - 5.0);
            let left = Propagator::new(1.0, 2.0 * ratio, half_life(ratio)).pp;
            assert!((left - 0.5).abs() < 4e-16 * 8.0, "ζ = {ratio}: {left}");
        }
    }

    #[test]
    fn damping_ratio_of_overshoot_is_the_inverse_of_overshoot() {
        for ratio in [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] {
            let back = damping_ratio_of_overshoot(overshoot(ratio));
            assert!((back - ratio).abs() < 1e-15, "{ratio} became {back}");
        }
        assert_eq!(damping_ratio_of_overshoot(0.0), 1.0);
        assert!(damping_ratio_of_overshoot(1.5).is_nan());
        assert!(damping_ratio_of_overshoot(-0.5).is_nan());
    }

    #[test]
    fn half_life_is_continuous_at_the_switch_to_the_slow_root() {
        let below = half_life(SLOW_ROOT_ABOVE);
        let above = half_life(SLOW_ROOT_ABOVE * (1.0 + f64::EPSILON));
        assert!((above / below - 1.0).abs() < 2e-15);
    }

    #[test]
    fn damping_ratios_out_of_range_give_nan() {
        for ratio in [-0.5, f64::NAN] {
            assert!(half_life(ratio).is_nan());
            assert!(peak_angle(ratio).is_nan());
            assert!(overshoot(ratio).is_nan());
        }
        assert_eq!(half_life(f64::INFINITY), f64::INFINITY);
        assert_eq!(peak_angle(1.0), f64::INFINITY);
    }
}
