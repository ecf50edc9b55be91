//! Entities that have just got a component of this crate, to be checked when their other components are there.

use alloc::{format, string::String, vec::Vec};
use core::any::TypeId;

use bevy::{
    app::MainScheduleOrder,
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::*,
    reflect::TypePath,
};
use log::warn;

use super::Property;

/// How many newcomers are kept. An app that runs no `Last` looks at none, and should not collect them.
const MOST: usize = 1 << 16;

/// An entity that was given a component of ours.
#[derive(Clone, Copy)]
pub(crate) struct Newcomer {
    pub(crate) entity: Entity,
    pub(crate) property: TypeId,
    /// What to tell where the property is not registered: its name, the plugin that registers it, and the name of what the entity was given.
    property_name: fn() -> &'static str,
    registered_by: Option<&'static str>,
    component_name: fn() -> &'static str,
}

/// The entities that came since newcomers were last looked at.
#[derive(Resource, Default)]
pub(crate) struct Newcomers(pub(crate) Vec<Newcomer>);

/// The lines of code that have been told to be missing.
#[derive(Resource, Default)]
struct Missing(Vec<String>);

/// Hook: an entity was given `C`, which needs the property `P`.
pub(crate) fn newcomer<P: Property, C: TypePath>(world: DeferredWorld, context: HookContext) {
    note(world, Newcomer::new::<P>(context.entity, C::short_type_path));
}

/// The line of code that steps this property once a frame.
pub(crate) fn registering_in_frames<P: Property>() -> String {
    match P::REGISTERED_BY {
        // `app.add_plugins(ExactMotionPlugin::default())`, which has a field for the options.
        Some(line) => line.replace("::default()", " { options: MotionOptions::frame() }"),
        None => format!("app.register_motion_with::<{}>(MotionOptions::frame())", P::short_type_path()),
    }
}

/// Notes a newcomer to be looked at. Not generic over the property, so it is compiled once.
fn note(mut world: DeferredWorld, newcomer: Newcomer) {
    if let Some(mut newcomers) = world.get_resource_mut::<Newcomers>() {
        // Several components of one entity come one after the other.
        let known =
            newcomers.0.last().is_some_and(|last| (last.entity, last.property) == (newcomer.entity, newcomer.property));
        if !known && newcomers.0.len() < MOST {
            newcomers.0.push(newcomer);
        }
    } else if world.contains_resource::<MainScheduleOrder>() {
        // In an app without our plugin nothing looks at newcomers, so this warns. In any other world, a scene's
        // for instance, nothing is to move.
        world.commands().queue(move |world: &mut World| newcomer.tell_unregistered(world));
    }
}

impl Newcomer {
    fn new<P: Property>(entity: Entity, component_name: fn() -> &'static str) -> Self {
        let (property, property_name, registered_by) = (TypeId::of::<P>(), P::short_type_path, P::REGISTERED_BY);
        Self { entity, property, property_name, registered_by, component_name }
    }

    /// Warns that the newcomer's property is not registered: once for each line that would register one.
    pub(crate) fn tell_unregistered(self, world: &mut World) {
        // Of an entity that is gone already nothing is told, so that the next one is.
        let Ok(entity) = world.get_entity(self.entity) else { return };
        let who = who(entity);
        let property = (self.property_name)();
        let line = self.registered_by.map_or_else(|| format!("app.register_motion::<{property}>()"), String::from);
        let mut told = world.get_resource_or_init::<Missing>();
        if told.0.contains(&line) {
            return;
        }
        told.0.push(line.clone());
        let component = (self.component_name)();
        warn!("{who} has `{component}`, but {property} is not registered: {line}");
    }
}

/// An entity, with its name if it has one.
pub(crate) fn who(entity: EntityRef) -> String {
    match entity.get::<Name>() {
        Some(name) => format!("{name} ({})", entity.id()),
        None => format!("{}", entity.id()),
    }
}
