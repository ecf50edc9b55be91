//! Laws' answers brought up to date: computed when a law or the tick's length changes, and kept. This is the one place that
//! knows which are.

use bevy::prelude::*;

use super::{
    measure::{Clocks, Measured},
    worklist::Worklist,
};
use crate::{
    engine::found,
    follow::follower::Solved,
    motion::{Motion, answer::Answer, clock::Clock},
    path::response_cache::ResponseCache,
    property::Property,
};

/// A system that measures the tick, and computes the answers of all entities that need it for its length.
pub(crate) fn refresh<P: Property>(
    measured: Measured,
) -> impl Fn(ResMut<Clock<P>>, Clocks, ResMut<Worklist<P>>, Query<Solved<P>>) {
    move |mut clock, clocks, mut worklist, mut motions| {
        let h = clocks.length(measured);
        clock.h = h;
        let mut cache = ResponseCache::default();
        let mut bring = |motion: &mut Motion<P>, answer: &mut Answer<P>| {
            *answer = Answer::of(&motion.0.refresh(h, &mut cache));
            motion.0.drop_idle();
        };
        if clock.refreshed_for != h {
            clock.refreshed_for = h;
            worklist.to_refresh.clear();
            for (mut motion, mut answer, ..) in &mut motions {
                bring(motion.bypass_change_detection(), &mut answer);
            }
        }
        let mut to_refresh = motions.iter_many_mut(worklist.to_refresh.drain(..));
        while let Some(next) = to_refresh.fetch_next() {
            if let Some((mut motion, mut answer, ..)) = found(next) {
                bring(motion.bypass_change_detection(), &mut answer);
            }
        }
    }
}
