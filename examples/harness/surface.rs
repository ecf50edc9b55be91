//! The position of a pointer on a UI node.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiGlobalTransform};

/// Creates a node that covers the screen, behind all panels. Scripts point at it by `name`.
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
    /// Returns the pointer's position on the node, from `(0, 0)` at the upper left corner to `(1, 1)` at the lower right corner.
    pub fn share_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        let (node, transform, target) = self.nodes.get(node).ok()?;
        let physical = pointer.position * target.scale_factor() / self.scale.0;
        node.normalize_point(*transform, physical).map(|from_center| from_center + 0.5)
    }

    /// Returns the pointer's position relative to the node's upper left corner, y down. Unit: pixels at the design size.
    pub fn place_at(&self, node: Entity, pointer: &Location) -> Option<Vec2> {
        Some(self.share_at(node, pointer)? * self.size_of(node)?)
    }

    /// Returns the size of the node. Unit: pixels at the design size.
    pub fn size_of(&self, node: Entity) -> Option<Vec2> {
        self.nodes.get(node).ok().map(|(node, ..)| node.size() * node.inverse_scale_factor())
    }
}
