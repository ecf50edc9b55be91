//! Viscous friction.

use super::{
    force::{Draft, Force},
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
    /// Friction proportional to the velocity. Without other terms the velocity is `v = v₀ e^(−rate t)`, and the remaining distance is
    /// `v / rate`.
    ///
    /// Contributes `c += rate` to `x'' = a − c x' − k (x − target)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let puck = Friction::from_retention(0.2); // a fifth of the speed is left after a second
    /// assert!((puck.rate - 1.6094).abs() < 1e-4);
    /// ```
    #[doc(alias = "drag")]
    #[doc(alias = "damping")]
    #[doc(alias = "decay")]
    #[doc(alias = "inertia")]
    #[doc(alias = "momentum")]
    #[doc(alias = "air resistance")]
    #[require(Velocity<P>)]
    pub struct Friction of numbers {
        /// The deceleration divided by the velocity. Unit: 1/s. Range: ≥ 0; 0: no friction. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub rate: f32 = 1.0,
    }
}

default_on_translation!(Friction);

impl<P: Property> Force<P> for Friction<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        draft.friction = draft.at_least_zero("Friction::rate", self.rate)?;
        draft.compiled.law.c += draft.friction;
        Ok(())
    }
}

impl<P: Property> Friction<P> {
    /// Friction of this rate (1/s) on property `P`.
    pub const fn of(rate: f32) -> Self {
        Self { rate, property: PhantomData }
    }
}

/// # Constructors
///
/// The `from_*` constructors compute in f64 and round once. So a literal such as 0.998 is used as written; rounded to f32 first, it would
/// be a different number, and the error would show after 1000 frames. Arguments may be f32 or f64.
impl Friction {
    /// Friction of this rate (1/s).
    pub const fn new(rate: f32) -> Self {
        Self::of(rate)
    }

    from_math! {
        Friction:
        /// From the fraction of the speed that is left after one second (0 < retention ≤ 1).
        from_retention(retention);

        /// From the factor (0 to 1) by which frame-based code multiplies the velocity in each frame, and the frames per second (> 0).
        from_frame_factor(factor, frames_per_second);

        /// From the time (s, > 0) in which half the speed is lost.
        from_half_life(half_life);

        /// From the distance (property units) over which the friction stops an entity with this speed (property units/s).
        from_stopping_distance(speed, distance);
    }

    /// Converts a [`math::Friction`], whose constructors return typed errors. Its start and velocity are not used.
    ///
    /// # Examples
    ///
    /// ```
    /// # use bevy::prelude::*;
    /// use bevy_exact_motion::{math, prelude::*};
    ///
    /// fn spawn(mut commands: Commands) -> Result {
    ///     let friction = math::Friction::from_retention(0.2)?;
    ///     commands.spawn((Transform::default(), Velocity::new(8.0 * Vec3::X), Friction::from(friction)));
    ///     Ok(())
    /// }
    /// ```
    pub fn from(friction: math::Friction) -> Self {
        <Self as From<math::Friction>>::from(friction)
    }
}

impl<P: Property> From<math::Friction> for Friction<P> {
    /// See [`Friction::from`](Friction::from).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    fn from(friction: math::Friction) -> Self {
        Self::of(friction.coefficient as f32)
    }
}

/// The result of a constructor for infeasible arguments. The NaN rate is invalid input, so an entity that gets it is reported, too.
const INVALID: Friction = Friction::of(f32::NAN);
