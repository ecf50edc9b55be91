//! The last answers, kept because neighbours often share law and time, or a ring.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;

use super::ring_path::{RingChange, RingPath, RingPlace};
use crate::{
    math::{Answers, Integrals, Propagator},
    space::{Response, Space},
};

pub(crate) struct ResponseCache {
    /// Stiffness, damping, time; NaN at first, so that no law matches.
    of: (f64, f64, f64),
    moving: bool,
    response: Response,
    /// A [`RingAnswer`] of some space.
    ring: Option<Box<dyn Any>>,
}

/// A ring, an instant, and what has changed by then.
type RingAnswer<V> = (Arc<RingPath<V>>, f64, Vec<RingChange<V>>);

impl Default for ResponseCache {
    fn default() -> Self {
        Self {
            of: (f64::NAN, 0.0, 0.0),
            moving: true,
            response: Response { t: 0.0, propagator: Propagator::IDENTITY, integrals: Integrals::default() },
            ring: None,
        }
    }
}

impl ResponseCache {
    /// The response to stiffness `k` and damping `c` over `t`; with the integrals if the target moves.
    pub(crate) fn response(&mut self, k: f64, c: f64, t: f64, moving: bool) -> &Response {
        if (k, c, t) != self.of {
            self.of = (k, c, t);
            self.moving = moving;
            self.response.t = t;
            if moving {
                let answers = Answers::of([k], [c], t, [true]);
                (self.response.propagator, self.response.integrals) =
                    (answers.propagator(0, k, c), answers.integrals(0));
            } else {
                self.response.propagator = Propagator::new(k, c, t);
            }
        } else if moving && !self.moving {
            self.moving = true;
            self.response.integrals = Integrals::new(k, c, t, &self.response.propagator);
        }
        &self.response
    }

    /// Stores a known response. Integrals that are not given are computed when a moving target needs them.
    pub(crate) fn know(&mut self, k: f64, c: f64, t: f64, propagator: Propagator, integrals: Option<Integrals>) {
        self.of = (k, c, t);
        self.moving = integrals.is_some();
        self.response = Response { t, propagator, integrals: integrals.unwrap_or_default() };
    }

    /// What has changed for a member of a ring, `passed` seconds after its start; the others' changes come with it.
    pub(crate) fn ring<V: Space>(&mut self, ring_place: &RingPlace<V>, passed: f64) -> Option<RingChange<V>> {
        let RingPlace { path, index } = ring_place;
        let known = self.ring.as_ref().and_then(|known| known.downcast_ref::<RingAnswer<V>>());
        if let Some((.., changes)) = known.filter(|(of, at, _)| Arc::ptr_eq(of, path) && *at == passed) {
            return changes.get(*index).copied();
        }
        let answer: RingAnswer<V> = (Arc::clone(path), passed, path.at(passed));
        let change = answer.2.get(*index).copied();
        self.ring = Some(Box::new(answer));
        change
    }
}
