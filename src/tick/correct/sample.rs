//! Samples one target at the end of a tick, and corrects its follower.

use alloc::format;

use bevy::{ecs::change_detection::MaybeLocation, prelude::*};

use super::{
    CorrectedItem, Correction,
    retrace::{finished_step, retrace},
    sample_interval::SampleInterval,
};
use crate::{
    law::invalid::Invalid,
    math::Slope,
    motion::{fault::Fault, target_path::Source},
    path::{segment::Segment, target::Sample},
    property::Property,
    space::Space,
    tick::emit::report,
    warning::warn_later,
};

/// A target at the end of a tick.
pub(super) struct SampledTarget<V: Space> {
    pub(super) source: Source,
    /// The target's value, and the line of code that wrote it. `None` if there is nothing to sample.
    pub(super) value: Option<(V, MaybeLocation)>,
    /// Where the follower aims, in the frame of its own parent. Only for [`Source::OtherFrame`]; `None` if it cannot be computed.
    pub(super) through_frames: Option<V::Wide>,
}

/// The effect of a sample on the follower.
pub(super) enum SampleOutcome {
    /// The step is kept.
    Kept,
    /// The step was taken again.
    Retaken,
    /// The target has jumped. Followers have to be restarted.
    Unsettled,
}

/// Samples an entity's target at the end of a tick, and corrects the entity.
pub(super) fn take_sample<P: Property>(
    entity: Entity,
    found: &SampledTarget<P::Value>,
    (name, component, velocity, mut motion, response, resting, own, ..): CorrectedItem<'_, '_, P>,
    correction: &mut Correction<P>,
) -> SampleOutcome {
    let &SampledTarget { source, value, through_frames } = found;
    let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
    let body = &mut motion.bypass_change_detection().0;
    let Some(target_path) = body.target_path_mut() else { return SampleOutcome::Kept };
    let aim = target_path.aim;
    let place = match source {
        Source::OtherFrame(_) => through_frames,
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
        && Fault::Target.set(&mut body.faults, place.is_none())
    {
        let field = if source == Source::Tracked { "Target::value" } else { "Follow::leader" };
        report::<P>(
            Invalid::new(field, value, "a finite value, in a frame with a volume", by),
            entity,
            &format!("{name}"),
            correction.commands,
        );
    }
    let Some(target_path) = body.target_path_mut() else { return SampleOutcome::Kept };
    if place.is_some() && (was_lost || was_invalid) {
        // The leader, or its valid value, is back and may be anywhere: the target jumps there when it is next sampled.
        target_path.sample = None;
        target_path.slope = Slope::default();
    }
    let Some(sample) = &mut target_path.sample else {
        // The target was teleported. It continues from its new position with its last velocity.
        target_path.slope = Slope::line(target_path.slope.e1);
        return SampleOutcome::Unsettled;
    };
    let leader_velocity = target_path.leader_velocity.filter(|_| place.is_some());
    let place = place.unwrap_or(sample.place);
    let elapsed = correction.h - sample.at;
    if elapsed <= 0.0 {
        sample.at = -elapsed;
        return SampleOutcome::Kept;
    }
    let before = *sample;
    let interval = SampleInterval::between(&before, place, elapsed, leader_velocity, aim.look_ahead);
    if resting && target_path.is_fixed() && interval.past == target_path.slope {
        return SampleOutcome::Kept;
    }
    target_path.sample = Some(Sample { place, aimed: interval.aimed, velocity: leader_velocity, at: 0.0 });
    let mut taken = SampleOutcome::Kept;
    if let Some(finished) = finished_step(body, resting)
        && (Some(interval.past) != finished.slope || resting)
    {
        let start = finished.start.max(before.at);
        let passed = start - before.at;
        let target = P::Value::offset(before.aimed, interval.past.offset(passed));
        let finished_slope = finished.slope.filter(|_| finished.target == target && !resting);
        let again = Segment { start, target, slope: Some(interval.past_from(passed)), ..finished };
        retrace(entity, again, finished_slope, body, (component, velocity, response, resting, own), correction);
        taken = SampleOutcome::Retaken;
    }
    let start = body.start();
    if let Some(target_path) = body.target_path_mut() {
        target_path.slope = interval.next;
        body.set_target(P::Value::offset(interval.aimed, interval.next.offset(start)));
    }
    taken
}
