//! Entities that are dragged.

use crate::property::{
    Property, Velocity,
    component::{component, default_on_translation},
};

component! {
    /// While an entity has this component it does not move by itself: write its value as you drag it, and remove the component to throw it.
    ///
    /// The plugin measures the entity's [`Velocity`] from the values that you write, over the last tenth of a second, and the entity is
    /// released with that velocity. Like every velocity it is measured in the entity's own time, so at any [`Pace`](crate::Pace) the entity
    /// continues as fast as it was dragged; at a pace of 0 it has the velocity that it would have at a pace of 1. If an f32 cannot hold a
    /// measured velocity, the last one stays. Followers of the entity see it move. Its [`SnapPoints`](crate::SnapPoints) say where it lands.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn grab(body: Entity, mut commands: Commands) {
    ///     commands.entity(body).insert(Held::new());
    /// }
    ///
    /// fn throw(body: Entity, mut commands: Commands) {
    ///     commands.entity(body).remove::<Held>();
    /// }
    /// ```
    #[doc(alias = "grab")]
    #[doc(alias = "drag")]
    #[require(Velocity<P>)]
    pub struct Held of numbers {}
}

default_on_translation!(Held);

impl<P: Property> Held<P> {
    /// Holds property `P`.
    pub const fn of() -> Self {
        Self { property: PhantomData }
    }
}

impl Held {
    /// Holds the translation.
    pub const fn new() -> Self {
        Self::of()
    }
}
