//! The paths of leaders, found once for all their followers.

use alloc::{boxed::Box, vec::Vec};

use bevy::ecs::entity::Entity;

use super::cubics::Cubics;
use crate::{
    math::Slope,
    motion::body::Body,
    path::{response_cache::ResponseCache, segment::Segment},
    space::{Space, State, WideTangent},
};

/// Where the leaders of ours go in a tick, each in its place.
#[derive(Default)]
pub(crate) struct LeaderPaths<V: Space> {
    /// What most followers need, close together.
    paths: Vec<Option<LeaderPath<V>>>,
    /// What all other followers need, in the same places.
    leaders: Vec<Option<Leader<V>>>,
}

/// A leader's path over the tick.
struct LeaderPath<V: Space> {
    leader: Entity,
    rests: bool,
    /// Something happens to the leader meanwhile: its path is not one cubic.
    has_events: bool,
    /// The leader's own path may turn out to have been another one.
    is_guessed: bool,
    from: State<V>,
    /// The path from there: that of every target beside the leader where the space is linear.
    slope: Slope<WideTangent<V>>,
}

/// How a leader moves.
struct Leader<V: Space> {
    way: Way<V>,
    over_tick: Cubics<V>,
}

/// A leader's motion from its start on.
enum Way<V: Space> {
    Rests,
    /// It only obeys its law: a body is smaller than its segment.
    Plain(Body<V>),
    Whole(Box<Segment<'static, V>>),
}

impl<V: Space> LeaderPaths<V> {
    pub(crate) fn clear(&mut self) {
        self.paths.clear();
        self.leaders.clear();
    }

    /// Adds the next leader, over a tick of length `h`; nothing for a leader that does not exist.
    pub(crate) fn push(&mut self, leader: Entity, body: Option<(&Body<V>, bool)>, h: f64, cache: &mut ResponseCache) {
        let (path, motion) = body
            .map(|(body, rests)| {
                let instants = [0.0, h];
                let (way, over_tick) = if rests {
                    (Way::Rests, Cubics::still(body.state, instants))
                } else if body.is_plain() {
                    (Way::Plain(body.clone()), Cubics::uneventful(&body.segment(), instants, cache))
                } else {
                    let segment = body.segment().into_owned();
                    let over_tick = Cubics::of(&segment, instants, cache);
                    (Way::Whole(Box::new(segment)), over_tick)
                };
                let is_guessed = body.is_guessed();
                let (from, slope) = (over_tick.first.states[0], over_tick.first.slope());
                let has_events = !over_tick.later.is_empty();
                (LeaderPath { leader, rests, has_events, is_guessed, from, slope }, Leader { way, over_tick })
            })
            .unzip();
        self.paths.push(path);
        self.leaders.push(motion);
    }

    /// Whether the leader in this place rests.
    pub(crate) fn rests(&self, place: Option<u32>) -> bool {
        self.get(place).is_some_and(|path| path.rests)
    }

    /// Sets a follower's target on the path of the leader in this place until the end of a tick of length `h`,
    /// unless it is on that path already.
    #[inline]
    pub(crate) fn lead(&self, place: Option<u32>, body: &mut Body<V>, h: f64, cache: &mut ResponseCache) {
        let Some(path) = self.get(place) else { return };
        let start = body.start();
        let Some(target_path) = body.target_path_mut() else { return };
        if target_path.predicted_for == Some(h) || target_path.source.leader() != Some(path.leader) || h <= start {
            return;
        }
        target_path.predicted_for = Some(h);
        target_path.led_by_guess = path.is_guessed;
        if V::LINEAR && start == 0.0 && target_path.aim.look_ahead == 0.0 && !path.has_events {
            target_path.slope = path.slope;
            let target = V::displaced(path.from, target_path.aim.offset);
            body.set_target(target.position);
        } else {
            self.lead_otherwise(place, body, [start, h], cache);
        }
    }

    #[inline]
    fn get(&self, place: Option<u32>) -> Option<&LeaderPath<V>> {
        self.paths.get(place? as usize)?.as_ref()
    }

    /// Sets a follower's target on its leader's path, if the follower begins inside the tick or does not aim beside the leader.
    #[cold]
    fn lead_otherwise(&self, place: Option<u32>, body: &mut Body<V>, instants: [f64; 2], cache: &mut ResponseCache) {
        let leader = place.and_then(|place| self.leaders.get(place as usize)?.as_ref());
        let Some(Leader { way, over_tick }) = leader else { return };
        let restarted = match way {
            _ if instants[0] == 0.0 => None,
            Way::Rests => Some(Cubics::still(over_tick.first.states[0], instants)),
            Way::Plain(leader) => Some(Cubics::uneventful(&leader.segment(), instants, cache)),
            Way::Whole(segment) => Some(Cubics::of(segment, instants, cache)),
        };
        let Some(target_path) = body.target_path_mut() else { return };
        let aim = target_path.aim;
        let (target, slope, turns) = restarted.as_ref().unwrap_or(over_tick).aimed(&aim);
        target_path.slope = slope;
        target_path.turns = turns;
        body.set_target(target);
    }
}
