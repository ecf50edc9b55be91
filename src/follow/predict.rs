//! The paths of all leaders, found before they are needed.

use bevy::prelude::*;

use super::{
    follower::{Follower, Solved},
    order::FollowOrder,
    ring::predict_rings,
};
use crate::{
    motion::{Held, clock::Clock},
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    warning::Warnings,
};

/// Finds the path of every leader of ours over the tick: the cubic through its states at both ends; and the paths of rings,
/// found together. Leaders come first, so that a chain's paths are all known. Followers that are stepped or drawn are set on
/// their path there; all other followers, here.
pub(crate) fn predict<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<Solved<P>>,
    apart: Query<(Entity, &Follower<P>), Or<(With<Held<P>>, Without<P::Component>, Without<Velocity<P>>)>>,
    names: Query<NameOrEntity>,
    warnings: Res<Warnings>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    // Rings are the first level.
    followers.unsettled |= predict_rings(&mut followers.rings, h, &mut entities, &names, &warnings, &mut cache);
    let FollowOrder { leaders_of_ours, paths, .. } = &mut *followers;
    paths.clear();
    for &leader in &*leaders_of_ours {
        let mut found = entities.get_mut(leader).ok();
        if let Some((motion, _, rests, follower)) = &mut found {
            let place = follower.and_then(|follower| follower.path);
            if !(*rests && paths.rests(place)) {
                paths.lead(place, &mut motion.bypass_change_detection().0, h, &mut cache);
            }
        }
        paths.push(leader, found.as_ref().map(|(motion, _, rests, _)| (&motion.0, *rests)), h, &mut cache);
    }
    for (entity, follower) in &apart {
        if let Ok((mut motion, _, rests, _)) = entities.get_mut(entity)
            && !(rests && paths.rests(follower.path))
        {
            paths.lead(follower.path, &mut motion.bypass_change_detection().0, h, &mut cache);
        }
    }
}
