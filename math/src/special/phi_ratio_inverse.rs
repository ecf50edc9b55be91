//! The inverse of `φ₁/φ₂`, which gives the friction of a throw from its duration.

use super::phi::{phi1, phi2, phi3};

/// Number of Newton steps. Five suffice from the first guess.
const NEWTON_STEPS: u32 = 7;

/// Above this `z`, `φ₁(z)/φ₂(z) = z` to within `z² e⁻ᶻ < 2⁻⁶⁰`.
const LINEAR_ABOVE: f64 = 60.0;

/// The `z ≥ 0` with `φ₁(z)/φ₂(z) = 2 + excess`, for `excess ≥ 0`; NaN for NaN.
///
/// The quotient is convex, and above both its tangent at 0, `2 + z/3`, and its asymptote `z`. So Newton's method, which starts above the
/// root, converges to it from above.
pub(in super::super) fn phi_ratio_inverse(excess: f64) -> f64 {
    let ratio = 2.0 + excess;
    if ratio > LINEAR_ABOVE {
        return ratio;
    }
    let mut z = ratio.min(3.0 * excess);
    for _ in 0..NEWTON_STEPS {
        let (first, second, third) = (phi1(z), phi2(z), phi3(z));
        let slope = second - 2.0 * third;
        // φ₁ − 2φ₂ = z (φ₂ − 2φ₃), so that the excess keeps its digits near 0.
        let residual = if z < 1.0 { z * slope - excess * second } else { first - ratio * second };
        z -= residual / ((first - second) - ratio * slope);
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phi_ratio_inverse_is_the_inverse_near_0_near_the_asymptote_and_in_between() {
        for excess in [0.0, 1e-300, 1e-12, 1e-3, 0.3, 0.5, 2.0, 40.0, 57.999, 58.001, 1e9] {
            let z = phi_ratio_inverse(excess);
            if z < 600.0 {
                let found = if z < 1.0 { z * (phi2(z) - 2.0 * phi3(z)) / phi2(z) } else { phi1(z) / phi2(z) - 2.0 };
                assert!(
                    (found - excess).abs() <= 8.0 * f64::EPSILON * (excess + if z < 1.0 { 0.0 } else { 2.0 }),
                    "{excess}"
                );
            } else {
                assert_eq!(z, excess + 2.0);
            }
        }
    }
}
