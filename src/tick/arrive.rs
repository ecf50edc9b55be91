//! Reduced motion: each entity that is on its way is put at the end of it.

use bevy::prelude::*;

use crate::{
    follow::order::FollowOrder,
    motion::{
        Held, Motion, ReducedMotion, RestTolerance, Resting,
        body::Body,
        bounds::{move_bounds, stop_bounds},
        clock::Clock,
        forecast::rests_within,
        led,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::{Law, Space, State, zero},
};

/// An entity that takes longer to come to rest moves as usual. Unit: s.
const LONGEST: f64 = 3600.0;

/// An entity that is not at rest after so many contacts and stops moves as usual.
const MOST_CONTACTS: u32 = 1000;

/// Takes every entity that will come to rest to its rest point, before the tick in which that is written and told.
pub(crate) fn arrive<P: Property>(
    reduced: Res<ReducedMotion>,
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut moving: Query<
        (&mut Motion<P>, Option<&RestTolerance<P>>),
        (With<P::Component>, Without<Held<P>>, Without<Resting<P>>),
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
        if !is_pulled(body) && led::seen(body).is_some() {
            // Where its leader goes is known only later, and takes it nowhere.
            continue;
        }
        if !led::stands_still(body) {
            followers.unsettled |= snap(body);
            continue;
        }
        // Where bounds will be in an hour is not known: they move on from where they are, as the world does.
        let slopes = stop_bounds(body);
        if let Some(rests) = rests_within(body, RestTolerance::distance(tolerance), LONGEST, MOST_CONTACTS) {
            pass(body, rests.late, &mut cache);
            followers.unsettled = true;
        }
        if let Some(slopes) = slopes {
            move_bounds(body, &slopes);
        }
    }
}

/// Has an entity put onto its target that moves, when targets are next looked at. Returns false, with nothing done, if the target stands
/// still, if only bounds move, if the entity is paused, or if no spring pulls it there.
pub(super) fn snap<V: Space>(body: &mut Body<V>) -> bool {
    is_pulled(body) && body.pace() > 0.0 && led::snap_reduced(body)
}

fn is_pulled<V: Space>(body: &Body<V>) -> bool {
    body.law().k > 0.0 || body.axes().is_some_and(|axes| axes.stiffest() > 0.0)
}

/// Puts a motion on its rest point, as if the time until then had passed. A spring without damping, which never rests, is put on its own.
pub(super) fn come_to_rest<V: Space>(body: &mut Body<V>, tolerance: f64, cache: &mut ResponseCache) {
    let slopes = stop_bounds(body);
    let rests = rests_within(body, tolerance, LONGEST, MOST_CONTACTS);
    let place = match rests {
        Some(rests) => {
            pass(body, rests.late, cache);
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
        move_bounds(body, &slopes);
    }
}

/// Lets a motion go on to `instant` (s after the last tick), and begin as it is then: no time has passed for the rest of the world.
pub(super) fn pass<V: Space>(body: &mut Body<V>, instant: f64, cache: &mut ResponseCache) {
    let start = body.start();
    if instant < start {
        return;
    }
    let known = body.endings_mut().count();
    let before = body.state;
    let reached = body.cold().map_or(0, |cold| cold.reached.len());
    body.go_on(instant, cache);
    body.set_start(start);
    body.moved |= body.state != before;
    body.revision = body.revision.wrapping_add(1);
    for ending in body.endings_mut().skip(known) {
        ending.instant = start;
    }
    if let Some(cold) = body.cold_mut() {
        // The contacts on the way happened at no instant of the world's.
        cold.reached.truncate(reached);
        if let Some(history) = &mut cold.history {
            history.clear();
        }
        if let Some(contacts) = &mut cold.contacts {
            contacts.count = 0;
        }
    }
}
