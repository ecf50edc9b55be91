//! Both real branches of the Lambert W function, the inverse of `w eʷ`.

use super::phi::{phi1, phi2};

/// `1/e` as the sum of two numbers, to 106 bits. Near the branch point every digit depends on `x + 1/e`.
const INVERSE_E: (f64, f64) = (0.367_879_441_171_442_33, -1.242_875_367_278_836_3e-17);

/// Below this `|w + 1|`, the equation shifted to the branch point is solved. From there on, the original equation is well conditioned.
const SHIFTED_BELOW: f64 = 0.5;

/// Number of iterations of Newton's or Halley's method, each of which doubles or triples the correct digits. The first guesses have at
/// least two correct digits.
const ITERATIONS: u32 = 8;

/// The principal branch: the `w ≥ −1` for which `w eʷ = x`.
///
/// # Examples
///
/// ```
/// use exact_motion::special::lambert_w0;
///
/// assert!((lambert_w0(1.0) - 0.5671432904097838).abs() < 1e-15);
/// ```
///
/// # Special cases
///
/// 0 gives 0, ∞ gives ∞; a number below `−1/e` or NaN gives NaN.
///
/// # Accuracy
///
/// 4 ulp, also near the branch point.
///
/// # Reference
///
/// Corless, Gonnet, Hare, Jeffrey & Knuth, *On the Lambert W function*, Adv. Comput. Math. 5 (1996), eq. (4.22) for the series at the
/// branch point, (5.9) for Halley's iteration; DOI 10.1007/BF02124750. The equation shifted to the branch point is derived here:
/// `w = u − 1` gives `1 + (u − 1) eᵘ = e x + 1`, and its left side is `u² (φ₁(u) − φ₂(u))`.
#[must_use]
pub fn lambert_w0(x: f64) -> f64 {
    if x == 0.0 || x == f64::INFINITY {
        return x;
    }
    let distance = above_branch_point(x);
    if distance.is_nan() || distance < 0.0 {
        return f64::NAN;
    }
    let u = near_branch_point(distance, 1.0);
    if u < SHIFTED_BELOW {
        u - 1.0
    } else if x > core::f64::consts::E {
        let logarithm = libm::log(x);
        by_logarithm(logarithm, logarithm - libm::log(logarithm))
    } else {
        by_halley(x)
    }
}

/// The lower branch: the `w ≤ −1` for which `w eʷ = x`, for `−1/e ≤ x < 0`.
///
/// # Examples
///
/// ```
/// use exact_motion::special::lambert_wm1;
///
/// // (1 + q) e^−q = 1/2 at q = −1 − W₋₁(−1/(2e)): the half-life of a critically damped spring.
/// let q = -1.0 - lambert_wm1(-0.5 / core::f64::consts::E);
/// assert!((q - 1.678346990016661).abs() < 1e-14);
/// ```
///
/// # Special cases
///
/// 0 gives −∞; a positive number, a number below `−1/e` or NaN gives NaN.
///
/// # Accuracy
///
/// 4 ulp, also near the branch point.
///
/// # Reference
///
/// As [`lambert_w0`].
#[must_use]
pub fn lambert_wm1(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    let distance = above_branch_point(x);
    if distance.is_nan() || distance < 0.0 || x > 0.0 {
        return f64::NAN;
    }
    let u = near_branch_point(distance, -1.0);
    if u > -SHIFTED_BELOW {
        return u - 1.0;
    }
    let logarithm = libm::log(-x);
    by_logarithm(logarithm, logarithm - libm::log(-logarithm.min(-1.0)))
}

/// `e x + 1`. It uses `1/e` to 106 bits, because an `f64` for `1/e` would lose digits near the branch point.
fn above_branch_point(x: f64) -> f64 {
    (x + INVERSE_E.0 + INVERSE_E.1) * core::f64::consts::E
}

/// The `u` of the given sign with `u² (φ₁(u) − φ₂(u)) = distance`, for small `|u|`. For large `|u|`, the result is only accurate enough to
/// be on the correct side of [`SHIFTED_BELOW`].
fn near_branch_point(distance: f64, sign: f64) -> f64 {
    let p = sign * libm::sqrt(2.0 * distance);
    let mut u = p - p * p / 3.0 + 11.0 / 72.0 * p * p * p;
    if distance == 0.0 || p.abs() > 1.0 {
        return p;
    }
    for _ in 0..ITERATIONS {
        u -= (u * u * (phi1(u) - phi2(u)) - distance) / (u * libm::exp(u));
    }
    u
}

/// Newton's method on `w + ln|w| = ln|x|`, which is accurate in relative terms unless `|w|` is small.
fn by_logarithm(logarithm: f64, start: f64) -> f64 {
    let mut w = start;
    for _ in 0..ITERATIONS {
        w -= (w + libm::log(w.abs()) - logarithm) * (w / (w + 1.0));
    }
    w
}

fn by_halley(x: f64) -> f64 {
    let mut w = libm::log1p(x);
    for _ in 0..ITERATIONS {
        let exponential = libm::exp(w);
        let residual = w * exponential - x;
        let slope = exponential * (w + 1.0);
        w -= residual / (slope - (w + 2.0) * residual / (2.0 * w + 2.0));
    }
    w
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_arguments_give_the_documented_values() {
        assert_eq!(lambert_w0(0.0), 0.0);
        assert_eq!(lambert_w0(f64::INFINITY), f64::INFINITY);
        assert_eq!(lambert_wm1(-0.0), f64::NEG_INFINITY);
        for x in [-0.5, f64::NAN, f64::NEG_INFINITY] {
            assert!(lambert_w0(x).is_nan() && lambert_wm1(x).is_nan());
        }
        assert!(lambert_wm1(1.0).is_nan());
    }

    #[test]
    fn both_branches_invert_w_exp_w() {
        for i in 1..2000 {
            let u = f64::from(i) * 0.01;
            let x = (u - 1.0) * libm::exp(u - 1.0);
            assert!((lambert_w0(x) - (u - 1.0)).abs() < 2e-14 * (1.0 + 1.0 / u), "w0({x})");
            let x = -(u + 1.0) * libm::exp(-u - 1.0);
            assert!((lambert_wm1(x) + u + 1.0).abs() < 2e-14 * (1.0 + u + 1.0 / u), "wm1({x})");
        }
    }
}
