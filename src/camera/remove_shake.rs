//! Removes a shake from the `Transform`.

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::Composed;

/// Removes the shake from a `Transform`. Values that other systems have written since the shake was added are kept.
pub(super) fn remove_shake(world: &mut DeferredWorld, entity: Entity) {
    let Some(mut composed) = world.get_mut::<Composed>(entity) else { return };
    let composed = composed.bypass_change_detection();
    let Some([written, without_shake]) = composed.without_shake.take() else { return };
    let is_shifted = composed.is_shifted;
    if composed.written == Some(written) {
        composed.written = Some(without_shake);
    }
    // A loaded state may hold any values.
    let is_finite = without_shake.0.is_finite() && without_shake.1.is_finite() && written.0.is_finite();
    let Some(mut transform) = world.get_mut::<Transform>(entity).filter(|_| is_finite) else { return };
    if transform.translation == written.0 {
        transform.translation = without_shake.0;
    } else if is_shifted {
        transform.translation += without_shake.0 - written.0;
    }
    if transform.rotation == written.1 {
        transform.rotation = without_shake.1;
    }
}
