//! Marks entities with a moving target or moving bounds.

use core::marker::PhantomData;

use bevy::ecs::{component::Component, query::Has};

use crate::{
    motion::{Motion, Resting, tick_response::TickResponse},
    property::Property,
};

/// Query of an entity's motion. Systems share it, because each type of query is compiled once for every property.
pub(crate) type Solved<P> =
    (&'static mut Motion<P>, &'static mut TickResponse<P>, Has<Resting<P>>, Option<&'static Follower<P>>);

/// Marks an entity whose target or bounds move.
#[derive(Component)]
pub(crate) struct Follower<P: Property> {
    /// The index of its leader's path in [`LeaderPaths`](super::leader_path::LeaderPaths). The system `order` writes it, and runs again
    /// when it may be out of date.
    pub(crate) path: Option<u32>,
    /// How the target is sampled. `None` if it is not, or if the follower is itself a leader.
    pub(crate) sampled: Option<Sampled>,
    property: PhantomData<fn() -> P>,
}

/// A sampled target of an entity that leads no other one. Such followers are corrected in their tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sampled {
    /// The leader at this index of the foreign leaders in [`FollowOrder`](super::order::FollowOrder).
    Leader(u32),
    /// The entity's own `Target`.
    Target,
}

impl<P: Property> Default for Follower<P> {
    fn default() -> Self {
        Self { path: None, sampled: None, property: PhantomData }
    }
}
