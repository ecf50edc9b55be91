//! Entities that were just given something of ours, to be looked at when all that belongs to it is there.

use alloc::{format, string::String, vec::Vec};
use core::any::{TypeId, type_name};

use bevy::{
    app::MainScheduleOrder,
    ecs::{
        component::Component,
        entity::Entity,
        lifecycle::HookContext,
        name::Name,
        resource::Resource,
        world::{DeferredWorld, EntityRef, World},
    },
    utils::prelude::ShortName,
};
use log::warn;

use super::{Progress, Property, Rotation, Scale, Translation};

/// How many newcomers are kept. An app that runs no `Last` looks at none, and should not collect them.
const MOST: usize = 1 << 16;

/// An entity that was given a component of ours.
#[derive(Clone, Copy)]
pub(crate) struct Newcomer {
    pub(crate) entity: Entity,
    pub(crate) property: TypeId,
    /// The names to tell where nobody registered the property: its own, and that of what the entity was given.
    property_name: fn() -> &'static str,
    component_name: fn() -> &'static str,
}

/// Those who came since somebody looked.
#[derive(Resource, Default)]
pub(crate) struct Newcomers(pub(crate) Vec<Newcomer>);

/// Properties of which it has been told that nobody registered them.
#[derive(Resource, Default)]
struct Unregistered(Vec<TypeId>);

/// Hook: an entity was given `C`, which needs something else.
pub(crate) fn newcomer<P: Property, C: Component>(world: DeferredWorld, context: HookContext) {
    let newcomer = Newcomer {
        entity: context.entity,
        property: TypeId::of::<P>(),
        property_name: P::short_type_path,
        component_name: type_name::<C>,
    };
    note(world, newcomer);
}

/// Notes it to be looked at. Knows no property, so it is compiled once.
fn note(mut world: DeferredWorld, newcomer: Newcomer) {
    if let Some(mut newcomers) = world.get_resource_mut::<Newcomers>() {
        // Several components of one entity come one after the other.
        let known =
            newcomers.0.last().is_some_and(|last| (last.entity, last.property) == (newcomer.entity, newcomer.property));
        if !known && newcomers.0.len() < MOST {
            newcomers.0.push(newcomer);
        }
    } else if world.contains_resource::<MainScheduleOrder>() {
        // An app without us has nobody else who looks. In any other world, a scene's for instance, nothing is to move.
        world.commands().queue(move |world: &mut World| newcomer.tell_unregistered(world));
    }
}

impl Newcomer {
    /// Tells once of every property that nobody registered it.
    pub(crate) fn tell_unregistered(self, world: &mut World) {
        let mut told = world.get_resource_or_init::<Unregistered>();
        if told.0.contains(&self.property) {
            return;
        }
        told.0.push(self.property);
        let Ok(entity) = world.get_entity(self.entity) else { return };
        warn!("{} has {}", who(entity), self.unregistered());
    }

    /// The component, and the line that registers its property.
    fn unregistered(&self) -> String {
        let property = (self.property_name)();
        // The engine's name has the property in brackets too, but for the default one.
        let component = format!("{}", ShortName((self.component_name)()));
        let component = component.split('<').next().unwrap_or_default();
        let ours =
            [TypeId::of::<Translation>(), TypeId::of::<Rotation>(), TypeId::of::<Scale>(), TypeId::of::<Progress>()];
        let line = if ours.contains(&self.property) {
            "app.add_plugins(ExactMotionPlugin::default())".into()
        } else {
            format!("app.register_motion::<{property}>()")
        };
        format!("`{component}<{property}>`, but {property} is not registered: {line}")
    }
}

/// An entity, with its name if it has one.
pub(crate) fn who(entity: EntityRef) -> String {
    match entity.get::<Name>() {
        Some(name) => format!("{name} ({})", entity.id()),
        None => format!("{}", entity.id()),
    }
}
