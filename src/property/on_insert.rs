//! Records entities that have just received a component of this crate. At the end of the frame, when their other components have been
//! inserted as well, they are checked for mistakes.

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

/// The maximum number of recorded entities. They are checked and removed in `Last`, so an app that never runs `Last` reaches this number.
const CAPACITY: usize = 1 << 16;

/// An entity that has received a component of this crate.
#[derive(Clone, Copy)]
pub(crate) struct Inserted {
    pub(crate) entity: Entity,
    pub(crate) property: TypeId,
    /// The property's name. This and the next two fields are for the warning about a property that is not registered.
    property_name: fn() -> &'static str,
    registered_by: Option<&'static str>,
    component_name: fn() -> &'static str,
}

/// The entities that have received components since the last check.
#[derive(Resource, Default)]
pub(crate) struct InsertedEntities(pub(crate) Vec<Inserted>);

/// The missing registration lines that have been logged.
#[derive(Resource, Default)]
struct ReportedLines(Vec<String>);

/// Hook: records an entity that has received `C`, a component of the property `P`.
pub(crate) fn on_insert<P: Property, C: TypePath>(world: DeferredWorld, context: HookContext) {
    record(world, Inserted::new::<P>(context.entity, C::short_type_path));
}

/// Returns the line of code that registers this property to be stepped once a frame.
pub(crate) fn frame_registration<P: Property>() -> String {
    match P::REGISTERED_BY {
        // The line adds a plugin, which has a field for the options.
        Some(line) if line.contains("ExactCameraPlugin") => {
            line.replace("::default()", " { options: Some(MotionOptions::frame()) }")
        }
        Some(line) => line.replace("::default()", " { options: MotionOptions::frame() }"),
        None => format!("app.register_motion_with::<{}>(MotionOptions::frame())", P::short_type_path()),
    }
}

/// Records an entity to be checked. Not generic over the property, so it is compiled once.
fn record(mut world: DeferredWorld, inserted: Inserted) {
    if let Some(mut recorded) = world.get_resource_mut::<InsertedEntities>() {
        // Several components of one entity are inserted in a row, and one record is enough.
        let is_recorded =
            recorded.0.last().is_some_and(|last| (last.entity, last.property) == (inserted.entity, inserted.property));
        if !is_recorded && recorded.0.len() < CAPACITY {
            recorded.0.push(inserted);
        }
    } else if world.contains_resource::<MainScheduleOrder>() {
        // An app without `ExactMotionPlugin` checks no entities, so warn here. Any other world, such as that of a scene, has no schedules
        // and moves nothing.
        world.commands().queue(move |world: &mut World| inserted.warn_unregistered(world));
    }
}

impl Inserted {
    fn new<P: Property>(entity: Entity, component_name: fn() -> &'static str) -> Self {
        let (property, property_name, registered_by) = (TypeId::of::<P>(), P::short_type_path, P::REGISTERED_BY);
        Self { entity, property, property_name, registered_by, component_name }
    }

    /// Warns that the property is not registered. Each missing registration line is logged once.
    pub(crate) fn warn_unregistered(self, world: &mut World) {
        // A despawned entity is not reported; the next one with the same mistake is.
        let Ok(entity) = world.get_entity(self.entity) else { return };
        let entity = describe(entity);
        let property = (self.property_name)();
        let line = self.registered_by.map_or_else(|| format!("app.register_motion::<{property}>()"), String::from);
        let mut reported = world.get_resource_or_init::<ReportedLines>();
        if reported.0.contains(&line) {
            return;
        }
        reported.0.push(line.clone());
        let component = (self.component_name)();
        warn!("{entity} has `{component}`, but {property} is not registered: {line}");
    }
}

/// Describes an entity by its id, and by its name if it has one.
pub(crate) fn describe(entity: EntityRef) -> String {
    match entity.get::<Name>() {
        Some(name) => format!("{name} ({})", entity.id()),
        None => format!("{}", entity.id()),
    }
}
