//! Keeps the cached responses of all laws up to date. A response is computed again when the law or the tick's length changes. No other file
//! decides which responses are stale.

use bevy::prelude::*;

use super::{
    measure::{Clocks, Measured},
    worklist::Worklist,
};
use crate::{
    engine::found,
    follow::follower::Solved,
    motion::{Motion, clock::Clock, tick_response::TickResponse},
    path::response_cache::ResponseCache,
    property::Property,
};

/// A system that measures the tick, and computes the responses that are stale.
pub(crate) fn refresh<P: Property>(
    measured: Measured,
) -> impl Fn(ResMut<Clock<P>>, Clocks, ResMut<Worklist<P>>, Query<Solved<P>>) {
    move |mut clock, clocks, mut worklist, mut motions| {
        let h = clocks.length(measured);
        clock.h = h;
        let mut cache = ResponseCache::default();
        let mut bring = |motion: &mut Motion<P>, response: &mut TickResponse<P>| {
            *response = TickResponse::of(&motion.0.refresh(h, &mut cache));
            motion.0.drop_idle();
        };
        if clock.refreshed_for != h {
            clock.refreshed_for = h;
            worklist.to_refresh.clear();
            for (mut motion, mut response, ..) in &mut motions {
                bring(motion.bypass_change_detection(), &mut response);
            }
        }
        let mut to_refresh = motions.iter_many_mut(worklist.to_refresh.drain(..));
        while let Some(next) = to_refresh.fetch_next() {
            if let Some((mut motion, mut response, ..)) = found(next) {
                bring(motion.bypass_change_detection(), &mut response);
            }
        }
    }
}
