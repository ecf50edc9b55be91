//! Followers begun anew with their leaders, and put where their target is.

use alloc::vec::Vec;

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{
    Follow, Target,
    follower::{Follower, Solved},
    frame_lookup::{FrameLookup, KnownLeader},
    order::FollowOrder,
    ring::restart_rings,
};
use crate::{
    events::{Snap, Teleported},
    math::Slope,
    motion::{Motion, body::Body, clock::Clock, resting::wake, snap::snap_to, target_path::Source},
    path::{
        response_cache::ResponseCache,
        target::{Aim, Onto, Sample},
    },
    property::{Point, Property, TangentOf, command::take_off, disabling::is_disabled},
    space::Space,
};

/// Begins each follower anew whose leader began anew, at the same instant, and takes the first sample of sampled targets.
pub(crate) fn restart_followers<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<Solved<P>>,
    values: Query<&P::Component>,
    frames: FrameLookup,
    mut commands: Commands,
) {
    let instant = clock.written_at;
    if !core::mem::take(&mut followers.unsettled) {
        return;
    }
    let jumped = followers.take_jumped();
    let mut unsettled = false;
    let mut cache = ResponseCache::default();
    restart_rings(&followers.rings, instant, &mut entities, &mut cache, &mut commands);
    // Followers of one leader come one after the other.
    let mut known: Option<(Entity, u16)> = None;
    let mut known_leader = KnownLeader::default();
    for &(entity, source) in &followers.order {
        let Ok((follower, ..)) = entities.get(entity) else { continue };
        let Some(target_path) = follower.0.target_path().filter(|_| !matches!(source, Source::Ring(_))) else {
            continue;
        };
        if let Source::Ours(leader) = source
            && known.is_none_or(|(known, _)| known != leader)
        {
            known = entities.get(leader).ok().map(|(ahead, ..)| (leader, ahead.0.revision));
        }
        let leader_revision = known.filter(|_| matches!(source, Source::Ours(_))).map(|(_, revision)| revision);
        if target_path.is_known_to(source, leader_revision)
            && source.leader().is_none_or(|leader| !jumped.contains(&leader))
        {
            continue;
        }
        if !values.contains(entity) {
            // An entity without a value is not adopted either; what has changed is adopted when it has a value again.
            continue;
        }
        let aim = target_path.aim;
        // Its leader's, with the velocity in the world's time rather than in the leader's own.
        let snaps_behind = source.leader().filter(|_| leader_revision.is_some() && target_path.snaps.is_some());
        let leader_state = snaps_behind.and_then(|leader| entities.get(leader).ok()).map(|(motion, _, rests, _)| {
            let segment = motion.0.segment();
            if rests { segment.state } else { segment.seen(segment.eval(instant, &mut cache)) }
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
            Source::Ours(_) => {
                if let Some(revision) = leader_revision
                    && (target_path.leader_revision.replace(revision) != Some(revision) || target_path.snaps.is_some())
                {
                    wakes = true;
                    target_path.forget_prediction();
                    body.restart(instant, &mut cache);
                }
            }
            Source::Foreign(leader) | Source::Seen(leader) | Source::Cyclic(leader) => {
                if jumped.contains(&leader) {
                    target_path.lose_sample();
                }
                let is_first = target_path.sample.is_none();
                let value = values.get(leader).ok().map(P::get).filter(|value| is_first && value.is_finite());
                let place =
                    value.and_then(|value| place::<P>(source, entity, leader, value, aim, &frames, &mut known_leader));
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
            Source::Held => {
                body.make_cold().target_path = None;
                take_off::<Follower<P>>(&mut commands, entity);
            }
        }
        if let Some(onto) = body.target_path_mut().and_then(|target_path| target_path.snaps.take()) {
            wakes = true;
            body.restart(instant, &mut cache);
            snap_to(body, leader_state.map(|state| P::Value::displaced(state, aim.offset)), onto);
        }
        if wakes && resting {
            wake::<P>(entity, body, &mut commands);
        }
        unsettled |= waits(body, source);
    }
    followers.unsettled = unsettled;
}

/// Gives the target another source. Until that is predicted or sampled, the target is where the old one left it.
fn change_source<V: Space>(body: &mut Body<V>, source: Source) {
    let Some(target_path) = body.target_path_mut() else { return };
    // The same leader by another source: its loss has been reported.
    let lost = target_path.lost && target_path.source.leader() == source.leader();
    match target_path.steady.filter(|_| source == Source::Steady) {
        Some(steady) => target_path.go_steadily(steady),
        None => target_path.forget(),
    }
    (target_path.source, target_path.lost) = (source, lost);
}

/// Whether a sampled target has not been sampled yet.
fn waits<V: Space>(body: &Body<V>, source: Source) -> bool {
    let is_sampled = source.is_sampled() && source != Source::Bounded;
    is_sampled && body.target_path().is_some_and(|target_path| target_path.sample.is_none())
}

/// Where a sampled leader's `value` puts the follower's target.
fn place<P: Property>(
    source: Source,
    follower: Entity,
    leader: Entity,
    value: P::Value,
    aim: Aim<P::Value>,
    frames: &FrameLookup,
    known: &mut KnownLeader,
) -> Option<Point<P>> {
    match source {
        Source::Seen(_) => frames.place::<P>(follower, leader, value, &aim, known).map(Space::widen),
        _ => Some(P::Value::offset(value.widen(), aim.offset)),
    }
}

/// The first sample: the target jumps there, and continues with the velocity that it had before, if that is known.
fn begin_sampling<V: Space>(body: &mut Body<V>, place: V::Wide, instant: f64) {
    let Some(target_path) = body.target_path_mut() else { return };
    let Slope { e1: velocity, .. } = target_path.slope;
    target_path.slope = Slope::line(velocity);
    let aimed = V::offset(place, velocity * target_path.aim.look_ahead);
    target_path.sample = Some(Sample { place, aimed, velocity: target_path.leader_velocity, at: instant });
    body.set_target(aimed);
}

/// Observer: a leader that something else moves was put elsewhere. It is sampled anew, and its followers' target jumps.
pub(crate) fn leader_teleported<P: Property>(teleported: On<Teleported<P>>, mut world: DeferredWorld) {
    let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() else { return };
    followers.unsettled = true;
    for entity in sampling(&followers.order, teleported.entity) {
        if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
            && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
        {
            target_path.lose_sample();
        }
    }
}

/// The entities that sample this leader.
fn sampling(order: &[(Entity, Source)], leader: Entity) -> Vec<Entity> {
    let samples = |&(entity, source): &(Entity, Source)| {
        (source.is_sampled() && source.leader() == Some(leader)).then_some(entity)
    };
    order.iter().filter_map(samples).collect()
}

/// Observer: a follower is to be where its target is, now.
pub(crate) fn snap<P: Property>(snap: On<Snap<P>>, mut world: DeferredWorld) {
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.unsettled = true;
    }
    if is_disabled(&world, snap.entity) {
        return;
    }
    let follows = world.get::<Follow<P>>(snap.entity).is_some();
    let moves = |target: &Target<P>| target.tracked || target.velocity != TangentOf::<P>::default();
    if !follows && !world.get::<Target<P>>(snap.entity).is_some_and(moves) {
        // An entity that only meets bounds that move is led, too, but to no place.
        return;
    }
    let Some(mut motion) = world.get_mut::<Motion<P>>(snap.entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    if follows {
        // The entity may have begun to follow just now, which is not adopted yet.
        body.make_cold().target_path.get_or_insert_default();
    }
    if let Some(target_path) = body.target_path_mut() {
        target_path.snaps = Some(if snap.steady { Onto::Steady } else { Onto::Target });
    }
}
