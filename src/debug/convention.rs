//! A spring's numbers in every convention, and the code that makes it.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use bevy::reflect::{Reflect, std_traits::ReflectDefault};

use super::tunable::Numbers;
use crate::{
    law::Spring,
    math,
    property::{Property, Translation},
};

/// A convention in a line: the constructor of [`math::Spring`] that it is about, and the names of its numbers in letters that every font has.
macro_rules! conventions {
    ($($(#[$attribute:meta])* $name:ident: $constructor:ident($($number:ident),+), $label:literal;)+) => {
        /// A way to describe a spring: that of one of the constructors of [`Spring`].
        ///
        /// # Examples
        ///
        /// ```
        /// use bevy_exact_motion::{Convention, prelude::*};
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
            /// Every [`Convention`].
            pub const ALL: [Self; 11] = [$(Self::$name),+];

            /// The names of its numbers, in letters that every font has.
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

            /// The spring that its constructor makes of these.
            fn make(self, numbers: &[f64]) -> Option<math::Spring> {
                match (self, numbers) {
                    $((Self::$name, &[$($number),+]) => math::Spring::$constructor($($number),+).ok(),)+
                    _ => None,
                }
            }
        }
    };
}

conventions! {
    /// [`Spring::new`], or [`Spring::critical`] where ζ = 1.
    #[default]
    AngularFrequency: new(omega, zeta), "omega, zeta";
    /// [`Spring::from_mass_stiffness_damping`], for a mass of 1: Flutter, `SwiftUI`, Rebound.
    MassStiffnessDamping: from_mass_stiffness_damping(mass, stiffness, damping), "mass, stiffness, damping";
    /// [`Spring::from_tension_friction`]: react-spring, Rebound.
    TensionFriction: from_tension_friction(tension, friction), "tension, friction";
    /// [`Spring::from_origami`].
    Origami: from_origami(tension, friction), "Origami tension, friction";
    /// [`Spring::from_duration_bounce`]: `SwiftUI`.
    DurationBounce: from_duration_bounce(duration, bounce), "duration, bounce";
    /// [`Spring::from_visual_duration_bounce`]: Motion. For 0.05 ≤ ζ ≤ 1.
    VisualDurationBounce: from_visual_duration_bounce(duration, bounce), "visual duration, bounce";
    /// [`Spring::from_envelope_duration_bounce`], released at rest: Motion, Framer. For 0.05 ≤ ζ ≤ 1.
    EnvelopeDurationBounce: from_envelope_duration_bounce(duration, bounce, speed), "envelope, bounce, speed";
    /// [`Spring::from_response`].
    Response: from_response(response, zeta), "response, zeta";
    /// [`Spring::from_settling_time`], to a hundredth of the way. For ζ > 0.
    SettlingTime: from_settling_time(time, zeta, to), "settling time, zeta, to";
    /// [`Spring::from_half_life`]. For ζ = 1.
    HalfLife: from_half_life(half_life), "half-life";
    /// [`Spring::from_smooth_time`]: Unity's `SmoothDamp`. For ζ = 1.
    SmoothTime: from_smooth_time(smooth_time), "smooth time";
}

/// How near a spring is when it has settled: a hundredth of the way. Unit: 1.
pub(crate) const SETTLED: f64 = 0.01;
/// Digits that tell any two f64 apart.
const MOST_DIGITS: usize = 17;

impl Convention {
    /// Why it may not have this spring, in as few words.
    pub(crate) const fn condition(self) -> &'static str {
        match self {
            Self::HalfLife | Self::SmoothTime => "zeta 1 only",
            Self::VisualDurationBounce | Self::EnvelopeDurationBounce => "zeta 0.05 to 1",
            Self::SettlingTime => "zeta above 0",
            _ => "none",
        }
    }

    /// The one after it; after the last, the first.
    pub(crate) fn next(self) -> Self {
        let index = Self::ALL.iter().position(|convention| *convention == self).unwrap_or_default();
        Self::ALL[(index + 1) % Self::ALL.len()]
    }

    /// The code that makes this spring, with the fewest digits that give the same component bit for bit; none if the convention has no such
    /// spring, or if a field is invalid.
    #[must_use]
    pub fn code<P: Property>(self, spring: &Spring<P>) -> Option<String> {
        let is_default = core::any::TypeId::of::<P>() == core::any::TypeId::of::<Translation>();
        let numbers = Numbers { angular_frequency: spring.angular_frequency, damping_ratio: spring.damping_ratio };
        self.code_of(numbers, (!is_default).then(P::short_type_path))
    }

    /// [`code`](Self::code), with the property's name unless it is the one that constructors mean.
    pub(crate) fn code_of(self, numbers: Numbers, property: Option<&str>) -> Option<String> {
        let call = self.call(numbers)?;
        Some(match property {
            Some(property) => format!("{call}.on::<{property}>()"),
            None => call,
        })
    }

    fn call(self, numbers: Numbers) -> Option<String> {
        let Numbers { angular_frequency: omega, damping_ratio: zeta } = numbers;
        let spring = math_spring(numbers)?;
        if self == Self::AngularFrequency {
            let omega = if omega == f32::INFINITY { "f32::INFINITY".to_string() } else { format!("{omega:?}") };
            return Some(if zeta == 1.0 {
                format!("Spring::critical({omega})")
            } else {
                format!("Spring::new({omega}, {zeta:?})")
            });
        }
        let exact = self.arguments(&spring).filter(|exact| exact.iter().all(|number| number.is_finite()))?;
        for digits in 0..MOST_DIGITS {
            // Rounded as it is written: `{:e}` gives the digits, `parse` the number that they mean to a compiler.
            let rounded: Option<Vec<f64>> =
                exact.iter().map(|number| format!("{number:.digits$e}").parse().ok()).collect();
            let rounded = rounded?;
            if self.make(&rounded).is_some_and(|made| is_same(made, numbers)) {
                let written: Vec<String> = rounded.iter().map(|number| format!("{number:?}")).collect();
                return Some(format!("Spring::{}({})", self.constructor(), written.join(", ")));
            }
        }
        None
    }

    /// What its constructor is to be given for this spring, to rounding; none where it has no such spring.
    pub(crate) fn arguments(self, spring: &math::Spring) -> Option<Vec<f64>> {
        let (omega, zeta) = (spring.angular_frequency, spring.damping_ratio);
        let of_motion = (0.05..=1.0).contains(&zeta);
        let numbers = match self {
            Self::AngularFrequency => vec![omega, zeta],
            Self::MassStiffnessDamping => vec![1.0, spring.stiffness(), spring.damping()],
            Self::TensionFriction => vec![spring.stiffness(), spring.damping()],
            Self::Origami => vec![spring.origami_tension(), spring.origami_friction()],
            Self::DurationBounce => vec![spring.duration(), spring.bounce()],
            Self::VisualDurationBounce if of_motion => vec![spring.duration() / 1.2, 1.0 - zeta],
            Self::EnvelopeDurationBounce if of_motion => {
                // Its duration at one rad/s: it is as much shorter as the spring is faster.
                let unit = math::Spring::from_envelope_duration_bounce(1.0, 1.0 - zeta, 0.0).ok()?;
                vec![unit.angular_frequency / omega, 1.0 - zeta, 0.0]
            }
            Self::Response => vec![spring.duration(), zeta],
            Self::SettlingTime if zeta > 0.0 => vec![spring.settling_time(SETTLED), zeta, SETTLED],
            Self::HalfLife if zeta == 1.0 => vec![spring.half_life()],
            Self::SmoothTime if zeta == 1.0 => vec![spring.smooth_time()],
            _ => return None,
        };
        numbers.iter().all(|number| number.is_finite()).then_some(numbers)
    }
}

/// The spring of `math` with a component's numbers; none where one has no meaning.
pub(crate) fn math_spring(numbers: Numbers) -> Option<math::Spring> {
    math::Spring::new(numbers.angular_frequency.into(), numbers.damping_ratio.into()).ok()
}

/// Whether a component of it has these numbers bit for bit.
fn is_same(made: math::Spring, numbers: Numbers) -> bool {
    let made: Spring = Spring::from(made);
    made.angular_frequency.to_bits() == numbers.angular_frequency.to_bits()
        && made.damping_ratio.to_bits() == numbers.damping_ratio.to_bits()
}
