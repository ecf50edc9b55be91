//! Coefficients brought up to date: computed when the law or the tick's length changes, and kept.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    system::{Query, ResMut},
};

use super::worklist::Worklist;
use crate::{
    motion::{Motion, clock::Clock, response_cache::ResponseCache},
    property::Property,
};

/// Brings the coefficients of whoever needs it to the tick's length.
pub(crate) fn refresh<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: Query<&mut Motion<P>>,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    if clock.refreshed_for != h {
        clock.refreshed_for = h;
        worklist.to_refresh.clear();
        for mut motion in &mut motions {
            motion.bypass_change_detection().0.refresh(h, &mut cache);
        }
    }
    for entity in worklist.to_refresh.drain(..) {
        if let Ok(mut motion) = motions.get_mut(entity) {
            motion.bypass_change_detection().0.refresh(h, &mut cache);
        }
    }
}
