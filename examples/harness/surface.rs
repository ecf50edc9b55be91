//! Where a pointer is on a node of the interface.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiGlobalTransform};

/// A node as large as the picture, behind all panels; scripts point at it by this name.
pub fn stage(name: &'static str) -> impl Bundle {
    (
        Name::new(name),
        Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() },
        GlobalZIndex(-1),
    )
}

/// Answers where pointers are, in the coordinates of nodes.
#[derive(SystemParam)]
pub struct Surface<'w, 's> {
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform, &'static ComputedUiRenderTargetInfo)>,
    scale: Res<'w, UiScale>,
}

impl Surface<'_, '_> {
    /// The pointer's place: `(0, 0)` is the node's left upper corner, `(1, 1)` its right lower one.
    pub fn share_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        let (node, transform, target) = self.nodes.get(node).ok()?;
        let physical = pointer.position * target.scale_factor() / self.scale.0;
        node.normalize_point(*transform, physical).map(|from_center| from_center + 0.5)
    }

    /// The pointer's place, right and down from the node's left upper corner. Unit: pixels on a screen of the design's
    /// size.
    pub fn place_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        Some(self.share_at(node, pointer)? * self.size_of(node)?)
    }

    /// Unit: pixels on a screen of the design's size.
    pub fn size_of(&self, node: Entity) -> Option<Vec2> {
        self.nodes.get(node).ok().map(|(node, ..)| node.size() * node.inverse_scale_factor())
    }
}
