//! How fast an entity's own time goes.

use super::{
    force::{Draft, Force},
    invalid::Invalid,
};
use crate::property::{
    Property,
    component::{component, default_on_translation},
};

component! {
    /// How fast the entity's own time goes: with a pace of 2 the entity takes the same path twice as fast; with 0 it stands still.
    ///
    /// [`Velocity`](crate::Velocity) is measured in the entity's own time, so a paused entity keeps it. The target and the leader of the
    /// entity move in the world's time. `Pace::new(0.5)` is half as fast, [`Pace::PAUSED`] stops the entity.
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
    ///         commands.entity(spark).insert(Pace::new(0.1));
    ///     }
    /// }
    /// ```
    #[doc(alias = "time scale")]
    #[doc(alias = "slow motion")]
    #[doc(alias = "pause")]
    pub struct Pace of a number(
        /// Seconds of the entity's own time per second of the world's. Unit: 1. Range: ≥ 0; 0 pauses. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub f32 = 1.0
    );
}

default_on_translation!(Pace);

impl<P: Property> Force<P> for Pace<P> {
    const MOVES: bool = false;

    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        draft.compiled.pace = draft.at_least_zero("Pace::0", self.0)?;
        Ok(())
    }
}

impl<P: Property> Pace<P> {
    /// This pace of property `P`.
    pub const fn of(pace: f32) -> Self {
        Self(pace, PhantomData)
    }

    /// How fast the own time of an entity with this pace goes, and with a motion that goes so fast: an invalid pace has no effect.
    pub(crate) fn acting(pace: Option<&Self>, motion: f64) -> f64 {
        pace.map_or(1.0, |pace| if pace.0 >= 0.0 && pace.0.is_finite() { pace.0.into() } else { motion })
    }
}

impl Pace {
    /// A pace of 0: the entity stands still.
    pub const PAUSED: Self = Self::of(0.0);

    /// This pace of the translation.
    pub const fn new(pace: f32) -> Self {
        Self::of(pace)
    }
}
