//! Restarts followers when their leaders restart, and snaps followers to their targets.

use alloc::vec::Vec;

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{
    Follow, Target,
    follower::{Follower, Solved},
    frame_lookup::{FrameLookup, LeaderFrameCache},
    order::FollowOrder,
    ring::restart_rings,
};
use crate::{
    events::Teleported,
    math::Slope,
    motion::{Motion, body::Body, clock::Clock, resting::wake, snap::snap_to, target_path::Source},
    path::{
        response_cache::ResponseCache,
        target::{Aim, Onto, Sample},
    },
    property::{Point, Property, command::remove_component, disabling::is_disabled},
    space::Space,
};

/// System: restarts each follower whose leader was restarted, at the same instant, and takes the first sample of each sampled target.
///
/// A restart begins a new segment of a motion at the current instant, so that the path from there can change.
pub(crate) fn restart_followers<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<Solved<P>>,
    values: Query<&P::Component>,
    frames: FrameLookup,
    mut commands: Commands,
) {
    let instant = clock.written_at;
    if !core::mem::take(&mut followers.needs_restart) {
        return;
    }
    let teleported = followers.take_teleported();
    let mut needs_restart = false;
    let mut cache = ResponseCache::default();
    restart_rings(&followers.rings, instant, &mut entities, &mut cache, &mut commands);
    // Followers of one leader are adjacent in the order.
    let mut known: Option<(Entity, u16)> = None;
    let mut frame_cache = LeaderFrameCache::default();
    for &(entity, source) in &followers.order {
        let Ok((follower, ..)) = entities.get(entity) else { continue };
        let Some(target_path) = follower.0.target_path().filter(|_| !matches!(source, Source::Ring(_))) else {
            continue;
        };
        if let Source::Predicted(leader) = source
            && known.is_none_or(|(known, _)| known != leader)
        {
            known = entities.get(leader).ok().map(|(ahead, ..)| (leader, ahead.0.revision));
        }
        let leader_revision = known.filter(|_| matches!(source, Source::Predicted(_))).map(|(_, revision)| revision);
        if target_path.has_begun_with(source, leader_revision)
            && source.leader().is_none_or(|leader| !teleported.contains(&leader))
        {
            continue;
        }
        if !values.contains(entity) {
            // An entity without a value is skipped. Its changes are adopted once it has a value again.
            continue;
        }
        let aim = target_path.aim;
        // The leader's state, with its velocity in world time. Only a snap needs it.
        let snaps_behind = source.leader().filter(|_| leader_revision.is_some() && target_path.pending_snap.is_some());
        let leader_state = snaps_behind.and_then(|leader| entities.get(leader).ok()).map(|(motion, _, rests, _)| {
            let segment = motion.0.segment();
            if rests { segment.state } else { segment.in_world_time(segment.eval(instant, &mut cache)) }
        });
        let Ok((mut motion, _, resting, _)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let Some(target_path) = body.target_path_mut() else { continue };
        let mut wakes = target_path.source != source;
        if wakes {
            body.restart(instant, &mut cache);
            change_source(body, source);
        }
        let target = body.target();
        let Some(target_path) = body.target_path_mut() else { continue };
        match source {
            Source::Predicted(_) => {
                if let Some(revision) = leader_revision
                    && (target_path.leader_revision.replace(revision) != Some(revision)
                        || target_path.pending_snap.is_some())
                {
                    wakes = true;
                    target_path.forget_prediction();
                    body.restart(instant, &mut cache);
                }
            }
            Source::Foreign(leader) | Source::OtherFrame(leader) | Source::Cyclic(leader) => {
                if teleported.contains(&leader) {
                    target_path.discard_sample();
                }
                let is_first = target_path.sample.is_none();
                let value = values.get(leader).ok().map(P::get).filter(|value| is_first && value.is_finite());
                let place = value.and_then(|value| {
                    sampled_target::<P>(source, entity, leader, value, aim, &frames, &mut frame_cache)
                });
                if let Some(place) = place {
                    wakes = true;
                    body.restart(instant, &mut cache);
                    begin_sampling(body, place, instant);
                }
            }
            Source::Tracked if target_path.sample.is_none() => {
                target_path.sample = Some(Sample { place: target, aimed: target, velocity: None, at: instant });
            }
            Source::Tracked | Source::Steady | Source::Bounded | Source::Ring(_) => {}
            Source::Fixed => {
                body.make_rare().target_path = None;
                remove_component::<Follower<P>>(&mut commands, entity);
            }
        }
        if let Some(onto) = body.target_path_mut().and_then(|target_path| target_path.pending_snap.take()) {
            wakes = true;
            body.restart(instant, &mut cache);
            snap_to(body, leader_state.map(|state| P::Value::displaced(state, aim.offset)), onto);
        }
        if wakes && resting {
            wake::<P>(entity, body, &mut commands);
        }
        needs_restart |= awaits_sample(body, source);
    }
    followers.needs_restart = needs_restart;
}

/// Changes the target's source. Unless the target has a velocity of its own, it stays where it is until the new source is predicted or
/// sampled.
fn change_source<V: Space>(body: &mut Body<V>, source: Source) {
    let Some(target_path) = body.target_path_mut() else { return };
    // If the leader is the same, keep `lost`, so that its loss is not reported again.
    let lost = target_path.lost && target_path.source.leader() == source.leader();
    match target_path.steady.filter(|_| source == Source::Steady) {
        Some(steady) => target_path.set_steady(steady),
        None => target_path.forget(),
    }
    (target_path.source, target_path.lost) = (source, lost);
}

/// Whether the target has to be sampled and has not been sampled yet.
fn awaits_sample<V: Space>(body: &Body<V>, source: Source) -> bool {
    let is_sampled = source.is_sampled() && source != Source::Bounded;
    is_sampled && body.target_path().is_some_and(|target_path| target_path.sample.is_none())
}

/// The follower's target, given its sampled leader's `value`.
fn sampled_target<P: Property>(
    source: Source,
    follower: Entity,
    leader: Entity,
    value: P::Value,
    aim: Aim<P::Value>,
    frames: &FrameLookup,
    cache: &mut LeaderFrameCache,
) -> Option<Point<P>> {
    match source {
        Source::OtherFrame(_) => frames.target::<P>(follower, leader, value, &aim, cache).map(Space::widen),
        _ => Some(P::Value::offset(value.widen(), aim.offset)),
    }
}

/// Stores the first sample: the target jumps to `place`, plus the look-ahead, and continues at its previous velocity.
fn begin_sampling<V: Space>(body: &mut Body<V>, place: V::Wide, instant: f64) {
    let Some(target_path) = body.target_path_mut() else { return };
    let Slope { e1: velocity, .. } = target_path.slope;
    target_path.slope = Slope::line(velocity);
    let aimed = V::offset(place, velocity * target_path.aim.look_ahead);
    target_path.sample = Some(Sample { place, aimed, velocity: target_path.leader_velocity, at: instant });
    body.set_target(aimed);
}

/// Observer: a sampled leader was teleported. Discards its last sample, so that its followers' targets jump to the next one.
pub(crate) fn leader_teleported<P: Property>(teleported: On<Teleported<P>>, mut world: DeferredWorld) {
    let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() else { return };
    followers.needs_restart = true;
    for entity in followers_sampling(&followers.order, teleported.entity) {
        if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
            && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
        {
            target_path.discard_sample();
        }
    }
}

/// The followers that sample this leader.
fn followers_sampling(order: &[(Entity, Source)], leader: Entity) -> Vec<Entity> {
    let samples = |&(entity, source): &(Entity, Source)| {
        (source.is_sampled() && source.leader() == Some(leader)).then_some(entity)
    };
    order.iter().filter_map(samples).collect()
}

/// Requests a snap of an entity with a moving target, for the next restart of followers. Of several requests, the greatest [`Onto`] takes
/// effect. No-op if the target does not move.
pub(crate) fn request_snap<P: Property>(world: &mut DeferredWorld, entity: Entity, onto: Onto) {
    if world.get::<Motion<P>>(entity).is_none() || is_disabled(world, entity) {
        return;
    }
    let follows = world.get::<Follow<P>>(entity).is_some();
    if !follows && !world.get::<Target<P>>(entity).is_some_and(Target::moves) {
        // An entity with moving bounds has a `TargetPath`, too, but its target does not move.
        return;
    }
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    if follows {
        // The `Follow` may have just been inserted, and not adopted yet.
        body.make_rare().target_path.get_or_insert_default();
    }
    let Some(target_path) = body.target_path_mut() else { return };
    target_path.pending_snap = target_path.pending_snap.max(Some(onto));
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.needs_restart = true;
    }
}
