//! Conversions from the spring durations of the animation library Motion (formerly Framer Motion) to `(ω, ζ)`.

use core::f64::consts::TAU;

use super::Spring;
use super::envelope::angle_of_duration;
use super::parameter::{ParameterError, finite, inside, time};

/// The largest bounce that Motion allows.
const MOTION_MAX_BOUNCE: f64 = 0.95;

/// The undamped period divided by Motion's visual duration.
const MOTION_PERIOD: f64 = 1.2;

/// # Constructors from the durations of the animation library Motion
impl Spring {
    /// A spring with the duration `T` (s, ≥ 0) and the bounce `b` (1, 0 ≤ b ≤ 0.95) of Motion and Framer Motion, and with a start velocity
    /// `v` (in distances to the end per second, towards the end): `ζ = 1 − b`, and `ω` such that after the duration the envelope of the
    /// oscillation is a thousandth of the distance.
    ///
    /// ```text
    /// |ζω − v|/(ω √(1 − ζ²)) e^(−ζωT) = 1/1000          b = 0:   |1 + (ω − v) T| e^(−ωT) = 1/1000
    /// ```
    ///
    /// If several `ω` satisfy this, the largest is used. Motion itself clamps the bounce to this range and the duration to 0.01 … 10 s. Its
    /// velocity is per millisecond, and positive away from the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::Spring;
    ///
    /// let spring = Spring::from_envelope_duration_bounce(0.8, 0.25, 0.0)?;
    /// assert_eq!(spring.damping_ratio, 0.75);
    /// assert!((spring.angular_frequency - 11.722354155204316).abs() < 1e-12);
    /// # Ok::<(), exact_motion::ParameterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    ///
    /// # Reference
    ///
    /// Motion, `findSpring`.
    #[doc(alias = "Motion")]
    #[doc(alias = "Framer")]
    pub fn from_envelope_duration_bounce(duration: f64, bounce: f64, velocity: f64) -> Result<Self, ParameterError> {
        let velocity = finite("velocity", velocity)?;
        let bounce = motion_bounce(bounce)?;
        let of = |duration: f64| {
            let ratio = 1.0 - bounce;
            Self::new(angle_of_duration(ratio, velocity * duration) / duration, ratio)
        };
        let duration = time("duration", duration)?;
        Ok(of(duration)?.with_velocity(velocity))
    }

    /// A spring with Motion's visual duration `D` (s, ≥ 0), after which it appears to have arrived, and Motion's bounce `b` (1,
    /// 0 ≤ b ≤ 0.95): `ω = 2π/(1.2 D)`, `ζ = 1 − b`.
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges.
    ///
    /// # Reference
    ///
    /// Motion, `getSpringOptions`.
    #[doc(alias = "visualDuration")]
    pub fn from_visual_duration_bounce(duration: f64, bounce: f64) -> Result<Self, ParameterError> {
        let bounce = motion_bounce(bounce)?;
        let of = |duration: f64| Self::new(TAU / (MOTION_PERIOD * duration), 1.0 - bounce);
        of(time("visual duration", duration)?)
    }
}

/// Validates a bounce in Motion's convention. Its maximum leaves a damping ratio of at least 0.05.
fn motion_bounce(bounce: f64) -> Result<f64, ParameterError> {
    let (edge, most) = (if bounce > 0.0 { MOTION_MAX_BOUNCE } else { 0.0 }, MOTION_MAX_BOUNCE);
    inside("bounce", bounce, |bounce| (0.0..=most).contains(&bounce), "≥ 0 and ≤ 0.95", edge, |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found / expected - 1.0).abs() < 1e-14
    }

    #[test]
    fn frequencies_match_the_formula_of_the_library_motion() {
        for (duration, bounce, velocity, frequency) in [
            (0.8, 0.25, 0.0, 11.722354155204316),
            (0.8, 0.3, 0.0, 12.299558235134441),
            (0.5, 0.95, 0.0, 156.5309828214881),
            (0.8, 0.25, 5.0, 9.834147001054308),
            (0.8, 0.25, -5.0, 12.437663762157838),
            (1.0, 0.0, 0.0, 9.233413476451586),
            (0.4, 0.0, -3.0, 23.387153849850055),
            (0.3, 0.0, 2.0, 30.55322323847192),
        ] {
            let spring = Spring::from_envelope_duration_bounce(duration, bounce, velocity).unwrap();
            assert!(close(spring.angular_frequency, frequency), "{duration} {bounce} {velocity}: {spring:?}");
            assert_eq!((spring.damping_ratio, spring.velocity), (1.0 - bounce, velocity));
        }
        let visual = Spring::from_visual_duration_bounce(0.5, 0.25).unwrap();
        assert!(close(visual.duration(), 0.6) && visual.damping_ratio == 0.75);
        assert_eq!(Spring::from_visual_duration_bounce(0.5, 0.95).unwrap().damping_ratio, 1.0 - 0.95);
        for bad in [f64::NAN, f64::INFINITY, -0.1, 0.96] {
            assert!(Spring::from_visual_duration_bounce(0.5, bad).is_err());
            assert!(Spring::from_envelope_duration_bounce(0.5, bad, 0.0).is_err());
        }
        for bad in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(Spring::from_visual_duration_bounce(bad, 0.2).is_err());
            assert!(Spring::from_envelope_duration_bounce(bad, 0.2, 0.0).is_err());
        }
        assert!(Spring::from_envelope_duration_bounce(0.5, 0.2, f64::NAN).is_err());
    }
}
