//! The clock of one property: instants relative to the last tick.

use core::marker::PhantomData;

use bevy::ecs::{change_detection::Tick, resource::Resource, schedule::InternedScheduleLabel};

use super::{MotionOptions, PresentAs, Presentation};
use crate::property::Property;

/// The instants of a property's motion, relative to the last tick.
#[derive(Resource)]
pub(crate) struct Clock<P: Property> {
    /// The instant for which the components' values were evaluated. A write found later acts from this instant. Unit: s after the last
    /// tick.
    pub(crate) written_at: f64,
    /// Length of the running tick, or of the next tick between ticks. Unit: s.
    pub(crate) h: f64,
    /// The tick length that the responses of all entities are up to date for. Unit: s.
    pub(crate) refreshed_for: f64,
    /// The change ticks at which the values of all moving entities were last written: by Advance, by Present and by Correct.
    pub(crate) write_ticks: [Tick; 3],
    /// Which instant is drawn, for entities without a [`PresentAs`].
    pub(crate) presentation: Presentation,
    /// How the property was registered.
    pub(crate) options: MotionOptions,
    /// The schedule in which leaders are sampled.
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
    pub(crate) fn acts_at(&self, present_as: Option<&PresentAs<P>>) -> f64 {
        if self.presentation_of(present_as) == Presentation::Ticked { 0.0 } else { self.written_at }
    }

    pub(crate) fn presentation_of(&self, present_as: Option<&PresentAs<P>>) -> Presentation {
        present_as.map_or(self.presentation, |present_as| present_as.presentation)
    }
}
