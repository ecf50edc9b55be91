//! The clock of one property: instants relative to the last tick.

use core::marker::PhantomData;

use bevy::ecs::{change_detection::Tick, resource::Resource, schedule::InternedScheduleLabel};

use super::{MotionOptions, Presentation};
use crate::property::Property;

/// The clock of one property: its instants relative to the last tick, and how the property is stepped and drawn.
#[derive(Resource)]
pub(crate) struct Clock<P: Property> {
    /// The instant for which the components' values were evaluated. A write that is found later acts from this instant. Unit: s after the
    /// last tick.
    pub(crate) written_at: f64,
    /// The length of the running tick or, between ticks, of the next one. Unit: s.
    pub(crate) h: f64,
    /// The tick length for which the responses of all entities were last computed. Unit: s.
    pub(crate) refreshed_for: f64,
    /// The change ticks at which the values of all moving entities were last written: by Advance, by Present and by Correct.
    pub(crate) write_ticks: [Tick; 3],
    /// Which instant is drawn, for entities without a [`Presentation`] of their own.
    pub(crate) presentation: Presentation,
    /// How the property was registered.
    pub(crate) options: MotionOptions,
    /// The schedule in which [`MotionSystems::Correct`](crate::MotionSystems::Correct) runs.
    pub(crate) corrects_in: InternedScheduleLabel,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Clock<P> {
    pub(crate) const fn new(
        options: MotionOptions,
        presentation: Presentation,
        corrects_in: InternedScheduleLabel,
    ) -> Self {
        Self {
            written_at: 0.0,
            h: 0.0,
            refreshed_for: 0.0,
            write_ticks: [Tick::new(0); 3],
            presentation,
            options,
            corrects_in,
            property: PhantomData,
        }
    }

    /// The instant from which a write that is found now acts. Unit: s after the last tick.
    pub(crate) fn acts_at(&self, own: Option<&Presentation>) -> f64 {
        if self.presentation_of(own) == Presentation::Ticked { 0.0 } else { self.written_at }
    }

    pub(crate) fn presentation_of(&self, own: Option<&Presentation>) -> Presentation {
        own.copied().unwrap_or(self.presentation)
    }
}
