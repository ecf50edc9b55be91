//! The velocity of a property, which user code may read and write.

use core::ops::{AddAssign, Deref, DerefMut};

use bevy::prelude::*;

use super::{
    Property, TangentOf,
    component::{component, default_on_translation},
};
use crate::math::forecast::jump;

component! {
    /// The property's velocity. You may read and write it at any time; to kick the entity, write `*velocity += kick`. An entity with only a
    /// `Velocity` coasts. The component dereferences to its field, so `velocity.x` and `velocity.length()` work.
    ///
    /// The velocity always belongs to the same instant as the property's value: the tick's instant in `FixedUpdate`, the drawn instant in
    /// `Update`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn jump(mut player: Single<&mut Velocity>) {
    ///     if player.y == 0.0 {
    ///         **player += 5.0 * Vec3::Y;
    ///     }
    /// }
    /// ```
    #[doc(alias = "momentum")]
    #[doc(alias = "speed")]
    #[doc(alias = "impulse")]
    #[doc(alias = "kick")]
    pub struct Velocity of tangents(
        /// The velocity. Unit: property units/s. Range: finite. Default: 0.
        pub TangentOf<P> = TangentOf::<P>::default()
    );
}

default_on_translation!(Velocity);

impl<P: Property> Deref for Velocity<P> {
    type Target = TangentOf<P>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<P: Property> DerefMut for Velocity<P> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<P: Property> AddAssign<TangentOf<P>> for Velocity<P>
where
    TangentOf<P>: AddAssign,
{
    fn add_assign(&mut self, kick: TangentOf<P>) {
        self.0 += kick;
    }
}

impl<P: Property> Velocity<P> {
    /// A velocity (property units/s) of property `P`.
    pub const fn of(velocity: TangentOf<P>) -> Self {
        Self(velocity)
    }
}

impl Velocity {
    /// A velocity of 0.
    pub const ZERO: Self = Self(Vec3::ZERO);

    /// A velocity (units/s) of the translation.
    pub const fn new(velocity: Vec3) -> Self {
        Self(velocity)
    }

    /// The start velocity (along y) of a jump that reaches its top at `height` (units, ≥ 0) after `time` (s, > 0), on an entity with a
    /// [`Friction`](crate::Friction) of the rate `friction` (1/s, ≥ 0) and the gravity that
    /// [`Gravity::from_jump`](crate::Gravity::from_jump) returns for the same arguments. That function has an example.
    ///
    /// # Special cases
    ///
    /// For arguments outside these ranges the velocity is NaN, which is invalid input: the plugin ignores it, and the last valid motion
    /// continues.
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub fn from_jump(height: impl Into<f64>, time: impl Into<f64>, friction: impl Into<f64>) -> Self {
        Self(jump(height.into(), time.into(), friction.into()).speed as f32 * Vec3::Y)
    }
}
