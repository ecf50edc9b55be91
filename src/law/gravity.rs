//! Constant acceleration.

use bevy::math::Vec3;

use super::{
    force::{Draft, Force},
    invalid::Invalid,
};
use crate::{
    math::forecast::jump,
    property::{
        Property, TangentOf, Velocity,
        component::{component, default_on_translation},
    },
    space::Tangent,
};

component! {
    /// A constant acceleration.
    ///
    /// Contributes `a` to `x'' = a − c x' − k (x − target)`. Without other terms the entity flies along a parabola; with friction its
    /// velocity tends to `a / c`; with a spring it comes to rest at the displacement `a / k` from the target. [`Limits`](crate::Limits) has
    /// an example with a floor.
    #[doc(alias = "acceleration")]
    #[doc(alias = "fall")]
    #[require(Velocity<P>)]
    pub struct Gravity of tangents {
        /// The acceleration. Unit: property units/s². Range: finite. Default: 0.
        pub acceleration: TangentOf<P> = TangentOf::<P>::default(),
    }
}

default_on_translation!(Gravity);

impl<P: Property> Force<P> for Gravity<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        if !self.acceleration.is_finite() {
            return Err(draft.invalid("Gravity::acceleration", self.acceleration, "finite"));
        }
        let law = &mut draft.compiled.law;
        law.a = law.a + self.acceleration.widen();
        Ok(())
    }
}

impl<P: Property> Gravity<P> {
    /// Gravity of this acceleration (property units/s²) on property `P`.
    pub const fn of(acceleration: TangentOf<P>) -> Self {
        Self { acceleration }
    }
}

impl Gravity {
    /// Earth's standard gravity, 9.80665 m/s² downwards, for metres with y up.
    pub const EARTH: Self = Self { acceleration: Vec3::new(0.0, -9.80665, 0.0) };

    /// Gravity of this acceleration (units/s²).
    pub const fn new(acceleration: Vec3) -> Self {
        Self { acceleration }
    }

    /// The gravity (along −y) with which a jump reaches its top at `height` (units, ≥ 0) after `time` (s, > 0), on an entity with a
    /// [`Friction`](crate::Friction) of the rate `friction` (1/s, ≥ 0). [`Velocity::from_jump`] returns the jump's start velocity.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// assert_eq!(Gravity::from_jump(2.0, 0.4, 0.0), Gravity::new(-25.0 * Vec3::Y));
    /// assert_eq!(Velocity::from_jump(2.0, 0.4, 0.0), Velocity::new(10.0 * Vec3::Y));
    /// ```
    ///
    /// # Special cases
    ///
    /// For arguments outside these ranges the acceleration is NaN, which is invalid input: the plugin ignores it, and the last valid motion
    /// continues.
    ///
    /// # Reference
    ///
    /// [`math::forecast::jump`](crate::math::forecast::jump).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub fn from_jump(height: impl Into<f64>, time: impl Into<f64>, friction: impl Into<f64>) -> Self {
        Self::new(-jump(height.into(), time.into(), friction.into()).gravity as f32 * Vec3::Y)
    }
}
