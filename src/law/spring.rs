//! The damped spring.

use super::{
    force::{Draft, Force, stiffness_and_damping},
    from_math::{from_math, warn_of_arguments},
    invalid::Invalid,
};
use crate::{
    math,
    property::{
        Property, Velocity,
        component::{component, default_on_translation},
    },
};

component! {
    /// A damped spring that pulls the property to its target.
    ///
    /// Contributes `k = ω²` and `c += 2 ζ ω` to `x'' = a − c x' − k (x − target)`. The target is the leader of a [`Follow`](crate::Follow);
    /// without a `Follow` it is the [`Target`](crate::Target); without either it is the value that the entity had when the spring was
    /// added. You may change both fields at any time; position and velocity stay continuous.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let camera = Spring::critical(6.0);
    /// let button = Spring::from_tension_friction(230.0, 22.0);
    /// assert!((button.angular_frequency - 15.166).abs() < 1e-3);
    /// assert_eq!(camera.damping_ratio, 1.0);
    /// ```
    ///
    /// # Special cases
    ///
    /// - With ω = 0 there is no spring, and the entity coasts. With ζ = 0 it swings forever.
    /// - With ω = ∞, `f32::INFINITY`, the entity is on its target immediately, without smoothing, for any ζ. All constructors that take a
    ///   time return such a spring for a time of 0.
    /// - A negative ω, a negative or infinite ζ, and NaN are ignored: the last valid motion continues, and
    ///   [`InvalidMotion`](crate::events::InvalidMotion) is triggered.
    #[doc(alias = "damping")]
    #[doc(alias = "lerp")]
    #[doc(alias = "ease")]
    #[doc(alias = "tween")]
    #[doc(alias = "elastic")]
    #[doc(alias = "stiffness")]
    #[require(Velocity<P>)]
    pub struct Spring of numbers {
        /// ω, the angular frequency of the undamped spring.
        /// Unit: rad/s. Range: ≥ 0; 0: no spring; ∞: the entity is on its target immediately. Default: 10.
        #[reflect(@0.0..=f32::INFINITY)]
        pub angular_frequency: f32 = 10.0,
        /// ζ, the damping divided by the critical damping, which is the smallest damping without overshoot.
        /// Unit: 1. Range: ≥ 0; below 1 the spring overshoots, above 1 it is slower than at 1. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub damping_ratio: f32 = 1.0,
    }
}

default_on_translation!(Spring);

impl<P: Property> Force<P> for Spring<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let omega = self.angular_frequency;
        if omega.is_nan() || omega < 0.0 {
            return Err(draft.invalid("Spring::angular_frequency", omega, "at least 0"));
        }
        let zeta = draft.at_least_zero("Spring::damping_ratio", self.damping_ratio)?;
        let (k, c) = stiffness_and_damping(omega.into(), zeta);
        let feed_forward = (draft.feed_forward)()?;
        let law = &mut draft.compiled.law;
        law.k += k;
        law.c += c;
        law.g += feed_forward * c;
        Ok(())
    }
}

impl<P: Property> Spring<P> {
    /// A spring of angular frequency ω (rad/s) and damping ratio ζ on property `P`: `Spring::<Yaw>::of(9.0, 1.0)`.
    pub const fn of(angular_frequency: f32, damping_ratio: f32) -> Self {
        Self { angular_frequency, damping_ratio, property: PhantomData }
    }
}

/// # Constructors
///
/// The `from_*` constructors compute in f64 and round once, so a literal such as 0.998 is used as written. Arguments may be f32 or f64. A
/// time of 0 gives ω = ∞: the entity is on its target immediately.
impl Spring {
    /// A spring of angular frequency ω (rad/s) and damping ratio ζ.
    pub const fn new(angular_frequency: f32, damping_ratio: f32) -> Self {
        Self::of(angular_frequency, damping_ratio)
    }

    /// The fastest spring of angular frequency ω (rad/s) that does not overshoot when released at rest: ζ = 1.
    pub const fn critical(angular_frequency: f32) -> Self {
        Self::of(angular_frequency, 1.0)
    }

    from_math! {
        Spring:
        /// From mass (kg), stiffness (N/m) and damping coefficient (N s/m), as Flutter, `SwiftUI` and Rebound define them.
        from_mass_stiffness_damping(mass, stiffness, damping);

        /// From tension and friction with mass 1, as react-spring and Rebound define them.
        #[doc(alias = "rebound")]
        from_tension_friction(tension, friction);

        /// From Origami's tension and friction, as Rebound's converter reads them.
        from_origami(tension, friction);

        /// From perceptual duration (s, ≥ 0) and bounce (−1 < bounce ≤ 1), as `SwiftUI` defines them.
        #[doc(alias = "swiftui")]
        from_duration_bounce(duration, bounce);

        /// From Motion's and Framer's duration (s, ≥ 0), bounce (0 to 0.95) and start velocity (in distances to the target per second,
        /// towards the target). After the duration, the oscillation stays within a thousandth of the distance.
        ///
        /// The velocity only affects the spring's parameters. To start the entity with that velocity, set its [`Velocity`]. In the example
        /// the target is 2 units away, so a velocity of 5 distances per second is 10 units per second.
        ///
        /// ```
        /// # use bevy::prelude::*;
        /// # use bevy_exact_motion::prelude::*;
        /// # fn spawn(mut commands: Commands) {
        /// let spring = Spring::from_envelope_duration_bounce(0.8, 0.25, 5.0);
        /// assert_eq!((spring.angular_frequency, spring.damping_ratio), (9.834_147, 0.75));
        /// commands.spawn((Transform::default(), spring, Target::new(2.0 * Vec3::X), Velocity::new(10.0 * Vec3::X)));
        /// # }
        /// ```
        ///
        /// # Reference
        ///
        /// Motion, `findSpring`; see [`math::Spring::from_envelope_duration_bounce`].
        #[doc(alias = "Motion")]
        #[doc(alias = "Framer")]
        from_envelope_duration_bounce(duration, bounce, velocity);

        /// From Motion's visual duration (s, ≥ 0), after which the entity seems to have arrived, and bounce (0 to 0.95).
        ///
        /// # Reference
        ///
        /// Motion, `getSpringOptions`; see [`math::Spring::from_visual_duration_bounce`].
        #[doc(alias = "visualDuration")]
        from_visual_duration_bounce(duration, bounce);

        /// From the response (the undamped period, s, ≥ 0) and the damping ratio.
        from_response(response, damping_ratio);

        /// The critical spring that, released at rest, covers half the distance in `half_life` (s, ≥ 0).
        #[doc(alias = "smooth_nudge")]
        #[doc(alias = "lerp")]
        from_half_life(half_life);

        /// The spring of this damping ratio that, released at rest, has settled to `tolerance` (a fraction of the distance, 0 to 1) after
        /// `duration` (s, ≥ 0). Position and velocity together decide when it has settled, so the entity stays within the tolerance from
        /// then on.
        from_settling_time(duration, damping_ratio, tolerance);

        /// From the smooth time (s, ≥ 0) of Unity's `SmoothDamp`: ω = 2/smooth time, ζ = 1.
        #[doc(alias = "smooth_damp")]
        #[doc(alias = "SmoothDamp")]
        #[doc(alias = "smooth damp")]
        from_smooth_time(smooth_time);
    }

    /// Converts a [`math::Spring`], whose constructors return typed errors. Its start, velocity and target are not used.
    ///
    /// # Examples
    ///
    /// ```
    /// # use bevy::prelude::*;
    /// use bevy_exact_motion::{math, prelude::*};
    ///
    /// fn spawn(mut commands: Commands) -> Result {
    ///     let spring = math::Spring::from_half_life(0.1)?;
    ///     commands.spawn((Transform::default(), Spring::from(spring)));
    ///     commands.spawn((Transform::default(), Spring::from(spring).on::<Scale>()));
    ///     Ok(())
    /// }
    /// ```
    pub fn from(spring: math::Spring) -> Self {
        <Self as From<math::Spring>>::from(spring)
    }
}

impl<P: Property> From<math::Spring> for Spring<P> {
    /// See [`Spring::from`](Spring::from).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    fn from(spring: math::Spring) -> Self {
        Self::of(spring.angular_frequency as f32, spring.damping_ratio as f32)
    }
}

/// The result of a constructor for infeasible arguments. The NaN fields are invalid input, so an entity that gets this spring is reported,
/// too.
const INVALID: Spring = Spring::of(f32::NAN, f32::NAN);
