//! The marker of entities at rest.

use core::marker::PhantomData;

use bevy::prelude::*;

use super::body::Body;
use crate::property::{Property, Translation, command::take_off};

/// Marks an entity whose property is at rest: the plugin computes and writes nothing for it until something changes.
///
/// The plugin inserts and removes it; query it with `With<Resting>` and `Without<Resting>`.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// /// A run condition: nothing on a spring moves any more.
/// fn everything_rests(moving: Query<(), (With<Spring>, Without<Resting>)>) -> bool {
///     moving.is_empty()
/// }
/// ```
#[doc(alias = "sleeping")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Default)]
pub struct Resting<P: Property = Translation> {
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Resting<P> {
    fn default() -> Self {
        Self { property: PhantomData }
    }
}

/// A derive would demand the same of the property's marker, which is never a value.
impl<P: Property> Clone for Resting<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for Resting<P> {}

/// Takes the mark off. The motion itself says that it was woken until the mark is gone, so that a copy of both is right.
pub(crate) fn wake<P: Property>(entity: Entity, body: &mut Body<P::Value>, commands: &mut Commands) {
    body.woken = true;
    take_off::<Resting<P>>(commands, entity);
}
