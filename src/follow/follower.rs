//! The mark of entities that are led.

use core::marker::PhantomData;

use bevy::ecs::{component::Component, query::Has};

use crate::{
    motion::{Motion, Resting, answer::Answer},
    property::Property,
};

/// What this crate keeps of an entity. Systems share this one query, because each kind of query is compiled anew for every property.
pub(crate) type Solved<P> =
    (&'static mut Motion<P>, &'static mut Answer<P>, Has<Resting<P>>, Option<&'static Follower<P>>);

/// On an entity whose target moves, or which meets bounds that move.
#[derive(Component)]
pub(crate) struct Follower<P: Property> {
    /// The place of its leader's path among those in [`FollowOrder`](super::order::FollowOrder): written by the order, which is
    /// found anew where it might not hold.
    pub(crate) path: Option<u32>,
    /// What its target is, if that is sampled and nothing follows the follower itself.
    pub(crate) sampled: Option<Sampled>,
    property: PhantomData<fn() -> P>,
}

/// A target that is sampled where its follower is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sampled {
    /// The leader in this place among the foreign leaders of [`FollowOrder`](super::order::FollowOrder).
    Leader(u32),
    /// The entity's own `Target`.
    Target,
}

impl<P: Property> Default for Follower<P> {
    fn default() -> Self {
        Self { path: None, sampled: None, property: PhantomData }
    }
}
