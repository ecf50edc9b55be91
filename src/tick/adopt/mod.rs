//! Writes adopted: whatever differs from what was last written starts a new segment, at the instant it acts from.

mod fields;
mod input;
mod take_in;

use alloc::{format, vec::Vec};

use bevy::{diagnostic::FrameCount, ecs::system::SystemChangeTick, prelude::*};

pub(crate) use fields::kicked;
pub(crate) use input::Input;

use super::{
    complete::fulfil,
    habits::{Moment, warn_of_overwriting, warn_of_retargeting},
    observe::DisablingObserved,
    snap::give_fling,
    tell::report,
    worklist::Worklist,
};
use crate::{
    engine::found,
    follow::{follower::Follower, order::FollowOrder},
    law::invalid::Invalid,
    motion::{Held, Motion, Resting, clock::Clock, led, resting::wake},
    path::response_cache::ResponseCache,
    property::{Property, command::give},
    space::zero,
};

/// An entity whose writes are adopted, and what is known of it.
pub(crate) type Adoptable<P> = (NameOrEntity, Input<P>, &'static mut Motion<P>, Has<Follower<P>>, Has<Resting<P>>);

/// Adopts what other systems wrote: it acts from the instant at which the world's values were last written.
pub(crate) fn adopt<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut entities: Query<Adoptable<P>, Without<Held<P>>>,
    frames: Option<Res<FrameCount>>,
    ticks: SystemChangeTick,
    _: Local<DisablingObserved>,
    mut commands: Commands,
) {
    let now = Moment { frame: frames.map_or(worklist.tick, |frames| frames.0), tick: worklist.tick };
    let adopted_at = core::mem::replace(&mut worklist.adopted_at, ticks.this_run());
    let mut cache = ResponseCache::default();
    // Entities whose new throw is still to be inserted: adopted again before that, they would seem to have lost it.
    let mut thrown = Vec::new();
    let written = core::mem::take(&mut worklist.written);
    let mut written = entities.iter_many_mut(written);
    while let Some(next) = written.fetch_next() {
        let Some((name, input, mut motion, led, resting)) = found(next) else { continue };
        if thrown.contains(&name.entity) {
            continue;
        }
        let put_back = motion.last_changed().is_newer_than(adopted_at, ticks.this_run());
        let body = &mut motion.bypass_change_detection().0;
        if !body.adopted && P::awaits(&input.component).is_some() {
            // The write of its first value brings it here again.
            continue;
        }
        worklist.to_refresh.push(name.entity);
        followers.stale |= put_back && body.adopted;
        let taking = input.make_ready(body, &clock, put_back, resting);
        if (led::has_path(body) || input.follow.is_some()) && !led {
            // Its target moves and is not sampled yet: it began to move, was cloned or loaded, or the motion is new.
            give::<Follower<P>>(&mut commands, name.entity);
            followers.stale = true;
        }
        if put_back && resting && (body.moved || body.woken || body.state.velocity != zero()) {
            // A motion in flight was put onto an entity that rests.
            wake::<P>(name.entity, body, &mut commands);
        }
        let mut report = |invalid: Invalid| report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        let taken = input.take_in(body, taking, led, &mut cache, &mut report);
        if body.has_reached() {
            worklist.reached.push(name.entity);
        }
        let Some(taken) = taken else { continue };
        if taken.overwritten && worklist.habits.overwrites(name.entity, now) {
            warn_later(name.entity, warn_of_overwriting::<P>, &mut commands);
        }
        if taken.retargeted && !P::TARGET_IS_COMPUTED && worklist.habits.retargets(name.entity, now) {
            warn_later(name.entity, warn_of_retargeting::<P>, &mut commands);
        }
        followers.unsettled = true;
        followers.stale |= taken.leads_elsewhere;
        if taken.jumps {
            followers.note_jump(name.entity);
        }
        if taken.snaps {
            give_fling::<P>(&input.parameters, name.entity, body, &mut commands);
            thrown.push(name.entity);
        }
        if resting {
            wake::<P>(name.entity, body, &mut commands);
        }
    }
    // After what was written, which may be a new target or a new move.
    for (entity, request) in core::mem::take(&mut worklist.requests) {
        let Ok((_, input, mut motion, _, resting)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let is_at_its_end = resting && !body.woken;
        if is_at_its_end || !body.adopted {
            continue;
        }
        body.restart(clock.acts_at(input.present_as.as_deref()), &mut cache);
        fulfil(body, request, P::get(&input.component), input.rest_tolerance(), &mut cache);
        worklist.to_refresh.push(entity);
        if body.has_reached() {
            worklist.reached.push(entity);
        }
        followers.unsettled = true;
        followers.note_jump(entity);
    }
}

fn warn_later(entity: Entity, warn: fn(&mut World, Entity), commands: &mut Commands) {
    commands.queue(move |world: &mut World| warn(world, entity));
}
