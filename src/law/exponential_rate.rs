//! Motion over a given displacement in a given duration, with an exponential velocity.

use bevy::math::Vec3;

use super::{
    Displacement,
    force::{Draft, Force},
    invalid::Invalid,
    rate::Rate,
};
use crate::{
    math::{self, ExponentialRateError},
    property::{
        Property, TangentOf, Velocity,
        component::{component, default_on_translation},
    },
    space::Space,
};

component! {
    /// Moves the entity over a displacement, or to an end, in a given duration, with a velocity that grows or decays exponentially to the
    /// end rate.
    ///
    /// The plugin solves for the start velocity. Until the duration is over, the component contributes `c += λ` to
    /// `x'' = a − c x' − k (x − target)`; λ (1/s) is the rate at which the velocity decays, and is negative if the velocity grows. If no
    /// other term acts and you do not write the velocity meanwhile, the entity ends exactly on the end, bit for bit, even inside a tick. If
    /// other terms act, only this term ends when the duration is over, and the motion continues from its current position and velocity. In
    /// both cases [`Finished`](crate::events::Finished) is triggered once, and the plugin removes the component. To play it again, insert
    /// it again; you may do so while it plays.
    ///
    /// # Special cases
    ///
    /// - A start plus a [displacement](Self::new) is rounded, so two entities that should end on the same value may end on neighbouring f32
    ///   values. With [`to`](Self::to) they end on the same f32.
    /// - An exponential rate `to` an end is solved when it begins, from the entity's value at that instant. If the entity is already at the
    ///   end, it does not move, and [`Finished`](crate::events::Finished) is triggered when the duration is over.
    /// - With a duration of 0 the entity is at the end immediately, and `Finished` is triggered in the next tick.
    /// - If no exponential rate leads to the end, for instance because the end rate is 0, the component is ignored: the last valid motion
    ///   continues, [`InvalidMotion`](crate::events::InvalidMotion) is triggered, and the plugin does not try again until you change the
    ///   component or insert it again.
    /// - If you change the component while the exponential rate runs, it restarts from the entity's current value.
    ///
    /// [`Motion`](crate::Motion) holds the progress of the exponential rate. If you insert both components before the same
    /// [`Adopt`](crate::MotionSystems::Adopt), in any order (a rollback, a clone, a loaded world), the exponential rate continues from that
    /// progress instead of restarting. To roll back and then play it from the start in the same tick, insert the exponential rate after
    /// `Adopt`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{prelude::*, property::TranslationY};
    ///
    /// // Starts fast, ends slow: 5 units up in 1.2 s, still moving at 0.1 units/s at the end.
    /// let rise = ExponentialRate::new(5.0 * Vec3::Y, 0.1, 1.2)?;
    /// // The error names a value that is feasible.
    /// let error = ExponentialRate::new(5.0 * Vec3::Y, -0.1, 1.2).unwrap_err();
    /// assert!(error.to_string().contains("0.1"));
    /// // To a height of 5 units, whatever the entity's height at the start.
    /// let to_the_top = ExponentialRate::<TranslationY>::of_end(5.0, 0.1, 1.2).then_coast();
    /// assert!(to_the_top.solve_from(0.0)?.start_rate() > to_the_top.solve_from(1.0)?.start_rate());
    /// # Ok::<(), bevy_exact_motion::math::ExponentialRateError>(())
    /// ```
    #[doc(alias = "ease out")]
    #[doc(alias = "ease in")]
    #[doc(alias = "easing")]
    #[doc(alias = "tween")]
    #[doc(alias = "decay")]
    #[doc(alias = "duration")]
    #[require(Velocity<P>)]
    pub struct ExponentialRate of values {
        /// How far the entity goes: over a displacement from its start, or to an end. Unit: property units. Range: finite. Default: a
        /// displacement of 0.
        pub displacement: Displacement<P::Value> = Displacement::default(),
        /// The speed towards the end when the duration is over. Unit: property units/s. Range: > 0; or ≥ 0 if the entity is at the end
        /// already, or the duration is 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub end_rate: f32 = 0.0,
        /// The time from the beginning to the end. Unit: s. Range: ≥ 0; 0: immediately. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub duration: f32 = 0.0,
        /// Whether the entity moves on at the end rate when the duration is over, instead of staying at the end. This field has no effect
        /// if other terms act on the entity, because they continue to act. Default: false.
        pub coasts: bool = false,
    }
}

default_on_translation!(ExponentialRate);

impl<P: Property> Force<P> for ExponentialRate<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        // An exponential rate to an end is validated when it begins, because its feasibility depends on the start.
        if let Displacement::Over(_) = self.displacement {
            self.solve_from(P::Value::default())
                .map_err(|error| draft.invalid("ExponentialRate", *self, alloc::format!("{error}")))?;
        }
        draft.compiled.rate = Some(Rate::of(self));
        Ok(())
    }
}

impl<P: Property> ExponentialRate<P> {
    /// Covers `displacement` (property units) of property `P` in `duration` (s), with the speed `end_rate` (property units/s) at the end.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate fits these arguments.
    pub fn of(displacement: TangentOf<P>, end_rate: f32, duration: f32) -> Result<Self, ExponentialRateError> {
        let rate = Self { displacement: Displacement::Over(displacement), end_rate, duration, coasts: false };
        rate.solve_from(P::Value::default()).map(|_| rate)
    }

    /// Takes property `P` to `end` (property units) in `duration` (s), with the speed `end_rate` (property units/s) at the end.
    ///
    /// This constructor returns no error, because the feasibility depends on the entity's value when the exponential rate begins. If it is
    /// infeasible then, the component is ignored.
    pub const fn of_end(end: P::Value, end_rate: f32, duration: f32) -> Self {
        Self { displacement: Displacement::To(end), end_rate, duration, coasts: false }
    }

    /// The same exponential rate, after which the entity coasts at the end rate.
    pub const fn then_coast(mut self) -> Self {
        self.coasts = true;
        self
    }

    /// Solves for the distance covered from `start` (property units) as a function of time. `value(t)` of the result grows from 0 to the
    /// whole distance, and `rate(t)` is the speed after `t` seconds. If the component has a displacement, the result is the same for every
    /// `start`.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate leads from `start` to the end.
    pub fn solve_from(&self, start: P::Value) -> Result<math::ExponentialRate, ExponentialRateError> {
        Rate::of(self).solve_from(start.widen())
    }
}

impl ExponentialRate {
    /// Covers `displacement` (units) in `duration` (s), with the speed `end_rate` (units/s) at the end.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate fits these arguments.
    pub fn new(displacement: Vec3, end_rate: f32, duration: f32) -> Result<Self, ExponentialRateError> {
        Self::of(displacement, end_rate, duration)
    }

    /// Goes to `end` (units) in `duration` (s), with the speed `end_rate` (units/s) at the end. [`of_end`](Self::of_end) says what happens
    /// if that is infeasible.
    pub const fn to(end: Vec3, end_rate: f32, duration: f32) -> Self {
        Self::of_end(end, end_rate, duration)
    }
}

impl<V: Space> Rate<V> {
    pub(crate) fn of<P: Property<Value = V>>(rate: &ExponentialRate<P>) -> Self {
        let ExponentialRate { displacement, end_rate, duration, coasts } = *rate;
        Self { displacement, end_rate, duration, coasts }
    }
}
