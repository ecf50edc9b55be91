//! Reduced motion: each entity that is on its way is put at the end of it.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    query::{With, Without},
    system::{Query, Res, ResMut},
};

use crate::{
    follow::order::FollowOrder,
    motion::{
        Held, Motion, ReducedMotion, RestTolerance, Resting,
        body::Body,
        clock::Clock,
        response_cache::ResponseCache,
        target_path::{Onto, Source, TargetPath},
    },
    property::Property,
    space::Space,
};

/// An entity that takes longer to come to rest moves as usual. Unit: s.
const LONGEST: f64 = 3600.0;

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
        if !is_pulled(body) && body.target_path().is_some_and(|target_path| target_path.seen.is_some()) {
            // Where its leader goes is known only later, and takes it nowhere.
            continue;
        }
        if !body.target_path().is_none_or(TargetPath::stands_still) {
            followers.unsettled |= snap(body);
            continue;
        }
        // Where bounds will be in an hour is not known: they move on from where they are, as the world does.
        let slopes = body.stop_bounds();
        if let Some((_, late, _)) = body.rests_within(RestTolerance::distance(tolerance), LONGEST) {
            pass(body, late, &mut cache);
            followers.unsettled = true;
        }
        if let Some(slopes) = slopes {
            body.move_bounds(&slopes);
        }
    }
}

/// Has an entity put onto its target that moves, when targets are next looked at. An entity that is only among bounds that move has none;
/// one that is paused, or that no spring pulls, does not go there.
fn snap<V: Space>(body: &mut Body<V>) -> bool {
    if !(is_pulled(body) && body.pace() > 0.0) {
        return false;
    }
    let Some(target_path) = body.target_path_mut() else { return false };
    let is_led = target_path.source != Source::Bounded;
    target_path.snaps = is_led.then_some(Onto::Reduced);
    is_led
}

fn is_pulled<V: Space>(body: &Body<V>) -> bool {
    body.law().k > 0.0 || body.axes().is_some_and(|axes| axes.stiffest() > 0.0)
}

/// Lets a motion go on to `instant` (s after the last tick), and begin as it is then: no time has passed for the rest of the world.
fn pass<V: Space>(body: &mut Body<V>, instant: f64, cache: &mut ResponseCache) {
    let start = body.start();
    if instant <= start {
        return;
    }
    let before = body.state;
    let reached = body.cold().map_or(0, |cold| cold.reached.len());
    body.go_on(instant, None, cache);
    body.set_start(start);
    body.moved |= body.state != before;
    body.revision = body.revision.wrapping_add(1);
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
