//! Begins the steps that are due, each at its instant.

use alloc::vec::Vec;

use bevy::{ecs::entity::EntityHashMap, prelude::*};

use super::{
    begin::{Calls, begin_next},
    component::Sequence,
    due::{Due, Until, What},
    instant::{adopt_at, begin_at, run},
    report::{are_events_observed, find_events, report_events},
    running::{find_steps, pass_tick, update},
    seek::{begin_again, seek},
};
use crate::{
    follow::order::FollowOrder,
    motion::clock::Clock,
    property::{Property, on_insert::describe},
    warning::Warnings,
};

/// The maximum number of times that steps begin in a tick.
const MAX_ROUNDS: u32 = 64;

/// System: begins every step that is due in this tick.
pub(crate) fn play_tick<P: Property>(world: &mut World) {
    play::<P>(world, Until::Tick);
}

/// System: begins every step that is due until the instant that is drawn.
pub(crate) fn play_frame<P: Property>(world: &mut World) {
    play::<P>(world, Until::Frame);
}

fn play<P: Property>(world: &mut World, until: Until) {
    let end = match until {
        Until::Tick => world.resource::<Clock<P>>().h,
        Until::Frame => world.get_resource::<Time<Fixed>>().map_or(0.0, |time| time.overstep().as_secs_f64()),
    };
    run(world, update::<P>, ());
    for (began, now) in run(world, begin_again::<P>, ()).unwrap_or_default() {
        seek::<P>(world, began, now);
    }
    let reports = until == Until::Tick && are_events_observed::<P>(world);
    let mut due = find_due::<P>(world, None, until, end, reports);
    let mut begun = EntityHashMap::<u32>::default();
    // The earliest first. What happens to a motion comes before the step that begins at the same instant.
    while let Some(first) = due.iter().copied().min_by(Due::order) {
        let times = begun.entry(first.entity).or_default();
        *times += 1;
        if *times > MAX_ROUNDS {
            let property = P::short_type_path();
            let name = world.get_entity(first.entity).map(describe).unwrap_or_default();
            let message = format_args!(
                "more than {MAX_ROUNDS} events and steps of {property} of {name} in a tick; observers and steps act later"
            );
            world.resource::<Warnings>().warn(first.entity, ("Sequence::steps", property), message);
            due.retain(|due| due.entity != first.entity);
            continue;
        }
        match first.what {
            What::Event => report_events::<P>(world, first),
            What::Step => begin_next::<P>(world, first, Calls::Triggered),
        }
        // A sequence that an observer has inserted begins at this instant.
        begin_at::<P>(world, first);
        adopt_at::<P>(world, first);
        run(world, update::<P>, ());
        // Followers restart with their leaders, and other sequences wait for this one to end, so what is due for them may have changed, too.
        let has_ended = first.what == What::Step && world.get::<Sequence<P>>(first.entity).is_none();
        let is_alone = world.resource::<FollowOrder<P>>().order.is_empty() && !has_ended;
        let only = is_alone.then_some(first.entity);
        due.retain(|due| only.is_some_and(|only| due.entity != only));
        due.extend(
            find_due::<P>(world, only, until, end, reports)
                .into_iter()
                .filter(|due| begun.get(&due.entity).is_none_or(|times| *times <= MAX_ROUNDS)),
        );
    }
    if until == Until::Tick {
        run(world, pass_tick::<P>, end);
    }
}

/// Returns what is due for one entity, or for all.
fn find_due<P: Property>(world: &mut World, only: Option<Entity>, until: Until, end: f64, reports: bool) -> Vec<Due> {
    let mut due: Vec<Due> = run(world, find_steps::<P>, (only, until, end)).unwrap_or_default();
    if reports {
        due.extend(run(world, find_events::<P>, only).unwrap_or_default());
    }
    due
}
