//! A spring's response as a Bevy curve.

use bevy::{
    prelude::{Curve, Interval},
    reflect::Reflect,
};

use crate::{Spring, math, property::Property};

/// The response of a spring released at rest, from 0 to 1, as a [`Curve<f32>`] over its settling time: for animation clips and easing.
///
/// # Examples
///
/// ```
/// use bevy::prelude::Curve;
/// use bevy_exact_motion::{SpringCurve, math};
///
/// let spring = math::Spring::new(10.0, 1.0)?;
/// let curve = SpringCurve::new(spring, 1e-3);
/// assert_eq!(curve.sample(0.0), Some(0.0));
/// assert!((curve.domain().end() - 0.95646).abs() < 1e-5);
/// # Ok::<(), math::ParameterError>(())
/// ```
#[doc(alias = "easing")]
#[doc(alias = "ease")]
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
pub struct SpringCurve {
    angular_frequency: f64,
    damping_ratio: f64,
    domain: Interval,
}

impl SpringCurve {
    /// The response of `spring` from 0 to 1, until it stays within `tolerance` of 1. The spring's start, velocity and target are not used.
    /// The domain of an undamped spring's curve has no end.
    #[expect(clippy::cast_possible_truncation, reason = "a curve's parameter is f32")]
    #[must_use]
    pub fn new(spring: math::Spring, tolerance: f64) -> Self {
        let unit = spring.with_start(0.0).with_velocity(0.0).with_target(1.0);
        let end = unit.settling_time(tolerance) as f32;
        Self {
            angular_frequency: spring.angular_frequency,
            damping_ratio: spring.damping_ratio,
            domain: Interval::new(0.0, end).unwrap_or(Interval::UNIT),
        }
    }
}

/// The response of the component's spring, until it stays within 0.001 of 1.
///
/// # Examples
///
/// ```
/// use bevy::prelude::Curve;
/// use bevy_exact_motion::{SpringCurve, prelude::*};
///
/// let curve = SpringCurve::from(Spring::critical(10.0));
/// assert!((curve.domain().end() - 0.95646).abs() < 1e-5);
/// ```
///
/// # Special cases
///
/// The curve of a spring with invalid fields is 0 everywhere, on the domain from 0 to 1.
impl<P: Property> From<Spring<P>> for SpringCurve {
    fn from(spring: Spring<P>) -> Self {
        let (angular_frequency, damping_ratio) = (spring.angular_frequency.into(), spring.damping_ratio.into());
        math::Spring::new(angular_frequency, damping_ratio)
            .map_or(Self { angular_frequency, damping_ratio, domain: Interval::UNIT }, |spring| Self::new(spring, 1e-3))
    }
}

/// Like `From<Spring<P>>`, for a borrowed component.
impl<P: Property> From<&Spring<P>> for SpringCurve {
    fn from(spring: &Spring<P>) -> Self {
        (*spring).into()
    }
}

impl Curve<f32> for SpringCurve {
    fn domain(&self) -> Interval {
        self.domain
    }

    #[expect(clippy::cast_possible_truncation, reason = "a curve's value is f32")]
    fn sample_unchecked(&self, t: f32) -> f32 {
        math::Spring::new(self.angular_frequency, self.damping_ratio).map_or(0.0, |spring| spring.value(t.into()))
            as f32
    }
}
