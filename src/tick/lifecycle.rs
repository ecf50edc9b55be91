//! Reactions to components that are inserted and removed, for changes that no change tick would show later.
//!
//! `plugin::register` registers each reaction for its components, with [`observe`].
//!
//! [`observe`]: super::observe::observe

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::worklist::Worklist;
use crate::{
    follow::{Follow, follower::Follower, order::FollowOrder},
    law::Fling,
    motion::{Motion, Resting, body::Body, tick_response::TickResponse},
    property::{
        Property, Velocity,
        command::{act_on, remove_component},
    },
};

/// A component of the law or of the target, or the rest tolerance, is being removed. The next Adopt visits the entity.
pub(crate) fn parameter_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |_| {});
    motion_changed::<P>(world, entity);
}

/// A rest tolerance was inserted. A smaller one may wake a resting entity.
pub(crate) fn tolerance_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |_| {});
}

/// An exponential rate was inserted, perhaps with unchanged fields. It starts at the next Adopt.
pub(crate) fn rate_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| body.make_rare().rate_pending = true);
}

/// A throw was inserted, perhaps with unchanged fields. It starts at the next Adopt.
pub(crate) fn fling_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| body.make_rare().throw_pending = true);
}

/// Limits were inserted, perhaps with unchanged fields. Moving bounds jump to them.
pub(crate) fn limits_inserted<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| {
        if let Some(contacts) = body.contacts_mut() {
            contacts.sampled.clear();
        }
    });
}

/// The entity was grabbed. A held entity neither rests nor flies, so its [`Resting`] and its [`Fling`] are removed.
pub(crate) fn grabbed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    remove_component::<Resting<P>>(&mut world.commands(), entity);
    if world.get::<Fling<P>>(entity).is_some() {
        remove_component::<Fling<P>>(&mut world.commands(), entity);
    }
    motion_changed::<P>(world, entity);
}

/// The entity was released. Its measured positions are discarded, in case it is grabbed again before the release is adopted.
pub(crate) fn released<P: Property>(mut world: DeferredWorld, entity: Entity) {
    touch::<P>(&mut world, entity, |body| {
        if let Some(grab_track) = body.grab_track_mut() {
            grab_track.points.clear();
        }
    });
    motion_changed::<P>(world, entity);
}

/// The entity's velocity is being removed. Its motion is removed as well, unless another observer inserts a new velocity meanwhile.
pub(crate) fn velocity_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, |entity| {
        if !entity.contains::<Velocity<P>>() {
            let id = entity.id();
            remove_component::<Motion<P>>(&mut entity.into_world_mut().commands(), id);
        }
    });
}

/// A velocity was inserted. Inserts a motion, because every entity with a velocity has one.
pub(crate) fn velocity_added<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, |mut entity| {
        entity.insert_if_new(Motion::<P>::default());
    });
}

/// The entity's motion is being removed. The components that depend on it are removed as well.
pub(crate) fn motion_removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    act_on(&mut world.commands(), entity, remove_leftovers::<P>);
    motion_changed::<P>(world, entity);
}

/// Removes the components that depend on the removed motion. Another observer may have inserted a new motion meanwhile, or may insert one
/// now, so all of them are removed in one command, before the new motion inserts its own.
fn remove_leftovers<P: Property>(mut entity: EntityWorldMut) {
    match entity.get::<Motion<P>>() {
        Some(motion) if motion.0.adopted => {}
        Some(_) => _ = entity.remove::<Resting<P>>(),
        // An entity with a `Follow` is still a follower: its next motion follows the same leader.
        None if entity.contains::<Follow<P>>() => _ = entity.remove::<(Resting<P>, TickResponse<P>)>(),
        None => _ = entity.remove::<(Resting<P>, TickResponse<P>, Follower<P>)>(),
    }
}

/// An entity starts or stops following, or follows another leader. Also called while the entity is held, when nothing is adopted.
pub(crate) fn leader_changed<P: Property>(mut world: DeferredWorld, _: Entity) {
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.stale = true;
    }
}

/// An entity starts or stops moving, needs another kind of solution, or has another parent. This affects its followers, and the entity
/// itself if it is a follower.
pub(crate) fn motion_changed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    let is_follower = world.get::<Follower<P>>(entity).is_some();
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.note_change(entity, is_follower);
    }
}

/// Applies `note` to the entity's motion, and makes the next Adopt visit the entity.
///
/// If a rollback or a clone has replaced the motion since the last Adopt, `note` is not applied: the motion already includes everything
/// that happened to it, and the other components come from the same source.
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
