//! Entities noted by one system for another, so that it need not look at all of them.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::ecs::{change_detection::Tick, entity::Entity, resource::Resource};

use super::habits::Habits;
use crate::property::Property;

/// What a user asks of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// To be at its end.
    Complete,
    /// To stand where it is.
    Stop,
}

#[derive(Resource)]
pub(crate) struct Worklist<P: Property> {
    /// Entities to which something happened since the last adoption that no component's change mark tells.
    pub(crate) touched: Vec<Entity>,
    /// Motions that are to be completed or stopped by the next adoption.
    pub(crate) requests: Vec<(Entity, Request)>,
    /// When the last adoption was. A motion that is marked as changed since was put back, cloned or loaded.
    pub(crate) adopted_at: Tick,
    /// Entities that other systems may have written to since the last adoption.
    pub(crate) written: Vec<Entity>,
    /// Entities whose law may have changed since the last refresh.
    pub(crate) to_refresh: Vec<Entity>,
    /// Entities that have reached a limit, or of which a throw is over, which is to be told.
    pub(crate) reached: Vec<Entity>,
    /// Entities slow enough to be at rest.
    pub(crate) slow: Vec<Entity>,
    /// Entities whose step over this tick was put right; the step is kept until their followers' are.
    pub(crate) put_right: Vec<Entity>,
    /// How many ticks there have been.
    pub(crate) tick: u32,
    pub(crate) habits: Habits,
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
            put_right: Vec::new(),
            tick: 0,
            habits: Habits::default(),
            property: PhantomData,
        }
    }
}
