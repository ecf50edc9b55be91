//! Where a spring pulls to.

use bevy::math::Vec3;

use crate::{
    property::{
        Progress, Property, TangentOf,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

component! {
    /// The value that a spring pulls to.
    ///
    /// A write is a *jump*: the spring pulls to the new value from the instant of the write; the entity's position and velocity stay
    /// continuous. If the target goes on [`moving`](Self::moving) at a known velocity, for instance a stick's, the motion is exact at every
    /// tick rate. If you write the target tick by tick because it *moves* (a pointer, a bearing), make it [`tracked`](Self::tracked): it
    /// then moves along a line between its last two values, so that the motion does not depend on the tick rate. A target that is written in
    /// 30 frames or ticks in a row and is not tracked is reported once.
    ///
    /// `Target` alone is `Target<Translation>`. Write the property of any other target everywhere: Bevy skips a system that takes a
    /// `Single<&mut Target>` where only a `Target<NodeLeft>` is there.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     commands.spawn((Transform::default(), Spring::new(12.0, 0.6), Target::new(Vec3::ZERO)));
    /// }
    ///
    /// // A jump: the spring pulls elsewhere from now on.
    /// fn click(mut target: Single<&mut Target>) {
    ///     target.value = Vec3::new(3.0, 0.0, 0.0);
    /// }
    /// ```
    #[doc(alias = "goal")]
    #[doc(alias = "lerp")]
    #[doc(alias = "tween")]
    #[doc(alias = "equilibrium")]
    pub struct Target of values {
        /// The target; if it has a velocity, the target at the instant of the last write. Unit: property units. Range: finite.
        /// Default: the value's own default.
        pub value: P::Value = P::Value::default(),
        /// The velocity at which the target moves on from the instant of the last write. It has no effect on a tracked target.
        /// Unit: property units/s. Range: finite. Default: 0.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub velocity: TangentOf<P> = TangentOf::<P>::default(),
        /// Whether writes move the target along a line instead of making it jump. Write a tracked target in `FixedUpdate`, every
        /// tick. Default: false.
        pub tracked: bool = false,
    }
}

default_on_translation!(Target);

impl<P: Property> Target<P> {
    /// A target of property `P` that jumps when it is written.
    pub fn of(value: P::Value) -> Self {
        Self { value, velocity: TangentOf::<P>::default(), tracked: false }
    }

    /// The same target, moving on at this velocity (property units/s) from the instant at which it is written.
    pub const fn moving(mut self, velocity: TangentOf<P>) -> Self {
        self.velocity = velocity;
        self
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.value.is_finite() && self.velocity.is_finite()
    }

    /// The same target, which moves along a line when it is written.
    pub const fn tracked(mut self) -> Self {
        self.tracked = true;
        self
    }
}

impl Target {
    /// A target that jumps when it is written.
    pub const fn new(value: Vec3) -> Self {
        Self { value, velocity: Vec3::ZERO, tracked: false }
    }
}

impl Target<Progress> {
    /// Sets the target to the other end: to 1 if it was below 0.5, otherwise to 0.
    pub fn toggle(&mut self) {
        self.value = if self.value < 0.5 { 1.0 } else { 0.0 };
    }
}
