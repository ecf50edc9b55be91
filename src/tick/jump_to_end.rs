//! Reduced motion: moving entities jump to the end of their motion.

use bevy::prelude::*;

use crate::{
    follow::order::FollowOrder,
    motion::{
        Grabbed, Motion, ReducedMotion, RestTolerance, Resting,
        body::Body,
        bounds::{resume_bounds, stop_bounds},
        clock::Clock,
        forecast::rests_within,
        target,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::{Law, Space, State, zero},
};

/// An entity that takes longer than this to come to rest moves as usual. Unit: s.
const MAX_DURATION: f64 = 3600.0;

/// An entity with more contacts and stops than this before it comes to rest moves as usual.
const MAX_CONTACTS: u32 = 1000;

/// Moves every entity that will come to rest to its rest point, and schedules a jump of every entity with a moving target. Advance then
/// writes the values, and Rest reports the entities that have come to rest.
pub(crate) fn jump_to_end<P: Property>(
    reduced: Res<ReducedMotion>,
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut moving: Query<
        (&mut Motion<P>, Option<&RestTolerance<P>>),
        (With<P::Component>, Without<Grabbed<P>>, Without<Resting<P>>),
    >,
) {
    if !reduced.0 {
        return;
    }
    let mut cache = ResponseCache::default();
    for (mut motion, tolerance) in &mut moving {
        let body = &mut motion.bypass_change_detection().0;
        if !body.adopted || body.start() >= clock.h {
            continue;
        }
        if !is_pulled(body) && target::follow_fields(body).is_some() {
            // The leader's path is known only later in the tick, and no spring pulls the entity along it.
            continue;
        }
        if !target::is_fixed(body) {
            followers.needs_restart |= snap(body);
            continue;
        }
        // The forecast treats moving bounds as fixed, because their future is not known. Afterwards they continue from where they are now.
        let slopes = stop_bounds(body);
        if let Some(rests) = rests_within(body, RestTolerance::distance(tolerance), MAX_DURATION, MAX_CONTACTS) {
            skip_to(body, rests.late, &mut cache);
            followers.needs_restart = true;
        }
        if let Some(slopes) = slopes {
            resume_bounds(body, &slopes);
        }
    }
}

/// Schedules a jump of the entity to its moving target, which happens when followers are next restarted. Returns `false`, as a no-op, if
/// the target does not move, if only bounds move, if the entity is paused, or if no spring pulls it to the target.
pub(super) fn snap<V: Space>(body: &mut Body<V>) -> bool {
    is_pulled(body) && body.time_scale() > 0.0 && target::schedule_reduced_snap(body)
}

fn is_pulled<V: Space>(body: &Body<V>) -> bool {
    body.law().k > 0.0 || body.axes().is_some_and(|axes| axes.stiffest() > 0.0)
}

/// Moves a motion to its rest point, as if the time needed to reach it had passed. A spring without damping never rests: its entity is
/// moved to the spring's equilibrium.
pub(super) fn come_to_rest<V: Space>(body: &mut Body<V>, tolerance: f64, cache: &mut ResponseCache) {
    let slopes = stop_bounds(body);
    let rests = rests_within(body, tolerance, MAX_DURATION, MAX_CONTACTS);
    let place = match rests {
        Some(rests) => {
            skip_to(body, rests.late, cache);
            Some(rests.place)
        }
        None => {
            let Law { k, a, .. } = body.law();
            (k > 0.0 && body.axes().is_none()).then(|| V::offset(body.target(), a * (1.0 / k)))
        }
    };
    if let Some(place) = place {
        let state = State { position: place, velocity: zero() };
        let before = body.state;
        if let Some(contacts) = body.contacts_mut() {
            contacts.come_to_rest(before.position, place);
        }
        body.moved |= state != before;
        body.state = state;
    }
    if let Some(slopes) = slopes {
        resume_bounds(body, &slopes);
    }
}

/// Skips the time until `instant` (s after the last tick): the state at that instant becomes the state at the segment's start. The start
/// itself does not change.
pub(super) fn skip_to<V: Space>(body: &mut Body<V>, instant: f64, cache: &mut ResponseCache) {
    let start = body.start();
    if instant < start {
        return;
    }
    let known = body.endings_mut().count();
    let before = body.state;
    let reached = body.rare().map_or(0, |rare| rare.reached.len());
    body.advance_to(instant, cache);
    body.set_start(start);
    body.moved |= body.state != before;
    body.revision = body.revision.wrapping_add(1);
    for ending in body.endings_mut().skip(known) {
        ending.instant = start;
    }
    if let Some(rare) = body.rare_mut() {
        // The contacts in between have no instant in the world's time, so they are not reported.
        rare.reached.truncate(reached);
        if let Some(history) = &mut rare.history {
            history.clear();
        }
        if let Some(contacts) = &mut rare.contacts {
            contacts.count = 0;
        }
    }
}
