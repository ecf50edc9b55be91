//! What a camera's group was fitted by last, so that a change of that is a step.

use bevy::{ecs::entity::MapEntities, prelude::*};

use crate::camera::{Frame, look::sight::WRITTEN, remembered::remembered};

remembered! {
    /// What the plugin remembers of a camera with a [`Frame`]: what the last fit depended on, beside the places of the members.
    ///
    /// The plugin inserts it with [`Frame`]. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, keep a clone and put
    /// it back with everything else. With the feature `serialize` it is saved in scenes; if it is not saved, the first fit is a step of the
    /// targets.
    #[derive(Default)]
    #[component(map_entities)]
    pub struct Fitted {
        settings: Option<Settings>,
    }
}

impl Fitted {
    /// Takes in by what the group is fitted now; whether it was fitted by the same before.
    pub(crate) fn take(&mut self, settings: Settings) -> bool {
        self.settings.replace(settings).is_some_and(|before| !before.jumps_to(&settings))
    }
}

impl MapEntities for Fitted {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        if let Some(settings) = &mut self.settings {
            settings.frame.group = mapper.get_mapped(settings.frame.group);
        }
    }
}

/// What moves the targets all at once where it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Settings {
    pub(crate) frame: Frame,
    /// Unit: rad.
    pub(crate) field_of_view: f32,
    /// The picture's width divided by its height.
    pub(crate) aspect: f32,
}

impl Settings {
    fn jumps_to(&self, other: &Self) -> bool {
        let is_written = f64::from(self.field_of_view - other.field_of_view).abs() > WRITTEN;
        is_written || Self { field_of_view: other.field_of_view, ..*self } != *other
    }
}
