//! A law's answer over one tick.

use core::marker::PhantomData;

use bevy::ecs::component::Component;

use crate::{math::Propagator, property::Property};

/// The answer of an entity's law over one tick: a cache. `tick::refresh` alone says when it is computed.
#[derive(Component)]
pub(crate) struct Answer<P: Property> {
    /// Position by velocity. Unit: s. 8 bytes.
    pv: f64,
    /// Position by acceleration. Unit: s². 8 bytes.
    h2: f64,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Clone for Answer<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: Property> Default for Answer<P> {
    fn default() -> Self {
        Self::of(&Propagator::IDENTITY)
    }
}

impl<P: Property> Answer<P> {
    pub(crate) const fn of(propagator: &Propagator) -> Self {
        Self { pv: propagator.pv, h2: propagator.h2, property: PhantomData }
    }

    /// The propagator of the law with these coefficients, for which this is the answer.
    #[inline(always)]
    pub(crate) fn propagator(&self, k: f64, c: f64) -> Propagator {
        Propagator::from_integrals(k, c, self.pv, self.h2)
    }
}
