//! Rings: entities moved by this crate that follow each other. They are restarted, predicted and put to rest together.

use alloc::{sync::Arc, vec, vec::Vec};

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::{Entity, EntityHashSet},
    name::NameOrEntity,
    system::{Commands, Query},
};

use super::follower::Solved;
use crate::{
    math::ring::{RingFollower, RingLaw, grows},
    motion::{Motion, body::Body, rest::rest_point, resting::wake, snap::snap_to, target_path::Source},
    path::{
        response_cache::ResponseCache,
        ring_path::{RingChange, RingPath, RingPiece, RingPlace},
        target::Aim,
    },
    property::Property,
    space::{Law, Space, State, WideTangent, zero},
    warning::Warnings,
};

/// A ring of entities: each follows the next one, and the last follows the first.
#[derive(Debug)]
pub(crate) struct Ring {
    pub(crate) members: Vec<Entity>,
    /// The members' laws for which `grows` was computed.
    laws: Vec<RingLaw>,
    /// Whether some motion of the ring grows without bound under these laws. If so, a warning has been logged.
    grows: bool,
}

impl Ring {
    /// Creates a ring. Its members are rotated so that the smallest entity comes first: the lists of equal rings are then equal.
    pub(crate) fn of(mut members: Vec<Entity>) -> Self {
        let first = members.iter().enumerate().min_by_key(|&(_, member)| member).map_or(0, |(index, _)| index);
        members.rotate_left(first);
        Self { members, laws: Vec::new(), grows: false }
    }

    /// All members, each with its leader.
    fn pairs(&self) -> impl Iterator<Item = (Entity, Entity)> {
        self.members.iter().copied().zip(self.members.iter().copied().cycle().skip(1))
    }

    /// Stores the members' laws. Returns whether the ring grows without bound under them and did not before.
    fn update_laws(&mut self, laws: Vec<RingLaw>) -> bool {
        if self.laws == laws {
            return false;
        }
        let grew = core::mem::replace(&mut self.grows, grows(&laws));
        self.laws = laws;
        self.grows && !grew
    }
}

/// A ring member at the start of the predicted path.
struct Member<V: Space> {
    state: State<V>,
    law: Law<V>,
    /// The law after the end of the member's exponential rate, and when that rate ends (s after the start; ∞ without a rate).
    after_rate: (Law<V>, f64),
    /// Whether the member stops when the rate ends.
    stops: bool,
    time_scale: f64,
    aim: Aim<V>,
}

impl<V: Space> Member<V> {
    fn of(body: &Body<V>) -> Self {
        let running_rate = body.running_rate();
        Self {
            state: body.state,
            law: body.law(),
            after_rate: (
                body.lasting_law(),
                running_rate.map_or(f64::INFINITY, |running_rate| running_rate.remaining / body.time_scale()),
            ),
            stops: running_rate.is_some_and(|running_rate| running_rate.is_alone() && !running_rate.coasts),
            time_scale: body.time_scale(),
            aim: body.target_path().map_or_else(Aim::default, |target_path| target_path.aim),
        }
    }

    /// The member's values in the ring's equations, `passed` seconds after the start. `displacement` is the member's displacement from its
    /// target, and `gained` is the change of the member's velocity since the start.
    fn follower(
        &self,
        passed: f64,
        displacement: WideTangent<V>,
        gained: WideTangent<V>,
    ) -> RingFollower<WideTangent<V>> {
        let law = if passed >= self.after_rate.1 { &self.after_rate.0 } else { &self.law };
        RingFollower {
            law: self.ring_law(law),
            displacement,
            velocity: self.state.velocity * self.time_scale + gained,
            acceleration: law.a * (self.time_scale * self.time_scale),
        }
    }

    /// The law, converted from the member's own time to world time.
    fn ring_law(&self, law: &Law<V>) -> RingLaw {
        let Self { time_scale, aim, .. } = self;
        RingLaw {
            k: law.k * (time_scale * time_scale),
            c: law.c * time_scale,
            g: law.g * time_scale,
            look_ahead: aim.look_ahead,
        }
    }

    /// The member's state and acceleration in world time, after `change` since the start.
    fn world_state(&self, change: &RingChange<V>) -> (State<V>, WideTangent<V>) {
        let position = V::offset(self.state.position, change.position);
        let velocity = self.state.velocity * self.time_scale + change.velocity;
        (State { position, velocity }, change.acceleration)
    }
}

/// The paths of `members`, which start at the same instant, over `length` (s).
fn path_of<V: Space>(members: &[Member<V>], length: f64) -> RingPath<V> {
    let n = members.len();
    let displacements: Vec<_> = members
        .iter()
        .zip(members.iter().cycle().skip(1))
        .map(|(this, ahead)| {
            let place = V::displaced(ahead.state, this.aim.offset).position;
            V::difference(this.state.position, place)
        })
        .collect();
    let mut path = RingPath { pieces: Vec::new(), length, end: Vec::new() };
    let still = RingChange { position: zero(), velocity: zero(), acceleration: zero() };
    let (mut start, mut before) = (0.0, vec![still; n]);
    loop {
        let follower = |(index, member): (usize, &Member<V>)| {
            let ahead = (index + 1) % n;
            let moved = before[index].position - before[ahead].position;
            member.follower(start, displacements[index] + moved, before[index].velocity)
        };
        let followers = members.iter().enumerate().map(follower).collect();
        path.pieces.push(RingPiece { start, before, followers });
        let ends = members.iter().map(|member| member.after_rate.1).filter(|&end| end > start && end < length);
        let Some(next) = ends.reduce(f64::min) else { break };
        start = next;
        before = path.at(start);
        for (change, member) in before.iter_mut().zip(members) {
            if member.stops && member.after_rate.1 == start {
                change.velocity = member.state.velocity * -member.time_scale;
            }
        }
    }
    path.end = path.at(length);
    path
}

/// If a member of a ring was restarted, restarts all members of that ring at the same instant.
pub(crate) fn restart_rings<P: Property>(
    rings: &[Ring],
    instant: f64,
    entities: &mut Query<Solved<P>>,
    cache: &mut ResponseCache,
    commands: &mut Commands,
) {
    for ring in rings {
        let is_restarted = ring.pairs().any(|(follower, leader)| {
            let (Ok((follower, ..)), Ok((ahead, ..))) = (entities.get(follower), entities.get(leader)) else {
                return false;
            };
            follower.0.target_path().is_some_and(|target_path| {
                target_path.source != Source::Ring(leader)
                    || target_path.leader_revision != Some(ahead.0.revision)
                    || target_path.pending_snap.is_some()
            })
        });
        if !is_restarted {
            continue;
        }
        for (follower, leader) in ring.pairs() {
            let Ok((mut motion, _, resting, _)) = entities.get_mut(follower) else { continue };
            let body = &mut motion.bypass_change_detection().0;
            body.restart(instant, cache);
            let Some(target_path) = body.target_path_mut() else { continue };
            target_path.forget_prediction();
            if target_path.source != Source::Ring(leader) {
                target_path.forget();
                target_path.source = Source::Ring(leader);
            }
            if resting {
                wake::<P>(follower, body, commands);
            }
        }
        let leaders: Vec<_> =
            ring.pairs().map(|(_, leader)| Some(state_and_revision(entities.get(leader).ok()?.0))).collect();
        for (&member, leader) in ring.members.iter().zip(leaders) {
            let (Ok((mut motion, ..)), Some((state, revision))) = (entities.get_mut(member), leader) else { continue };
            let body = &mut motion.bypass_change_detection().0;
            let Some(target_path) = body.target_path_mut() else { continue };
            target_path.leader_revision = Some(revision);
            let offset = target_path.aim.offset;
            if let Some(onto) = target_path.pending_snap.take() {
                snap_to(body, Some(P::Value::displaced(state, offset)), onto);
            }
        }
    }
}

/// A leader's state, with its velocity in world time, and its revision, which counts its restarts.
fn state_and_revision<P: Property>(motion: &Motion<P>) -> (State<P::Value>, u16) {
    let Body { state, revision, .. } = motion.0;
    (State { velocity: state.velocity * motion.0.time_scale(), ..state }, revision)
}

/// Solves, for the rest of a tick of length `h` (s), every ring whose path is not predicted yet, and warns once about each ring that grows
/// without bound. All members of a ring have to start at the same instant: restarts those that start earlier, and returns whether there
/// were any.
pub(crate) fn predict_rings<P: Property>(
    rings: &mut [Ring],
    h: f64,
    entities: &mut Query<Solved<P>>,
    names: &Query<NameOrEntity>,
    warnings: &Warnings,
    cache: &mut ResponseCache,
) -> bool {
    let mut restarted = false;
    for ring in rings {
        let is_predicted = |&member: &Entity| {
            let Ok((motion, _, rests, _)) = entities.get(member) else { return false };
            rests
                || motion
                    .0
                    .target_path()
                    .is_none_or(|target_path| target_path.predicted_for == Some(h) && target_path.ring_place.is_some())
        };
        if ring.members.iter().all(is_predicted) {
            continue;
        }
        let starts = ring.members.iter().filter_map(|&member| Some(entities.get(member).ok()?.0.0.start()));
        let start = starts.fold(0.0, f64::max);
        let length = h - start;
        if length <= 0.0 {
            continue;
        }
        let member = |&entity: &Entity| {
            let (mut motion, ..) = entities.get_mut(entity).ok()?;
            let body = &mut motion.bypass_change_detection().0;
            if body.start() < start {
                restarted = true;
                body.restart(start, cache);
            }
            Some(Member::of(body))
        };
        let Some(members) = ring.members.iter().map(member).collect::<Option<Vec<_>>>() else { continue };
        let laws = members.iter().map(|member| member.ring_law(&member.after_rate.0)).collect();
        if ring.update_laws(laws)
            && let Some(name) = ring.members.first().and_then(|&first| names.get(first).ok())
        {
            let (n, property) = (ring.members.len(), P::short_type_path());
            let message = format_args!(
                "{name}: it is one of {n} entities that follow each other in a ring, and the ring's {property} grows \
                 without bound by its own equations; more damping or less look-ahead prevents that"
            );
            warnings.warn(name.entity, ("Follow in a growing ring", property), message);
        }
        let path = Arc::new(path_of(&members, length));
        let began = path.at(0.0);
        for (index, &entity) in ring.members.iter().enumerate() {
            let Ok((mut motion, _, rests, _)) = entities.get_mut(entity) else { continue };
            let body = &mut motion.bypass_change_detection().0;
            let Some(target_path) = body.target_path_mut().filter(|_| !rests) else { continue };
            target_path.predicted_for = Some(h);
            target_path.leader_is_guessed = false;
            target_path.ring_place = Some(RingPlace { path: Arc::clone(&path), index });
            let leader = (index + 1) % members.len();
            let [from, to] = [&began, &path.end].map(|changes| {
                let (state, acceleration) = members[leader].world_state(&changes[leader]);
                target_path.aim.ahead(state, acceleration)
            });
            target_path.slope = P::Value::path(&from, &to, length);
            body.set_target(from.position);
        }
    }
    restarted
}

/// The members of all rings in which `rests` is true for every member.
pub(crate) fn rings_at_rest(rings: &[Ring], rests: &mut dyn FnMut(Entity, &Ring) -> bool) -> EntityHashSet {
    let resting = rings.iter().filter(|ring| ring.members.iter().all(|&member| rests(member, ring)));
    resting.flat_map(|ring| ring.members.iter().copied()).collect()
}

impl Ring {
    /// Whether the member with this body may come to rest now. Each member has to be within `tolerance / n` of its rest point, where `n` is
    /// the number of members. If all are, each is within `tolerance` of the point where it would end.
    pub(crate) fn may_rest<V: Space>(&self, body: &Body<V>, tolerance: f64) -> bool {
        if !body.may_rest(tolerance) {
            return false;
        }
        let members = f64::from(u32::try_from(self.members.len()).unwrap_or(u32::MAX));
        let point = rest_point(body, tolerance / members);
        // The members of a growing ring move away from their rest points, so each rests only if it is exactly at its own and does not move.
        point.is_some_and(|point| !self.grows || body.state == State { position: point, velocity: zero() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_ring_is_reported_once() {
        let law = |zeta: f64| RingLaw { k: 64.0, c: 16.0 * zeta, ..RingLaw::default() };
        let mut ring = Ring::of(vec![Entity::PLACEHOLDER; 3]);
        assert!(!ring.update_laws(vec![law(0.5); 3]));
        assert!(ring.update_laws(vec![law(0.3); 3]));
        assert!(
            !ring.update_laws(vec![law(0.3); 3]) && !ring.update_laws(vec![law(0.2); 3]),
            "it should be reported only once"
        );
    }
}
