//! Cache of the last response and the last evaluated ring: entities that are processed one after another often share a law and a time, or a
//! ring.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;

use super::ring_path::{RingChange, RingPath, RingPlace};
use crate::{
    math::{Integrals, Propagator, Responses},
    space::{Response, Space},
};

pub(crate) struct ResponseCache {
    /// The key of the response: stiffness, damping and time. NaN at first, so that no law matches.
    of: (f64, f64, f64),
    /// Whether the response includes the integrals for a moving target.
    moving: bool,
    response: Response,
    /// The last [`RingResult`], of any space.
    ring: Option<Box<dyn Any>>,
}

/// A ring, an instant, and the members' changes until then.
type RingResult<V> = (Arc<RingPath<V>>, f64, Vec<RingChange<V>>);

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
    /// The response of a law with stiffness `k` and damping `c` over `t` (s), with the integrals if the target moves.
    pub(crate) fn response(&mut self, k: f64, c: f64, t: f64, moving: bool) -> &Response {
        if (k, c, t) != self.of {
            self.of = (k, c, t);
            self.moving = moving;
            self.response.t = t;
            if moving {
                let responses = Responses::of([k], [c], t, [true]);
                (self.response.propagator, self.response.integrals) =
                    (responses.propagator(0, k, c), responses.integrals(0));
            } else {
                self.response.propagator = Propagator::new(k, c, t);
            }
        } else if moving && !self.moving {
            self.moving = true;
            self.response.integrals = Integrals::new(k, c, t, &self.response.propagator);
        }
        &self.response
    }

    /// Stores a known response. Without `integrals`, they are computed when a moving target needs them.
    pub(crate) fn store(&mut self, k: f64, c: f64, t: f64, propagator: Propagator, integrals: Option<Integrals>) {
        self.of = (k, c, t);
        self.moving = integrals.is_some();
        self.response = Response { t, propagator, integrals: integrals.unwrap_or_default() };
    }

    /// The changes of a member of a ring, `passed` seconds after the ring's start. They are computed for all members together.
    pub(crate) fn ring<V: Space>(&mut self, ring_place: &RingPlace<V>, passed: f64) -> Option<RingChange<V>> {
        let RingPlace { path, index } = ring_place;
        let known = self.ring.as_ref().and_then(|known| known.downcast_ref::<RingResult<V>>());
        if let Some((.., changes)) = known.filter(|(of, at, _)| Arc::ptr_eq(of, path) && *at == passed) {
            return changes.get(*index).copied();
        }
        let result: RingResult<V> = (Arc::clone(path), passed, path.at(passed));
        let change = result.2.get(*index).copied();
        self.ring = Some(Box::new(result));
        change
    }
}
