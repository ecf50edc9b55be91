//! The path that a motion will take, point by point, and where its target is.

use alloc::vec::Vec;

use super::{body::Body, response_cache::ResponseCache};
use crate::space::Space;

/// So many events are followed: a ball that bounces for ever is drawn for so many bounces.
const MOST_EVENTS: usize = 256;

impl<V: Space> Body<V> {
    /// The values at `steps` + 1 evenly spaced instants from `from` to `to` (s after the last tick), and at each event on the way: there the
    /// path has its corners. Each is evaluated, none is stepped to.
    pub(crate) fn path_ahead(&self, from: f64, to: f64, steps: u16) -> Vec<(f64, V)> {
        let mut cache = ResponseCache::default();
        let mut path = Vec::new();
        let mut segment = self.segment();
        let mut instants = (0..=steps).map(|step| {
            let share = f64::from(step) / f64::from(steps.max(1));
            from + share * (to - from)
        });
        let mut next = instants.next();
        for _ in 0..=MOST_EVENTS {
            let event = segment.event_until(to);
            let end = event.as_ref().map_or(to, |event| event.instant);
            while let Some(instant) = next.filter(|instant| *instant <= end) {
                path.push((instant, segment.eval_uneventful(instant, &mut cache).value()));
                next = instants.next();
            }
            let Some(event) = event else { break };
            segment = segment.after(&event, &mut cache, &mut Vec::new());
            if segment.start >= from {
                path.push((segment.start, segment.state.value()));
            }
        }
        path
    }

    /// Where the entity's springs pull it to at `instant` (s after the last tick); none without springs.
    pub(crate) fn target_at(&self, instant: f64) -> Option<V> {
        if self.lasting_law().k == 0.0 && self.axes().is_none() {
            return None;
        }
        let whole = self.segment();
        let segment = match whole.event_until(instant) {
            Some(event) => whole.after_all(event, instant, &mut ResponseCache::default(), &mut Vec::new()),
            None => whole,
        };
        let passed = (instant - segment.start).max(0.0);
        let target = match segment.slope {
            Some(slope) => V::offset(segment.target, slope.offset(passed)),
            None => segment.target,
        };
        Some(V::narrow(target))
    }
}
