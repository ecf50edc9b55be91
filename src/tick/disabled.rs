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
    follow::order::Followers,
    motion::{Motion, PresentAs, clock::Clock, memo::Memo},
    property::Property,
};

type Motions<'w, 's, P> = Query<'w, 's, (&'static mut Motion<P>, Option<&'static PresentAs<P>>), Allow<Disabled>>;

/// Observer: somebody is disabled. It stops where it is shown.
pub(crate) fn disabled<P: Property>(added: On<Add, Disabled>, clock: Res<Clock<P>>, mut motions: Motions<P>) {
    if let Ok((mut motion, present_as)) = motions.get_mut(added.entity) {
        motion.bypass_change_detection().0.restart(clock.acts_at(present_as), &mut Memo::default());
    }
}

/// Observer: somebody is enabled again. It goes on from now; where its target is has to be found anew, and what was written
/// to it meanwhile has not been looked at.
pub(crate) fn enabled<P: Property>(
    removed: On<Remove, Disabled>,
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut followers: ResMut<Followers<P>>,
    mut motions: Motions<P>,
) {
    let Ok((mut motion, present_as)) = motions.get_mut(removed.entity) else { return };
    worklist.touched.push(removed.entity);
    followers.stale = true;
    let segment = &mut motion.bypass_change_detection().0;
    segment.start = clock.acts_at(present_as);
    if let Some(course) = &mut segment.course {
        course.forget();
        course.finished = None;
    }
    if let Some(trail) = &mut segment.trail {
        trail.clear();
    }
}
