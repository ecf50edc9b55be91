//! Where a spring pulls to.

use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    math::Vec3,
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::property::{
    Progress, Property, Translation,
    component::{clone, default_on_translation, plain},
    newcomer::newcomer,
};

/// A spring's equilibrium.
///
/// A write *jumps*: the new value acts whole from the instant it is written, position and velocity stay continuous.
/// A value that is written tick by tick because it *moves* (a pointer, a bearing) is [`tracked`](Self::tracked): it is
/// linear over the tick between its last two values, so that the motion does not depend on the tick rate.
#[doc(alias = "goal")]
#[doc(alias = "lerp")]
#[doc(alias = "tween")]
#[doc(alias = "equilibrium")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "P::Value: serde::Serialize", deserialize = "P::Value: serde::Deserialize<'de>"))
)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
pub struct Target<P: Property = Translation> {
    /// The equilibrium. Unit: property units. Range: finite. Default: the value's own default.
    pub value: P::Value,
    /// Whether writes move the target along a line instead of making it jump. Write it in `FixedUpdate` then, every
    /// tick. Default: false.
    pub tracked: bool,
}

plain!(Target { value, tracked });

default_on_translation!(Target);

impl<P: Property> Default for Target<P> {
    fn default() -> Self {
        Self::of(P::Value::default())
    }
}

impl<P: Property> Target<P> {
    /// A target of property `P` that jumps when it is written.
    #[must_use]
    pub const fn of(value: P::Value) -> Self {
        Self { value, tracked: false }
    }

    /// The same target of another property, whose values are of the same type.
    #[must_use]
    pub const fn on<Q: Property<Value = P::Value>>(self) -> Target<Q> {
        Target { value: self.value, tracked: self.tracked }
    }

    /// The same target, moving when it is written.
    #[must_use]
    pub const fn tracked(mut self) -> Self {
        self.tracked = true;
        self
    }
}

impl Target {
    /// A target that jumps when it is written.
    #[must_use]
    pub const fn new(value: Vec3) -> Self {
        Self::of(value)
    }
}

impl Target<Progress> {
    /// To the other end: 1 if it was below a half, else 0.
    pub fn toggle(&mut self) {
        self.value = if self.value < 0.5 { 1.0 } else { 0.0 };
    }
}
