//! The handles on the curve: their positions, and the spring parameters that move them to other positions.

use bevy::math::DVec2;

use crate::{
    dev_tools::{convention::SETTLED, tunable::RATIO_RANGE},
    math,
};

/// A point on the curve that pointers can drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// The point after half of the spring's undamped period. It is near the first peak if the spring oscillates; overdamped springs have
    /// this point, too. Dragging it sideways changes ω, dragging it up or down changes ζ.
    HalfPeriod,
    /// The point at which the spring has settled. Dragging it sideways changes ω.
    SettlingTime,
}

/// The number of bisection steps over the range of damping ratios. They find the ratio to a millionth; it is then rounded to a hundredth.
const BISECTIONS: u32 = 21;

impl Handle {
    /// The handle's position on the curve: the time (s), and the value (as a fraction of the distance to the target at the release).
    /// Returns `None` if the spring has no such point.
    pub(super) fn position(self, spring: &math::Spring) -> Option<DVec2> {
        // At ω = 0 the spring never moves, although its settling time is 0.
        if spring.angular_frequency <= 0.0 {
            return None;
        }
        let seconds = match self {
            Self::HalfPeriod => 0.5 * spring.duration(),
            Self::SettlingTime => spring.settling_time(SETTLED),
        };
        seconds.is_finite().then(|| DVec2::new(seconds, spring.value(seconds)))
    }

    /// The angular frequency that moves the handle by `seconds`. Unit: rad/s; ∞ if the new time is not after the release.
    pub(super) fn frequency(self, spring: &math::Spring, seconds: f64) -> Option<f64> {
        // Both times are inversely proportional to the angular frequency.
        let before = self.position(spring)?.x;
        let after = before + seconds;
        Some(if after > 0.0 { spring.angular_frequency * before / after } else { f64::INFINITY })
    }

    /// The damping ratio that moves the handle up by `rise`, a fraction of the distance to the target at the release. Unit: 1. Returns
    /// `None` for a handle that does not change the ratio.
    pub(super) fn ratio(self, spring: &math::Spring, rise: f64) -> Option<f64> {
        if self != Self::HalfPeriod {
            return None;
        }
        let wanted = self.position(spring)?.y + rise;
        let (mut low, mut high) = (f64::from(RATIO_RANGE.0), f64::from(RATIO_RANGE.1));
        for _ in 0..BISECTIONS {
            // The value falls as the damping increases.
            let middle = 0.5 * (low + high);
            if value_at_half_period(middle)? > wanted { low = middle } else { high = middle }
        }
        Some(0.5 * (low + high))
    }
}

/// The value of a spring with this damping ratio after half of its undamped period. It does not depend on the length of the period.
/// Unit: the distance to the target at the release.
fn value_at_half_period(damping_ratio: f64) -> Option<f64> {
    Some(math::Spring::new(1.0, damping_ratio).ok()?.value(core::f64::consts::PI))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_after_half_a_period_falls_with_damping() {
        let values: [f64; 201] =
            core::array::from_fn(|ratio| value_at_half_period(ratio as f64 / 100.0).expect("the spring is valid"));
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
        assert!((values[0] - 2.0).abs() < 1e-15);
    }

    #[test]
    fn a_dragged_handle_stays_at_the_pointer() {
        for (omega, zeta) in [(8.0, 0.5), (0.3, 0.0), (40.0, 1.0), (3.0, 1.9)] {
            let from = math::Spring::new(omega, zeta).expect("the spring is valid");
            let position = Handle::HalfPeriod.position(&from).expect("the spring has this point");
            let wanted = DVec2::new(1.7 * position.x, 0.5 * (position.y + 1.1));
            let dragged = wanted - position;
            let omega = Handle::HalfPeriod.frequency(&from, dragged.x).expect("the spring has this point");
            let zeta = Handle::HalfPeriod.ratio(&from, dragged.y).expect("the spring has this point");
            let there = Handle::HalfPeriod.position(&math::Spring::new(omega, zeta).expect("the spring is valid"));
            // ζ is accurate to a millionth, and the value changes at most twice as fast.
            let there = there.expect("the spring has this point");
            assert!((there - wanted).abs().max_element() < 2e-6, "{there} should be {wanted}");
        }
    }

    #[test]
    fn the_settling_time_handle_changes_only_the_frequency() {
        let from = math::Spring::new(8.0, 0.3).expect("the spring is valid");
        let position = Handle::SettlingTime.position(&from).expect("the spring has this point");
        let omega = Handle::SettlingTime.frequency(&from, 0.5 * position.x).expect("the spring has this point");
        let there = Handle::SettlingTime.position(&math::Spring::new(omega, 0.3).expect("the spring is valid"));
        assert!((there.expect("the spring has this point").x - 1.5 * position.x).abs() < 1e-12);
        assert_eq!(Handle::SettlingTime.ratio(&from, 0.5), None);
    }

    #[test]
    fn a_drag_out_of_range_gives_an_infinite_frequency_or_clamps_the_ratio() {
        let from = math::Spring::new(8.0, 0.5).expect("the spring is valid");
        assert_eq!(Handle::HalfPeriod.frequency(&from, -1e9), Some(f64::INFINITY));
        assert!(Handle::HalfPeriod.ratio(&from, 9.0).is_some_and(|ratio| ratio < 1e-6));
        assert!(Handle::HalfPeriod.ratio(&from, -9.0).is_some_and(|ratio| ratio > 2.0 - 1e-6));
        // A spring of frequency 0 has no period, and one without damping never settles.
        assert_eq!(Handle::HalfPeriod.position(&math::Spring::new(0.0, 0.5).expect("the spring is valid")), None);
        assert_eq!(Handle::SettlingTime.position(&math::Spring::new(8.0, 0.0).expect("the spring is valid")), None);
    }
}
