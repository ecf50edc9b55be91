//! The registration of sequences.

use core::marker::PhantomData;

use bevy::{
    ecs::{
        schedule::{ScheduleConfigs, ScheduleLabel},
        system::ScheduleSystem,
    },
    prelude::*,
};
use log::warn;

use super::MotionSystems::{Advance, Present, Refresh};
use crate::{
    motion::{Motion, Stepping, clock::Clock},
    property::Property,
    sequence::{
        PlaysSequences, Sequence,
        play::{play_frame, play_tick},
    },
};

/// The set of systems that begin the steps of sequences: one system for each property.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PlaySequences;

/// The set of the systems of the property that was registered at this place. Observers run inside these systems and may write to other
/// properties, so properties are played in the order of their registration.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PlaySequencesOf(usize);

/// The number of properties with sequences.
#[derive(Resource, Default)]
struct Registered(usize);

/// Lets sequences move property `P`. A no-op if they already do.
pub(super) fn register<P: Property>(app: &mut App) {
    let Some(stepping) = app.world().get_resource::<Clock<P>>().map(|clock| clock.options.stepping) else {
        warn!("{} is not registered yet: its sequences are not played", P::short_type_path());
        return;
    };
    if app.world().contains_resource::<PlaysSequences<P>>() {
        return;
    }
    app.insert_resource(PlaysSequences::<P>(PhantomData)).register_type::<Sequence<P>>();
    let mut registered = app.world_mut().get_resource_or_init::<Registered>();
    let place = registered.0;
    registered.0 += 1;
    let in_order = |systems: ScheduleConfigs<ScheduleSystem>| {
        let systems = systems.in_set(PlaySequences).in_set(PlaySequencesOf(place));
        (0..place).fold(systems, |systems, before| systems.after(PlaySequencesOf(before)))
    };
    let schedule = match stepping {
        Stepping::Fixed => {
            app.configure_sets(RunFixedMainLoop, PlaySequences.after(Refresh).before(Present))
                .add_systems(RunFixedMainLoop, in_order(play_frame::<P>.run_if(any_with_component::<Sequence<P>>)));
            FixedFirst.intern()
        }
        Stepping::Frame | Stepping::FrameReal => PreUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.configure_sets(schedule, PlaySequences.after(Refresh).before(Advance))
        .add_systems(schedule, in_order(play_tick::<P>.run_if(any_with_component::<Motion<P>>)));
}
