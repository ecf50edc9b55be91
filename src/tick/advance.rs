//! Advances all moving entities to the end of a tick, and writes their values and velocities.

use alloc::{boxed::Box, vec::Vec};

use bevy::{ecs::system::SystemChangeTick, prelude::*};

use super::{
    columns::{BLOCK, Columns, Moving, Row, RowSet, for_each_chunk},
    emit::emit,
    measure::now,
    worklist::Worklist,
};
use crate::{
    events::{Finished, TimedMove},
    follow::{leader_path::LeaderPaths, order::FollowOrder},
    law::{ExponentialRate, Fling, rate::Rate, throw::Throw},
    motion::{
        Grabbed, Motion,
        apply_law::is_rate_unfinished,
        body::Body,
        bounds::{has_ended_throw, is_turned_by_dry_friction, take_ended_throw},
        clock::Clock,
        fault::Fault,
        plain::evolve_together,
        rest::may_be_slow,
        step::Step,
    },
    path::{contact::Ended, ending::Ending, response_cache::ResponseCache},
    property::{
        Property,
        command::{BoxedCommand, act_on},
    },
    space::{PRESENTABLE_SQUARES, Space},
};

/// What remains to be reported or done after all entities of a chunk have been advanced.
#[derive(Default)]
struct Outbox<V: Space> {
    /// Entities that are slow enough to be at rest.
    slow: Vec<Entity>,
    /// Entities that have reached a limit.
    reached: Vec<Entity>,
    /// Entities whose dry friction has become unsolvable, or solvable again. The next Adopt reports the change.
    dry_friction_changed: Vec<Entity>,
    /// Entities whose throw is over, how it ended, and where and when it landed.
    ended_throws: Vec<(Entity, Ended, Option<Ending<V>>)>,
    /// Timed moves that are over. Their entities are refreshed.
    finished: Vec<(Entity, Ending<V>)>,
}

/// Advances every moving entity to the end of the tick, where its next segment starts.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    (time, real): (Option<Res<Time>>, Option<Res<Time<Real>>>),
    followers: Res<FollowOrder<P>>,
    moving: Moving<P>,
    mut worklist: ResMut<Worklist<P>>,
    mut held: Query<&mut Motion<P>, With<Grabbed<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    clock.write_ticks[0] = ticks.this_run();
    worklist.slow.clear();
    worklist.tick = worklist.tick.wrapping_add(1);
    let outboxes =
        for_each_chunk(moving, ticks.this_run(), |columns, outbox| advance_chunk(columns, h, &followers.paths, outbox));
    let (finished, ended_throws) = drain_outboxes(outboxes, &mut worklist);
    if !(finished.is_empty() && ended_throws.is_empty()) {
        let now = time.map_or(0.0, |time| now(&clock, &time, real.as_deref()).as_secs_f64());
        let began = now - h;
        for (entity, ended, landing) in ended_throws {
            end_throw::<P>(&mut commands, entity, ended, landing, began);
        }
        for (entity, ending) in finished {
            worklist.to_refresh.push(entity);
            let finished = finished_event::<P>(entity, &ending, began);
            let later: BoxedCommand = Box::new(move |world| finish(world, finished));
            commands.queue(later);
        }
    }
    for mut motion in &mut held {
        let body = &mut motion.bypass_change_detection().0;
        if let Some(grab_track) = body.grab_track_mut() {
            grab_track.pass(h);
            body.set_start(0.0);
        }
    }
}

/// Returns the timed moves that are over and the throws that have ended. Everything else is moved to the worklist.
fn drain_outboxes<P: Property>(
    outboxes: Vec<Outbox<P::Value>>,
    worklist: &mut Worklist<P>,
) -> (Vec<(Entity, Ending<P::Value>)>, Vec<(Entity, Ended, Option<Ending<P::Value>>)>) {
    let (mut finished, mut ended_throws) = (Vec::new(), Vec::new());
    for outbox in outboxes {
        worklist.slow.extend(outbox.slow);
        worklist.reached.extend(outbox.reached);
        worklist.touched.extend(outbox.dry_friction_changed);
        finished.extend(outbox.finished);
        ended_throws.extend(outbox.ended_throws);
    }
    // Sorted by entity, so that the order of events does not depend on the tables.
    finished.sort_by_key(|(entity, _): &(Entity, _)| entity.index_u32());
    ended_throws.sort_by_key(|(entity, ..): &(Entity, _, _)| entity.index_u32());
    (finished, ended_throws)
}

fn advance_chunk<P: Property>(
    columns: Columns<P>,
    h: f64,
    paths: &LeaderPaths<P::Value>,
    outbox: &mut Outbox<P::Value>,
) {
    let mut cache = ResponseCache::default();
    let mut together = Vec::new();
    for mut block in columns.blocks(BLOCK) {
        let tolerance = block.tolerance();
        // All paths are set before any step is taken, so that setting a path does not wait for another entity's step.
        block.apply_leader_paths(paths, h, &mut cache);
        let propagator = |index: usize, body: &Body<P::Value>| block.responses[index].propagator(body.k, body.c);
        evolve_together(block.motions, h, propagator, &mut together);
        let mut others = RowSet::default();
        block.rows().enumerate().for_each(|(index, mut row)| {
            let body = &mut *row.body;
            let has_clear_tick = body.has_clear_tick();
            if !has_clear_tick {
                others.insert(index);
            }
            if !(body.adopted && has_clear_tick) {
                return;
            }
            let (k, c) = (body.k, body.c);
            let state = together.get(index).copied().unwrap_or_else(|| body.evolved(h, row.response.propagator(k, c)));
            let squares = P::Value::squares(&state);
            // Also false for NaN.
            let is_within = squares < PRESENTABLE_SQUARES;
            if !is_within {
                others.insert(index);
                return;
            }
            if !body.moved {
                body.moved = state != body.state;
            }
            body.state = state;
            body.pass_clear_tick();
            row.write_plain(&state, 0.0);
            if may_be_slow(&state, squares, k, c, tolerance(index)) {
                outbox.slow.push(row.entity);
            }
        });
        // In a separate loop, so that the loop above calls no function.
        for index in others {
            if let Some(row) = block.row(index).filter(|row| row.body.adopted) {
                advance_one(row, h, tolerance(index), &mut cache, outbox);
            }
        }
    }
}

/// Slow path: advances one entity that the fast loop cannot advance, because its target moves, it may meet a bound or another event in this
/// tick, or it is too far from the origin.
#[inline(never)]
fn advance_one<P: Property>(
    mut row: Row<P>,
    h: f64,
    tolerance: f64,
    cache: &mut ResponseCache,
    outbox: &mut Outbox<P::Value>,
) {
    let step = row.body.step_over(h);
    if step != Step::Path {
        if !row.body.step(step, h, row.response, cache) {
            return;
        }
        let state = row.body.state;
        row.write_after(step, &state, 0.0);
        if step == Step::Free && P::STORES_EXACTLY {
            row.body.find_clear_ticks(h);
        }
        if row.body.may_rest(tolerance) {
            outbox.slow.push(row.entity);
        }
        return;
    }
    // A throw may also have ended before the tick: a write has broken it off, or it was over before it began.
    let ended_before = take_ended_throw(row.body);
    let is_passed = row.body.step(step, h, row.response, cache);
    if row.body.has_unreported_contacts() {
        outbox.reached.push(row.entity);
    }
    // The end of a throw that a correction may undo is reported after the correction.
    let ended = if row.body.is_guessed() {
        outbox.reached.extend(has_ended_throw(row.body).then_some(row.entity));
        ended_before
    } else {
        take_ended_throw(row.body).or(ended_before)
    };
    outbox.ended_throws.extend(ended.map(|(ended, landing)| (row.entity, ended, landing)));
    if let Some(rare) = row.body.rare_mut() {
        let finished = core::mem::take(&mut rare.finished);
        outbox.finished.extend(finished.into_iter().map(|ending| (row.entity, ending)));
    }
    if !is_passed {
        return;
    }
    if is_turned_by_dry_friction(row.body) != Fault::DryFriction.is_noted(row.body.faults) {
        outbox.dry_friction_changed.push(row.entity);
    }
    let state = row.body.state;
    row.write(&state, 0.0);
    if row.body.may_rest(tolerance) {
        outbox.slow.push(row.entity);
    }
    row.body.drop_idle();
}

/// The event for a timed move that has ended in a tick. `began` is the time (s) at which the tick began.
pub(crate) fn finished_event<P: Property>(entity: Entity, ending: &Ending<P::Value>, began: f64) -> Finished<P> {
    let Ending { of: kind, instant, state } = ending;
    Finished { entity, kind: *kind, time: began + instant, value: state.value(), velocity: state.tangent() }
}

/// Removes a fling that is over, and triggers [`Finished`] if it has landed. `began` is the time (s) at which the tick began.
pub(crate) fn end_throw<P: Property>(
    commands: &mut Commands,
    entity: Entity,
    ended: Ended,
    landing: Option<Ending<P::Value>>,
    began: f64,
) {
    let landing = landing.filter(|_| ended == Ended::Landed);
    let Some(landing) = landing else {
        act_on(commands, entity, |mut entity| remove_fling::<P>(&mut entity));
        return;
    };
    let finished = finished_event::<P>(entity, &landing, began);
    let later: BoxedCommand = Box::new(move |world| {
        if let Ok(mut entity) = world.get_entity_mut(entity) {
            remove_fling::<P>(&mut entity);
        }
        emit(world, finished);
    });
    commands.queue(later);
}

/// Removes a fling that is over, unless it was inserted or changed since: then it is a new throw.
pub(super) fn remove_fling<P: Property>(entity: &mut EntityWorldMut) {
    let fling = entity.get::<Fling<P>>().map(Throw::of);
    let known = entity.get::<Motion<P>>().and_then(|motion| {
        let rare = motion.0.rare().filter(|rare| !rare.throw_pending)?;
        rare.contacts.as_ref()?.thrown
    });
    if fling.is_some() && fling == known {
        entity.remove::<Fling<P>>();
    }
}

/// Triggers [`Finished`], and removes an exponential rate that is over. A rate that was inserted or changed since is kept, because it is
/// not over yet. A throw is not removed here: another throw may have replaced the one that is over.
pub(crate) fn finish<P: Property>(world: &mut World, finished: Finished<P>) {
    if let Ok(mut entity) = world.get_entity_mut(finished.entity)
        && finished.kind == TimedMove::ExponentialRate
    {
        remove_finished_rate::<P>(&mut entity);
    }
    emit(world, finished);
}

/// Removes an exponential rate that is over.
pub(crate) fn remove_finished_rate<P: Property>(entity: &mut EntityWorldMut) {
    let rate = entity.get::<ExponentialRate<P>>().map(Rate::of);
    let is_rate_unfinished = |motion: &Motion<P>| rate.is_some_and(|rate| is_rate_unfinished(&motion.0, &rate));
    if !entity.get::<Motion<P>>().is_some_and(is_rate_unfinished) {
        entity.remove::<ExponentialRate<P>>();
    }
}
