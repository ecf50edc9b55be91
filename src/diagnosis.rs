//! Warnings about mistakes: which entity, what is wrong, and the line of code that repairs it.
//!
//! An entity that gets a component of this crate is checked once, at the end of the frame, when its other components are there.
//! No entity is checked again, so this costs nothing in a tick. Other modules report here what they notice themselves.

use alloc::{format, string::String, vec::Vec};
use core::any::TypeId;

use bevy::{prelude::*, utils::prelude::ShortName};

#[cfg(feature = "debug")]
use crate::debug::tunable::Tunable;
#[cfg(feature = "picking")]
use crate::drag::Draggable;
use crate::{
    follow::{Follow, Target},
    law::{
        AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, Pace, SnapPoints, Spring,
        force::{Force, forces},
    },
    motion::{Held, PresentAs, RestTolerance},
    property::{
        Property, Translation, Velocity,
        newcomer::{Newcomers, who},
    },
    warning::warn_in,
};

/// Looks at an entity that was given something of ours.
type Look = fn(&mut World, Entity);

/// What is known about an app's set-up, and how each property's newcomers are looked at.
#[derive(Resource, Default)]
pub(crate) struct Diagnosis {
    registered: Vec<Registered>,
}

/// A property that is registered.
struct Registered {
    property: TypeId,
    name: &'static str,
    look: Look,
    moves: fn(EntityRef) -> bool,
    #[cfg(feature = "debug")]
    tunable: Tunable,
}

impl Diagnosis {
    /// Puts a look at newcomers at the end of the frame.
    pub(crate) fn set_up(app: &mut App) {
        // The system only reads, and what it says does not depend on which other systems write.
        app.init_resource::<Self>()
            .init_resource::<Newcomers>()
            .add_systems(Last, greet.run_if(someone_is_new).ambiguous_with_all());
    }

    pub(crate) fn register<P: Property>(&mut self) {
        self.registered.push(Registered {
            property: TypeId::of::<P>(),
            name: P::short_type_path(),
            look: look::<P>,
            moves: |entity| entity.contains::<Velocity<P>>(),
            #[cfg(feature = "debug")]
            tunable: Tunable::of::<P>(),
        });
    }

    /// All properties that springs move, in the order of their registration.
    #[cfg(feature = "debug")]
    pub(crate) fn tunables(&self) -> impl Iterator<Item = Tunable> {
        self.registered.iter().map(|registered| registered.tunable)
    }
}

fn someone_is_new(newcomers: Res<Newcomers>) -> bool {
    !newcomers.0.is_empty()
}

fn greet(world: &mut World) {
    for newcomer in core::mem::take(&mut world.resource_mut::<Newcomers>().0) {
        let registered = &world.resource::<Diagnosis>().registered;
        match registered.iter().find(|registered| registered.property == newcomer.property) {
            Some(&Registered { look, .. }) => look(world, newcomer.entity),
            None => newcomer.tell_unregistered(world),
        }
    }
}

/// Tells what this entity lacks to be moved, if it does.
fn look<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    let idle = idle_part::<P>(found);
    let Some(part) = moving_part::<P>(found).or(idle) else { return };
    let who = who(found);
    let property = P::short_type_path();
    let (part, mistake, message) = if found.contains::<Velocity<P>>() {
        if found.contains::<P::Component>() {
            return;
        }
        let component = ShortName::of::<P::Component>();
        let advice = match P::INSERTED_BY {
            Some((_, is_to_come)) if is_to_come(found) => return,
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
    warn_in(world, entity, (mistake, property), format_args!("{who} has `{part}<{property}>`, but {message}"));
}

/// What to do about a node of an interface that lacks a component.
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

/// The line that gives an idle part something to act on.
fn repair<P: Property>(world: &World, found: EntityRef, part: &str) -> String {
    let property = P::short_type_path();
    let is_default = TypeId::of::<P>() == TypeId::of::<Translation>();
    let of_whom = if is_default { String::new() } else { format!(".on::<{property}>()") };
    let insert = match part {
        "Target" | "Follow" => format!("insert a spring for it, `Spring::critical(10.0){of_whom}`"),
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

/// The first of these that the entity has, by its name.
fn first<'w>(found: EntityRef<'w>, parts: &[(&'static str, fn(&EntityRef<'w>) -> bool)]) -> Option<&'static str> {
    parts.iter().find(|(_, has)| has(&found)).map(|&(name, _)| name)
}

/// The component that moves the entity.
fn moving_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    macro_rules! moving {
        ($($field:ident: $force:ident,)+) => {
            [$((stringify!($force), $force::<P>::MOVES && found.contains::<$force<P>>()),)+]
        };
    }
    let force = forces!(moving).into_iter().find(|(_, moves)| *moves).map(|(name, _)| name);
    force.or_else(|| {
        first(
            found,
            &[
                ("Held", EntityRef::contains::<Held<P>>),
                #[cfg(feature = "picking")]
                ("Draggable", EntityRef::contains::<Draggable<P>>),
                ("Velocity", EntityRef::contains::<Velocity<P>>),
            ],
        )
    })
}

/// A component that acts only on an entity that moves.
fn idle_part<P: Property>(found: EntityRef) -> Option<&'static str> {
    first(
        found,
        &[
            ("Follow", EntityRef::contains::<Follow<P>>),
            ("Target", EntityRef::contains::<Target<P>>),
            ("Pace", EntityRef::contains::<Pace<P>>),
            ("PresentAs", EntityRef::contains::<PresentAs<P>>),
            ("RestTolerance", EntityRef::contains::<RestTolerance<P>>),
        ],
    )
}
