//! Values dragged by pointers, by Bevy's picking.
//!
//! A press on an entity, or on a child of it, begins a grab: the entity is [`Held`](crate::Held). From then on the pointer is
//! followed by its input alone, wherever it is. Once a frame, before motion is taken in:
//!
//! ```text
//! PreUpdate   picking → press (observers) → follow_pointers → drag → Adopt
//! ```
//!
//! The state of a drag is *raw*: where the pointer would have the value if there were no bounds, that is, where it was when it
//! was grabbed, with the rubber band undone, and the pointer's way since. What is shown follows from that at once, never by adding
//! up steps. Let go, it goes on with the velocity of raw, as the band shows it.

mod band;
mod draggable;
mod grab;
mod hold;
mod surface;

use core::marker::PhantomData;

use bevy::{
    app::{App, PreUpdate},
    ecs::{
        reflect::AppTypeRegistry,
        resource::Resource,
        schedule::{IntoScheduleConfigs, SystemSet, common_conditions::resource_exists},
    },
    picking::{PickingSystems, pointer::PointerInput},
    time::{Real, Time, Virtual},
};

pub use draggable::{DragSurface, Draggable};

use crate::{plugin::MotionSystems, property::Property};
use grab::{Grabs, follow_pointers};
use hold::{drag, press, shift};

/// Puts what is dragged where its pointer has it: values of one property each, in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Drags;

/// `P` can be dragged.
#[derive(Resource)]
struct Registered<P: Property>(PhantomData<fn() -> P>);

/// Lets property `P` be dragged, unless it can be already.
pub(crate) fn register<P: Property>(app: &mut App) {
    if app.world().contains_resource::<Registered<P>>() {
        return;
    }
    app.insert_resource(Registered::<P>(PhantomData));
    if !app.world().contains_resource::<Grabs>() {
        app.init_resource::<Grabs>()
            .add_message::<PointerInput>()
            .configure_sets(PreUpdate, Drags.after(PickingSystems::Hover).before(MotionSystems::Adopt))
            .add_systems(
                PreUpdate,
                follow_pointers.run_if(resource_exists::<Time<Real>>).after(PickingSystems::Hover).before(Drags),
            );
    }
    let registry = app.world_mut().get_resource_or_init::<AppTypeRegistry>().clone();
    registry.write().register::<Draggable<P>>();
    app.add_observer(press::<P>)
        .add_observer(shift::<P>)
        .add_systems(PreUpdate, drag::<P>.run_if(resource_exists::<Time<Virtual>>).in_set(Drags).ambiguous_with(Drags));
}
