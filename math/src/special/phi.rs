//! `φ_n`: the exponential function without its first `n` Taylor terms, divided by `xⁿ`.

/// Below this magnitude the power series is used, because terms of the definition would cancel.
const SERIES_BELOW: f64 = 1.0;

/// The last divisor of the series: 1/22! < 2⁻⁶⁹, so the omitted terms do not matter, even for `φ₄`.
const SERIES_LAST: u32 = 22;

/// `φ₁(x) = (eˣ − 1)/x`, the mean of `e^s` between 0 and `x`.
///
/// # Examples
///
/// ```
/// use exact_motion::special::phi1;
///
/// assert_eq!(phi1(0.0), 1.0);
/// assert_eq!(phi1(1e-20), 1.0);
/// ```
///
/// # Special cases
///
/// `φ₁(0) = 1`, `φ₁(−∞) = 0`; ∞ where `eˣ` overflows, above 709.78. NaN gives NaN.
///
/// # Accuracy
///
/// 1.5 ulp.
///
/// # Reference
///
/// Hochbruck & Ostermann, *Exponential integrators*, Acta Numerica 19 (2010), eq. (2.10), DOI 10.1017/S0962492910000048.
#[must_use]
pub fn phi1(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    let numerator = libm::expm1(x);
    if numerator == f64::INFINITY { numerator } else { numerator / x }
}

/// `φ₂(x) = (φ₁(x) − 1)/x = Σ xⁿ/(n+2)!`.
///
/// # Special cases
///
/// `φ₂(0) = 1/2`, `φ₂(−∞) = 0`; ∞ where `eˣ` overflows, above 709.78. NaN gives NaN.
///
/// # Accuracy
///
/// 3 ulp.
///
/// # Reference
///
/// As [`phi1`].
#[must_use]
pub fn phi2(x: f64) -> f64 {
    if x.abs() < SERIES_BELOW {
        return series(x, 2) / 2.0;
    }
    reduced(phi1(x), 1.0, x)
}

/// `φ₃(x) = (φ₂(x) − 1/2)/x = Σ xⁿ/(n+3)!`.
///
/// # Special cases
///
/// `φ₃(0) = 1/6`, `φ₃(−∞) = 0`; ∞ where `eˣ` overflows, above 709.78. NaN gives NaN.
///
/// # Accuracy
///
/// 16 ulp; the worst case is near `|x| = 1`.
///
/// # Reference
///
/// As [`phi1`].
#[must_use]
pub fn phi3(x: f64) -> f64 {
    if x.abs() < SERIES_BELOW {
        return series(x, 3) / 6.0;
    }
    reduced(phi2(x), 0.5, x)
}

/// `φ₂`, `φ₃` and `φ₄` of the same argument, which is ≤ 0 or small. For a small argument, a single series gives all three.
pub(in super::super) fn phi2_to_phi4(x: f64) -> (f64, f64, f64) {
    if x.abs() < SERIES_BELOW {
        let phi4 = series(x, 4) / 24.0;
        let phi3 = x * phi4 + 1.0 / 6.0;
        return (x * phi3 + 0.5, phi3, phi4);
    }
    let (phi2, phi3) = (phi2(x), phi3(x));
    (phi2, phi3, reduced(phi3, 1.0 / 6.0, x))
}

/// `(φ_n − 1/n!)/x`, which is `φ_{n+1}`.
fn reduced(phi: f64, at_zero: f64, x: f64) -> f64 {
    if phi == f64::INFINITY { phi } else { (phi - at_zero) / x }
}

/// `n! φ_n(x) = 1 + x/(n+1) (1 + x/(n+2) (1 + …))`.
fn series(x: f64, n: u32) -> f64 {
    let mut sum = 1.0;
    for divisor in (n + 1..=SERIES_LAST).rev() {
        sum = 1.0 + x / f64::from(divisor) * sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phi_is_continuous_at_the_switch_to_the_series() {
        for x in [-SERIES_BELOW, SERIES_BELOW] {
            let inside = x * (1.0 - f64::EPSILON);
            assert!((phi2(x) / phi2(inside) - 1.0).abs() < 2e-15);
            assert!((phi3(x) / phi3(inside) - 1.0).abs() < 8e-15);
            let (_, _, closed) = phi2_to_phi4(x);
            let (_, _, summed) = phi2_to_phi4(inside);
            assert!((closed / summed - 1.0).abs() < 6e-14);
        }
    }

    #[test]
    fn every_phi_is_infinite_at_infinity_and_0_at_minus_infinity() {
        for phi in [phi1, phi2, phi3] {
            assert_eq!(phi(f64::INFINITY), f64::INFINITY);
            assert_eq!(phi(f64::NEG_INFINITY), 0.0);
            assert!(phi(f64::NAN).is_nan());
        }
    }

    #[test]
    fn phi2_to_phi4_agrees_with_each_function_alone() {
        for x in [-40.0, -3.0, -0.9, -1e-9, 0.0, 0.4, 2.0] {
            let (two, three, _) = phi2_to_phi4(x);
            assert!((two / phi2(x) - 1.0).abs() < 1e-15);
            assert!((three / phi3(x) - 1.0).abs() < 2e-15);
        }
    }
}
