//! A displacement covered at an exponential rate, solved from its end.

use bevy::math::Vec3;

use super::{
    AtEnd, Way,
    force::{Draft, Force},
    invalid::Invalid,
    rate::Rate,
};
use crate::{
    math::{self, ExponentialRateError},
    property::{Property, TangentOf, Velocity, component::component},
    space::Space,
};

component! {
    /// Moves the entity over a displacement, or to an end, in a given duration, with a velocity that grows or decays exponentially to the
    /// end rate.
    ///
    /// The start velocity is solved for, and the component contributes `c += λ` to `x'' = a − c x' − k (x − target)` until its duration is over; λ
    /// (1/s) is the rate at which the velocity decays, and is negative if the velocity grows. If no other term acts and nothing kicks the entity
    /// meanwhile, the entity ends exactly on the end, bit for bit, inside a tick too. If other terms act, only this term ends, and position and
    /// velocity go on. In both cases [`Finished`](crate::Finished) is triggered once, and the plugin removes the component. Insert it again to
    /// play it again, also while it plays.
    ///
    /// # Special cases
    ///
    /// - Over a [displacement](Self::new), two entities that start at different places may end on neighbouring f32. [`to`](Self::to)
    ///   an end, they end on the same f32.
    /// - An exponential rate `to` an end is solved when it begins, from where the entity is then. If the entity is at the end already, it
    ///   stands still, and [`Finished`](crate::Finished) is triggered when the duration is over.
    /// - With a duration of 0 the entity is at the end at once, and `Finished` is triggered in the next tick.
    /// - If no exponential rate leads to the end, for instance because the end rate is 0, it is ignored: the last valid motion continues,
    ///   [`InvalidMotion`](crate::InvalidMotion) is triggered, and the plugin does not try again until you change the component or insert
    ///   it again.
    /// - If you change it while it runs, it begins anew from where the entity is.
    ///
    /// [`Motion`](crate::Motion) holds how far the exponential rate has come. If you insert both components before the same
    /// [`Adopt`](crate::MotionSystems::Adopt), in any order (a rollback, a clone, a loaded world), the exponential rate goes on from there and
    /// does not begin anew. To roll back and then play it from the start in the same tick, insert it after `Adopt`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// // Starts fast, ends slow: 5 units up in 1.2 s, still moving at 0.1 units/s then.
    /// let rise = ExponentialRate::new(5.0 * Vec3::Y, 0.1, 1.2)?;
    /// // The error names a value that is feasible.
    /// let error = ExponentialRate::new(5.0 * Vec3::Y, -0.1, 1.2).unwrap_err();
    /// assert!(error.to_string().contains("0.1"));
    /// // To a height, from wherever the entity is.
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
        /// Where the entity goes from its place at the beginning: over a displacement, or to an end. Unit: property units. Range: finite.
        /// Default: a displacement of 0.
        pub way: Way<P::Value> = Way::default(),
        /// The speed at the end, towards the end. Unit: property units/s. Range: > 0; or ≥ 0 if the entity is at the end already, or the
        /// duration is 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub end_rate: f32 = 0.0,
        /// The time from the beginning to the end. Unit: s. Range: ≥ 0; 0: at once. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub duration: f32 = 0.0,
        /// What the entity does at the end. Default: `Hold`.
        pub at_end: AtEnd = AtEnd::Hold,
    }
}

impl<P: Property> Force<P> for ExponentialRate<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        // Whether it can lead to an end is seen where it begins.
        if let Way::Over(_) = self.way {
            self.solve_from(P::Value::default())
                .map_err(|error| draft.invalid("ExponentialRate", *self, alloc::format!("{error}")))?;
        }
        draft.compiled.rate = Some(Rate::of(self));
        Ok(())
    }
}

impl<P: Property> ExponentialRate<P> {
    /// Covers `displacement` (property units) of property `P` in `duration` (s), moving along it at `end_rate` (property units/s) at the
    /// end.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate does that.
    pub fn of(displacement: TangentOf<P>, end_rate: f32, duration: f32) -> Result<Self, ExponentialRateError> {
        let rate = Self { way: Way::Over(displacement), end_rate, duration, at_end: AtEnd::Hold };
        rate.solve_from(P::Value::default()).map(|_| rate)
    }

    /// Takes property `P` to `end` (property units) in `duration` (s), moving towards it at `end_rate` (property units/s) at the end.
    ///
    /// Whether an exponential rate can do that depends on where the entity is when this begins. So an infeasible one is ignored then, and
    /// is no error here.
    pub const fn of_end(end: P::Value, end_rate: f32, duration: f32) -> Self {
        Self { way: Way::To(end), end_rate, duration, at_end: AtEnd::Hold }
    }

    /// The same, going on with its end rate when it is over.
    pub const fn then_coast(mut self) -> Self {
        self.at_end = AtEnd::Coast;
        self
    }

    /// The profile along the way from `start` (property units), from 0 to the way's length: `value(t)`, `rate(t)` at any time.
    /// Over a displacement it is the same from every start.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate goes that way from there.
    pub fn solve_from(&self, start: P::Value) -> Result<math::ExponentialRate, ExponentialRateError> {
        Rate::of(self).solve_from(start.widen())
    }
}

impl ExponentialRate {
    /// Covers `displacement` (units) in `duration` (s), moving along it at `end_rate` (units/s) at the end.
    ///
    /// # Errors
    ///
    /// [`ExponentialRateError`] if no exponential rate does that.
    pub fn new(displacement: Vec3, end_rate: f32, duration: f32) -> Result<Self, ExponentialRateError> {
        Self::of(displacement, end_rate, duration)
    }

    /// Goes to `end` (units) in `duration` (s), moving towards it at `end_rate` (units/s) at the end: as
    /// [`of_end`](Self::of_end).
    pub const fn to(end: Vec3, end_rate: f32, duration: f32) -> Self {
        Self::of_end(end, end_rate, duration)
    }
}

impl<V: Space> Rate<V> {
    pub(crate) fn of<P: Property<Value = V>>(rate: &ExponentialRate<P>) -> Self {
        let ExponentialRate { way, end_rate, duration, at_end } = *rate;
        Self { way, end_rate, duration, at_end }
    }
}
