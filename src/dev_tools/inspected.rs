//! The component [`Inspected`], and the list of the entities that have it.

use alloc::vec::Vec;

use bevy::prelude::*;

use crate::engine::{Added, Removed};

/// Draws the motion of this entity. A [`SpringPanel`](crate::dev_tools::SpringPanel) shows the springs of the entity that received this
/// component last.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn select(click: On<Pointer<Click>>, before: Query<Entity, With<Inspected>>, mut commands: Commands) {
///     for entity in &before {
///         commands.entity(entity).remove::<Inspected>();
///     }
///     commands.entity(click.entity).insert(Inspected);
/// }
/// ```
#[doc(alias = "selected")]
#[doc(alias = "gizmo")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
pub struct Inspected;

/// The inspected entities, in the order in which they received [`Inspected`].
#[derive(Resource, Default)]
pub(crate) struct InspectedEntities(Vec<Entity>);

impl InspectedEntities {
    /// The entity that received [`Inspected`] last.
    pub(crate) fn last(&self) -> Option<Entity> {
        self.0.last().copied()
    }
}

pub(crate) fn inspected_added(added: Added<Inspected>, mut inspected: ResMut<InspectedEntities>) {
    inspected.0.push(added.entity);
}

pub(crate) fn inspected_removed(removed: Removed<Inspected>, mut inspected: ResMut<InspectedEntities>) {
    inspected.0.retain(|entity| *entity != removed.entity);
}
