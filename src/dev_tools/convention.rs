//! A spring's parameters in every convention, and the code that creates it.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use bevy::reflect::{Reflect, std_traits::ReflectDefault};

use super::tunable::SpringParameters;
use crate::{
    law::Spring,
    math,
    property::{Property, Translation},
};

/// Defines [`Convention`]. Each line is a variant with its constructor of [`math::Spring`] and the names of the constructor's arguments, in
/// ASCII, which every font has.
macro_rules! conventions {
    ($($(#[$attribute:meta])* $name:ident: $constructor:ident($($number:ident),+), $label:literal;)+) => {
        /// A set of parameters that describes a spring: the arguments of one of the constructors of [`Spring`].
        ///
        /// # Examples
        ///
        /// ```
        /// use bevy_exact_motion::{prelude::*, dev_tools::Convention};
        ///
        /// let spring = Spring::new(8.0, 0.5);
        /// assert_eq!(Convention::AngularFrequency.code(&spring).unwrap(), "Spring::new(8.0, 0.5)");
        /// assert_eq!(Convention::TensionFriction.code(&spring).unwrap(), "Spring::from_tension_friction(64.0, 8.0)");
        /// assert_eq!(Convention::HalfLife.code(&spring), None); // only for critical springs
        /// let turn = Spring::critical(12.0).on::<Rotation>();
        /// assert_eq!(Convention::SmoothTime.code(&turn).unwrap(), "Spring::from_smooth_time(0.16666667).on::<Rotation>()");
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(Clone, Debug, Default, PartialEq, Hash)]
        #[non_exhaustive]
        pub enum Convention {
            $($(#[$attribute])* $name,)+
        }

        impl Convention {
            /// All variants of [`Convention`].
            pub const ALL: [Self; 11] = [$(Self::$name),+];

            /// The names of the parameters, in ASCII.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)+
                }
            }

            const fn constructor(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($constructor),)+
                }
            }

            /// Calls the constructor. Returns `None` if it rejects the arguments, or if their number is wrong.
            fn make(self, arguments: &[f64]) -> Option<math::Spring> {
                match (self, arguments) {
                    $((Self::$name, &[$($number),+]) => math::Spring::$constructor($($number),+).ok(),)+
                    _ => None,
                }
            }
        }
    };
}

conventions! {
    /// [`Spring::new`], or [`Spring::critical`] if ζ = 1.
    #[default]
    AngularFrequency: new(omega, zeta), "omega, zeta";
    /// [`Spring::from_mass_stiffness_damping`], with a mass of 1. Used by Flutter, `SwiftUI` and Rebound.
    MassStiffnessDamping: from_mass_stiffness_damping(mass, stiffness, damping), "mass, stiffness, damping";
    /// [`Spring::from_tension_friction`]. Used by react-spring and Rebound.
    TensionFriction: from_tension_friction(tension, friction), "tension, friction";
    /// [`Spring::from_origami`].
    Origami: from_origami(tension, friction), "Origami tension, friction";
    /// [`Spring::from_duration_bounce`]. Used by `SwiftUI`.
    DurationBounce: from_duration_bounce(duration, bounce), "duration, bounce";
    /// [`Spring::from_visual_duration_bounce`]. Used by Motion. Only for 0.05 ≤ ζ ≤ 1.
    VisualDurationBounce: from_visual_duration_bounce(duration, bounce), "visual duration, bounce";
    /// [`Spring::from_envelope_duration_bounce`], released at rest. Used by Motion and Framer. Only for 0.05 ≤ ζ ≤ 1.
    EnvelopeDurationBounce: from_envelope_duration_bounce(duration, bounce, speed), "envelope, bounce, speed";
    /// [`Spring::from_response`].
    Response: from_response(response, zeta), "response, zeta";
    /// [`Spring::from_settling_time`], to 1 % of the distance. Only for ζ > 0.
    SettlingTime: from_settling_time(time, zeta, to), "settling time, zeta, to";
    /// [`Spring::from_half_life`]. Only for ζ = 1.
    HalfLife: from_half_life(half_life), "half-life";
    /// [`Spring::from_smooth_time`]. Used by Unity's `SmoothDamp`. Only for ζ = 1.
    SmoothTime: from_smooth_time(smooth_time), "smooth time";
}

/// A spring has settled once its distance to the target stays below this fraction of the distance at the release. Unit: 1.
pub(crate) const SETTLED: f64 = 0.01;
/// The number of digits that is enough to distinguish any two f64.
const MAX_DIGITS: usize = 17;

impl Convention {
    /// Which springs this convention can express, in few words.
    pub(crate) const fn condition(self) -> &'static str {
        match self {
            Self::HalfLife | Self::SmoothTime => "zeta 1 only",
            Self::VisualDurationBounce | Self::EnvelopeDurationBounce => "zeta 0.05 to 1",
            Self::SettlingTime => "zeta above 0",
            _ => "none",
        }
    }

    /// The next convention; after the last one, the first.
    pub(crate) fn next(self) -> Self {
        let index = Self::ALL.iter().position(|convention| *convention == self).unwrap_or_default();
        Self::ALL[(index + 1) % Self::ALL.len()]
    }

    /// The code that creates this spring, with the fewest digits that reproduce the component bit for bit. Returns `None` if the convention
    /// cannot express the spring, or if a field is invalid.
    #[must_use]
    pub fn code<P: Property>(self, spring: &Spring<P>) -> Option<String> {
        let is_default = core::any::TypeId::of::<P>() == core::any::TypeId::of::<Translation>();
        let parameters =
            SpringParameters { angular_frequency: spring.angular_frequency, damping_ratio: spring.damping_ratio };
        self.code_of(parameters, (!is_default).then(P::short_type_path))
    }

    /// [`code`](Self::code), with `.on::<property>()` if a property is given.
    pub(crate) fn code_of(self, parameters: SpringParameters, property: Option<&str>) -> Option<String> {
        let call = self.call(parameters)?;
        Some(match property {
            Some(property) => format!("{call}.on::<{property}>()"),
            None => call,
        })
    }

    fn call(self, parameters: SpringParameters) -> Option<String> {
        let SpringParameters { angular_frequency: omega, damping_ratio: zeta } = parameters;
        let spring = math_spring(parameters)?;
        if self == Self::AngularFrequency {
            let omega = if omega == f32::INFINITY { "f32::INFINITY".to_string() } else { format!("{omega:?}") };
            return Some(if zeta == 1.0 {
                format!("Spring::critical({omega})")
            } else {
                format!("Spring::new({omega}, {zeta:?})")
            });
        }
        let exact = self.arguments(&spring).filter(|exact| exact.iter().all(|number| number.is_finite()))?;
        for digits in 0..MAX_DIGITS {
            // Round as in source code: `{:e}` gives the digits, and `parse` the number that the compiler reads from them.
            let rounded: Option<Vec<f64>> =
                exact.iter().map(|number| format!("{number:.digits$e}").parse().ok()).collect();
            let rounded = rounded?;
            if self.make(&rounded).is_some_and(|made| is_same(made, parameters)) {
                let written: Vec<String> = rounded.iter().map(|number| format!("{number:?}")).collect();
                return Some(format!("Spring::{}({})", self.constructor(), written.join(", ")));
            }
        }
        None
    }

    /// The constructor's arguments for this spring, up to rounding. Returns `None` if the convention cannot express the spring.
    pub(crate) fn arguments(self, spring: &math::Spring) -> Option<Vec<f64>> {
        let (omega, zeta) = (spring.angular_frequency, spring.damping_ratio);
        let in_range_of_motion = (0.05..=1.0).contains(&zeta);
        let arguments = match self {
            Self::AngularFrequency => vec![omega, zeta],
            Self::MassStiffnessDamping => vec![1.0, spring.stiffness(), spring.damping()],
            Self::TensionFriction => vec![spring.stiffness(), spring.damping()],
            Self::Origami => vec![spring.origami_tension(), spring.origami_friction()],
            Self::DurationBounce => vec![spring.duration(), spring.bounce()],
            Self::VisualDurationBounce if in_range_of_motion => vec![spring.duration() / 1.2, 1.0 - zeta],
            Self::EnvelopeDurationBounce if in_range_of_motion => {
                // The duration is inversely proportional to the angular frequency.
                let unit = math::Spring::from_envelope_duration_bounce(1.0, 1.0 - zeta, 0.0).ok()?;
                vec![unit.angular_frequency / omega, 1.0 - zeta, 0.0]
            }
            Self::Response => vec![spring.duration(), zeta],
            Self::SettlingTime if zeta > 0.0 => vec![spring.settling_time(SETTLED), zeta, SETTLED],
            Self::HalfLife if zeta == 1.0 => vec![spring.half_life()],
            Self::SmoothTime if zeta == 1.0 => vec![spring.smooth_time()],
            _ => return None,
        };
        arguments.iter().all(|argument| argument.is_finite()).then_some(arguments)
    }
}

/// The spring of `math` with a component's parameters. Returns `None` if a parameter is invalid.
pub(crate) fn math_spring(parameters: SpringParameters) -> Option<math::Spring> {
    math::Spring::new(parameters.angular_frequency.into(), parameters.damping_ratio.into()).ok()
}

/// Whether the component made from this spring has these parameters, bit for bit.
fn is_same(made: math::Spring, parameters: SpringParameters) -> bool {
    let made: Spring = Spring::from(made);
    made.angular_frequency.to_bits() == parameters.angular_frequency.to_bits()
        && made.damping_ratio.to_bits() == parameters.damping_ratio.to_bits()
}
