//! The component that holds one property's motion.

#[cfg(feature = "serialize")]
use bevy::{
    ecs::reflect::ReflectComponent,
    reflect::{ReflectDeserialize, ReflectSerialize},
};
use bevy::{
    ecs::{
        component::Component,
        entity::{EntityMapper, MapEntities},
    },
    reflect::Reflect,
};

use super::{answer::Answer, body::Body};
use crate::property::{Property, Translation, component::clone};

/// One property's motion in flight: position and velocity in f64, the law they obey, the target's path, from one instant
/// of the running tick on.
///
/// Comes with [`Velocity`](crate::Velocity) and is opaque. Keep a clone of it, with the property's own component and those
/// of this crate, and put all of them back to have the motion go on from there bit for bit: rollback. In any order, one by
/// one or as a bundle, inserted or overwritten in place: whatever an entity has besides, a motion that is new to the world
/// knows best how far it has come. How far an [`ExponentialRate`](crate::ExponentialRate) is, and where a
/// [`Held`](crate::Held) entity was lately, is in it too. Clones of an entity go on where their original is. With the
/// feature `serialize` it is saved in scenes, and goes on in the world where they are loaded.
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = ""),
    reflect(Component, Serialize, Deserialize)
)]
#[require(Answer<P>)]
#[component(map_entities, clone_behavior = Custom(clone::<Self>))]
pub struct Motion<P: Property = Translation>(pub(crate) Body<P::Value>);

impl<P: Property> Clone for Motion<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<P: Property> Default for Motion<P> {
    fn default() -> Self {
        Self(Body::default())
    }
}

impl<P: Property> core::fmt::Debug for Motion<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Property> MapEntities for Motion<P> {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        let Some(target_path) = self.0.target_path_mut() else { return };
        if let Some(seen) = &mut target_path.seen {
            seen.leader = mapper.get_mapped(seen.leader);
        }
        if let Some(leader) = target_path.source.leader_mut() {
            *leader = mapper.get_mapped(*leader);
        }
    }
}
