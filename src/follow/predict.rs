//! The paths of all who are followed, found before they are needed.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    name::NameOrEntity,
    query::{Has, Or, With, Without},
    system::{Query, Res, ResMut},
};

use super::{follower::Follower, leader_path::LeaderPath, order::FollowOrder, ring::predict_rings};
use crate::{
    motion::{Held, Motion, Resting, clock::Clock, response_cache::ResponseCache},
    property::{Property, Velocity},
};

/// Finds the path of every leader of ours over the tick: the cubic through its states at both ends; and the paths of rings,
/// found together. Leaders come first, so that a chain's paths are all known. Whoever is stepped or drawn is set on its path
/// there; all others who follow, here.
pub(crate) fn predict<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<(&mut Motion<P>, Has<Resting<P>>)>,
    places: Query<&Follower<P>>,
    apart: Query<(Entity, &Follower<P>), Or<(With<Held<P>>, Without<P::Component>, Without<Velocity<P>>)>>,
    names: Query<NameOrEntity>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    // The first level.
    followers.unsettled |= predict_rings(&mut followers.rings, h, &mut entities, &names, &mut cache);
    let FollowOrder { leaders_of_ours, paths, .. } = &mut *followers;
    paths.clear();
    for &leader in &*leaders_of_ours {
        let path = entities.get_mut(leader).ok().map(|(mut motion, rests)| {
            let body = &mut motion.bypass_change_detection().0;
            if let Some(ahead) = places.get(leader).ok().and_then(|follower| path_of(follower, paths))
                && !(rests && ahead.rests())
            {
                ahead.lead(body, h, &mut cache);
            }
            LeaderPath::of(leader, body, rests, h, &mut cache)
        });
        paths.push(path);
    }
    for (entity, follower) in &apart {
        if let Ok((mut motion, rests)) = entities.get_mut(entity)
            && let Some(ahead) = path_of(follower, paths)
            && !(rests && ahead.rests())
        {
            ahead.lead(&mut motion.bypass_change_detection().0, h, &mut cache);
        }
    }
}

/// The path of the leader of ours that somebody follows.
#[inline]
pub(crate) fn path_of<'a, P: Property>(
    follower: &Follower<P>,
    paths: &'a [Option<LeaderPath<P::Value>>],
) -> Option<&'a LeaderPath<P::Value>> {
    paths.get(follower.path? as usize)?.as_ref()
}
