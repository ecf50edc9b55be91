//! Warnings about components that have no effect: they say which entity, what is wrong, and which line of code repairs it.
//!
//! An entity is checked once, at the end of the frame in which a component of this crate is inserted, when its other components are there
//! as well. This costs nothing in a tick. Mistakes that other modules find are logged through [`warning`](crate::warning).

use alloc::{format, string::String, vec::Vec};
use core::any::TypeId;

use bevy::{prelude::*, utils::prelude::ShortName};

#[cfg(feature = "dev_tools")]
use crate::dev_tools::tunable::Tunable;
#[cfg(feature = "bevy_picking")]
use crate::drag::Draggable;
use crate::{
    follow::{Follow, Target},
    inertialization::{Inertialization, SmoothsJumps},
    law::{
        TimeScale,
        force::{Force, forces},
    },
    motion::{Grabbed, RestTolerance},
    property::{
        Property, Translation, Velocity,
        on_insert::{InsertedEntities, describe},
    },
    sequence::{PlaysSequences, Sequence},
    warning::warn_in,
};

/// Checks an entity that got a component of this crate.
type Check = fn(&mut World, Entity);

/// The registered properties, each with functions that check and describe its entities.
#[derive(Resource, Default)]
pub(crate) struct Diagnosis {
    registered: Vec<Registered>,
}

/// A registered property.
struct Registered {
    property: TypeId,
    name: &'static str,
    check: Check,
    moves: fn(EntityRef) -> bool,
    #[cfg(feature = "dev_tools")]
    tunable: Tunable,
}

impl Diagnosis {
    /// Adds the system that checks entities at the end of the frame.
    pub(crate) fn set_up(app: &mut App) {
        // The system only reads, and its warnings do not depend on the order of other systems.
        app.init_resource::<Self>()
            .init_resource::<InsertedEntities>()
            .add_systems(Last, check_inserted.run_if(any_inserted).ambiguous_with_all());
    }

    pub(crate) fn register<P: Property>(&mut self) {
        self.registered.push(Registered {
            property: TypeId::of::<P>(),
            name: P::short_type_path(),
            check: check::<P>,
            moves: |entity| entity.contains::<Velocity<P>>(),
            #[cfg(feature = "dev_tools")]
            tunable: Tunable::of::<P>(),
        });
    }

    /// All registered properties, in the order of their registration.
    #[cfg(feature = "dev_tools")]
    pub(crate) fn tunables(&self) -> impl Iterator<Item = Tunable> {
        self.registered.iter().map(|registered| registered.tunable)
    }
}

fn any_inserted(inserted: Res<InsertedEntities>) -> bool {
    !inserted.0.is_empty()
}

fn check_inserted(world: &mut World) {
    for inserted in core::mem::take(&mut world.resource_mut::<InsertedEntities>().0) {
        let registered = &world.resource::<Diagnosis>().registered;
        match registered.iter().find(|registered| registered.property == inserted.property) {
            Some(&Registered { check, .. }) => check(world, inserted.entity),
            None => inserted.warn_unregistered(world),
        }
    }
}

/// Warns if this entity lacks a component without which it does not move.
fn check<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    if let Some((part, method)) = unregistered_part::<P>(world, found) {
        let (subject, property) = (describe(found), P::short_type_path());
        let message =
            format_args!("{subject} has `{part}<{property}>`, but nothing reads it: app.{method}::<{property}>()");
        warn_in(world, entity, (part, property), message);
    }
    let Ok(found) = world.get_entity(entity) else { return };
    let idle = idle_part::<P>(found);
    let Some(part) = moving_part::<P>(found).or(idle) else { return };
    let subject = describe(found);
    let property = P::short_type_path();
    let (part, mistake, message) = if found.contains::<Velocity<P>>() {
        if found.contains::<P::Component>() {
            return;
        }
        let component = ShortName::of::<P::Component>();
        let advice = match P::INSERTED_BY {
            Some((_, will_be_inserted)) if will_be_inserted(found) => return,
            Some((advice, _)) => advice.into(),
            None if TypeId::of::<P::Component>() == TypeId::of::<Transform>() && is_node(found) => NODE.into(),
            None => format!("insert `{component}`"),
        };
        (part, "no component", format!("no `{component}` that it could move: {advice}"))
    } else if let Some(part) = idle {
        (part, "no motion", format!("nothing moves its {property}: {}", repair::<P>(world, found, part)))
    } else {
        return;
    };
    warn_in(world, entity, (mistake, property), format_args!("{subject} has `{part}<{property}>`, but {message}"));
}

/// Returns a component that has an effect only if the app calls a method, which it has not called, and that method.
fn unregistered_part<P: Property>(world: &World, found: EntityRef) -> Option<(&'static str, &'static str)> {
    if found.contains::<Sequence<P>>() && !world.contains_resource::<PlaysSequences<P>>() {
        Some(("Sequence", "register_sequences"))
    } else if found.contains::<Inertialization<P>>() && !world.contains_resource::<SmoothsJumps<P>>() {
        Some(("Inertialization", "register_inertialization"))
    } else {
        None
    }
}

/// The advice for a UI node without a `Transform`.
const NODE: &str = "a node of an interface has a `Node` and a `UiTransform`, so say which of their fields is meant, for instance \
                    `.on::<NodeLeft>()`, `.on::<NodeWidth>()` or `.on::<NodeTranslation>()`, and register it";

#[cfg(feature = "bevy_ui")]
fn is_node(found: EntityRef) -> bool {
    found.contains::<bevy::ui::Node>()
}

#[cfg(not(feature = "bevy_ui"))]
const fn is_node(_: EntityRef) -> bool {
    false
}

/// Returns the advice for a component `part` that has no effect: the code that makes the entity move.
fn repair<P: Property>(world: &World, found: EntityRef, part: &str) -> String {
    let property = P::short_type_path();
    let is_default = TypeId::of::<P>() == TypeId::of::<Translation>();
    let on_property = if is_default { String::new() } else { format!(".on::<{property}>()") };
    let insert = match part {
        "Target" | "Follow" => format!("insert a spring for it, `Spring::critical(10.0){on_property}`"),
        _ => format!("insert `Velocity::<{property}>::default()`"),
    };
    let moved = world.get_resource::<Diagnosis>().and_then(|diagnosis| {
        diagnosis.registered.iter().find(|registered| (registered.moves)(found)).map(|registered| registered.name)
    });
    match moved {
        Some(moved) => format!("write `{part}::<{moved}>::of(..)`, because {moved} is what moves, or {insert}"),
        None => insert,
    }
}

/// Returns the name of the first of `parts` that the entity has.
fn first<'w>(found: EntityRef<'w>, parts: &[(&'static str, fn(&EntityRef<'w>) -> bool)]) -> Option<&'static str> {
    parts.iter().find(|(_, has)| has(&found)).map(|&(name, _)| name)
}

/// Returns the name of the first component that moves property `P` of the entity.
fn moving_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    macro_rules! moving {
        ($($field:ident: $force:ident,)+) => {
            [$((stringify!($force), crate::law::$force::<P>::MOVES && found.contains::<crate::law::$force<P>>()),)+]
        };
    }
    let force = forces!(moving).into_iter().find(|(_, moves)| *moves).map(|(name, _)| name);
    force.or_else(|| {
        first(
            found,
            &[
                ("Grabbed", EntityRef::contains::<Grabbed<P>>),
                #[cfg(feature = "bevy_picking")]
                ("Draggable", EntityRef::contains::<Draggable<P>>),
                ("Velocity", EntityRef::contains::<Velocity<P>>),
            ],
        )
    })
}

/// Returns the name of the entity's first component that has no effect unless another component moves the entity.
fn idle_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    first(
        found,
        &[
            ("Follow", EntityRef::contains::<Follow<P>>),
            ("Target", EntityRef::contains::<Target<P>>),
            ("TimeScale", EntityRef::contains::<TimeScale<P>>),
            ("RestTolerance", EntityRef::contains::<RestTolerance<P>>),
        ],
    )
}
