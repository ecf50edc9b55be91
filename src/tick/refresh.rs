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

/// System: computes the responses that are stale.
pub(crate) fn refresh_stale<P: Property>(
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: Query<Solved<P>>,
) {
    let mut cache = ResponseCache::default();
    let mut to_refresh = motions.iter_many_mut(worklist.to_refresh.drain(..));
    while let Some(next) = to_refresh.fetch_next() {
        if let Some((mut motion, mut response, ..)) = found(next) {
            *response = response_over(motion.bypass_change_detection(), clock.h, &mut cache);
        }
    }
}

/// Brings a motion's cached responses up to date for a tick of length `h` (s). Returns the law's response.
fn response_over<P: Property>(motion: &mut Motion<P>, h: f64, cache: &mut ResponseCache) -> TickResponse<P> {
    let response = TickResponse::of(&motion.0.refresh(h, cache));
    motion.0.drop_idle();
    response
}

/// A system that measures the tick, and computes the responses that are stale.
pub(crate) fn refresh<P: Property>(
    measured: Measured,
) -> impl Fn(ResMut<Clock<P>>, Clocks, ResMut<Worklist<P>>, Query<Solved<P>>) {
    move |mut clock, clocks, mut worklist, mut motions| {
        let h = clocks.length(measured);
        clock.h = h;
        if clock.refreshed_for != h {
            clock.refreshed_for = h;
            worklist.to_refresh.clear();
            let mut cache = ResponseCache::default();
            for (mut motion, mut response, ..) in &mut motions {
                *response = response_over(motion.bypass_change_detection(), h, &mut cache);
            }
        }
        refresh_stale(clock.into(), worklist, motions);
    }
}
