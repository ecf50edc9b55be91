//! What has no effect as it stands, told: which entity, what is missing, and the line that repairs it.
//!
//! Whoever is given something of ours is looked at once, at the end of the frame, when all that belongs to it is there.
//! Nobody is looked at again, so this costs nothing in a tick.

use alloc::{format, string::String, vec::Vec};
use core::any::TypeId;

use bevy::{
    app::{App, Last, MainScheduleOrder},
    ecs::{
        component::Component,
        entity::Entity,
        lifecycle::HookContext,
        name::Name,
        resource::Resource,
        schedule::IntoScheduleConfigs,
        system::Res,
        world::{DeferredWorld, EntityRef, World},
    },
    utils::prelude::ShortName,
};
use log::warn;

use crate::{
    follow::{Follow, Target},
    law::{AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring},
    motion::{Held, PresentAs, RestTolerance, clock::Clock},
    property::{Progress, Property, Rotation, Scale, Translation, Velocity},
};

/// Of how many entities with the same mistake each is told.
const MOST: usize = 10;

/// How many newcomers are looked at in a frame. An app that runs no `Last` looks at none, and should not collect them.
const MOST_NEWCOMERS: usize = 1 << 16;

/// Looks at an entity that was given something of ours.
type Look = fn(&mut World, Entity);

/// What is known about an app's set-up, and who is to be looked at.
#[derive(Resource, Default)]
pub(crate) struct Diagnosis {
    newcomers: Vec<(Entity, Look)>,
    registered: Vec<Registered>,
}

/// A property that is registered.
struct Registered {
    property: &'static str,
    moves: fn(EntityRef) -> bool,
}

/// What can be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trap {
    Registration,
    Component,
    Motion,
}

/// What was told of whom.
#[derive(Resource, Default)]
struct Told(Vec<(Trap, TypeId, Entity)>);

impl Diagnosis {
    /// Puts a look at newcomers at the end of the frame.
    pub(crate) fn set_up(app: &mut App) {
        // It only reads, and what it says does not depend on who else writes.
        app.init_resource::<Self>().add_systems(Last, greet.run_if(someone_is_new).ambiguous_with_all());
    }

    pub(crate) fn register<P: Property>(&mut self) {
        self.registered
            .push(Registered { property: P::short_type_path(), moves: |entity| entity.contains::<Velocity<P>>() });
    }
}

fn someone_is_new(diagnosis: Res<Diagnosis>) -> bool {
    !diagnosis.newcomers.is_empty()
}

fn greet(world: &mut World) {
    let newcomers = core::mem::take(&mut world.resource_mut::<Diagnosis>().newcomers);
    for (entity, look) in newcomers {
        look(world, entity);
    }
}

/// Hook: an entity was given something that needs something else.
pub(crate) fn newcomer<P: Property>(mut world: DeferredWorld, context: HookContext) {
    let entity = context.entity;
    if let Some(mut diagnosis) = world.get_resource_mut::<Diagnosis>() {
        if diagnosis.newcomers.len() < MOST_NEWCOMERS {
            diagnosis.newcomers.push((entity, look::<P>));
        }
    } else if world.contains_resource::<MainScheduleOrder>() {
        // An app without us has nobody else who looks. In any other world, a scene's for instance, nothing is to move.
        world.commands().queue(move |world: &mut World| look::<P>(world, entity));
    }
}

/// Tells what this entity lacks to be moved, if it does.
fn look<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    let idle = idle_part::<P>(found);
    let Some(part) = moving_part::<P>(found).or(idle) else { return };
    let who = who(found);
    let property = P::short_type_path();
    let (trap, message) = if !world.contains_resource::<Clock<P>>() {
        let line = match ours::<P>() {
            true => "app.add_plugins(ExactMotionPlugin::default())".into(),
            false => format!("app.register_motion::<{property}>()"),
        };
        (Trap::Registration, format!("{who} has `{part}<{property}>`, but {property} is not registered: {line}"))
    } else if found.contains::<Velocity<P>>() {
        if found.contains::<P::Component>() {
            return;
        }
        let component = ShortName::of::<P::Component>();
        let message =
            format!("{who} has `{part}<{property}>`, but no `{component}` that it could move: insert `{component}`");
        (Trap::Component, message)
    } else if let Some(part) = idle {
        (
            Trap::Motion,
            format!(
                "{who} has `{part}<{property}>`, but nothing moves its {property}: {}",
                repair::<P>(world, found, part)
            ),
        )
    } else {
        return;
    };
    tell(world, trap, TypeId::of::<P>(), entity, &message);
}

/// The line that gives an idle part something to act on.
fn repair<P: Property>(world: &World, found: EntityRef, part: &str) -> String {
    let property = P::short_type_path();
    let is_default = TypeId::of::<P>() == TypeId::of::<Translation>();
    let of_whom = if is_default { String::new() } else { format!(".on::<{property}>()") };
    let insert = match part {
        "Target" | "Follow" => format!("insert a spring for it, `Spring::critical(10.0){of_whom}`"),
        _ => format!("insert `Velocity::<{property}>::default()`"),
    };
    let constructor = match part {
        "Target" => "at",
        _ => "of",
    };
    let moved = world.get_resource::<Diagnosis>().and_then(|diagnosis| {
        diagnosis.registered.iter().find(|registered| (registered.moves)(found)).map(|registered| registered.property)
    });
    match moved {
        Some(moved) => format!("write `{part}::<{moved}>::{constructor}(..)`, as it moves its {moved}, or {insert}"),
        None => insert,
    }
}

fn tell(world: &mut World, trap: Trap, property: TypeId, entity: Entity, message: &str) {
    let Told(told) = &mut *world.get_resource_or_init::<Told>();
    let most = if trap == Trap::Registration { 1 } else { MOST };
    let before = told.iter().filter(|(other, of, _)| *other == trap && *of == property);
    let (count, again) = before.fold((0, false), |(count, again), (.., whom)| (count + 1, again || *whom == entity));
    if again || count == most {
        return;
    }
    told.push((trap, property, entity));
    let rest = if count + 1 == most && most > 1 { " (no more of these are told)" } else { "" };
    warn!("{message}{rest}");
}

/// The entity, with its name if it has one.
fn who(found: EntityRef) -> String {
    match found.get::<Name>() {
        Some(name) => format!("{name} ({})", found.id()),
        None => format!("{}", found.id()),
    }
}

/// Whether the plugin registers it.
fn ours<P: Property>() -> bool {
    [TypeId::of::<Translation>(), TypeId::of::<Rotation>(), TypeId::of::<Scale>(), TypeId::of::<Progress>()]
        .contains(&TypeId::of::<P>())
}

/// The first of these that the entity has, by its name.
fn first(found: EntityRef, parts: &[(&'static str, fn(EntityRef) -> bool)]) -> Option<&'static str> {
    parts.iter().find(|(_, has)| has(found)).map(|&(name, _)| name)
}

fn has<C: Component>(found: EntityRef) -> bool {
    found.contains::<C>()
}

/// What moves it.
fn moving_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    first(
        found,
        &[
            ("Spring", has::<Spring<P>>),
            ("AxisSprings", has::<AxisSprings<P>>),
            ("Friction", has::<Friction<P>>),
            ("Gravity", has::<Gravity<P>>),
            ("ExponentialRate", has::<ExponentialRate<P>>),
            ("Held", has::<Held<P>>),
            ("Velocity", has::<Velocity<P>>),
        ],
    )
}

/// What acts on something that moves it.
fn idle_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    first(
        found,
        &[
            ("Follow", has::<Follow<P>>),
            ("Target", has::<Target<P>>),
            ("Pace", has::<Pace<P>>),
            ("PresentAs", has::<PresentAs<P>>),
            ("RestTolerance", has::<RestTolerance<P>>),
        ],
    )
}
