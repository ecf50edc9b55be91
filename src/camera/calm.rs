//! Takes a shake out of the `Transform`.

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::Composed;

/// Takes the shake off a `Transform` over which it is drawn. What other systems wrote since stays.
pub(super) fn calm(world: &mut DeferredWorld, entity: Entity) {
    let Some(mut composed) = world.get_mut::<Composed>(entity) else { return };
    let composed = composed.bypass_change_detection();
    let Some([written, calm]) = composed.calm.take() else { return };
    let is_shifted = composed.is_shifted;
    if composed.written == Some(written) {
        composed.written = Some(calm);
    }
    // A loaded state may hold anything.
    let is_finite = calm.0.is_finite() && calm.1.is_finite() && written.0.is_finite();
    let Some(mut transform) = world.get_mut::<Transform>(entity).filter(|_| is_finite) else { return };
    if transform.translation == written.0 {
        transform.translation = calm.0;
    } else if is_shifted {
        transform.translation += calm.0 - written.0;
    }
    if transform.rotation == written.1 {
        transform.rotation = calm.1;
    }
}
