//! The response of a law over one tick.

use core::marker::PhantomData;

use bevy::ecs::component::Component;

use crate::{math::Propagator, property::Property};

/// Cache of the response of an entity's law over one tick. Only `tick::refresh` decides when it is computed.
#[derive(Component)]
pub(crate) struct TickResponse<P: Property> {
    /// Change of position per initial velocity. Unit: s. 8 bytes.
    pv: f64,
    /// Change of position per acceleration. Unit: s². 8 bytes.
    h2: f64,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Clone for TickResponse<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: Property> Default for TickResponse<P> {
    fn default() -> Self {
        Self::of(&Propagator::IDENTITY)
    }
}

impl<P: Property> TickResponse<P> {
    pub(crate) const fn of(propagator: &Propagator) -> Self {
        Self { pv: propagator.pv, h2: propagator.h2, property: PhantomData }
    }

    /// The propagator. `k` and `c` must be the coefficients of the law that the response was computed for.
    #[inline(always)]
    pub(crate) fn propagator(&self, k: f64, c: f64) -> Propagator {
        Propagator::from_integrals(k, c, self.pv, self.h2)
    }
}
