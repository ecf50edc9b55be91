//! What is noticed as it happens, because no change mark tells it later: components put on and taken off.
//!
//! These are reactions: what [`observe`] calls, as `plugin::register` says.
//!
//! [`observe`]: super::observe::observe

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::worklist::Worklist;
use crate::{
    follow::{Follow, follower::Follower, order::FollowOrder},
    law::Fling,
    motion::{Motion, Resting, answer::Answer, body::Body},
    property::{
        Property, Velocity,
        command::{act_on, take_off},
    },
};

/// A component of the law, of the target, or the rest tolerance is going: the entity's next adoption sees that.
pub(crate) fn parameter_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |_| {});
    motion_changed::<P>(world, entity);
}

/// Another tolerance may wake an entity that rests.
pub(crate) fn tolerance_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |_| {});
}

/// An exponential rate was inserted, perhaps the same one again. It begins when the entity is next adopted.
pub(crate) fn rate_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| body.make_cold().begins = true);
}

/// A throw was inserted, perhaps the same one again. It begins when the entity is next adopted.
pub(crate) fn fling_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| body.make_cold().throws = true);
}

/// Bounds were inserted, perhaps the same ones again: those that move jump.
pub(crate) fn limits_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| {
        if let Some(contacts) = body.contacts_mut() {
            contacts.sampled.clear();
        }
    });
}

/// The entity was grabbed. No held entity rests.
pub(crate) fn grabbed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    take_off::<Resting<P>>(&mut world.commands(), entity);
    if world.get::<Fling<P>>(entity).is_some() {
        take_off::<Fling<P>>(&mut world.commands(), entity);
    }
    motion_changed::<P>(world, entity);
}

/// The entity was let go. If it is grabbed again before that is adopted, it has forgotten the way before.
pub(crate) fn let_go<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| {
        if let Some(hand) = body.hand_mut() {
            hand.sightings.clear();
        }
    });
    motion_changed::<P>(world, entity);
}

/// The entity's velocity is going, and its motion with it, unless another observer has given it one meanwhile.
pub(crate) fn velocity_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, |entity| {
        if !entity.contains::<Velocity<P>>() {
            let id = entity.id();
            take_off::<Motion<P>>(&mut entity.into_world_mut().commands(), id);
        }
    });
}

/// The entity was given a velocity: every entity with a velocity has motion.
pub(crate) fn velocity_added<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, |mut entity| {
        entity.insert_if_new(Motion::<P>::default());
    });
}

/// The entity's motion is going, and what comes with it.
pub(crate) fn motion_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, clear_away::<P>);
    motion_changed::<P>(world, entity);
}

/// Takes off what means nothing without the motion that is gone. Another observer may have given the entity another motion
/// meanwhile, or give it one now: so all is taken off at once, before that motion brings its own.
fn clear_away<P: Property>(mut entity: EntityWorldMut) {
    match entity.get::<Motion<P>>() {
        Some(motion) if motion.0.adopted => {}
        Some(_) => _ = entity.remove::<Resting<P>>(),
        // An entity that has a leader is still led, for its next motion.
        None if entity.contains::<Follow<P>>() => _ = entity.remove::<(Resting<P>, Answer<P>)>(),
        None => _ = entity.remove::<(Resting<P>, Answer<P>, Follower<P>)>(),
    }
}

/// An entity begins to follow, follows another leader, or ceases to; also while it is held, when nothing is adopted.
pub(crate) fn leader_changed<P: Property>(mut world: DeferredWorld, _: Entity) {
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.stale = true;
    }
}

/// An entity begins or ceases to move, is solved in another way, or has another parent: that matters to its followers and to its leader.
pub(crate) fn motion_changed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    let led = world.get::<Follower<P>>(entity).is_some();
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.note_change(entity, led);
    }
}

/// Notes in an entity's motion what happens to the entity now, and has it looked at by the next adoption.
///
/// A motion that was put there since the last adoption, by a rollback or as a clone, carries already what happened to it.
/// The components that are put there with it, before or after, are no news then.
fn touch<P: Property>(world: &mut DeferredWorld, entity: Entity, note: fn(&mut Body<P::Value>)) {
    let now = world.change_tick();
    let Some(adopted_at) = world.get_resource::<Worklist<P>>().map(|worklist| worklist.adopted_at) else { return };
    let Some(mut motion) = world.get_mut::<Motion<P>>(entity) else { return };
    if !motion.last_changed().is_newer_than(adopted_at, now) {
        note(&mut motion.bypass_change_detection().0);
    }
    if let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>() {
        worklist.touched.push(entity);
    }
}
