//! The inverse of `φ₁`, which turns end conditions into an exponential rate.

use super::phi::{phi1, phi2, phi3};

/// Below this value `φ₁(L) = −1/L` up to `e⁻⁴⁰`, and the iteration would divide by an underflowing derivative.
const ASYMPTOTIC_BELOW: f64 = 0.025;

/// Above this value `φ₁` of the root overflows, though the root is near 709.
const LOGARITHMIC_ABOVE: f64 = 2.5e305;

/// The `x` for which `φ₁(x) = (eˣ − 1)/x` equals `rho`.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::special::{phi1, phi1_inverse};
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
/// 4.2 ulp, also where `rho` is next to 1 and `x` next to 0.
///
/// # Reference
///
/// Ours: three Halley steps on `φ₁` itself, with `ρ − 1` exact. The textbook form `A − W(A e^A)`, `A = −1/ρ`, by Lambert W (Corless et al.,
/// *On the Lambert W function*, Adv. Comput. Math. 5 (1996)) has no digit left at `|ρ − 1| = 1e-8`.
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
    let mut root = start(rho);
    for _ in 0..3 {
        root = halley(root, rho);
    }
    root
}

fn start(rho: f64) -> f64 {
    if rho < 1.0 {
        return -(1.0 - rho) * (1.0 + rho) / rho;
    }
    let q = if rho < 1.5 { libm::log1p(rho - 1.0) } else { libm::log(rho) };
    q + libm::log1p(q)
}

fn halley(root: f64, rho: f64) -> f64 {
    let (first, second, third) = (phi1(root), phi2(root), phi3(root));
    let residual = if root.abs() < 0.5 {
        // ρ − 1 is exact, φ₁ − ρ would not be.
        root * second - (rho - 1.0)
    } else {
        first - rho
    };
    let derivative = first - second;
    let curvature = first - 2.0 * second + 2.0 * third;
    let newton = residual / derivative;
    root - newton / (1.0 - newton * curvature / (2.0 * derivative))
}

// eˣ = ρ x up to e⁻⁷⁰⁰; the fixed point x = ln ρ + ln x gains a factor of 700 a round.
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
    fn branches_meet() {
        for switch in [ASYMPTOTIC_BELOW, 1.5, LOGARITHMIC_ABOVE] {
            let below = phi1_inverse(switch * (1.0 - 1e-15));
            let above = phi1_inverse(switch * (1.0 + 1e-15));
            assert!((above / below - 1.0).abs() < 1e-14, "at {switch}");
        }
    }

    #[test]
    fn special_values() {
        assert_eq!(phi1_inverse(0.0), f64::NEG_INFINITY);
        assert_eq!(phi1_inverse(f64::INFINITY), f64::INFINITY);
        assert!(phi1_inverse(-1.0).is_nan());
        assert!(phi1_inverse(f64::NAN).is_nan());
        assert!((phi1_inverse(f64::MAX) - 716.357).abs() < 1e-3);
    }
}
