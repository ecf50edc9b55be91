//! Entities that user code drags.

use crate::property::{
    Property, Velocity,
    component::{component, default_on_translation},
};

component! {
    /// Stops an entity's own motion while your code drags it. Write the value as you drag it, and remove the component to throw the entity.
    ///
    /// The plugin measures the entity's [`Velocity`] from the values that you write, over the last tenth of a second, and releases the
    /// entity with that velocity. Like every velocity, it is measured in the entity's own time, so at any [`TimeScale`](crate::TimeScale)
    /// the entity continues as fast as it was dragged. At a time scale of 0, it is measured as at a time scale of 1. If an f32 cannot hold
    /// the measured velocity, the previous one is kept. Followers of the entity see it move. Its [`SnapPoints`](crate::SnapPoints) choose
    /// where it lands.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn grab(body: Entity, mut commands: Commands) {
    ///     commands.entity(body).insert(Grabbed::new());
    /// }
    ///
    /// fn throw(body: Entity, mut commands: Commands) {
    ///     commands.entity(body).remove::<Grabbed>();
    /// }
    /// ```
    #[doc(alias = "grab")]
    #[doc(alias = "drag")]
    #[require(Velocity<P>)]
    pub struct Grabbed of numbers {}
}

default_on_translation!(Grabbed);

impl<P: Property> Grabbed<P> {
    /// Holds property `P`.
    pub const fn of() -> Self {
        Self { property: PhantomData }
    }
}

impl Grabbed {
    /// Holds the translation.
    pub const fn new() -> Self {
        Self::of()
    }
}
