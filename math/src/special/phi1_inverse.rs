//! The inverse of `φ₁`, which gives the exponent of an exponential rate from its end conditions.

use super::phi::{phi1, phi2, phi3};

/// Below this `rho`, `φ₁(x) = −1/x` to within `e⁻⁴⁰` at the root `x`, and the iteration would divide by a derivative that underflows.
const ASYMPTOTIC_BELOW: f64 = 0.025;

/// Above this `rho`, `eˣ` overflows at the root `x`, so `φ₁(x)` cannot be computed there.
const LOGARITHMIC_ABOVE: f64 = 2.5e305;

/// The `x` for which `φ₁(x) = (eˣ − 1)/x` equals `rho`.
///
/// # Examples
///
/// ```
/// use exact_motion::special::{phi1, phi1_inverse};
///
/// assert_eq!(phi1_inverse(1.0), 0.0);
/// assert!((phi1(phi1_inverse(3.5)) - 3.5).abs() < 1e-14);
/// ```
///
/// # Special cases
///
/// 0 gives −∞, ∞ gives ∞; a negative number or NaN gives NaN.
///
/// # Accuracy
///
/// 4.2 ulp, also for `rho` near 1 and `x` near 0.
///
/// # Reference
///
/// Derived here: three Halley steps on `φ₁` itself, with `ρ − 1` exact. The textbook form `A − W(A e^A)`, `A = −1/ρ`, by Lambert W (Corless
/// et al., *On the Lambert W function*, Adv. Comput. Math. 5 (1996)) loses all digits at `|ρ − 1| = 1e-8`.
#[must_use]
pub fn phi1_inverse(rho: f64) -> f64 {
    if rho.is_nan() || rho < 0.0 {
        return f64::NAN;
    }
    if rho == f64::INFINITY {
        return rho;
    }
    if rho < ASYMPTOTIC_BELOW {
        return -1.0 / rho;
    }
    if rho > LOGARITHMIC_ABOVE {
        return by_logarithm(rho);
    }
    by_halley(rho, rho - 1.0)
}

/// The `x` for which `φ₁(x) = 1 + excess`. Unlike [`phi1_inverse`], it uses digits of `ρ − 1` that `ρ` cannot hold.
///
/// # Examples
///
/// ```
/// use exact_motion::special::phi1_inverse_1p;
///
/// assert!((phi1_inverse_1p(1e-20) - 2e-20).abs() < 1e-35);
/// ```
///
/// # Special cases
///
/// 0 gives 0, −1 gives −∞, ∞ gives ∞; a number below −1 or NaN gives NaN.
///
/// # Accuracy
///
/// 4.2 ulp for every `excess` ≥ −1/2; below that, 4.2 ulp for the rounded value of `1 + excess`.
///
/// # Reference
///
/// As [`phi1_inverse`].
#[must_use]
pub fn phi1_inverse_1p(excess: f64) -> f64 {
    let rho = 1.0 + excess;
    if (ASYMPTOTIC_BELOW..=LOGARITHMIC_ABOVE).contains(&rho) { by_halley(rho, excess) } else { phi1_inverse(rho) }
}

/// Three Halley steps for `rho = 1 + excess`.
fn by_halley(rho: f64, excess: f64) -> f64 {
    let mut root = start(rho, excess);
    for _ in 0..3 {
        root = halley(root, rho, excess);
    }
    root
}

fn start(rho: f64, excess: f64) -> f64 {
    if rho < 1.0 || excess < 0.0 {
        return excess * (1.0 + rho) / rho;
    }
    let q = if rho < 1.5 { libm::log1p(excess) } else { libm::log(rho) };
    q + libm::log1p(q)
}

fn halley(root: f64, rho: f64, excess: f64) -> f64 {
    let (first, second, third) = (phi1(root), phi2(root), phi3(root));
    let residual = if root.abs() < 0.5 {
        // `excess`, which is ρ − 1, is exact, but the difference φ₁ − ρ would lose digits.
        root * second - excess
    } else {
        first - rho
    };
    let derivative = first - second;
    let curvature = first - 2.0 * second + 2.0 * third;
    let newton = residual / derivative;
    root - newton / (1.0 - newton * curvature / (2.0 * derivative))
}

/// Solves `eˣ = ρ x`. The omitted term 1 is less than e⁻⁷⁰⁰ of `eˣ`. Each iteration of `x = ln ρ + ln x` reduces the error by a factor of
/// 700.
fn by_logarithm(rho: f64) -> f64 {
    let q = libm::log(rho);
    let mut root = q;
    for _ in 0..8 {
        root = q + libm::log(root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_continuous_at_its_switches() {
        for switch in [ASYMPTOTIC_BELOW, 1.5, LOGARITHMIC_ABOVE] {
            let below = phi1_inverse(switch * (1.0 - 1e-15));
            let above = phi1_inverse(switch * (1.0 + 1e-15));
            assert!((above / below - 1.0).abs() < 1e-14, "at {switch}");
        }
    }

    #[test]
    fn phi1_inverse_1p_keeps_the_digits_of_the_excess() {
        for exponent in 1..300 {
            let excess = libm::exp2(-f64::from(exponent));
            for excess in [excess, -excess] {
                // φ₁(x) − 1 = x φ₂(x), which has no cancellation.
                let root = phi1_inverse_1p(excess);
                let residual = root * phi2(root) - excess;
                assert!(residual.abs() <= 2.0 * f64::EPSILON * excess.abs(), "{excess:e}");
            }
        }
        assert_eq!(phi1_inverse_1p(0.0), 0.0);
        assert_eq!(phi1_inverse_1p(-1.0), f64::NEG_INFINITY);
        assert_eq!(phi1_inverse_1p(f64::INFINITY), f64::INFINITY);
        assert!(phi1_inverse_1p(-1.5).is_nan() && phi1_inverse_1p(f64::NAN).is_nan());
        assert_eq!(phi1_inverse_1p(2.5).to_bits(), phi1_inverse(3.5).to_bits());
    }

    #[test]
    fn special_arguments_give_the_documented_values() {
        assert_eq!(phi1_inverse(0.0), f64::NEG_INFINITY);
        assert_eq!(phi1_inverse(f64::INFINITY), f64::INFINITY);
        assert!(phi1_inverse(-1.0).is_nan());
        assert!(phi1_inverse(f64::NAN).is_nan());
        assert!((phi1_inverse(f64::MAX) - 716.357).abs() < 1e-3);
    }
}
