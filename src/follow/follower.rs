//! Who has a target that moves.

use core::marker::PhantomData;

use bevy::ecs::component::Component;

use crate::property::Property;

/// On an entity whose target moves.
#[derive(Component)]
pub(crate) struct Follower<P: Property> {
    /// Whose path it follows, of those in [`FollowOrder`](super::order::FollowOrder): said by the order, which is found anew
    /// where it might not hold.
    pub(crate) path: Option<u32>,
    /// Whom it samples, of the foreign leaders there; none of one who is followed itself.
    pub(crate) foreign: Option<u32>,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Follower<P> {
    fn default() -> Self {
        Self { path: None, foreign: None, property: PhantomData }
    }
}
