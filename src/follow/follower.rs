//! Marks entities with a moving target or moving bounds.

use core::marker::PhantomData;

use bevy::ecs::{component::Component, query::Has};

use crate::{
    motion::{Motion, Resting, tick_response::TickResponse},
    property::Property,
};

/// Query data for an entity's motion. Systems share it, because each query type is compiled separately for every property.
pub(crate) type Solved<P> =
    (&'static mut Motion<P>, &'static mut TickResponse<P>, Has<Resting<P>>, Option<&'static Follower<P>>);

/// Marks an entity whose target or bounds move.
#[derive(Component)]
pub(crate) struct Follower<P: Property> {
    /// The index of the leader's path in [`LeaderPaths`](super::leader_path::LeaderPaths). The system `order` updates it.
    pub(crate) path: Option<u32>,
    /// How the target is sampled. `None` if it is not sampled, or if the follower is itself a leader.
    pub(crate) sampled: Option<Sampled>,
    property: PhantomData<fn() -> P>,
}

/// The sampled target of an entity that leads no other one. Such followers are corrected in any order, by iterating over Bevy's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sampled {
    /// A leader. Holds its index in [`FollowOrder::foreign_leaders`](super::order::FollowOrder::foreign_leaders).
    Leader(u32),
    /// The entity's own `Target`.
    Target,
}

impl<P: Property> Default for Follower<P> {
    fn default() -> Self {
        Self { path: None, sampled: None, property: PhantomData }
    }
}
