//! Grabbing, dragging and throwing a node: the same for cards and panels.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeTranslation, Property},
};

use super::panel::Throwing;

/// Stops the node's own motion while it is dragged, even if it was in flight.
pub(crate) fn grab(start: On<Pointer<DragStart>>, mut commands: Commands) {
    commands.entity(start.entity).insert(Grabbed::<NodeTranslation>::default());
}

/// A dragged node moves by the same distance as the pointer.
pub(crate) fn drag(drag: On<Pointer<Drag>>, scale: Res<UiScale>, mut nodes: Query<&mut UiTransform>) {
    if let Ok(mut transform) = nodes.get_mut(drag.entity) {
        let place = NodeTranslation::get(&transform) + drag.delta / scale.0;
        NodeTranslation::set(&mut transform, place);
    }
}

/// Where the node would stop under friction, with the spring's angular frequency as the friction's rate. Unit: px.
pub(crate) fn heading(transform: &UiTransform, velocity: &Velocity<NodeTranslation>, throwing: &Throwing) -> Vec2 {
    NodeTranslation::get(transform) + velocity.0 / throwing.0.angular_frequency
}

/// The index and the position of the place that is nearest to `to`. Unit: px.
pub(crate) fn nearest(places: &[Vec2], to: Vec2) -> (usize, Vec2) {
    let nearest = places.iter().copied().enumerate();
    let nearest = nearest.min_by(|left, right| left.1.distance(to).total_cmp(&right.1.distance(to)));
    nearest.unwrap_or((0, to))
}
