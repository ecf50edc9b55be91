//! The registration of targets by the state of a widget.

use core::marker::PhantomData;

use bevy::{
    picking::{PickingSystems, pointer::PointerInput},
    prelude::*,
    ui::UiSystems,
};

use super::{MotionSystems, sets::StartFollowers};
use crate::{
    interface::{
        Leaving, StateTargets,
        apply_states::apply_states,
        despawn_left, disable_left,
        read_states::{press, read_states},
    },
    property::Property,
};

/// The set of systems that write the targets: one system for each property, in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ApplyStates;

/// Marks property `P` as one with targets by state.
#[derive(Resource)]
struct Registered<P: Property>(PhantomData<fn() -> P>);

/// Marks the app as one that reads the states of widgets.
#[derive(Resource)]
struct ReadsStates;

/// Lets the states of widgets choose the targets of property `P`. A no-op if they already do.
pub(super) fn register<P: Property>(app: &mut App) {
    if app.world().contains_resource::<Registered<P>>() {
        return;
    }
    app.insert_resource(Registered::<P>(PhantomData));
    if !app.world().contains_resource::<ReadsStates>() {
        app.insert_resource(ReadsStates)
            .register_type::<Leaving>()
            .add_message::<PointerInput>()
            .add_observer(press)
            .configure_sets(PreUpdate, ApplyStates.before(StartFollowers).before(MotionSystems::Adopt))
            .add_systems(
                PreUpdate,
                (
                    read_states.after(PickingSystems::Last).after(UiSystems::Focus).before(ApplyStates),
                    (despawn_left, disable_left).chain().after(ApplyStates).before(MotionSystems::Adopt),
                ),
            );
    }
    let registry = app.world_mut().get_resource_or_init::<AppTypeRegistry>().clone();
    registry.write().register::<StateTargets<P>>();
    app.add_systems(PreUpdate, apply_states::<P>.in_set(ApplyStates).ambiguous_with(ApplyStates));
}
