//! What is noticed as it happens, because no change mark tells it later: components put on and taken off.

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut},
    entity::Entity,
    lifecycle::{Add, Insert, Remove},
    observer::On,
    system::{Commands, ResMut},
    world::{DeferredWorld, World},
};

use super::worklist::Worklist;
use crate::{
    follow::{Follow, Target, follower::Follower, order::FollowOrder},
    law::{AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring},
    motion::{Held, Motion, RestTolerance, Resting, answer::Answer, body::Body},
    property::{Property, Velocity},
};

/// What makes the law, the target, or what is near enough to it.
type Parameter<P> = (
    Spring<P>,
    AxisSprings<P>,
    Friction<P>,
    Gravity<P>,
    ExponentialRate<P>,
    Pace<P>,
    Target<P>,
    Follow<P>,
    RestTolerance<P>,
);

/// Observer: the entity's next adoption sees what is gone.
pub(crate) fn parameter_removed<P: Property>(removed: On<Remove, Parameter<P>>, mut world: DeferredWorld) {
    touch::<P>(&mut world, removed.entity, |_| {});
    motion_changed::<P>(&mut world, removed.entity);
}

/// Observer: another tolerance may wake who rests.
pub(crate) fn tolerance_inserted<P: Property>(inserted: On<Insert, RestTolerance<P>>, mut world: DeferredWorld) {
    touch::<P>(&mut world, inserted.entity, |_| {});
}

/// Observer: an exponential rate was inserted, perhaps the same one again. It begins when the entity is next adopted.
pub(crate) fn rate_inserted<P: Property>(inserted: On<Insert, ExponentialRate<P>>, mut world: DeferredWorld) {
    touch::<P>(&mut world, inserted.entity, |body| body.make_cold().begins = true);
}

/// Observer: it was grabbed. In the hand nothing rests.
pub(crate) fn grabbed<P: Property>(added: On<Add, Held<P>>, mut world: DeferredWorld) {
    world.commands().entity(added.entity).try_remove::<Resting<P>>();
    motion_changed::<P>(&mut world, added.entity);
}

/// Observer: it was let go. Grabbed again before that is taken in, it has forgotten the way before.
pub(crate) fn let_go<P: Property>(removed: On<Remove, Held<P>>, mut world: DeferredWorld) {
    touch::<P>(&mut world, removed.entity, |body| {
        if let Some(hand) = body.hand_mut() {
            hand.sightings.clear();
        }
    });
    motion_changed::<P>(&mut world, removed.entity);
}

/// Observer: somebody begins to move, or is solved in another way.
pub(crate) fn motion_added<P: Property>(added: On<Add, (Motion<P>, AxisSprings<P>)>, mut world: DeferredWorld) {
    motion_changed::<P>(&mut world, added.entity);
}

/// Observer: the entity's velocity is going, and its motion with it, unless another observer has given it one meanwhile.
pub(crate) fn velocity_removed<P: Property>(removed: On<Remove, Velocity<P>>, mut commands: Commands) {
    let entity = removed.entity;
    commands.queue(move |world: &mut World| {
        if world.get::<Velocity<P>>(entity).is_none() {
            world.commands().entity(entity).try_remove::<Motion<P>>();
        }
    });
}

/// Observer: the entity's motion is going, and what comes with it.
pub(crate) fn motion_removed<P: Property>(removed: On<Remove, Motion<P>>, mut world: DeferredWorld) {
    let entity = removed.entity;
    world.commands().queue(move |world: &mut World| clear_away::<P>(entity, world));
    motion_changed::<P>(&mut world, entity);
}

/// Takes off what is nothing without the motion that is gone. Another observer may have given it another one meanwhile.
fn clear_away<P: Property>(entity: Entity, world: &mut World) {
    let motion = world.get::<Motion<P>>(entity);
    let (is_gone, is_new) = (motion.is_none(), motion.is_none_or(|motion| !motion.0.adopted));
    // Who has a leader is still led, for the next motion.
    let follows = world.get::<Follow<P>>(entity).is_some();
    let mut commands = world.commands();
    let Ok(mut entity) = commands.get_entity(entity) else { return };
    if is_new {
        entity.try_remove::<Resting<P>>();
    }
    if is_gone {
        entity.try_remove::<Answer<P>>();
        if !follows {
            entity.try_remove::<Follower<P>>();
        }
    }
}

/// Observer: somebody begins to follow, or follows another one; also in the hand, where nothing is adopted.
pub(crate) fn follower_inserted<P: Property>(
    _: On<Insert, (Follower<P>, Follow<P>)>,
    mut followers: ResMut<FollowOrder<P>>,
) {
    followers.stale = true;
}

/// Observer: somebody ceases to follow.
pub(crate) fn follower_removed<P: Property>(_: On<Remove, Follower<P>>, mut followers: ResMut<FollowOrder<P>>) {
    followers.stale = true;
}

/// Somebody began or ceased to move, which matters to who follows and to who is followed.
fn motion_changed<P: Property>(world: &mut DeferredWorld, entity: Entity) {
    let led = world.get::<Follower<P>>(entity).is_some();
    if let Some(mut followers) = world.get_resource_mut::<FollowOrder<P>>() {
        followers.note_change(entity, led);
    }
}

/// Notes in an entity's motion what happens to the entity now, and has it looked at by the next adoption.
///
/// A motion that was put there since the last adoption, by a rollback or as a clone, carries already what happened to it.
/// The components that are put there with it, before or after, are no news then.
fn touch<P: Property>(world: &mut DeferredWorld, entity: Entity, note: impl FnOnce(&mut Body<P::Value>)) {
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
