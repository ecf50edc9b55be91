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

/// The set of systems that write dragged values. There is one for each property, and they run in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Drags;

/// Marks that `P` can be dragged.
#[derive(Resource)]
struct Registered<P: Property>(PhantomData<fn() -> P>);

/// Makes property `P` draggable. No-op if it is already.
pub(super) fn register<P: Property>(app: &mut App) {
    if app.world().contains_resource::<Registered<P>>() {
        return;
    }
    app.insert_resource(Registered::<P>(PhantomData));
    if !app.world().contains_resource::<Grabs>() {
        app.init_resource::<Grabs>()
            .add_message::<PointerInput>()
            .add_observer(shift_points)
            .configure_sets(PreUpdate, Drags.after(PickingSystems::Hover).before(MotionSystems::Adopt))
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
