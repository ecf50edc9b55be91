//! Pauses disabled entities: no time passes for them.

use bevy::ecs::{change_detection::DetectChangesMut, entity::Entity, world::DeferredWorld};

use super::worklist::Worklist;
use crate::{
    follow::order::FollowOrder,
    motion::{Motion, Presentation, clock::Clock, target},
    path::response_cache::ResponseCache,
    property::Property,
};

/// Reaction: an entity was disabled. It stops at the instant at which it is shown.
pub(crate) fn disabled<P: Property>(mut world: DeferredWorld, entity: Entity) {
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.note_change(entity, false);
    }
    let Some(instant) = acts_at::<P>(&world, entity) else { return };
    if let Some(mut motion) = world.get_mut::<Motion<P>>(entity) {
        let body = &mut motion.bypass_change_detection().0;
        body.restart(instant, &mut ResponseCache::default());
        if body.has_unreported_contacts()
            && let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>()
        {
            worklist.reached.push(entity);
        }
    }
}

/// Reaction: an entity was enabled again. It continues from now. Its moving target and bounds are sampled again, and the next Adopt finds
/// what was written to it meanwhile.
pub(crate) fn enabled<P: Property>(mut world: DeferredWorld, entity: Entity) {
    let Some(instant) = acts_at::<P>(&world, entity) else { return };
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    body.set_start(instant);
    target::forget(body);
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

/// The instant from which a change acts if it is made to this entity now. Unit: s after the last tick.
fn acts_at<P: Property>(world: &DeferredWorld, entity: Entity) -> Option<f64> {
    Some(world.get_resource::<Clock<P>>()?.acts_at(world.get::<Presentation>(entity)))
}
