//! Samples moving bounds at the end of a tick.

use alloc::{borrow::Cow, boxed::Box};

use bevy::prelude::*;

use super::{
    Corrected, Correction,
    retrace::{finished_step, retrace},
};
use crate::{
    law::barriers::Barriers,
    motion::{resting::wake, target},
    path::segment::Segment,
    property::Property,
};

/// Samples an entity's moving bounds, and takes the entity's step again if the bounds did not move as assumed. Returns whether the step was
/// taken again for that reason.
pub(super) fn sample_bounds<P: Property>(
    entity: Entity,
    entities: &mut Query<Corrected<P>>,
    correction: &mut Correction<P>,
) -> bool {
    let h = correction.h;
    let Ok((_, component, velocity, mut motion, response, resting, own, _, limits)) = entities.get_mut(entity) else {
        return false;
    };
    let body = &mut motion.bypass_change_detection().0;
    let mut barriers = Barriers::default();
    // Invalid bounds are reported when they are adopted. Until they are valid, the last valid bounds are kept.
    let is_valid = limits.is_some_and(|limits| limits.add_to_barriers(&mut barriers).is_ok());
    let Some(contacts) = body.contacts().filter(|contacts| contacts.barriers.tracked) else { return false };
    if is_valid && contacts.sampled.is_empty() {
        // The bounds have no earlier sample. They jump when they are next adopted.
        return false;
    }
    if !(is_valid && contacts.barriers.has_same_bounds(&barriers)) {
        barriers.ranges = contacts.barriers.ranges.clone();
        for (range, sampled) in barriers.ranges.iter_mut().zip(&contacts.sampled) {
            range.set_bounds(*sampled);
        }
    }
    // If the bounds were not last sampled before the end of this tick, there is nothing to correct: only the instant of the sample is
    // converted, to count from the tick's end. This is done here only for entities that are not advanced; for the others, `advance` does
    // it.
    if contacts.sampled_at >= h && (resting || body.is_held()) {
        if let Some(contacts) = body.contacts_mut() {
            contacts.sampled_at -= h;
        }
        return false;
    }
    if body.is_held() {
        if let Some(contacts) = body.contacts_mut() {
            contacts.place_bounds(&barriers, h);
        }
        return false;
    }
    if resting && !contacts.has_moving_bounds() && contacts.corrected(&barriers, 0.0, h).is_none() {
        return false;
    }
    let Some(finished) = finished_step(body, resting) else { return false };
    let Some(before) = finished.contacts.as_deref() else { return false };
    let right = before.corrected(&barriers, finished.start, h);
    let differs = right.is_some();
    if let Some(mut right) = right.or_else(|| resting.then(|| (**before).clone())) {
        let mut again = Segment { contacts: None, ..finished };
        again.keep_on_slowed_bounds(&mut right, h);
        if resting && again.is_undisturbed(&right, (h - again.start) * again.time_scale) {
            right.pass(h - again.start, (h - again.start) * again.time_scale);
            right.begin_tick(&barriers, h);
            // A resting entity is not advanced, so it is woken here if the bounds, on their present path, reach it in the next tick.
            let is_reached = again.is_reached(&right, h * again.time_scale);
            if let Some(contacts) = body.contacts_mut() {
                *contacts = right;
            }
            if is_reached {
                wake::<P>(entity, body, correction.commands);
            }
            return false;
        }
        again.contacts = Some(Cow::Owned(Box::new(right)));
        retrace(entity, again, None, body, (component, velocity, response, resting, own), correction);
    } else {
        target::store_guessed_step(body, finished);
        correction.worklist.corrected.push(entity);
    }
    if let Some(contacts) = body.contacts_mut() {
        contacts.begin_tick(&barriers, h);
    }
    differs
}
