//! Disabled entities: those with Bevy's `Disabled`, or with any other component that is a default query filter.

use core::ops::{Deref, DerefMut};

use bevy::{
    ecs::{
        archetype::Archetype,
        component::ComponentId,
        entity_disabling::DefaultQueryFilters,
        query::{QueryData, QueryFilter},
        system::SystemParam,
    },
    prelude::*,
};

/// A query that also finds disabled entities, whichever components disable them.
///
/// Bevy's `Allow` names a single component, but user code may register more components that disable entities. So the default filters are
/// removed before the query is initialized, and restored afterwards: fields are initialized in the order of their declaration.
#[derive(SystemParam)]
pub(crate) struct WithDisabled<'w, 's, D: QueryData + 'static, F: QueryFilter + 'static = ()> {
    _removed: Local<'s, FiltersRemoved>,
    found: Query<'w, 's, D, F>,
    _restored: Local<'s, FiltersRestored>,
}

impl<'w, 's, D: QueryData, F: QueryFilter> Deref for WithDisabled<'w, 's, D, F> {
    type Target = Query<'w, 's, D, F>;

    fn deref(&self) -> &Self::Target {
        &self.found
    }
}

impl<D: QueryData, F: QueryFilter> DerefMut for WithDisabled<'_, '_, D, F> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.found
    }
}

/// Holds the default filters while they are removed.
#[derive(Resource)]
struct RemovedFilters(DefaultQueryFilters);

/// Removes the default filters when it is initialized.
struct FiltersRemoved;

impl FromWorld for FiltersRemoved {
    fn from_world(world: &mut World) -> Self {
        if let Some(mut filters) = world.get_resource_mut::<DefaultQueryFilters>() {
            let filters = core::mem::replace(filters.bypass_change_detection(), DefaultQueryFilters::empty());
            world.insert_resource(RemovedFilters(filters));
        }
        Self
    }
}

/// Restores the default filters when it is initialized.
struct FiltersRestored;

impl FromWorld for FiltersRestored {
    fn from_world(world: &mut World) -> Self {
        if let Some(RemovedFilters(removed)) = world.remove_resource()
            && let Some(mut filters) = world.get_resource_mut::<DefaultQueryFilters>()
        {
            *filters.bypass_change_detection() = removed;
        }
        Self
    }
}

/// The default query filters, to find out which entities are disabled.
#[cfg(any(feature = "camera", feature = "bevy_picking"))]
#[derive(SystemParam)]
pub(crate) struct Disabling<'w> {
    filters: Option<bevy::ecs::system::Res<'w, DefaultQueryFilters>>,
}

#[cfg(any(feature = "camera", feature = "bevy_picking"))]
impl Disabling<'_> {
    /// Whether entities of this archetype are disabled.
    pub(crate) fn disables(&self, archetype: &Archetype) -> bool {
        self.filters.as_ref().is_some_and(|filters| disables(filters, archetype))
    }
}

fn disables(filters: &DefaultQueryFilters, archetype: &Archetype) -> bool {
    filters.disabling_ids().any(|component| archetype.contains(component))
}

/// Whether entities of this archetype are disabled.
pub(crate) fn is_disabled_archetype(world: &World, archetype: &Archetype) -> bool {
    world.get_resource::<DefaultQueryFilters>().is_some_and(|filters| disables(filters, archetype))
}

/// Whether the entity exists and is disabled.
pub(crate) fn is_disabled(world: &World, entity: Entity) -> bool {
    world.get_entity(entity).is_ok_and(|entity| is_disabled_archetype(world, entity.archetype()))
}

/// All components that disable entities.
pub(crate) fn disabling_components(world: &World) -> impl Iterator<Item = ComponentId> {
    world.get_resource::<DefaultQueryFilters>().into_iter().flat_map(DefaultQueryFilters::disabling_ids)
}
