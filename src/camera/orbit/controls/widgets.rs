//! Widgets of Bevy's interface under a pointer.

use bevy::{
    ecs::system::SystemParam,
    picking::hover::{HoverMap, Hovered},
    prelude::*,
};

use crate::engine::Interaction;

/// What is under the pointers, and which of it is a widget.
#[derive(SystemParam)]
pub(crate) struct Widgets<'w, 's> {
    under_pointers: Option<Res<'w, HoverMap>>,
    nodes:
        Query<'w, 's, (Option<&'static BackgroundColor>, Has<ImageNode>, Has<Interaction>, Has<Hovered>), With<Node>>,
}

impl Widgets<'_, '_> {
    /// Whether any pointer is over a widget: a node that reacts to pointers, or hides the scene. Nodes that only arrange others do not count.
    pub(super) fn are_hovered(&self) -> bool {
        let mut found = self.under_pointers.iter().flat_map(|map| map.values()).flat_map(|found| found.keys());
        found.any(|&node| {
            self.nodes.get(node).is_ok_and(|(background, is_image, interacts, is_hovered)| {
                is_image || interacts || is_hovered || background.is_some_and(|colour| !colour.0.is_fully_transparent())
            })
        })
    }
}
