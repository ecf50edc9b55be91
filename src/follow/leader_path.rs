//! Predicted paths of leaders, computed once for all their followers.

use alloc::{boxed::Box, vec::Vec};

use bevy::ecs::entity::Entity;

use super::cubics::Cubics;
use crate::{
    math::Slope,
    motion::body::Body,
    path::{response_cache::ResponseCache, segment::Segment},
    space::{Space, State, WideTangent},
};

/// The paths, over the current tick, of all leaders that this crate moves. Both lists have the order of
/// [`FollowOrder::solved_leaders`](super::order::FollowOrder::solved_leaders).
#[derive(Default)]
pub(crate) struct LeaderPaths<V: Space> {
    /// What the fast path reads, stored compactly.
    paths: Vec<Option<LeaderPath<V>>>,
    /// What the slow path reads.
    leaders: Vec<Option<Leader<V>>>,
}

/// A leader's path over the tick, for the fast path.
struct LeaderPath<V: Space> {
    leader: Entity,
    rests: bool,
    /// Whether the leader has events within the tick, so that its path is not one cubic.
    has_events: bool,
    /// Whether the leader's path is a guess that is corrected at the end of the tick.
    is_guessed: bool,
    from: State<V>,
    /// The path from the state `from`. In a linear space it is also the path of every target at a constant offset from the leader.
    slope: Slope<WideTangent<V>>,
}

/// A leader's path over the tick, and its motion. A path that starts later in the tick is computed from the motion.
struct Leader<V: Space> {
    motion: LeaderMotion<V>,
    over_tick: Cubics<V>,
}

/// A leader's motion from the start of its segment on.
enum LeaderMotion<V: Space> {
    Rests,
    /// The leader only obeys its law. Its body is stored, which is smaller than a segment.
    Plain(Body<V>),
    Whole(Box<Segment<'static, V>>),
}

impl<V: Space> LeaderPaths<V> {
    pub(crate) fn clear(&mut self) {
        self.paths.clear();
        self.leaders.clear();
    }

    /// Adds the next leader's path over a tick of length `h` (s). `body` is the leader's body and whether it rests; a leader without a
    /// motion gets an empty entry.
    pub(crate) fn push(&mut self, leader: Entity, body: Option<(&Body<V>, bool)>, h: f64, cache: &mut ResponseCache) {
        let (path, motion) = body
            .map(|(body, rests)| {
                let instants = [0.0, h];
                let (motion, over_tick) = if rests {
                    (LeaderMotion::Rests, Cubics::at_rest(body.state, instants))
                } else if body.is_plain() {
                    (LeaderMotion::Plain(body.clone()), Cubics::uneventful(&body.segment(), instants, cache))
                } else {
                    let segment = body.segment().into_owned();
                    let over_tick = Cubics::of(&segment, instants, cache);
                    (LeaderMotion::Whole(Box::new(segment)), over_tick)
                };
                let is_guessed = body.is_guessed();
                let (from, slope) = (over_tick.first.states[0], over_tick.first.slope());
                let has_events = !over_tick.later.is_empty();
                (LeaderPath { leader, rests, has_events, is_guessed, from, slope }, Leader { motion, over_tick })
            })
            .unzip();
        self.paths.push(path);
        self.leaders.push(motion);
    }

    /// Whether the leader at this index rests.
    pub(crate) fn rests(&self, index: Option<u32>) -> bool {
        self.get(index).is_some_and(|path| path.rests)
    }

    /// Predicts a follower's target path from the path of the leader at `index`, up to the end of a tick of length `h` (s). No-op if it is
    /// already predicted.
    #[inline]
    pub(crate) fn lead(&self, index: Option<u32>, body: &mut Body<V>, h: f64, cache: &mut ResponseCache) {
        let Some(path) = self.get(index) else { return };
        let start = body.start();
        let Some(target_path) = body.target_path_mut() else { return };
        if target_path.predicted_for == Some(h) || target_path.source.leader() != Some(path.leader) || h <= start {
            return;
        }
        target_path.predicted_for = Some(h);
        target_path.leader_is_guessed = path.is_guessed;
        if V::LINEAR && start == 0.0 && target_path.aim.look_ahead == 0.0 && !path.has_events {
            target_path.slope = path.slope;
            let target = V::displaced(path.from, target_path.aim.offset);
            body.set_target(target.position);
        } else {
            self.lead_slow(index, body, [start, h], cache);
        }
    }

    #[inline]
    fn get(&self, index: Option<u32>) -> Option<&LeaderPath<V>> {
        self.paths.get(index? as usize)?.as_ref()
    }

    /// Slow path: for followers that start inside the tick or have a look-ahead, for leaders with events, and in spaces that are not
    /// linear.
    #[cold]
    fn lead_slow(&self, index: Option<u32>, body: &mut Body<V>, instants: [f64; 2], cache: &mut ResponseCache) {
        let leader = index.and_then(|index| self.leaders.get(index as usize)?.as_ref());
        let Some(Leader { motion, over_tick }) = leader else { return };
        let restarted = match motion {
            _ if instants[0] == 0.0 => None,
            LeaderMotion::Rests => Some(Cubics::at_rest(over_tick.first.states[0], instants)),
            LeaderMotion::Plain(leader) => Some(Cubics::uneventful(&leader.segment(), instants, cache)),
            LeaderMotion::Whole(segment) => Some(Cubics::of(segment, instants, cache)),
        };
        let Some(target_path) = body.target_path_mut() else { return };
        let aim = target_path.aim;
        let (target, slope, turns) = restarted.as_ref().unwrap_or(over_tick).aimed(&aim);
        target_path.slope = slope;
        target_path.turns = turns;
        body.set_target(target);
    }
}
