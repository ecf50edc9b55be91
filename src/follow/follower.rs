//! Who has a target that moves.

use core::marker::PhantomData;

use bevy::ecs::component::Component;

use crate::property::Property;

/// On an entity whose target moves.
#[derive(Component)]
pub(crate) struct Follower<P: Property>(PhantomData<fn() -> P>);

impl<P: Property> Default for Follower<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}
