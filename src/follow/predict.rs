//! The paths of targets that follow an entity of ours, found before they are needed.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    name::NameOrEntity,
    query::Has,
    system::{Query, Res, ResMut},
};

use super::{order::FollowOrder, ring::predict_rings};
use crate::{
    math::Slope,
    motion::{
        Motion, Resting, body::Body, clock::Clock, response_cache::ResponseCache, segment::Segment, target_path::Source,
    },
    property::Property,
    space::{Space, State, WideTangent, zero},
};

/// A leader's states and accelerations at both ends of the rest of the tick.
struct Ends<V: Space> {
    leader: Entity,
    start: f64,
    rests: bool,
    /// Its own target's path may turn out to have been another one.
    guessed: bool,
    states: [State<V>; 2],
    accelerations: [WideTangent<V>; 2],
    /// The path between them, which is that of every target beside it where the space is linear.
    path: Slope<WideTangent<V>>,
}

/// Finds the path of every target that follows an entity of ours: the cubic through its states at both ends of the rest
/// of the tick; and the paths of rings, found together. Leaders come first, so that a chain's paths are all known.
pub(crate) fn predict<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<(&mut Motion<P>, Has<Resting<P>>)>,
    names: Query<NameOrEntity>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    // The first level.
    followers.unsettled |= predict_rings(&mut followers.rings, h, &mut entities, &names, &mut cache);
    // Followers of one leader come one after the other, and mostly begin at the same instant.
    let mut known: Option<Ends<P::Value>> = None;
    for &(entity, source) in &followers.order {
        let Source::Ours(leader) = source else { continue };
        let Ok((mut motion, resting)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let start = body.start();
        let predicted = body.target_path().is_none_or(|target_path| target_path.predicted_for == Some(h));
        if predicted || h <= start {
            continue;
        }
        if let Some(ends) = known.as_ref().filter(|ends| ends.leader == leader && ends.start == start) {
            ends.lead(body, resting, h);
            continue;
        }
        let Ok((ahead, rests)) = entities.get(leader) else { continue };
        let ends = known.insert(Ends::of(&ahead.0, rests, leader, [start, h], &mut cache));
        if let Ok((mut motion, _)) = entities.get_mut(entity) {
            ends.lead(&mut motion.bypass_change_detection().0, resting, h);
        }
    }
}

impl<V: Space> Ends<V> {
    fn of(body: &Body<V>, rests: bool, leader: Entity, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        let (states, accelerations) = if rests {
            ([body.state; 2], [zero(); 2])
        } else {
            let rests = instants.map(|instant| body.segment().cut(instant, cache));
            (rests.each_ref().map(Segment::state_in_world_time), rests.each_ref().map(Segment::acceleration))
        };
        let guessed = body.target_path().is_some_and(|target_path| target_path.is_guessed());
        let path = V::path(&states[0], &states[1], instants[1] - instants[0]);
        Self { leader, start: instants[0], rests, guessed, states, accelerations, path }
    }

    /// Sets a follower's target on its path until the end of a tick of length `h`.
    fn lead(&self, body: &mut Body<V>, resting: bool, h: f64) {
        if resting && self.rests {
            return;
        }
        let Some(target_path) = body.target_path_mut() else { return };
        target_path.predicted_for = Some(h);
        target_path.led_by_guess = self.guessed;
        let aim = target_path.aim;
        let from = aim.ahead(self.states[0], self.accelerations[0]);
        target_path.slope = if V::LINEAR && aim.look_ahead == 0.0 {
            self.path
        } else {
            V::path(&from, &aim.ahead(self.states[1], self.accelerations[1]), h - self.start)
        };
        body.set_target(from.position);
    }
}
