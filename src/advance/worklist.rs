//! Entities noted by one system for another, so that it need not look at all of them.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::ecs::{entity::Entity, resource::Resource};

use crate::property::Property;

#[derive(Resource)]
pub(crate) struct Worklist<P: Property> {
    /// Somebody may have written to them since the last adoption.
    pub(crate) written: Vec<Entity>,
    /// Their law may have changed since the last refresh.
    pub(crate) to_refresh: Vec<Entity>,
    /// They are slow enough to be at rest.
    pub(crate) slow: Vec<Entity>,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Worklist<P> {
    fn default() -> Self {
        Self { written: Vec::new(), to_refresh: Vec::new(), slow: Vec::new(), property: PhantomData }
    }
}
