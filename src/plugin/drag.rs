//! The registration of draggable properties.

use core::marker::PhantomData;

use bevy::{
    ecs::schedule::common_conditions::resource_exists,
    picking::{PickingSystems, pointer::PointerInput},
    prelude::*,
};

use super::MotionSystems;
use crate::{
    drag::{
        Draggable,
        grab::{Grabs, follow_pointers},
        hold::{drag, press, shift_points, shift_values},
    },
    property::Property,
};

/// The set of systems that write dragged values: one system for each property, in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Drags;

/// Marks property `P` as draggable.
#[derive(Resource)]
struct Registered<P: Property>(PhantomData<fn() -> P>);

/// Lets pointers drag property `P` of entities with a [`Draggable`]. A no-op if pointers already can.
pub(super) fn register<P: Property>(app: &mut App) {
    if app.world().contains_resource::<Registered<P>>() {
        return;
    }
    app.insert_resource(Registered::<P>(PhantomData));
    if !app.world().contains_resource::<Grabs>() {
        app.init_resource::<Grabs>()
            .add_message::<PointerInput>()
            .add_observer(shift_points)
            .configure_sets(
                PreUpdate,
                Drags.run_if(Grabs::exist).after(PickingSystems::Hover).before(MotionSystems::Adopt),
            )
            .add_systems(
                PreUpdate,
                follow_pointers.run_if(resource_exists::<Time<Real>>).after(PickingSystems::Hover).before(Drags),
            );
    }
    let registry = app.world_mut().get_resource_or_init::<AppTypeRegistry>().clone();
    registry.write().register::<Draggable<P>>();
    app.add_observer(press::<P>)
        .add_observer(shift_values::<P>)
        .add_systems(PreUpdate, drag::<P>.run_if(resource_exists::<Time<Virtual>>).in_set(Drags).ambiguous_with(Drags));
}
