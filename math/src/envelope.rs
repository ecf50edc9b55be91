//! The duration of a spring as the animation library Motion defines it: the time at which the envelope of the oscillation has fallen to a
//! thousandth of the distance.

/// The fraction of the distance that remains after the duration, Motion's `safeMin`.
const REMAINING: f64 = 1e-3;

/// The `ωT` with which the envelope is a thousandth after the duration `T`, for a spring with this damping ratio (0 < ζ ≤ 1) and start
/// `velocity` (in distances per duration, towards the end). It is the largest root of
///
/// ```text
/// ζ < 1:   |ζω − v|/(ω √(1 − ζ²)) e^(−ζωT) = 1/1000          ζ = 1:   |1 + (ω − v) T| e^(−ωT) = 1/1000
/// ```
///
/// For every larger `ωT`, the envelope is below a thousandth. NaN in gives NaN out.
///
/// # Accuracy
///
/// 2 ε: the root is bisected to adjacent `f64`.
///
/// # Reference
///
/// Motion, `findSpring`, which takes eleven Newton steps from `ωT = 5`; without a velocity they converge to the same root.
pub(super) fn angle_of_duration(damping_ratio: f64, velocity: f64) -> f64 {
    if !(damping_ratio > 0.0 && damping_ratio <= 1.0 && velocity.is_finite()) {
        return f64::NAN;
    }
    let left = |angle: f64| envelope(damping_ratio, velocity, angle);
    // The last peak of the envelope, and the last zero before it. If the peak is below the threshold, the last crossing is before that
    // zero.
    let (peak, zero) = if velocity <= 0.0 {
        (0.0, 0.0)
    } else if damping_ratio < 1.0 {
        let root = libm::sqrt(velocity) * libm::sqrt(velocity + 4.0);
        ((velocity + root) / (2.0 * damping_ratio), velocity / damping_ratio)
    } else {
        (velocity, velocity - 1.0)
    };
    if peak == 0.0 || left(peak) > REMAINING {
        let mut beyond = peak.max(1.0);
        while left(beyond) > REMAINING {
            beyond *= 2.0;
        }
        last_above(peak, beyond, |angle| left(angle) > REMAINING)
    } else {
        last_above(0.0, zero, |angle| -left(angle) > REMAINING)
    }
}

/// The signed envelope after the duration, as a fraction of the distance.
fn envelope(damping_ratio: f64, velocity: f64, angle: f64) -> f64 {
    let decay = libm::exp(-damping_ratio * angle);
    if damping_ratio == 1.0 {
        return (1.0 + (angle - velocity)) * decay;
    }
    let quadrature = libm::sqrt((1.0 - damping_ratio) * (1.0 + damping_ratio));
    (damping_ratio - velocity / angle) / quadrature * decay
}

/// The last `f64` for which `is_above` returns `true`, by bisection. `is_above` has to return `true` at `low` and `false` at `high`.
fn last_above(mut low: f64, mut high: f64, is_above: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if !(low < middle && middle < high) {
            return low;
        }
        (low, high) = if is_above(middle) { (middle, high) } else { (low, middle) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_a_thousandth_after_the_duration_and_less_for_stiffer_springs() {
        for ratio in [0.05, 0.3, 0.75, 0.999, 1.0] {
            for velocity in [-100.0, -5.0, -1e-9, 0.0, 1e-9, 0.3, 1.0, 4.0, 20.0, 1e3] {
                let angle = angle_of_duration(ratio, velocity);
                let left = envelope(ratio, velocity, angle);
                // Rounding the angle changes the exponential by a relative error of `angle` ε. The factor of the exponential is rounded,
                // too.
                let bar = 8.0 * f64::EPSILON * (1.0 + angle + velocity.abs());
                assert!((left.abs() / REMAINING - 1.0).abs() < bar, "{ratio} {velocity}: {angle} {left}");
                for stiffer in [1.001, 1.1, 2.0, 10.0] {
                    assert!(
                        envelope(ratio, velocity, angle * stiffer).abs() < REMAINING,
                        "{ratio} {velocity} {stiffer}"
                    );
                }
            }
        }
    }

    #[test]
    fn extreme_input_does_not_hang() {
        for ratio in [5e-324, 1e-9, 0.05, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0] {
            for velocity in [0.0, 5e-324, 1e-300, 1e300, f64::MAX] {
                let _ = (angle_of_duration(ratio, velocity), angle_of_duration(ratio, -velocity));
            }
        }
        for (ratio, velocity) in [(0.0, 1.0), (1.5, 1.0), (f64::NAN, 1.0), (0.5, f64::NAN), (0.5, f64::INFINITY)] {
            assert!(angle_of_duration(ratio, velocity).is_nan());
        }
    }
}
