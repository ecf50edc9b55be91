//! The last response, kept because neighbours often share law and time.

use crate::{
    math::{Integrals, Propagator},
    space::{Law, Response, Space},
};

pub(crate) struct Memo {
    key: [u64; 3],
    moving: bool,
    response: Response,
}

impl Default for Memo {
    fn default() -> Self {
        Self {
            key: [0; 3],
            moving: true,
            response: Response { t: 0.0, propagator: Propagator::IDENTITY, integrals: Integrals::default() },
        }
    }
}

impl Memo {
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
}
