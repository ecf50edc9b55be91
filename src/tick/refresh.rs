//! Laws' answers brought up to date: computed when a law or the tick's length changes, and kept. This is the one place that
//! knows which are.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    system::{Query, ResMut},
};

use super::worklist::Worklist;
use crate::{
    motion::{Motion, answer::Answer, clock::Clock, response_cache::ResponseCache},
    property::Property,
};

/// Brings the answers of whoever needs it to the tick's length.
pub(crate) fn refresh<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: Query<(&mut Motion<P>, &mut Answer<P>)>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    let mut bring = |motion: &mut Motion<P>, answer: &mut Answer<P>| {
        *answer = Answer::of(&motion.0.refresh(h, &mut cache));
        motion.0.drop_idle();
    };
    if clock.refreshed_for != h {
        clock.refreshed_for = h;
        worklist.to_refresh.clear();
        for (mut motion, mut answer) in &mut motions {
            bring(motion.bypass_change_detection(), &mut answer);
        }
    }
    for entity in worklist.to_refresh.drain(..) {
        if let Ok((mut motion, mut answer)) = motions.get_mut(entity) {
            bring(motion.bypass_change_detection(), &mut answer);
        }
    }
}
