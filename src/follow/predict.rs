//! Predicts the paths of leaders before their followers are evaluated.

use bevy::prelude::*;

use super::{
    follower::{Follower, Solved},
    order::FollowOrder,
    ring::predict_rings,
};
use crate::{
    motion::{Grabbed, clock::Clock},
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    warning::Warnings,
};

/// System: predicts the path of every leader that this crate moves, up to the end of the tick, as cubics between events. Also solves the
/// paths of rings. Leaders are processed before their followers, so that the target path of each leader is known first.
///
/// This system also predicts the target paths of leaders that are themselves followers, and of followers that the stepping and drawing
/// systems skip. Those systems predict the target paths of all other followers.
pub(crate) fn predict<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<Solved<P>>,
    skipped: Query<(Entity, &Follower<P>), Or<(With<Grabbed<P>>, Without<P::Component>, Without<Velocity<P>>)>>,
    names: Query<NameOrEntity>,
    warnings: Res<Warnings>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    // Rings come first: members of a ring may have other followers, but follow only each other.
    followers.needs_restart |= predict_rings(&mut followers.rings, h, &mut entities, &names, &warnings, &mut cache);
    let FollowOrder { solved_leaders, paths, .. } = &mut *followers;
    paths.clear();
    for &leader in &*solved_leaders {
        let mut found = entities.get_mut(leader).ok();
        if let Some((motion, _, rests, follower)) = &mut found {
            let index = follower.and_then(|follower| follower.path);
            if !(*rests && paths.rests(index)) {
                paths.lead(index, &mut motion.bypass_change_detection().0, h, &mut cache);
            }
        }
        paths.push(leader, found.as_ref().map(|(motion, _, rests, _)| (&motion.0, *rests)), h, &mut cache);
    }
    for (entity, follower) in &skipped {
        if let Ok((mut motion, _, rests, _)) = entities.get_mut(entity)
            && !(rests && paths.rests(follower.path))
        {
            paths.lead(follower.path, &mut motion.bypass_change_detection().0, h, &mut cache);
        }
    }
}
