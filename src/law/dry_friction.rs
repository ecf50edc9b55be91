//! Dry (Coulomb) friction.

use super::{
    force::{Draft, Force},
    invalid::Invalid,
};
use crate::{
    property::{
        Property, Velocity,
        component::{component, default_on_translation},
    },
    space::Space,
};

component! {
    /// Friction of constant strength that opposes the motion. It brings the entity to a complete stop, and holds it there until the other
    /// forces exceed the friction.
    ///
    /// Contributes `−deceleration · direction` to `x'' = a − c x' − k (x − target)` while the entity moves. When the velocity
    /// reaches 0, even inside a tick, the entity stays where it is until the other terms together exceed the deceleration.
    ///
    /// # Examples
    ///
    /// A curling stone: 4 units/s, slowed by 2 units/s², stops after 2 s and 4 units.
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn throw(mut commands: Commands) {
    ///     commands.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), DryFriction::new(2.0)));
    /// }
    /// ```
    ///
    /// # Special cases
    ///
    /// - Dry friction on a vector needs a straight path: the velocity, the gravity, the displacement to the target and the target's own
    ///   velocity must all lie along one line, except for coordinates that a [limit](crate::Limits) holds. On a curved path the direction
    ///   of the friction would change, and no closed form is known. The dry friction is then invalid input, and the entity moves without it
    ///   until these vectors lie along one line again.
    /// - After 1000 reversals within 1/64 s, or 20 000 in one tick, the entity moves without dry friction for the rest of that period.
    /// - Orientations (`Quat`), and spaces with [`COORDINATES`](crate::space::Space::COORDINATES) = 0, cannot have dry friction.
    #[doc(alias = "coulomb")]
    #[doc(alias = "brake")]
    #[require(Velocity<P>)]
    pub struct DryFriction of numbers {
        /// The speed that the entity loses per second. Unit: property units/s². Range: ≥ 0; 0 has no effect. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub deceleration: f32 = 1.0,
    }
}

default_on_translation!(DryFriction);

impl<P: Property> Force<P> for DryFriction<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let field = "DryFriction::deceleration";
        let dry = draft.at_least_zero(field, self.deceleration)?;
        if P::Value::COORDINATES == 0 || draft.compiled.axes.is_some() {
            let expected = "no dry friction: with springs by axis, or on orientations, the path is not a straight line";
            return Err(draft.invalid(field, self.deceleration, expected));
        }
        draft.barriers().dry = dry;
        Ok(())
    }
}

impl<P: Property> DryFriction<P> {
    /// Dry friction of this deceleration (property units/s²) on property `P`.
    pub const fn of(deceleration: f32) -> Self {
        Self { deceleration, property: PhantomData }
    }
}

impl DryFriction {
    /// Dry friction of this deceleration (units/s²).
    pub const fn new(deceleration: f32) -> Self {
        Self::of(deceleration)
    }

    /// The dry friction that stops an entity with this speed (units/s) over this distance (units, > 0): `speed²/(2 distance)`.
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub fn from_stopping_distance(speed: impl Into<f64>, distance: impl Into<f64>) -> Self {
        let (speed, distance) = (speed.into(), distance.into());
        Self::of((speed * speed / (2.0 * distance)) as f32)
    }
}
