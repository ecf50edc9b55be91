//! Reports what happens to a motion inside a tick at its instant, so that what observers write acts from there.

use alloc::vec::Vec;

use bevy::prelude::*;

use super::{
    due::{Due, What},
    instant::{show_at, time_at},
};
use crate::{
    events::{Finished, LimitReached},
    motion::{
        Grabbed, Motion, Resting,
        advance::{next_report, pass_next_report},
        bounds::take_ended_throw,
        clock::Clock,
    },
    path::response_cache::ResponseCache,
    property::Property,
    tick::{
        advance::{end_throw, finish, finished_event},
        emit::emit,
        emit_contacts::contact_event,
        worklist::Worklist,
    },
};

/// Whether an observer of `E` exists.
fn is_observed<E: Event>(world: &World) -> bool {
    let observers = world.event_key::<E>().and_then(|key| world.observers().try_get_observers(key));
    observers
        .is_some_and(|observers| !(observers.global_observers().is_empty() && observers.entity_observers().is_empty()))
}

/// Whether anything observes what happens to motions of `P`.
pub(super) fn are_events_observed<P: Property>(world: &World) -> bool {
    is_observed::<Finished<P>>(world) || is_observed::<LimitReached<P>>(world)
}

/// Returns the next event of each motion until the tick's end. Where it depends on a leader whose path is a guess, a correction may undo it,
/// so it is reported at the tick's end.
pub(super) fn find_events<P: Property>(
    In(only): In<Option<Entity>>,
    clock: Res<Clock<P>>,
    motions: Query<(Entity, &Motion<P>), (Without<Resting<P>>, Without<Grabbed<P>>)>,
) -> Vec<Due> {
    let mut cache = ResponseCache::default();
    let next = |(entity, motion): (Entity, &Motion<P>)| {
        let body = &motion.0;
        let instant = next_report(body, clock.h, &mut cache).filter(|_| body.adopted && !body.is_guessed())?;
        Some(Due { entity, instant, what: What::Event })
    };
    match only {
        Some(entity) => motions.get(entity).ok().into_iter().filter_map(next).collect(),
        None => motions.iter().filter_map(next).collect(),
    }
}

/// Takes a motion to its next event, and reports it.
pub(super) fn report_events<P: Property>(world: &mut World, Due { entity, instant, .. }: Due) {
    let (began, h) = (time_at::<P>(world, 0.0), world.resource::<Clock<P>>().h);
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    pass_next_report(&mut motion.bypass_change_detection().0, h, &mut ResponseCache::default());
    show_at::<P>(world, entity, instant);
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    let ended = take_ended_throw(body);
    let Some(rare) = body.rare_mut() else { return };
    let (finished, reached) = (core::mem::take(&mut rare.finished), core::mem::take(&mut rare.reached));
    rare.confirmed = 0;
    world.resource_mut::<Worklist<P>>().to_refresh.push(entity);
    for ending in finished {
        finish(world, finished_event::<P>(entity, &ending, began));
    }
    for contact in reached.into_iter().filter_map(|reached| contact_event::<P>(entity, reached, began)) {
        emit(world, contact);
    }
    if let Some((ended, landing)) = ended {
        end_throw::<P>(&mut world.commands(), entity, ended, landing, began);
    }
    world.flush();
}
