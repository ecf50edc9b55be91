//! Adopts what user code has written. A write starts a new segment of the motion, at the instant from which the write acts. Anything that
//! differs from what the plugin last wrote is a write.

mod adopt_writes;
mod fields;
mod input;

use alloc::{format, vec::Vec};

use bevy::{diagnostic::FrameCount, ecs::system::SystemChangeTick, prelude::*};

pub(crate) use fields::kicked;
pub(crate) use input::Input;

use super::{
    complete::apply_request,
    emit::report,
    observe::DisablingObserved,
    repeated_writes::{Moment, warn_of_overwriting, warn_of_retargeting},
    snap::insert_fling,
    worklist::Worklist,
};
use crate::{
    engine::found,
    follow::{follower::Follower, order::FollowOrder},
    law::invalid::Invalid,
    motion::{Grabbed, Motion, Resting, clock::Clock, resting::wake, target},
    path::response_cache::ResponseCache,
    property::{Property, command::insert_default},
    space::zero,
};

/// The components of an entity that Adopt reads or changes.
pub(crate) type Adoptable<P> = (NameOrEntity, Input<P>, &'static mut Motion<P>, Has<Follower<P>>, Has<Resting<P>>);

/// Adopts what other systems wrote. A write acts from the instant at which the plugin last wrote the entity's value.
pub(crate) fn adopt<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut entities: Query<Adoptable<P>, Without<Grabbed<P>>>,
    frames: Option<Res<FrameCount>>,
    ticks: SystemChangeTick,
    _: Local<DisablingObserved>,
    mut commands: Commands,
) {
    let now = Moment { frame: frames.map_or(worklist.tick, |frames| frames.0), tick: worklist.tick };
    let adopted_at = core::mem::replace(&mut worklist.adopted_at, ticks.this_run());
    let mut cache = ResponseCache::default();
    // Entities whose new `Fling` is not inserted yet. Adopting one of them again would look as if the fling had been removed.
    let mut thrown = Vec::new();
    let written = core::mem::take(&mut worklist.written);
    let mut written = entities.iter_many_mut(written);
    while let Some(next) = written.fetch_next() {
        let Some((name, input, mut motion, is_follower, resting)) = found(next) else { continue };
        if thrown.contains(&name.entity) {
            continue;
        }
        let restored = motion.last_changed().is_newer_than(adopted_at, ticks.this_run());
        let body = &mut motion.bypass_change_detection().0;
        if !body.adopted && P::awaits(&input.component).is_some() {
            // The value is not there yet. When it is written, the entity is visited again.
            continue;
        }
        worklist.to_refresh.push(name.entity);
        followers.stale |= restored && body.adopted;
        let adoption = input.prepare(body, &clock, restored, resting);
        if (target::has_path(body) || input.follow.is_some()) && !is_follower {
            // The entity's target moves, and the entity is not a follower yet: the target has started to move, or the entity is new, cloned
            // or loaded.
            insert_default::<Follower<P>>(&mut commands, name.entity);
            followers.stale = true;
        }
        if restored && resting && (body.moved || body.woken || body.state.velocity != zero()) {
            // A motion in flight was inserted on a resting entity.
            wake::<P>(name.entity, body, &mut commands);
        }
        let mut report = |invalid: Invalid| report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        let adopted = input.adopt_writes(body, adoption, is_follower, &mut cache, &mut report);
        if body.has_unreported_contacts() {
            worklist.reached.push(name.entity);
        }
        let Some(adopted) = adopted else { continue };
        if adopted.overwritten && worklist.repeated_writes.count_overwrite(name.entity, now) {
            warn_later(name.entity, warn_of_overwriting::<P>, &mut commands);
        }
        if adopted.retargeted && !P::TARGET_IS_COMPUTED && worklist.repeated_writes.count_retarget(name.entity, now) {
            warn_later(name.entity, warn_of_retargeting::<P>, &mut commands);
        }
        followers.needs_restart = true;
        followers.stale |= adopted.invalidates_order;
        if adopted.teleported {
            followers.note_teleport(name.entity);
        }
        if adopted.chose_landing {
            insert_fling::<P>(&input.parameters, name.entity, body, &mut commands);
            thrown.push(name.entity);
        }
        if resting {
            wake::<P>(name.entity, body, &mut commands);
        }
    }
    // Requests come after all writes, which may include a new target or a new timed move.
    for (entity, request) in core::mem::take(&mut worklist.requests) {
        let Ok((_, input, mut motion, _, resting)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let is_at_its_end = resting && !body.woken;
        if is_at_its_end || !body.adopted {
            continue;
        }
        body.restart(clock.acts_at(input.presentation.as_deref()), &mut cache);
        apply_request(body, request, P::get(&input.component), input.rest_tolerance(), &mut cache);
        worklist.to_refresh.push(entity);
        if body.has_unreported_contacts() {
            worklist.reached.push(entity);
        }
        followers.needs_restart = true;
        followers.note_teleport(entity);
    }
}

fn warn_later(entity: Entity, warn: fn(&mut World, Entity), commands: &mut Commands) {
    commands.queue(move |world: &mut World| warn(world, entity));
}
