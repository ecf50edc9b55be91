//! Instants within a tick, for one property.

use core::marker::PhantomData;

use bevy::ecs::{change_detection::Tick, resource::Resource, schedule::InternedScheduleLabel};

use super::{MotionOptions, PresentAs, Presentation};
use crate::property::Property;

/// Where a property's motion stands, relative to the last tick.
#[derive(Resource)]
pub(crate) struct Clock<P: Property> {
    /// When the values that the world shows were evaluated. Unit: s after the last tick. A write found later acts from then.
    pub(crate) written_at: f64,
    /// Length of the tick that runs; between ticks, of the tick that comes. Unit: s.
    pub(crate) h: f64,
    /// The tick's length that the answers of all entities are up to date for. Unit: s.
    pub(crate) refreshed_for: f64,
    /// When the values of all moving entities were last written: by the last tick, for the last frame, and by the last correction.
    pub(crate) written_by: [Tick; 3],
    /// What is drawn, where an entity does not say otherwise.
    pub(crate) presentation: Presentation,
    /// How the property was registered.
    pub(crate) options: MotionOptions,
    /// Where leaders are sampled.
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
            written_by: [Tick::new(0); 3],
            presentation,
            options,
            corrects_in,
            property: PhantomData,
        }
    }

    /// When a write acts that is found now. Unit: s after the last tick.
    pub(crate) fn acts_at(&self, own: Option<&PresentAs<P>>) -> f64 {
        if self.presentation_of(own) == Presentation::Ticked { 0.0 } else { self.written_at }
    }

    pub(crate) fn presentation_of(&self, own: Option<&PresentAs<P>>) -> Presentation {
        own.map_or(self.presentation, |own| own.presentation)
    }
}
