//! Kicks of a spring: the velocity for a given peak, and a cap on repeated kicks.

use super::{Spring, Vector, response};

impl Spring {
    /// The velocity (length/s) with which this spring, at rest on its target, reaches a maximum distance of `peak` (length) from it.
    ///
    /// ```text
    /// j = peak · ω/F(ζ)          F: response::kick_peak
    /// ```
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::Spring;
    ///
    /// # fn main() -> Result<(), exact_motion::ParameterError> {
    /// let shake = Spring::new(25.0, 0.25)?.with_target(0.0);
    /// let shaken = shake.with_velocity(shake.kick_for_peak(0.1));
    /// let peak = (0..1000).map(|i| shaken.value(f64::from(i) * 1e-3)).fold(0.0, f64::max);
    /// assert!((peak - 0.1).abs() < 1e-5);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Special cases
    ///
    /// 0 for `ω = 0`, because such a motion has no peak.
    #[must_use]
    pub fn kick_for_peak(&self, peak: f64) -> f64 {
        peak * self.angular_frequency / response::kick_peak(self.damping_ratio)
    }
}

/// The largest part of `kick` (length/s) after which a spring stays within `cap` (length) of its target. Uses that `x² + (x′/ω)²` never
/// grows. The spring has `angular_frequency` (rad/s); before the kick it is at `position` (length), relative to its target, with `velocity`
/// (length/s).
///
/// `dot` is the scalar product.
///
/// # Special cases
///
/// 0 if `√(x² + (x′/ω)²)` already exceeds the cap, for NaN, and if the square of the kick is not finite.
///
/// # Examples
///
/// ```
/// use exact_motion::capped_kick;
///
/// // From rest on the target, the kick is limited to ω · cap.
/// assert_eq!(capped_kick(0.0, 0.0, 9.0, 25.0, 0.1, |a, b| a * b), 2.5);
/// assert_eq!(capped_kick(0.0, 0.0, 2.0, 25.0, 0.1, |a, b| a * b), 2.0);
/// ```
#[must_use]
pub fn capped_kick<V: Vector>(
    position: V,
    velocity: V,
    kick: V,
    angular_frequency: f64,
    cap: f64,
    dot: impl Fn(V, V) -> f64,
) -> V {
    let room = angular_frequency * angular_frequency * (cap * cap - dot(position, position));
    // The fraction s of the kick j solves |v + s j|² = room, that is, a s² + 2 b s − left = 0.
    let (a, b, left) = (dot(kick, kick), dot(velocity, kick), room - dot(velocity, velocity));
    if !(left >= 0.0 && a > 0.0 && a.is_finite()) {
        return V::default();
    }
    if left.is_infinite() {
        return kick;
    }
    let root = libm::sqrt(b * b + a * left);
    // The positive root, without cancellation.
    let share = if b > 0.0 { left / (b + root) } else { (root - b) / a };
    if share >= 1.0 { kick } else { kick * share }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest distance of a spring from 0, by samples.
    fn farthest(spring: &Spring) -> f64 {
        (0..20_000).map(|i| spring.value(f64::from(i) * 1e-4).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_kick_for_a_peak_reaches_the_peak_and_no_farther() {
        for ratio in [0.0, 0.1, 0.25, 0.5, 0.999_999, 1.0, 1.000_001, 2.0, 40.0] {
            let spring = Spring::new(25.0, ratio).unwrap().with_target(0.0);
            let peak = farthest(&spring.with_velocity(spring.kick_for_peak(0.3)));
            // Samples 1e-4 s apart miss the peak by at most (ω dt)²/8.
            assert!(peak <= 0.3 * (1.0 + 1e-15) && peak > 0.3 * (1.0 - 1e-6), "ζ = {ratio}: {peak}");
        }
    }

    #[test]
    fn kicks_never_add_up_to_more_than_the_cap() {
        let (frequency, cap) = (25.0, 0.1);
        let mut spring = Spring::new(frequency, 0.25).unwrap().with_target(0.0);
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(seed >> 32).unwrap()) / f64::from(u32::MAX)
        };
        let mut peak: f64 = 0.0;
        for _ in 0..4000 {
            let kick = capped_kick(spring.start, spring.velocity, 8.0 * random() - 4.0, frequency, cap, |a, b| a * b);
            spring.velocity += kick;
            let time = 0.1 * random();
            peak = (0..50).map(|i| spring.value(time * f64::from(i) / 50.0).abs()).fold(peak, f64::max);
            spring = spring.with_start(spring.value(time)).with_velocity(spring.rate(time));
        }
        assert!(peak <= cap * (1.0 + 1e-12), "{peak}");
        assert!(peak > 0.99 * cap, "the kicks should nearly reach the cap: {peak}");
    }

    #[test]
    fn a_kick_against_the_motion_is_not_reduced_and_invalid_kicks_give_0() {
        let product = |a: f64, b: f64| a * b;
        assert_eq!(capped_kick(0.0, 2.5, -4.0, 25.0, 0.1, product), -4.0);
        assert!(capped_kick(0.0, 2.5, 4.0, 25.0, 0.1, product).abs() < 1e-15);
        assert_eq!(capped_kick(0.2, 0.0, 4.0, 25.0, 0.1, product), 0.0);
        assert_eq!(capped_kick(0.0, 0.0, f64::NAN, 25.0, 0.1, product), 0.0);
        assert_eq!(capped_kick(0.0, 0.0, 0.0, 25.0, 0.1, product), 0.0);
        assert_eq!(capped_kick(0.0, 1.0, 4.0, 25.0, f64::INFINITY, product), 4.0);
        assert_eq!(capped_kick(0.0, 1.0, 1e200, 25.0, 0.1, product), 0.0);
    }
}
