//! The registration of sequences.

use core::marker::PhantomData;

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use log::warn;

use super::{
    MotionSystems::{Advance, Present, Refresh},
    register::unordered,
};
use crate::{
    motion::{Motion, Stepping, clock::Clock},
    property::Property,
    sequence::{
        PlaysSequences, Sequence,
        play::{play_frame, play_tick},
    },
};

/// The set of systems that begin the steps of sequences: one system for each property. They are exclusive systems, so they run in the same
/// order on any number of threads.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PlaySequences;

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
    let schedule = match stepping {
        Stepping::Fixed => {
            app.configure_sets(RunFixedMainLoop, PlaySequences.after(Refresh).before(Present)).add_systems(
                RunFixedMainLoop,
                unordered(play_frame::<P>.run_if(any_with_component::<Sequence<P>>), PlaySequences),
            );
            FixedFirst.intern()
        }
        Stepping::Frame | Stepping::FrameReal => PreUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.configure_sets(schedule, PlaySequences.after(Refresh).before(Advance))
        .add_systems(schedule, unordered(play_tick::<P>.run_if(any_with_component::<Motion<P>>), PlaySequences));
}
