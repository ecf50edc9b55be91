//! The code that cards and the panel share: grabbing, dragging and throwing.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeTranslation, Property},
};

use super::panel::ThrowSpring;

/// Grabs a node when a drag starts. While it is grabbed, its spring does not move it.
pub(crate) fn grab(start: On<Pointer<DragStart>>, mut commands: Commands) {
    commands.entity(start.entity).insert(Grabbed::<NodeTranslation>::default());
}

/// Moves a dragged node by the same distance as the pointer.
pub(crate) fn drag(drag: On<Pointer<Drag>>, scale: Res<UiScale>, mut nodes: Query<&mut UiTransform>) {
    if let Ok(mut transform) = nodes.get_mut(drag.entity) {
        let place = NodeTranslation::get(&transform) + drag.delta / scale.0;
        NodeTranslation::set(&mut transform, place);
    }
}

/// Returns the position at which a released node would stop if only friction slowed it down. The friction rate is the spring's angular
/// frequency. Unit: px.
pub(crate) fn predicted_stop(
    transform: &UiTransform,
    velocity: &Velocity<NodeTranslation>,
    throw_spring: &ThrowSpring,
) -> Vec2 {
    NodeTranslation::get(transform) + velocity.0 / throw_spring.0.angular_frequency
}

/// Returns the position in `places` that is nearest to `to`, with its index. Unit: px.
pub(crate) fn nearest(places: &[Vec2], to: Vec2) -> (usize, Vec2) {
    let nearest = places.iter().copied().enumerate();
    let nearest = nearest.min_by(|left, right| left.1.distance(to).total_cmp(&right.1.distance(to)));
    nearest.unwrap_or((0, to))
}
