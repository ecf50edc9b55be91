//! The handles on the curve: where they are, and the numbers of a spring that has them elsewhere.

use bevy::math::DVec2;

use crate::{
    debug::{convention::SETTLED, tunable::RATIO_RANGE},
    math,
};

/// A point of the curve that hands drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// Where half of the spring's period is over: near the first peak of a spring that swings, and every other spring has it, too.
    /// To the side it turns ω, up and down ζ.
    HalfPeriod,
    /// Where the spring has settled. To the side it turns ω.
    SettlingTime,
}

/// Halvings of the range of damping ratios: to a millionth, and the ratio is rounded to a hundredth.
const HALVINGS: u32 = 21;

impl Handle {
    /// Where it is on the curve: seconds, and the share of the way. None where the spring has no such point.
    pub(super) fn place(self, spring: &math::Spring) -> Option<DVec2> {
        // At 0 it has arrived nowhere, and settles at once.
        if spring.angular_frequency <= 0.0 {
            return None;
        }
        let seconds = match self {
            Self::HalfPeriod => 0.5 * spring.duration(),
            Self::SettlingTime => spring.settling_time(SETTLED),
        };
        seconds.is_finite().then(|| DVec2::new(seconds, spring.value(seconds)))
    }

    /// The frequency with which it is `seconds` later. Unit: rad/s; infinite where that is before the release.
    pub(super) fn frequency(self, spring: &math::Spring, seconds: f64) -> Option<f64> {
        // Both times are as much longer as the spring is slower.
        let before = self.place(spring)?.x;
        let after = before + seconds;
        Some(if after > 0.0 { spring.angular_frequency * before / after } else { f64::INFINITY })
    }

    /// The damping ratio with which it is as much higher, as a share of the way; none where it stays at its height. Unit: 1.
    pub(super) fn ratio(self, spring: &math::Spring, way: f64) -> Option<f64> {
        if self != Self::HalfPeriod {
            return None;
        }
        let wanted = self.place(spring)?.y + way;
        let (mut low, mut high) = (f64::from(RATIO_RANGE.0), f64::from(RATIO_RANGE.1));
        for _ in 0..HALVINGS {
            // More damping, less of the way in this time.
            let middle = 0.5 * (low + high);
            if half_way(middle)? > wanted { low = middle } else { high = middle }
        }
        Some(0.5 * (low + high))
    }
}

/// How far a spring of this damping ratio has come in half of its period, of whatever length. Unit: the way.
fn half_way(damping_ratio: f64) -> Option<f64> {
    Some(math::Spring::new(1.0, damping_ratio).ok()?.value(core::f64::consts::PI))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_damping_is_less_of_the_way_in_half_a_period() {
        let ways: [f64; 201] = core::array::from_fn(|ratio| half_way(ratio as f64 / 100.0).expect("it is one"));
        assert!(ways.windows(2).all(|pair| pair[0] > pair[1]), "{ways:?}");
        assert!((ways[0] - 2.0).abs() < 1e-15);
    }

    #[test]
    fn a_spring_has_its_handle_where_it_was_dragged() {
        for (omega, zeta) in [(8.0, 0.5), (0.3, 0.0), (40.0, 1.0), (3.0, 1.9)] {
            let from = math::Spring::new(omega, zeta).expect("it is one");
            let place = Handle::HalfPeriod.place(&from).expect("it has one");
            let wanted = DVec2::new(1.7 * place.x, 0.5 * (place.y + 1.1));
            let dragged = wanted - place;
            let omega = Handle::HalfPeriod.frequency(&from, dragged.x).expect("it has one");
            let zeta = Handle::HalfPeriod.ratio(&from, dragged.y).expect("it has one");
            let there = Handle::HalfPeriod.place(&math::Spring::new(omega, zeta).expect("it is one"));
            // Of ζ a millionth is left, and the way is at most twice as steep.
            assert!((there.expect("it has one") - wanted).abs().max_element() < 2e-6, "{there:?} should be {wanted}");
        }
    }

    #[test]
    fn where_it_settles_only_the_frequency_is_turned() {
        let from = math::Spring::new(8.0, 0.3).expect("it is one");
        let place = Handle::SettlingTime.place(&from).expect("it has one");
        let omega = Handle::SettlingTime.frequency(&from, 0.5 * place.x).expect("it has one");
        let there = Handle::SettlingTime.place(&math::Spring::new(omega, 0.3).expect("it is one"));
        assert!((there.expect("it has one").x - 1.5 * place.x).abs() < 1e-12);
        assert_eq!(Handle::SettlingTime.ratio(&from, 0.5), None);
    }

    #[test]
    fn beyond_all_springs_it_is_the_last_of_them() {
        let from = math::Spring::new(8.0, 0.5).expect("it is one");
        assert_eq!(Handle::HalfPeriod.frequency(&from, -1e9), Some(f64::INFINITY));
        assert!(Handle::HalfPeriod.ratio(&from, 9.0).is_some_and(|ratio| ratio < 1e-6));
        assert!(Handle::HalfPeriod.ratio(&from, -9.0).is_some_and(|ratio| ratio > 2.0 - 1e-6));
        // Without a frequency it never comes half way, and without damping it never settles.
        assert_eq!(Handle::HalfPeriod.place(&math::Spring::new(0.0, 0.5).expect("it is one")), None);
        assert_eq!(Handle::SettlingTime.place(&math::Spring::new(8.0, 0.0).expect("it is one")), None);
    }
}
