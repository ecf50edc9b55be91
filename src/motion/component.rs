//! The component that holds one property's motion.

use bevy::{ecs::entity::MapEntities, prelude::*};

use super::{body::Body, target, tick_response::TickResponse};
#[cfg(any(feature = "camera", feature = "bevy_picking"))]
use crate::law::TimeScale;
use crate::property::{Property, Translation, component::clone};
#[cfg(feature = "serialize")]
use crate::{saved::valid_or_default, space::Space};

/// One property's motion in flight: position and velocity in f64, the law that they obey, and the target's path, all valid from one instant
/// of the running tick on.
///
/// The plugin inserts it together with [`Velocity`](crate::Velocity); its fields are private. For rollback, keep a clone of it, of the
/// property's own component and of this crate's other components, and restore all of them: the motion then continues bit for bit. You may
/// insert them in any order, one by one or as a bundle, or overwrite them in place. `Motion` also holds the progress of an
/// [`ExponentialRate`](crate::ExponentialRate) and the recent positions of a [`Grabbed`](crate::Grabbed) entity. The motion of a cloned
/// entity continues from the original's state. With the feature `serialize`, a `Motion` is saved in scenes and continues in the world that
/// loads them. The guide has an example of [rollback](crate::guide::rollback) and one of [forecasts](crate::guide::particles).
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize),
    serde(bound = ""),
    reflect(Component, Serialize, Deserialize)
)]
#[require(TickResponse<P>)]
#[component(map_entities, clone_behavior = Custom(clone::<Self>))]
pub struct Motion<P: Property = Translation>(pub(crate) Body<P::Value>);

#[cfg(any(feature = "camera", feature = "bevy_picking"))]
impl<P: Property> Motion<P> {
    /// The time scale in effect: that of the `TimeScale`. If the component is invalid, it is the motion's last time scale; without the
    /// component, it is 1.
    pub(crate) fn time_scale(motion: Option<&Self>, time_scale: Option<&TimeScale<P>>) -> f64 {
        TimeScale::effective(time_scale, motion.map_or(1.0, |motion| motion.0.time_scale()))
    }
}

/// A deserialized motion that is not validated yet.
#[cfg(feature = "serialize")]
#[derive(serde::Deserialize)]
#[serde(rename = "Motion", bound = "")]
struct Saved<V: Space>(Body<V>);

#[cfg(feature = "serialize")]
impl<'de, P: Property> serde::Deserialize<'de> for Motion<P> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved(body) = <Saved<P::Value> as serde::Deserialize>::deserialize(deserializer)?;
        Ok(Self(valid_or_default(body, Body::is_usable)))
    }
}

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
        target::map_leader(&mut self.0, mapper);
    }
}
