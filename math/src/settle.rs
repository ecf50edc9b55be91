//! The time after which a motion has settled.
//!
//! A spring has settled if `E = √(y² + (v/ω)²)` is within the tolerance, with `y` relative to the rest point. `E` never increases
//! (`d(E²)/dt = −2c (v/ω)²`), so it crosses the tolerance only once. `|y|` alone may cross it many times.

use super::Propagator;
use super::propagator::Roots;

/// The first time (s) at which the [`energy_distance`] `E` of a spring is at most `tolerance` (length). The spring starts at `displacement`
/// (length) from its rest point, with `velocity` (length/s).
///
/// `angular_frequency` (rad/s) and `damping_ratio` (1) are ≥ 0. With `ω = ∞` the time is 0.
///
/// # Examples
///
/// ```
/// use exact_motion::settle::spring_settling_time;
///
/// let t = spring_settling_time(1.0, 1.0, 1.0, 0.0, 0.01);
/// assert!((t - 6.9640853090034796).abs() < 1e-12);
/// ```
///
/// # Special cases
///
/// 0 if the motion has already settled. ∞ if it never settles: without damping, without a spring, or for a tolerance ≤ 0. NaN in gives NaN
/// out.
///
/// # Accuracy
///
/// 1e-13 relative, except where `E` is flat, just after a release at rest: there `E` itself matches the tolerance to 4 ε.
///
/// # Reference
///
/// Derived here: bisection between `ln(E₀/tol)/c`, a lower bound because `d(E²)/dt ≥ −2cE²`, and a multiple of `ln(E₀/tol)` divided by the
/// slowest decay rate. Newton's method and the secant method diverge at the plateaus of `E`.
#[must_use]
pub fn spring_settling_time(
    angular_frequency: f64,
    damping_ratio: f64,
    displacement: f64,
    velocity: f64,
    tolerance: f64,
) -> f64 {
    if angular_frequency == f64::INFINITY {
        return 0.0 * (damping_ratio + displacement + velocity + tolerance);
    }
    let k = angular_frequency * angular_frequency;
    let c = 2.0 * damping_ratio * angular_frequency;
    let measure = |t: f64| {
        let p = Propagator::new(k, c, t);
        energy_distance(angular_frequency, p.pp * displacement + p.pv * velocity, p.vp * displacement + p.vv * velocity)
    };
    let start = measure(0.0);
    if (start + c + tolerance).is_nan() {
        return f64::NAN;
    }
    if start <= tolerance {
        return 0.0;
    }
    if c <= 0.0 || tolerance <= 0.0 || start == f64::INFINITY {
        return f64::INFINITY;
    }
    let nepers = libm::log(start / tolerance);
    let slowest = match Roots::of(k, c) {
        Roots::Complex { b, .. } => b,
        Roots::Real { small, .. } => -small,
    };
    first_within(measure, tolerance, nepers / c, nepers / slowest)
}

/// The first time at which the decreasing `measure` is at most `tolerance`, by bisection to adjacent `f64`. `before` is a lower bound;
/// `after` is doubled until it is an upper bound.
fn first_within(measure: impl Fn(f64) -> f64, tolerance: f64, before: f64, after: f64) -> f64 {
    let (mut before, mut after) = (before, after);
    while after.is_finite() && measure(after) > tolerance {
        after *= 2.0;
    }
    if !after.is_finite() {
        return f64::INFINITY;
    }
    loop {
        let middle = before + (after - before) / 2.0;
        if middle <= before || middle >= after {
            return after;
        }
        if measure(middle) > tolerance {
            before = middle;
        } else {
            after = middle;
        }
    }
}

/// `E = √(y² + (v/ω)²)` (length), for `displacement` `y` (length), `velocity` `v` (length/s) and `ω` (rad/s).
///
/// # Examples
///
/// ```
/// use exact_motion::settle::energy_distance;
///
/// // At 2 rad/s, a velocity of 8 counts as a distance of 4. With a displacement of 3, E is 5.
/// assert_eq!(energy_distance(2.0, 3.0, 8.0), 5.0);
/// ```
///
/// # Special cases
///
/// With `ω = 0` there is no rest point: 0 at rest, ∞ in motion.
#[must_use]
pub fn energy_distance(angular_frequency: f64, displacement: f64, velocity: f64) -> f64 {
    if angular_frequency == 0.0 {
        return match velocity.abs() {
            speed if speed > 0.0 => f64::INFINITY,
            speed => speed,
        };
    }
    libm::hypot(displacement, velocity / angular_frequency)
}

/// The time (s) after which a motion of `velocity` (length/s) under viscous friction `c` (1/s) has at most `tolerance` (length) left to
/// travel: `ln(|v|/(c tol))/c`.
///
/// # Examples
///
/// ```
/// use exact_motion::settle::friction_settling_time;
///
/// // At 10 units/s under a friction of 2/s, the motion has 5 units left to travel. After 3.1 s, 0.01 units are left.
/// assert!((friction_settling_time(2.0, 10.0, 0.01) - 500.0_f64.ln() / 2.0).abs() < 1e-12);
/// ```
///
/// # Special cases
///
/// 0 if the motion has already settled; otherwise ∞ without friction or with a tolerance ≤ 0. NaN in gives NaN out.
///
/// # Reference
///
/// The remaining travel is `∫ v e^{−ct} = |v| e^{−ct}/c`.
#[must_use]
pub fn friction_settling_time(c: f64, velocity: f64, tolerance: f64) -> f64 {
    let speed = velocity.abs();
    if (c + speed + tolerance).is_nan() {
        return f64::NAN;
    }
    if speed <= c * tolerance {
        return 0.0;
    }
    if c <= 0.0 || tolerance <= 0.0 {
        return f64::INFINITY;
    }
    libm::log(speed / (c * tolerance)) / c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_that_never_settles_takes_an_infinite_time_and_nan_gives_nan() {
        assert_eq!(friction_settling_time(0.0, 1.0, 1.0), f64::INFINITY);
        assert_eq!(friction_settling_time(0.0, 0.0, 1.0), 0.0);
        assert!(spring_settling_time(1.0, f64::NAN, 1.0, 0.0, 0.1).is_nan());
        assert!(spring_settling_time(1.0, 1.0, 1.0, 0.0, f64::NAN).is_nan());
        assert_eq!(spring_settling_time(0.0, 1.0, 1.0, 1.0, 0.1), f64::INFINITY);
    }

    #[test]
    fn under_friction_the_distance_left_at_the_settling_time_is_the_tolerance() {
        let t = friction_settling_time(2.0, -30.0, 0.01);
        assert!((30.0 * libm::exp(-2.0 * t) / 2.0 - 0.01).abs() < 1e-16);
    }

    #[test]
    fn energy_distance_never_increases() {
        let mut seed = 1_u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            f64::from(u32::try_from(seed >> 33).unwrap()) / f64::from(1_u32 << 31)
        };
        for _ in 0..2000 {
            let w = libm::exp(draw() * 8.0 - 3.0);
            let c = 2.0 * w * libm::exp(draw() * 10.0 - 6.0);
            let (mut y, mut v) = (draw() - 0.5, w * (draw() - 0.5));
            for _ in 0..20 {
                let before = energy_distance(w, y, v);
                let p = Propagator::new(w * w, c, draw() * draw() * 3.0 / w);
                (y, v) = (p.pp * y + p.pv * v, p.vp * y + p.vv * v);
                let after = energy_distance(w, y, v);
                assert!(after <= before * (1.0 + 4.0 * f64::EPSILON), "{before} → {after}");
            }
        }
    }
}
