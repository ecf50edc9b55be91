//! The settings of the last fit of a group. If they change, the targets of the boom's length and of the field of view jump.

use bevy::{ecs::entity::MapEntities, prelude::*};

use crate::camera::{GroupFraming, look::sight::FOV_STEP, private_state::private_state};

private_state! {
    /// The state of a camera with a [`GroupFraming`]: what the last fit depended on, in addition to the positions of the members.
    ///
    /// The plugin inserts it with [`GroupFraming`]. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback, keep a
    /// clone and restore it with everything else. With the feature `serialize` it is saved in scenes. If it is not saved, the targets of
    /// the length and the field of view jump at the first fit.
    #[derive(Default)]
    #[component(map_entities)]
    pub struct Fitted {
        settings: Option<Settings>,
    }
}

impl Fitted {
    /// Stores the settings of a new fit. Returns whether they are close enough to those of the last fit that the targets need not jump.
    pub(crate) fn replace(&mut self, settings: Settings) -> bool {
        self.settings.replace(settings).is_some_and(|before| !before.jumps_to(&settings))
    }
}

impl MapEntities for Fitted {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        if let Some(settings) = &mut self.settings {
            settings.framing.group = mapper.get_mapped(settings.framing.group);
        }
    }
}

/// The settings whose change makes the targets jump. A small change of the field of view does not.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Settings {
    pub(crate) framing: GroupFraming,
    /// The vertical field of view. Unit: rad.
    pub(crate) field_of_view: f32,
    /// The picture's width divided by its height.
    pub(crate) aspect: f32,
}

impl Settings {
    fn jumps_to(&self, other: &Self) -> bool {
        let is_written = f64::from(self.field_of_view - other.field_of_view).abs() > FOV_STEP;
        is_written || Self { field_of_view: other.field_of_view, ..*self } != *other
    }
}
