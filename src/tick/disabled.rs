//! Entities that are disabled for a while: no time passes for them.

use bevy::ecs::{change_detection::DetectChangesMut, entity::Entity, world::DeferredWorld};

use super::worklist::Worklist;
use crate::{
    follow::order::FollowOrder,
    motion::{Motion, PresentAs, clock::Clock, led},
    path::response_cache::ResponseCache,
    property::Property,
};

/// Reaction: an entity is disabled. It stops where it is shown.
pub(crate) fn disabled<P: Property>(mut world: DeferredWorld, entity: Entity) {
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.note_change(entity, false);
    }
    let Some(instant) = acts_at::<P>(&world, entity) else { return };
    if let Some(mut motion) = world.get_mut::<Motion<P>>(entity) {
        let body = &mut motion.bypass_change_detection().0;
        body.restart(instant, &mut ResponseCache::default());
        if body.has_reached()
            && let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>()
        {
            worklist.reached.push(entity);
        }
    }
}

/// Reaction: an entity is enabled again. It continues from now. Its target and the bounds that move are sampled anew, and what was
/// written to it meanwhile is adopted.
pub(crate) fn enabled<P: Property>(mut world: DeferredWorld, entity: Entity) {
    let Some(instant) = acts_at::<P>(&world, entity) else { return };
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    body.set_start(instant);
    led::forget(body);
    if let Some(contacts) = body.contacts_mut() {
        contacts.sampled.clear();
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
    if let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>() {
        worklist.touched.push(entity);
    }
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.stale = true;
    }
}

/// When a change of this entity that happens now acts. Unit: s after the last tick.
fn acts_at<P: Property>(world: &DeferredWorld, entity: Entity) -> Option<f64> {
    Some(world.get_resource::<Clock<P>>()?.acts_at(world.get::<PresentAs<P>>(entity)))
}
