//! Grabbing, dragging and throwing a node: the same for cards and panels.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::panel::Throwing;

/// A node in a hand does not move by itself, wherever on its way it was grabbed.
pub(crate) fn grab(start: On<Pointer<DragStart>>, mut commands: Commands) {
    commands.entity(start.entity).insert(Held::<NodeTranslation>::default());
}

/// The node goes where the hand goes.
pub(crate) fn drag(drag: On<Pointer<Drag>>, scale: Res<UiScale>, mut nodes: Query<&mut UiTransform>) {
    if let Ok(mut transform) = nodes.get_mut(drag.entity) {
        let place = NodeTranslation::get(&transform) + drag.delta / scale.0;
        NodeTranslation::set(&mut transform, place);
    }
}

/// Where friction as strong as the spring's would take the node. Unit: px.
pub(crate) fn heading(transform: &UiTransform, velocity: &Velocity<NodeTranslation>, throwing: &Throwing) -> Vec2 {
    NodeTranslation::get(transform) + velocity.0 / throwing.0.angular_frequency
}

/// The nearest of some places: its index, and where it is. Unit: px.
pub(crate) fn nearest(places: &[Vec2], to: Vec2) -> (usize, Vec2) {
    let nearest = places.iter().copied().enumerate();
    let nearest = nearest.min_by(|left, right| left.1.distance(to).total_cmp(&right.1.distance(to)));
    nearest.unwrap_or((0, to))
}
