//! Lets components be read and written as of an instant inside a tick.

use bevy::prelude::*;

use super::{component::Sequence, due::Due, progress::Progress};
use crate::{
    follow::{
        order::{FollowOrder, order},
        restart::restart_followers,
    },
    motion::{Motion, Resting, clock::Clock},
    path::response_cache::ResponseCache,
    property::{Property, Velocity, disabling::WithDisabled},
    tick::{adopt::adopt, measure::now, refresh::refresh_stale, worklist::Worklist},
};

/// Runs a system in the midst of another.
pub(super) fn run<I, O, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> Option<O>
where
    I: SystemInput + 'static,
    O: 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    world.run_system_cached_with(system, input).ok()
}

/// Lets a sequence that has not begun yet begin at this instant.
pub(super) fn begin_at<P: Property>(world: &mut World, Due { entity, instant, .. }: Due) {
    let Ok(mut found) = world.get_entity_mut(entity) else { return };
    let Some(motion) = found.get::<Motion<P>>() else { return };
    let (start, velocity) = (motion.0.state.value(), motion.0.state.tangent());
    let progress = Progress::new(start, velocity, instant, motion.0.time_scale());
    if let Some(mut sequence) = found.get_mut::<Sequence<P>>() {
        sequence.bypass_change_detection().progress.get_or_insert(progress);
    }
}

/// Writes the state at an instant (s after the last tick) to the entity's components, for observers.
pub(super) fn show_at<P: Property>(world: &mut World, entity: Entity, instant: f64) {
    let mut motions =
        world.query_filtered::<(&mut Motion<P>, &mut P::Component, &mut Velocity<P>), Without<Resting<P>>>();
    let Ok((mut motion, mut component, mut velocity)) = motions.get_mut(world, entity) else { return };
    let body = &mut motion.bypass_change_detection().0;
    let before = body.state;
    body.restart(instant, &mut ResponseCache::default());
    let state = body.state;
    body.moved |= state != before;
    body.write_marked(&state, instant, &mut component, &mut velocity);
}

/// The time (s) of an instant (s after the last tick) of the running tick.
pub(super) fn time_at<P: Property>(world: &World, instant: f64) -> f64 {
    let clock = world.resource::<Clock<P>>();
    let Some(time) = world.get_resource::<Time>() else { return instant };
    now(clock, time, world.get_resource::<Time<Real>>()).as_secs_f64() - clock.h + instant
}

/// Lets Adopt adopt what has been written to this entity, as of this instant.
pub(super) fn adopt_at<P: Property>(world: &mut World, due: Due) {
    run(world, set_instant::<P>, due);
    let written_at = core::mem::replace(&mut world.resource_mut::<Clock<P>>().written_at, due.instant);
    run(world, adopt::<P>, ());
    if world.resource::<FollowOrder<P>>().stale {
        run(world, order::<P>, ());
    }
    run(world, restart_followers::<P>, ());
    world.resource_mut::<Clock<P>>().written_at = written_at;
    run(world, refresh_stale::<P>, ());
}

fn set_instant<P: Property>(
    In(Due { entity, instant, .. }): In<Due>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: WithDisabled<&'static mut Motion<P>>,
) {
    if let Ok(mut motion) = motions.get_mut(entity) {
        motion.bypass_change_detection().0.make_rare().acts_at = Some(instant);
        worklist.written.push(entity);
    }
}
