//! In somebody's hand.

use core::marker::PhantomData;

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::property::{Property, Translation, Velocity, component::default_on_translation, newcomer::newcomer};

/// While present, the entity does not move by itself: write its value as it is dragged, and take this off to throw it.
///
/// Its [`Velocity`] is measured from what is written, over the last tenth of a second, and it is released with that. One
/// that an f32 cannot hold is not taken: it keeps the last it had. Those who follow it see it move. Its
/// [`SnapPoints`](crate::SnapPoints) say where it lands.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn grab(body: Entity, mut commands: Commands) {
///     commands.entity(body).insert(Held::NEW);
/// }
///
/// fn throw(body: Entity, mut commands: Commands) {
///     commands.entity(body).remove::<Held>();
/// }
/// ```
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Default)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = ""),
    reflect(Serialize, Deserialize)
)]
#[require(Velocity<P>)]
#[component(on_add = newcomer::<P, Self>)]
pub struct Held<P: Property = Translation> {
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    property: PhantomData<fn() -> P>,
}

default_on_translation!(Held);

impl<P: Property> Default for Held<P> {
    fn default() -> Self {
        Self { property: PhantomData }
    }
}

impl Held {
    /// Holds the translation.
    pub const NEW: Self = Self { property: PhantomData };
}
