//! The marker component of entities at rest.

use core::marker::PhantomData;

use bevy::prelude::*;

use super::body::Body;
use crate::property::{Property, Translation, command::remove_component, component::impl_by_field};

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
#[reflect(Component, Clone, Debug, Default, PartialEq)]
pub struct Resting<P: Property = Translation> {
    #[reflect(ignore)]
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Resting<P> {
    fn default() -> Self {
        Self { property: PhantomData }
    }
}

impl_by_field!(Resting {});

/// Removes the marker with a command. `Body::woken` records in the meantime that the entity is awake, so that a copy that is made before
/// the command is applied, for instance by a rollback, wakes as well.
pub(crate) fn wake<P: Property>(entity: Entity, body: &mut Body<P::Value>, commands: &mut Commands) {
    body.woken = true;
    remove_component::<Resting<P>>(commands, entity);
}
