//! Accessors of a motion's target. Only the code that steps motions and the code that samples or predicts targets access the stored path
//! directly.

use alloc::boxed::Box;

use bevy::ecs::entity::{Entity, EntityMapper, MapEntities};

use super::{
    body::Body,
    guessed_step::GuessedStep,
    target_path::{Source, TargetPath},
};
use crate::{
    math::Slope,
    path::{
        segment::Segment,
        target::{Aim, FollowFields, Onto, Steady},
    },
    space::{Space, WideTangent},
};

/// Whether a path is stored for the target, because the target moves or may move.
pub(crate) fn has_path<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some()
}

pub(crate) fn is_fixed<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_none_or(TargetPath::is_fixed)
}

/// The target's velocity at the segment's start; 0 without a path. Unit: property units/s.
pub(crate) fn velocity<V: Space>(body: &Body<V>) -> WideTangent<V> {
    body.target_path().map(|target_path| target_path.slope.e1).unwrap_or_default()
}

/// The fields of `Follow` as last adopted.
pub(crate) fn follow_fields<V: Space>(body: &Body<V>) -> Option<FollowFields<V>> {
    body.target_path()?.follow_fields
}

/// The fields of a `Target` with a velocity, as last adopted.
pub(crate) fn steady<V: Space>(body: &Body<V>) -> Option<Steady<V>> {
    body.target_path()?.steady
}

pub(crate) fn aim<V: Space>(body: &Body<V>) -> Option<Aim<V>> {
    Some(body.target_path()?.aim)
}

/// The leader, if its path is predicted because this crate moves it.
pub(crate) fn predicted_leader<V: Space>(body: &Body<V>) -> Option<Entity> {
    match body.target_path()?.source {
        Source::Predicted(leader) => Some(leader),
        _ => None,
    }
}

pub(crate) fn is_in_ring<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| matches!(target_path.source, Source::Ring(_)))
}

/// Whether the target is the entity's own tracked `Target`, which is sampled once a tick.
#[inline]
pub(crate) fn is_tracked<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.source == Source::Tracked)
}

/// Whether the target is the entity's own `Target` with a velocity.
pub(crate) fn is_steady<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.source == Source::Steady)
}

/// Whether a sample of the target is stored.
#[inline]
pub(crate) fn has_sample<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.sample.is_some())
}

/// Whether the leader's value has been read, so that the target's path has begun.
pub(crate) fn has_begun<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.leader_revision.is_some()) || has_sample(body)
}

/// The position at `instant` (s after the last tick) of `target`, which has a velocity. Returns `None` if it is not the target last
/// adopted.
#[cfg(feature = "camera")]
pub(crate) fn steady_target<V: Space>(body: &Body<V>, target: Steady<V>, instant: f64) -> Option<V::Wide> {
    let slope = body.target_path()?.slope;
    let known = steady(body) == Some(target);
    known.then(|| V::offset(body.target(), slope.offset(instant - body.start())))
}

/// Stores a path for the target, if it has none. Until the path is predicted or sampled, the target is fixed.
pub(crate) fn begin<V: Space>(body: &mut Body<V>) {
    body.make_rare().target_path.get_or_insert_default();
}

/// Moves the target to `value` in one step. From there it moves with the velocity of `steady`, if given.
pub(crate) fn set_target<V: Space>(body: &mut Body<V>, value: V, steady: Option<Steady<V>>) {
    body.set_target(value.widen());
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
        if let Some(steady) = steady {
            target_path.set_steady(steady);
        }
    }
}

/// Stores the fields of `Follow`. With `None`, the target stops where it is.
pub(crate) fn set_follow<V: Space>(body: &mut Body<V>, follow_fields: Option<FollowFields<V>>) {
    let target_path = body.make_rare().target_path.get_or_insert_default();
    target_path.follow_fields = follow_fields;
    if follow_fields.is_none() {
        target_path.forget();
    }
}

/// Replaces the aim. If only the offset changes, and it is not along the leader's axes, the target and its sample are moved by the change.
/// Any other change discards the sample.
pub(crate) fn set_aim<V: Space>(body: &mut Body<V>, aim: Aim<V>) {
    let Some(target_path) = body.target_path_mut() else { return };
    let before = target_path.aim;
    let moved_along = Aim { offset: aim.offset, ..before } == aim && !aim.leader_axes;
    if !moved_along {
        target_path.discard_sample();
    }
    target_path.aim = aim;
    let moved = |point| V::offset(V::offset(point, before.offset * -1.0), aim.offset);
    if let Some(sample) = &mut target_path.sample {
        sample.place = moved(sample.place);
        sample.aimed = moved(sample.aimed);
        body.set_target(moved(body.target()));
    }
}

/// Schedules a snap to the target, which happens when followers are next restarted. Returns `false`, as a no-op, if the target does not
/// move.
pub(crate) fn schedule_reduced_snap<V: Space>(body: &mut Body<V>) -> bool {
    let moving = body.target_path_mut().filter(|target_path| !target_path.is_fixed());
    let Some(target_path) = moving.filter(|target_path| target_path.source != Source::Bounded) else { return false };
    target_path.pending_snap = Some(Onto::Reduced);
    true
}

/// Replaces the path of a sampled target with `slope`. No-op without a sample.
#[cfg(feature = "camera")]
pub(crate) fn set_sampled_slope<V: Space>(body: &mut Body<V>, slope: Slope<WideTangent<V>>) {
    if let Some(target_path) = body.target_path_mut().filter(|target_path| target_path.sample.is_some()) {
        target_path.slope = slope;
    }
}

/// Stops the target where it is.
pub(crate) fn stop<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.slope = Slope::default();
    }
}

/// Discards the last sample, because the sampled value was teleported.
#[cfg(feature = "camera")]
pub(crate) fn discard_sample<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.discard_sample();
    }
}

/// Discards the predicted path, because the segment was restarted.
pub(crate) fn forget_prediction<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget_prediction();
    }
}

/// Discards the target's path, sample and prediction, and the stored step.
pub(crate) fn forget<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
    }
    discard_guessed_step(body);
}

/// Stores a step that was taken along a guessed path, for the correction.
pub(crate) fn store_guessed_step<V: Space>(body: &mut Body<V>, step: Segment<'static, V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::Whole(Box::new(step));
    }
}

/// Discards the stored step, so that it is not corrected.
pub(crate) fn discard_guessed_step<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::None;
    }
}

/// Shifts the target with the world's origin.
pub(super) fn shift<V: Space>(body: &mut Body<V>, by: WideTangent<V>) {
    let before = body.target();
    let aimed = body.target_path_mut().and_then(|target_path| target_path.shift(by));
    // A target that was exactly at the sampled position stays exactly at it, even after rounding.
    let sampled = aimed.filter(|(aimed, _)| *aimed == before).map(|(_, after)| after);
    body.set_target(sampled.unwrap_or_else(|| V::offset(before, by)));
}

pub(super) fn map_leader<V: Space>(body: &mut Body<V>, mapper: &mut impl EntityMapper) {
    let Some(target_path) = body.target_path_mut() else { return };
    if let Some(follow_fields) = &mut target_path.follow_fields {
        follow_fields.leader = mapper.get_mapped(follow_fields.leader);
    }
    target_path.source.map_entities(mapper);
}
