//! The speed of an entity's own time.

use super::{
    force::{Draft, Force},
    invalid::Invalid,
};
use crate::property::{
    Property,
    component::{component, default_on_translation},
};

component! {
    /// The speed of the entity's own time: at 2 the entity moves along the same path twice as fast; at 0 it is paused.
    ///
    /// [`Velocity`](crate::Velocity) is measured in the entity's own time, so a paused entity keeps it. The target and the leader of the
    /// entity move in the world's time. With `TimeScale::new(0.5)` the entity is half as fast; with [`TimeScale::PAUSED`] it stops.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// // Sparks at a tenth of their speed, on the same paths.
    /// fn slow_motion(mut commands: Commands, sparks: Query<Entity, With<Gravity>>) {
    ///     for spark in &sparks {
    ///         commands.entity(spark).insert(TimeScale::new(0.1));
    ///     }
    /// }
    /// ```
    #[doc(alias = "time scale")]
    #[doc(alias = "slow motion")]
    #[doc(alias = "pause")]
    pub struct TimeScale of a number(
        /// Seconds of the entity's own time per second of the world's time. Unit: 1. Range: ≥ 0; 0 pauses. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub f32 = 1.0
    );
}

default_on_translation!(TimeScale);

impl<P: Property> Force<P> for TimeScale<P> {
    const MOVES: bool = false;

    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        draft.compiled.time_scale = draft.at_least_zero("TimeScale::0", self.0)?;
        Ok(())
    }
}

impl<P: Property> TimeScale<P> {
    /// A time scale (≥ 0) for property `P`.
    pub const fn of(scale: f32) -> Self {
        Self(scale, PhantomData)
    }

    /// The time scale in effect: that of the component, 1 without a component, or the motion's current one if the component is invalid.
    pub(crate) fn effective(component: Option<&Self>, current: f64) -> f64 {
        component.map_or(1.0, |scale| if scale.0 >= 0.0 && scale.0.is_finite() { scale.0.into() } else { current })
    }
}

impl TimeScale {
    /// A time scale of 0: the entity is paused.
    pub const PAUSED: Self = Self::of(0.0);

    /// A time scale (≥ 0) for the translation.
    pub const fn new(scale: f32) -> Self {
        Self::of(scale)
    }
}
