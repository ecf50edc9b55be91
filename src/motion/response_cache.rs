//! The last answers, kept because neighbours often share law and time, or a ring.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::Any;

use super::ring_path::{RingChange, RingPath, RingPlace};
use crate::{
    math::{Integrals, Propagator},
    space::{Law, Response, Space},
};

pub(crate) struct ResponseCache {
    key: [u64; 3],
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
            key: [0; 3],
            moving: true,
            response: Response { t: 0.0, propagator: Propagator::IDENTITY, integrals: Integrals::default() },
            ring: None,
        }
    }
}

impl ResponseCache {
    /// The response of `law` over `t`; with the integrals if the target moves.
    pub(crate) fn response<V: Space>(&mut self, law: &Law<V>, t: f64, moving: bool) -> &Response {
        let key = [law.k.to_bits(), law.c.to_bits(), t.to_bits()];
        if key != self.key {
            self.key = key;
            self.moving = false;
            self.response.t = t;
            self.response.propagator = Propagator::new(law.k, law.c, t);
        }
        if moving && !self.moving {
            self.moving = true;
            self.response.integrals = Integrals::new(law.k, law.c, t, &self.response.propagator);
        }
        &self.response
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
