//! Samples the future path of a motion, and its target.

use alloc::vec::Vec;

use super::body::Body;
use crate::{
    path::{pieces::Piece, response_cache::ResponseCache},
    space::Space,
};

/// The largest number of events that are followed. A ball that bounces forever is drawn for this many bounces.
const MAX_EVENTS: usize = 256;

/// The values at `steps` + 1 evenly spaced instants from `from` to `to` (s after the last tick), and at each event in between, because the
/// path may have a corner there. Each value is evaluated directly, not stepped.
pub(crate) fn path_ahead<V: Space>(body: &Body<V>, from: f64, to: f64, steps: u16) -> Vec<(f64, V)> {
    let mut cache = ResponseCache::default();
    let mut path = Vec::new();
    let segment = body.segment();
    let mut pieces = segment.pieces(to);
    let mut instants = (0..=steps).map(|step| {
        let share = f64::from(step) / f64::from(steps.max(1));
        from + share * (to - from)
    });
    let mut next = instants.next();
    for _ in 0..=MAX_EVENTS {
        let Some(Piece { segment, end, .. }) = pieces.next(&mut cache, &mut Vec::new()) else { break };
        while let Some(instant) = next.filter(|instant| *instant <= end) {
            path.push((instant, segment.eval_uneventful(instant, &mut cache).value()));
            next = instants.next();
        }
        if let Some(rest) = pieces.rest.as_ref().filter(|rest| rest.start >= from) {
            path.push((rest.start, rest.state.value()));
        }
    }
    path
}

/// The target of the entity's springs at `instant` (s after the last tick). Returns `None` without springs.
pub(crate) fn target_at<V: Space>(body: &Body<V>, instant: f64) -> Option<V> {
    if body.lasting_law().k == 0.0 && body.axes().is_none() {
        return None;
    }
    let whole = body.segment();
    let segment = whole.in_force_at(instant, &mut ResponseCache::default(), &mut Vec::new());
    let passed = (instant - segment.start).max(0.0);
    let target = match segment.slope {
        Some(slope) => V::offset(segment.target, slope.offset(passed)),
        None => segment.target,
    };
    Some(V::narrow(target))
}
