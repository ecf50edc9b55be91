//! Entities that are dragged.

use core::marker::PhantomData;

use bevy::prelude::*;

use crate::property::{
    Property, Translation, Velocity,
    component::{clone, default_on_translation},
    newcomer::newcomer,
};

/// While an entity has this component it does not move by itself: write its value as you drag it, and remove the component to throw it.
///
/// The plugin measures the entity's [`Velocity`] from the values that you write, over the last tenth of a second, and the entity is
/// released with that velocity. Like every velocity it is measured in the entity's own time, so at any [`Pace`](crate::Pace) the entity
/// goes on as fast as it was dragged; at a pace of 0 it has the velocity that it would have at a pace of 1. If an f32 cannot hold a
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
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = ""),
    reflect(Serialize, Deserialize)
)]
#[require(Velocity<P>)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct Held<P: Property = Translation> {
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    property: PhantomData<fn() -> P>,
}

default_on_translation!(Held);

impl<P: Property> Default for Held<P> {
    fn default() -> Self {
        Self::of()
    }
}

/// A derive would demand the same of the property's marker, which is never a value.
impl<P: Property> Clone for Held<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for Held<P> {}

impl<P: Property> Held<P> {
    /// Holds property `P`.
    pub const fn of() -> Self {
        Self { property: PhantomData }
    }

    /// The same for another property.
    #[must_use]
    pub const fn on<Q: Property>(self) -> Held<Q> {
        Held::of()
    }
}

impl Held {
    /// Holds the translation.
    pub const fn new() -> Self {
        Self::of()
    }
}
