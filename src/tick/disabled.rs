//! Entities that are switched off for a while: no time passes for them.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity_disabling::Disabled,
    lifecycle::{Add, Remove},
    observer::On,
    query::Allow,
    system::{Query, Res, ResMut},
};

use super::worklist::Worklist;
use crate::{
    follow::order::FollowOrder,
    motion::{Motion, PresentAs, clock::Clock, response_cache::ResponseCache},
    property::Property,
};

type Motions<'w, 's, P> = Query<'w, 's, (&'static mut Motion<P>, Option<&'static PresentAs<P>>), Allow<Disabled>>;

/// Observer: somebody is disabled. It stops where it is shown.
pub(crate) fn disabled<P: Property>(
    added: On<Add, Disabled>,
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut motions: Motions<P>,
) {
    followers.note_change(added.entity, false);
    if let Ok((mut motion, present_as)) = motions.get_mut(added.entity) {
        motion.bypass_change_detection().0.restart(clock.acts_at(present_as), &mut ResponseCache::default());
    }
}

/// Observer: somebody is enabled again. It goes on from now; where its target is has to be found anew, and what was written
/// to it meanwhile has not been looked at.
pub(crate) fn enabled<P: Property>(
    removed: On<Remove, Disabled>,
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut motions: Motions<P>,
) {
    let Ok((mut motion, present_as)) = motions.get_mut(removed.entity) else { return };
    worklist.touched.push(removed.entity);
    followers.stale = true;
    let body = &mut motion.bypass_change_detection().0;
    body.set_start(clock.acts_at(present_as));
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
        target_path.finished = None;
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
}
