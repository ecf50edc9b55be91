//! The position of a pointer on a node of the interface.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiGlobalTransform};

/// A node as large as the screen, behind all panels. Scripts point at it by this name.
pub fn stage(name: &'static str) -> impl Bundle {
    (
        Name::new(name),
        Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() },
        GlobalZIndex(-1),
    )
}

/// Converts pointer locations to positions on nodes.
#[derive(SystemParam)]
pub struct Surface<'w, 's> {
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform, &'static ComputedUiRenderTargetInfo)>,
    scale: Res<'w, UiScale>,
}

impl Surface<'_, '_> {
    /// Returns the pointer's position as a share of the node: `(0, 0)` is its upper left corner, `(1, 1)` its lower right corner.
    pub fn share_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        let (node, transform, target) = self.nodes.get(node).ok()?;
        let physical = pointer.position * target.scale_factor() / self.scale.0;
        node.normalize_point(*transform, physical).map(|from_center| from_center + 0.5)
    }

    /// Returns the pointer's position, right and down from the node's upper left corner. Unit: pixels at the design size.
    pub fn place_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        Some(self.share_at(node, pointer)? * self.size_of(node)?)
    }

    /// Returns the size of the node. Unit: pixels at the design size.
    pub fn size_of(&self, node: Entity) -> Option<Vec2> {
        self.nodes.get(node).ok().map(|(node, ..)| node.size() * node.inverse_scale_factor())
    }
}
