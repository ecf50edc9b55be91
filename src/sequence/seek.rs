//! Sequences that user code puts to another time.

use alloc::vec::Vec;

use bevy::prelude::*;

use super::{
    begin::{Calls, begin_next},
    component::Sequence,
    due::{Due, Until, What},
    instant::{adopt_at, run, show_at},
    progress::Progress,
    running::{find_steps, update},
};
use crate::{
    follow::Target,
    law::{ExponentialRate, Fling},
    motion::{Motion, Presentation, clock::Clock},
    property::Property,
    space::{Space, State, Tangent},
    tick::advance::remove_finished_rate,
};

/// The maximum number of steps that are played to put a sequence to a time.
pub(super) const MAX_SOUGHT: u32 = 10_000;

/// Puts the sequences that user code has sought back to their beginning, as if they had begun so long ago. Returns when each has begun, and
/// now.
pub(super) fn begin_again<P: Property>(
    clock: Res<Clock<P>>,
    mut sequences: Query<(Entity, &mut Sequence<P>, &mut Motion<P>, Option<&Presentation>)>,
) -> Vec<(Due, Due)> {
    let mut sought = Vec::new();
    for (entity, mut sequence, mut motion, presentation) in &mut sequences {
        let sequence = sequence.bypass_change_detection();
        let Some(progress) = sequence.progress else { continue };
        let Some(seconds) = sequence.sought.take() else { continue };
        let (instant, time_scale) = (clock.acts_at(presentation), progress.time_scale);
        let began = if time_scale > 0.0 { instant - seconds / time_scale } else { instant };
        sequence.progress = Some(Progress::new(progress.start, progress.start_velocity, began, time_scale));
        let body = &mut motion.bypass_change_detection().0;
        // Stores what is shown, before the state changes.
        body.make_rare();
        body.discard_rate_path();
        body.state = State { position: progress.start.widen(), velocity: progress.start_velocity.widen() };
        body.set_start(began);
        body.moved = true;
        let due = |instant| Due { entity, instant, what: What::Step };
        sought.push((due(began), due(instant)));
    }
    sought
}

/// Plays a sequence from its beginning until now, without triggering events.
pub(super) fn seek<P: Property>(world: &mut World, began: Due, now: Due) {
    let entity = now.entity;
    let Ok(mut found) = world.get_entity_mut(entity) else { return };
    let start = found.get::<Sequence<P>>().and_then(|sequence| sequence.progress).map(|progress| progress.start);
    found.remove::<(ExponentialRate<P>, Fling<P>)>();
    if let (Some(start), Some(mut target)) = (start, found.get_mut::<Target<P>>()) {
        // Before the first step, nothing pulls the entity away.
        *target = Target::of(start);
    }
    adopt_at::<P>(world, began);
    for _ in 0..MAX_SOUGHT {
        let due: Vec<Due> = run(world, find_steps::<P>, (Some(entity), Until::Tick, now.instant)).unwrap_or_default();
        let next = due.into_iter().next();
        let Some(due) = next.filter(|_| world.get::<Sequence<P>>(entity).is_some_and(Sequence::has_next)) else {
            break;
        };
        begin_next::<P>(world, due, Calls::Skipped);
        adopt_at::<P>(world, due);
        if let Ok(mut found) = world.get_entity_mut(entity) {
            remove_finished_rate::<P>(&mut found);
        }
        run(world, update::<P>, ());
    }
    if let Some(mut sequence) = world.get_mut::<Sequence<P>>(entity)
        && let Some(progress) = &mut sequence.bypass_change_detection().progress
    {
        progress.pass_to(now.instant);
    }
    show_at::<P>(world, entity, now.instant);
    if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
        && let Some(rare) = motion.bypass_change_detection().0.rare_mut()
    {
        (rare.finished, rare.reached, rare.confirmed) = (Vec::new(), Vec::new(), 0);
    }
}
