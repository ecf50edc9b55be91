//! The `Target` of a spring.

use bevy::math::Vec3;

use crate::{
    path::target::Steady,
    property::{
        Progress, Property, TangentOf,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

/// How a [`Target`] moves between two writes.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{TargetMotion, prelude::*};
///
/// assert_eq!(Target::new(Vec3::ZERO).motion, TargetMotion::Jumps);
/// assert_eq!(Target::new(Vec3::ZERO).tracked().motion, TargetMotion::Tracked);
/// // A target that a gamepad's stick moves at 2 units/s: it is written again only when the stick moves.
/// assert_eq!(Target::new(Vec3::ZERO).with_velocity(2.0 * Vec3::X).motion, TargetMotion::Linear(2.0 * Vec3::X));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum TargetMotion<T: Tangent> {
    /// The target does not move between writes, and each write is a jump. This is the default.
    #[default]
    Jumps,
    /// The target moves along a line from each written value to the next, within one tick. Write it every tick, in `FixedUpdate`.
    Tracked,
    /// The target moves from the written value at this velocity. A velocity of 0 has the same effect as [`Jumps`](Self::Jumps). Unit:
    /// property units/s. Range: finite.
    Linear(T),
}

component! {
    /// The value that a spring pulls to.
    ///
    /// A write is a *jump*: the spring pulls to the new value from the instant of the write. The entity's position and velocity stay
    /// continuous.
    ///
    /// - If the target moves at a known velocity, for instance that of a gamepad's stick, set the velocity with
    ///   [`with_velocity`](Self::with_velocity). The motion is then exact at every tick rate.
    /// - If you write the target every tick because it *moves* (a pointer, a bearing), make it [`tracked`](Self::tracked). It then moves
    ///   along a line between its last two values, so that the motion does not depend on the tick rate. The plugin warns once about a
    ///   target that is written in 30 consecutive frames or ticks and is not tracked.
    ///
    /// `Target` without a parameter is `Target<Translation>`. Name the property of every other target, also in queries: Bevy skips a system
    /// that takes a `Single<&mut Target>` if there is only a `Target<NodeLeft>`.
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
    /// // A jump: the spring pulls to the new value from now on.
    /// fn click(mut target: Single<&mut Target>) {
    ///     target.value = Vec3::new(3.0, 0.0, 0.0);
    /// }
    /// ```
    #[doc(alias = "goal")]
    #[doc(alias = "lerp")]
    #[doc(alias = "tween")]
    #[doc(alias = "equilibrium")]
    pub struct Target of values {
        /// The value to pull to. If the target has a velocity, this is its value at the instant of the last write. Unit: property units.
        /// Range: finite. Default: the value type's default.
        pub value: P::Value = P::Value::default(),
        /// How the target moves between two writes. Default: [`TargetMotion::Jumps`].
        pub motion: TargetMotion<TangentOf<P>> = TargetMotion::Jumps,
    }
}

default_on_translation!(Target);

impl<P: Property> Target<P> {
    /// A target of property `P` that jumps when it is written.
    pub const fn of(value: P::Value) -> Self {
        Self { value, motion: TargetMotion::Jumps }
    }

    /// The same target, moving at this velocity (property units/s) from the instant at which it is written.
    pub const fn with_velocity(mut self, velocity: TangentOf<P>) -> Self {
        self.motion = TargetMotion::Linear(velocity);
        self
    }

    /// The same target, moving along a line from each written value to the next.
    pub const fn tracked(mut self) -> Self {
        self.motion = TargetMotion::Tracked;
        self
    }

    pub(crate) fn is_finite(&self) -> bool {
        let moves_finitely = match self.motion {
            TargetMotion::Jumps | TargetMotion::Tracked => true,
            TargetMotion::Linear(velocity) => velocity.is_finite(),
        };
        self.value.is_finite() && moves_finitely
    }

    pub(crate) const fn is_tracked(&self) -> bool {
        matches!(self.motion, TargetMotion::Tracked)
    }

    /// The value and the velocity of a target that moves by itself. Returns `None` if the target only moves when it is written.
    pub(crate) fn steady(&self) -> Option<Steady<P::Value>> {
        match self.motion {
            TargetMotion::Linear(velocity) if velocity != TangentOf::<P>::default() => {
                Some(Steady { value: self.value, velocity })
            }
            _ => None,
        }
    }

    /// Whether the target moves continuously.
    pub(crate) fn moves(&self) -> bool {
        self.is_tracked() || self.steady().is_some()
    }
}

impl Target {
    /// A target that jumps when it is written.
    pub const fn new(value: Vec3) -> Self {
        Self { value, motion: TargetMotion::Jumps }
    }
}

impl Target<Progress> {
    /// Sets the target to the opposite end: to 1 if it was below 0.5, otherwise to 0.
    pub fn toggle(&mut self) {
        self.value = if self.value < 0.5 { 1.0 } else { 0.0 };
    }
}
