//! The lab's spring, which moves everything in the scene, and the conventions that describe it.

use bevy::prelude::*;
use bevy_exact_motion::{Spring, math, property::Property};

use harness::dial::Dial;
use harness::plot::narrow;

/// The spring that the dials set.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lab(pub(crate) math::Spring);

impl Default for Lab {
    fn default() -> Self {
        // Rebound's default spring.
        let spring = math::Spring::from_origami(40.0, 7.0);
        Self(spring.unwrap_or(math::Spring {
            angular_frequency: 15.0,
            damping_ratio: 0.7,
            start: 0.0,
            velocity: 0.0,
            target: 1.0,
        }))
    }
}

/// A parameter of the spring in one of the conventions.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) enum Parameter {
    /// The stiffness for a mass of 1. Unit: 1/s².
    Stiffness,
    /// The damping for a mass of 1. Unit: 1/s.
    Damping,
    /// The duration in `SwiftUI`'s convention. Unit: s.
    Duration,
    /// The bounce in `SwiftUI`'s convention. Unit: 1.
    Bounce,
    /// The tension in Origami's convention. Unit: 1.
    Tension,
    /// The friction in Origami's convention. Unit: 1.
    Friction,
}

/// The name of each convention, and its two parameters. Two parameters describe the whole spring.
pub(crate) const CONVENTIONS: [(&str, [Parameter; 2]); 3] = [
    ("mass 1", [Parameter::Stiffness, Parameter::Damping]),
    ("SwiftUI", [Parameter::Duration, Parameter::Bounce]),
    ("Origami, Rebound", [Parameter::Tension, Parameter::Friction]),
];

impl Parameter {
    pub(crate) fn dial(self) -> Dial {
        let (label, unit, decimals, range) = match self {
            Self::Stiffness => ("stiffness", "1/s2", 0, (10.0, 1500.0)),
            Self::Damping => ("damping", "1/s", 1, (0.0, 80.0)),
            Self::Duration => ("duration", "s", 3, (0.15, 2.0)),
            Self::Bounce => ("bounce", "", 2, (-0.8, 1.0)),
            Self::Tension => ("tension", "", 0, (-20.0, 400.0)),
            Self::Friction => ("friction", "", 1, (0.0, 26.0)),
        };
        Dial { label, unit, decimals, range }
    }

    /// Returns the value of this parameter for `spring`.
    pub(crate) fn of(self, spring: &math::Spring) -> f32 {
        narrow(match self {
            Self::Stiffness => spring.stiffness(),
            Self::Damping => spring.damping(),
            Self::Duration => spring.duration(),
            Self::Bounce => spring.bounce(),
            Self::Tension => spring.origami_tension(),
            Self::Friction => spring.origami_friction(),
        })
    }

    /// Returns a spring with `value` for this parameter. The other parameter of the convention is that of `spring`.
    pub(crate) fn with_value(self, value: f32, spring: &math::Spring) -> Result<math::Spring, math::ParameterError> {
        let value = f64::from(value);
        match self {
            Self::Stiffness => math::Spring::from_mass_stiffness_damping(1.0, value, spring.damping()),
            Self::Damping => math::Spring::from_mass_stiffness_damping(1.0, spring.stiffness(), value),
            Self::Duration => math::Spring::from_duration_bounce(value, spring.bounce()),
            Self::Bounce => math::Spring::from_duration_bounce(spring.duration(), value),
            Self::Tension => math::Spring::from_origami(value, spring.origami_friction()),
            Self::Friction => math::Spring::from_origami(spring.origami_tension(), value),
        }
    }
}

/// How a spring approaches its target.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Regime {
    /// ζ < 1: the spring overshoots.
    Under,
    /// ζ = 1: the spring approaches as fast as possible without overshoot.
    Critical,
    /// ζ > 1: the spring approaches more slowly than at ζ = 1.
    Over,
}

impl Regime {
    pub(crate) const ALL: [(Self, &str); 3] =
        [(Self::Under, "underdamped"), (Self::Critical, "critical"), (Self::Over, "overdamped")];

    /// Returns the regime of `spring`. A damping ratio that dials cannot distinguish from 1 counts as critical.
    pub(crate) fn of(spring: &math::Spring) -> Self {
        const NEAR: f64 = 0.005;
        match spring.damping_ratio {
            ratio if ratio < 1.0 - NEAR => Self::Under,
            ratio if ratio > 1.0 + NEAR => Self::Over,
            _ => Self::Critical,
        }
    }
}

/// Copies the lab's spring to every spring of property `P`, even in flight. Neither value nor velocity jumps.
pub(crate) fn apply<P: Property>(lab: Res<Lab>, mut springs: Query<&mut Spring<P>>) {
    if lab.is_changed() {
        for mut spring in &mut springs {
            *spring = lab.0.into();
        }
    }
}
