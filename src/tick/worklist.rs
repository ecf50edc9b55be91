//! Lists of entities that one system leaves for another, so that the other need not visit all entities.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::ecs::{change_detection::Tick, entity::Entity, resource::Resource};

use super::repeated_writes::RepeatedWrites;
use crate::property::Property;

/// What user code requests of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Jump to its end.
    Complete,
    /// Stop where it is.
    Stop,
}

#[derive(Resource)]
pub(crate) struct Worklist<P: Property> {
    /// Entities with a change since the last Adopt that is not visible in any change tick.
    pub(crate) touched: Vec<Entity>,
    /// Motions that the next Adopt completes or stops.
    pub(crate) requests: Vec<(Entity, Request)>,
    /// When Adopt last ran. A motion that is marked as changed since then was restored by a rollback, cloned or loaded.
    pub(crate) adopted_at: Tick,
    /// Entities that other systems may have written to since the last Adopt.
    pub(crate) written: Vec<Entity>,
    /// Entities whose law may have changed since the last refresh.
    pub(crate) to_refresh: Vec<Entity>,
    /// Entities with a contact or an ended throw that is not reported yet.
    pub(crate) reached: Vec<Entity>,
    /// Entities that are slow enough to be at rest.
    pub(crate) slow: Vec<Entity>,
    /// Entities whose step over this tick has been corrected. The step is kept until their followers have been corrected as well.
    pub(crate) corrected: Vec<Entity>,
    /// The number of ticks so far.
    pub(crate) tick: u32,
    pub(crate) repeated_writes: RepeatedWrites,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Worklist<P> {
    fn default() -> Self {
        Self {
            touched: Vec::new(),
            requests: Vec::new(),
            adopted_at: Tick::new(0),
            written: Vec::new(),
            to_refresh: Vec::new(),
            reached: Vec::new(),
            slow: Vec::new(),
            corrected: Vec::new(),
            tick: 0,
            repeated_writes: RepeatedWrites::default(),
            property: PhantomData,
        }
    }
}
