//! Where a spring pulls to.

use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    math::Vec3,
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::property::{
    Progress, Property, TangentOf, Translation,
    component::{clone, default_on_translation, plain},
    newcomer::newcomer,
};

/// A spring's equilibrium.
///
/// A write *jumps*: the new value acts whole from the instant it is written, position and velocity stay continuous.
/// From there it may go on [`moving`](Self::moving) at a velocity that is known, which is exact at every tick rate: a stick.
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
    serde(bound(
        serialize = "P::Value: serde::Serialize, TangentOf<P>: serde::Serialize",
        deserialize = "P::Value: serde::Deserialize<'de>, TangentOf<P>: serde::Deserialize<'de>"
    ))
)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
pub struct Target<P: Property = Translation> {
    /// The equilibrium; of one that moves by itself, where it was when that was written. Unit: property units. Range: finite.
    /// Default: the value's own default.
    pub value: P::Value,
    /// How fast it moves on by itself from there. Of a tracked target it has no effect. Unit: property units/s. Range: finite.
    /// Default: 0.
    #[cfg_attr(feature = "serialize", serde(default))]
    pub velocity: TangentOf<P>,
    /// Whether writes move the target along a line instead of making it jump. Write it in `FixedUpdate` then, every
    /// tick. Default: false.
    pub tracked: bool,
}

plain!(Target { value, velocity, tracked });

default_on_translation!(Target);

impl<P: Property> Default for Target<P> {
    fn default() -> Self {
        Self::of(P::Value::default())
    }
}

impl<P: Property> Target<P> {
    /// A target of property `P` that jumps when it is written.
    #[must_use]
    pub fn of(value: P::Value) -> Self {
        Self { value, velocity: TangentOf::<P>::default(), tracked: false }
    }

    /// The same target, moving on at this velocity (property units/s) from the instant at which it is written.
    #[must_use]
    pub const fn moving(mut self, velocity: TangentOf<P>) -> Self {
        self.velocity = velocity;
        self
    }

    /// The same target of another property, whose values are of the same type.
    #[must_use]
    pub const fn on<Q: Property<Value = P::Value>>(self) -> Target<Q> {
        Target { value: self.value, velocity: self.velocity, tracked: self.tracked }
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
        Self { value, velocity: Vec3::ZERO, tracked: false }
    }
}

impl Target<Progress> {
    /// To the other end: 1 if it was below a half, else 0.
    pub fn toggle(&mut self) {
        self.value = if self.value < 0.5 { 1.0 } else { 0.0 };
    }
}
