//! Corrects the followers of leaders that have been corrected themselves.

use alloc::borrow::Cow;

use bevy::prelude::*;

use super::{
    Corrected, Correction,
    retrace::{finished_step, retrace},
};
use crate::{
    follow::cubics::Cubics,
    motion::{step_correction::last_step, target},
    path::segment::Segment,
    property::Property,
};

/// Takes a follower's step again after its leader, which this crate moves, has been corrected. Returns `false` if there is no step to take
/// again.
pub(super) fn follow_again<P: Property>(
    entity: Entity,
    leader: Entity,
    entities: &mut Query<Corrected<P>>,
    correction: &mut Correction<P>,
) -> bool {
    let Ok([follower, (_, _, _, ahead, ..)]) = entities.get_many_mut([entity, leader]) else { return false };
    let (_, component, velocity, mut motion, response, resting, own, ..) = follower;
    let Some(ahead) = last_step(&ahead.0) else { return false };
    let body = &mut motion.bypass_change_detection().0;
    let Some(aim) = target::aim(body) else { return false };
    let Some(finished) = finished_step(body, resting) else { return false };
    let (target, slope, turns) = Cubics::of(&ahead, [finished.start, correction.h], correction.cache).aimed(&aim);
    let turns = (!turns.is_empty()).then_some(Cow::Owned(turns));
    let again = Segment { target, slope: Some(slope), turns, ..finished };
    retrace(entity, again, None, body, (component, velocity, response, resting, own), correction);
    true
}
