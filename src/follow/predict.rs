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
        let Ok((follower, resting)) = entities.get(entity) else { continue };
        let start = follower.0.start();
        let length = h - start;
        let predicted = follower.0.target_path().is_none_or(|target_path| target_path.predicted_for == Some(h));
        if predicted || length <= 0.0 {
            continue;
        }
        let ends = match &mut known {
            Some(ends) if ends.leader == leader && ends.start == start => ends,
            known => {
                let Ok((ahead, rests)) = entities.get(leader) else { continue };
                known.insert(Ends::of(&ahead.0, rests, leader, [start, h], &mut cache))
            }
        };
        if resting && ends.rests {
            continue;
        }
        let Ok((mut motion, _)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let Some(target_path) = body.target_path_mut() else { continue };
        target_path.predicted_for = Some(h);
        target_path.led_by_guess = ends.guessed;
        let aim = target_path.aim;
        let from = aim.ahead(ends.states[0], ends.accelerations[0]);
        let to = aim.ahead(ends.states[1], ends.accelerations[1]);
        target_path.slope = P::Value::path(&from, &to, length);
        body.set_target(from.position);
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
        Self { leader, start: instants[0], rests, guessed, states, accelerations }
    }
}
