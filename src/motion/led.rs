//! Queries and changes of a motion's target for the rest of the crate. Only this file, the code that steps motions and the code that samples
//! targets depend on how the target's path is stored.

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
    property::OffsetFrame,
    space::{Space, WideTangent},
};

/// Whether the target has a path: it moves, or may move.
pub(crate) fn has_path<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some()
}

pub(crate) fn stands_still<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_none_or(TargetPath::stands_still)
}

/// The velocity of the target. Unit: property units/s.
pub(crate) fn velocity<V: Space>(body: &Body<V>) -> WideTangent<V> {
    body.target_path().map(|target_path| target_path.slope.e1).unwrap_or_default()
}

/// The fields of `Follow` as last adopted.
pub(crate) fn seen<V: Space>(body: &Body<V>) -> Option<FollowFields<V>> {
    body.target_path()?.seen
}

/// A target with a velocity, as last adopted.
pub(crate) fn steady<V: Space>(body: &Body<V>) -> Option<Steady<V>> {
    body.target_path()?.steady
}

pub(crate) fn aim<V: Space>(body: &Body<V>) -> Option<Aim<V>> {
    Some(body.target_path()?.aim)
}

/// The leader, if this crate moves it and its path is known beforehand.
pub(crate) fn leader_of_ours<V: Space>(body: &Body<V>) -> Option<Entity> {
    match body.target_path()?.source {
        Source::Ours(leader) => Some(leader),
        _ => None,
    }
}

pub(crate) fn is_in_ring<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| matches!(target_path.source, Source::Ring(_)))
}

/// Whether the entity's own `Target` is sampled once a tick.
#[inline]
pub(crate) fn is_tracked<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.source == Source::Tracked)
}

/// Whether the entity's own `Target` has a velocity.
pub(crate) fn is_steady<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.source == Source::Steady)
}

/// Whether a sampled target has been sampled.
#[inline]
pub(crate) fn has_sample<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.sample.is_some())
}

/// Whether the path has begun: the leader's value has been read.
pub(crate) fn has_begun<V: Space>(body: &Body<V>) -> bool {
    body.target_path().is_some_and(|target_path| target_path.leader_revision.is_some()) || has_sample(body)
}

/// Where a target with a velocity is at `instant` (s after the last tick). Returns `None` if its fields are not those last adopted.
#[cfg(feature = "camera")]
pub(crate) fn steady_target<V: Space>(body: &Body<V>, value: V, velocity: V::Tangent, instant: f64) -> Option<V::Wide> {
    let slope = body.target_path()?.slope;
    let known = steady(body) == Some(Steady { value, velocity });
    known.then(|| V::offset(body.target(), slope.offset(instant - body.start())))
}

/// Gives the target a path unless it has one.
pub(crate) fn begin<V: Space>(body: &mut Body<V>) {
    body.make_cold().target_path.get_or_insert_default();
}

/// Moves the target to `value` in one step. From there it moves with the velocity of `steady`, if given.
pub(crate) fn take_target<V: Space>(body: &mut Body<V>, value: V, steady: Option<Steady<V>>) {
    body.set_target(value.widen());
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
        if let Some(steady) = steady {
            target_path.go_steadily(steady);
        }
    }
}

/// Stores the fields of `Follow`. Without one, the target stops where it is.
pub(crate) fn take_follow<V: Space>(body: &mut Body<V>, seen: Option<FollowFields<V>>) {
    let target_path = body.make_cold().target_path.get_or_insert_default();
    target_path.seen = seen;
    if seen.is_none() {
        target_path.forget();
    }
}

/// A new offset moves the target with it. A new offset in the leader's frame, or a new look-ahead, needs a new sample.
pub(crate) fn aim_anew<V: Space>(body: &mut Body<V>, aim: Aim<V>) {
    let Some(target_path) = body.target_path_mut() else { return };
    let before = target_path.aim;
    let moved_along = Aim { offset: aim.offset, ..before } == aim && aim.frame == OffsetFrame::World;
    if !moved_along {
        target_path.lose_sample();
    }
    target_path.aim = aim;
    let moved = |point| V::offset(V::offset(point, before.offset * -1.0), aim.offset);
    if let Some(sample) = &mut target_path.sample {
        sample.place = moved(sample.place);
        sample.aimed = moved(sample.aimed);
        body.set_target(moved(body.target()));
    }
}

/// Schedules the entity to be put on its target when followers are next restarted. Returns `false`, as a no-op, if the target does not move.
pub(crate) fn snap_reduced<V: Space>(body: &mut Body<V>) -> bool {
    let moving = body.target_path_mut().filter(|target_path| !target_path.stands_still());
    let Some(target_path) = moving.filter(|target_path| target_path.source != Source::Bounded) else { return false };
    target_path.snaps = Some(Onto::Reduced);
    true
}

/// Replaces the path of a sampled target by `slope`.
#[cfg(feature = "camera")]
pub(crate) fn lead_sampled<V: Space>(body: &mut Body<V>, slope: Slope<WideTangent<V>>) {
    if let Some(target_path) = body.target_path_mut().filter(|target_path| target_path.sample.is_some()) {
        target_path.slope = slope;
    }
}

/// Stops the target.
pub(crate) fn stop<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.slope = Slope::default();
    }
}

/// Discards the last sample, because the sampled value was teleported.
#[cfg(feature = "camera")]
pub(crate) fn lose_sample<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.lose_sample();
    }
}

/// Discards the predicted path, because the segment was restarted.
pub(crate) fn forget_prediction<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget_prediction();
    }
}

/// Discards the target's history and the last step.
pub(crate) fn forget<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
    }
    forget_step(body);
}

/// Stores a step that was taken along a guessed path, for the correction.
pub(crate) fn keep_step<V: Space>(body: &mut Body<V>, step: Segment<'static, V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::Whole(Box::new(step));
    }
}

/// Discards the stored step: it cannot be corrected any more.
pub(crate) fn forget_step<V: Space>(body: &mut Body<V>) {
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::None;
    }
}

/// Shifts the target with the world.
pub(super) fn shift<V: Space>(body: &mut Body<V>, by: WideTangent<V>) {
    let before = body.target();
    let aimed = body.target_path_mut().and_then(|target_path| target_path.shift(by));
    // A target that was its sample's place stays that place.
    let sampled = aimed.filter(|(aimed, _)| *aimed == before).map(|(_, after)| after);
    body.set_target(sampled.unwrap_or_else(|| V::offset(before, by)));
}

pub(super) fn map_leader<V: Space>(body: &mut Body<V>, mapper: &mut impl EntityMapper) {
    let Some(target_path) = body.target_path_mut() else { return };
    if let Some(seen) = &mut target_path.seen {
        seen.leader = mapper.get_mapped(seen.leader);
    }
    target_path.source.map_entities(mapper);
}
