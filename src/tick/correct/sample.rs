//! One target sampled at the end of a tick, and its follower put right.

use alloc::format;

use bevy::{ecs::change_detection::MaybeLocation, prelude::*};

use super::{
    CorrectedItem, Correction,
    leg::Leg,
    retrace::{finished, retrace},
};
use crate::{
    law::invalid::Invalid,
    math::Slope,
    motion::{fault::Fault, target_path::Source},
    path::{segment::Segment, target::Sample},
    property::Property,
    space::Space,
    tick::tell::report,
    warning::warn_later,
};

/// What was found of a target.
pub(super) struct Found<V: Space> {
    pub(super) source: Source,
    /// Its value, and what wrote that; `None` if there is nothing to sample.
    pub(super) value: Option<(V, MaybeLocation)>,
    /// Where the follower sees it, if it is seen through frames.
    pub(super) through_frames: Option<V::Wide>,
}

/// What came of a sample.
pub(super) enum Taken {
    /// The step stays as it was taken.
    AsGuessed,
    /// The step was taken again.
    Again,
    /// The target continues from somewhere else: the order of followers is to be looked at again.
    Unsettled,
}

/// Takes the sample of an entity's target at the end of a tick of length `h`.
pub(super) fn take_sample<P: Property>(
    entity: Entity,
    found: &Found<P::Value>,
    (name, component, velocity, mut motion, answer, resting, own, ..): CorrectedItem<'_, '_, P>,
    correction: &mut Correction<P>,
) -> Taken {
    let &Found { source, value, through_frames } = found;
    let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
    let body = &mut motion.bypass_change_detection().0;
    let Some(target_path) = body.target_path_mut() else { return Taken::AsGuessed };
    let aim = target_path.aim;
    let place = match source {
        Source::Seen(_) => through_frames,
        Source::Tracked => valid.map(Space::widen),
        _ => valid.map(|value| P::Value::offset(value.widen(), aim.offset)),
    };
    let was_lost = core::mem::replace(&mut target_path.lost, value.is_none());
    if value.is_none() && !was_lost {
        let property = P::short_type_path();
        let message =
            format!("{name}: the followed entity is gone or has no {property}; its last value is kept as the target");
        warn_later(correction.commands, entity, ("Follow::leader is gone", property), message);
    }
    let was_invalid = Fault::Target.is_noted(body.faults);
    if let Some((value, by)) = value
        && Fault::Target.turns(&mut body.faults, place.is_none())
    {
        let field = if source == Source::Tracked { "Target::value" } else { "Follow::leader" };
        report::<P>(
            Invalid::new(field, value, "a finite value, in a frame with a volume", by),
            entity,
            &format!("{name}"),
            correction.commands,
        );
    }
    let Some(target_path) = body.target_path_mut() else { return Taken::AsGuessed };
    if place.is_some() && (was_lost || was_invalid) {
        // The leader, or its valid value, is back and may be anywhere: the target jumps there when it is next sampled.
        target_path.sample = None;
        target_path.slope = Slope::default();
    }
    let Some(sample) = &mut target_path.sample else {
        // It was teleported: it continues from elsewhere with the velocity that it had.
        target_path.slope = Slope::line(target_path.slope.e1);
        return Taken::Unsettled;
    };
    let leader_velocity = target_path.leader_velocity.filter(|_| place.is_some());
    let place = place.unwrap_or(sample.place);
    let elapsed = correction.h - sample.at;
    if elapsed <= 0.0 {
        sample.at = -elapsed;
        return Taken::AsGuessed;
    }
    let before = *sample;
    let leg = Leg::between(&before, place, elapsed, leader_velocity, aim.look_ahead);
    if resting && target_path.stands_still() && leg.past == target_path.slope {
        return Taken::AsGuessed;
    }
    target_path.sample = Some(Sample { place, aimed: leg.aimed, velocity: leader_velocity, at: 0.0 });
    let mut taken = Taken::AsGuessed;
    if let Some(finished) = finished(body, resting)
        && (Some(leg.past) != finished.slope || resting)
    {
        let start = finished.start.max(before.at);
        let passed = start - before.at;
        let target = P::Value::offset(before.aimed, leg.past.offset(passed));
        let finished_slope = finished.slope.filter(|_| finished.target == target && !resting);
        let again = Segment { start, target, slope: Some(leg.past_from(passed)), ..finished };
        retrace(entity, again, finished_slope, body, (component, velocity, answer, resting, own), correction);
        taken = Taken::Again;
    }
    let start = body.start();
    if let Some(target_path) = body.target_path_mut() {
        target_path.slope = leg.coming;
        body.set_target(P::Value::offset(leg.aimed, leg.coming.offset(start)));
    }
    taken
}
