//! The one writer of position and velocity at a tick.

use alloc::{boxed::Box, vec::Vec};

use bevy::{ecs::system::SystemChangeTick, prelude::*};

use super::{
    columns::{BLOCK, Columns, Marked, Moving, Row, for_each_chunk},
    measure::now,
    tell::tell,
    worklist::Worklist,
};
use crate::{
    events::{Finished, TimedMove},
    follow::{leader_path::LeaderPaths, order::FollowOrder},
    law::{ExponentialRate, Fling, rate::Rate, throw::Throw},
    motion::{
        Held, Motion,
        body::Body,
        bounds::{has_ended_throw, is_turned_by_dry_friction, take_ended_throw},
        clock::Clock,
        fault::Fault,
        obey::is_to_play,
        plain::answer_together,
        rest::may_be_slow,
        step::Step,
    },
    path::{contact::Ended, ending::Ending, response_cache::ResponseCache},
    property::{
        Property,
        command::{Later, act_on},
    },
    space::{FAR, Space},
};

/// What is to be told or done when all entities have been advanced.
#[derive(Default)]
struct Outbox<V: Space> {
    /// Entities slow enough to be at rest.
    slow: Vec<Entity>,
    /// Entities that have reached a limit.
    reached: Vec<Entity>,
    /// Entities whose dry friction cannot be solved any more, or can be again: the next adoption notes that.
    turned: Vec<Entity>,
    /// Entities whose throw is over, how it ended, and where it landed.
    landed: Vec<(Entity, Ended, Option<Ending<V>>)>,
    /// Timed moves that are over, whose entities are to be refreshed.
    finished: Vec<(Entity, Ending<V>)>,
}

/// Evaluates every segment at the tick's end, where it begins anew.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    (time, real): (Option<Res<Time>>, Option<Res<Time<Real>>>),
    followers: Res<FollowOrder<P>>,
    moving: Moving<P>,
    mut worklist: ResMut<Worklist<P>>,
    mut held: Query<&mut Motion<P>, With<Held<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    clock.written_by[0] = ticks.this_run();
    worklist.slow.clear();
    worklist.tick = worklist.tick.wrapping_add(1);
    let outboxes =
        for_each_chunk(moving, ticks.this_run(), |columns, outbox| advance_chunk(columns, h, &followers.paths, outbox));
    let (finished, landed) = empty(outboxes, &mut worklist);
    if !(finished.is_empty() && landed.is_empty()) {
        let now = time.map_or(0.0, |time| now(&clock, &time, real.as_deref()).as_secs_f64());
        let began = now - h;
        for (entity, ended, landing) in landed {
            end_throw::<P>(&mut commands, entity, ended, landing, began);
        }
        for (entity, ending) in finished {
            worklist.to_refresh.push(entity);
            let finished = finished_by::<P>(entity, &ending, began);
            let later: Later = Box::new(move |world| finish(world, finished));
            commands.queue(later);
        }
    }
    for mut motion in &mut held {
        let body = &mut motion.bypass_change_detection().0;
        if let Some(hand) = body.hand_mut() {
            hand.pass(h);
            body.set_start(0.0);
        }
    }
}

/// The timed moves that are over, and the throws that have ended; all other notes go to the worklist.
fn empty<P: Property>(
    outboxes: Vec<Outbox<P::Value>>,
    worklist: &mut Worklist<P>,
) -> (Vec<(Entity, Ending<P::Value>)>, Vec<(Entity, Ended, Option<Ending<P::Value>>)>) {
    let (mut finished, mut landed) = (Vec::new(), Vec::new());
    for outbox in outboxes {
        worklist.slow.extend(outbox.slow);
        worklist.reached.extend(outbox.reached);
        worklist.touched.extend(outbox.turned);
        finished.extend(outbox.finished);
        landed.extend(outbox.landed);
    }
    // By entity, so that the order of what is told does not depend on the tables.
    finished.sort_by_key(|(entity, _): &(Entity, _)| entity.index_u32());
    landed.sort_by_key(|(entity, ..): &(Entity, _, _)| entity.index_u32());
    (finished, landed)
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
        // All paths first, so that no path waits for the step before it.
        block.lead(paths, h, &mut cache);
        let propagator = |index: usize, body: &Body<P::Value>| block.answers[index].propagator(body.k, body.c);
        answer_together(block.motions, h, propagator, &mut together);
        let mut others = Marked::default();
        block.rows().enumerate().for_each(|(index, mut row)| {
            let body = &mut *row.body;
            let is_calm = body.is_calm();
            if !is_calm {
                others.mark(index);
            }
            if !(body.adopted && is_calm) {
                return;
            }
            let (k, c) = (body.k, body.c);
            let state = together.get(index).copied().unwrap_or_else(|| body.answered(h, row.answer.propagator(k, c)));
            let squares = P::Value::squares(&state);
            // NaN is not within either.
            let is_within = squares < FAR;
            if !is_within {
                others.mark(index);
                return;
            }
            if !body.moved {
                body.moved = state != body.state;
            }
            body.state = state;
            body.pass_calm_tick();
            row.write_plain(&state, 0.0);
            if may_be_slow(&state, squares, k, c, tolerance(index)) {
                outbox.slow.push(row.entity);
            }
        });
        // Apart, so that the loop above calls no function.
        for index in others {
            if let Some(row) = block.row(index).filter(|row| row.body.adopted) {
                advance_one(row, h, tolerance(index), &mut cache, outbox);
            }
        }
    }
}

/// Advances one entity that is not calm, or is too far away for the loop over calm ones.
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
        if !row.body.step(step, h, row.answer, cache) {
            return;
        }
        let state = row.body.state;
        row.write_after(step, &state, 0.0);
        if step == Step::Free && P::STORES_EXACTLY {
            row.body.look_ahead(h);
        }
        if row.body.may_rest(tolerance) {
            outbox.slow.push(row.entity);
        }
        return;
    }
    // A throw may also have ended before the tick: broken off by a write, or over before it began.
    let ended_before = take_ended_throw(row.body);
    let is_passed = row.body.step(step, h, row.answer, cache);
    if row.body.has_reached() {
        outbox.reached.push(row.entity);
    }
    // What a correction may undo is told after the correction.
    let ended = if row.body.is_guessed() {
        outbox.reached.extend(has_ended_throw(row.body).then_some(row.entity));
        ended_before
    } else {
        take_ended_throw(row.body).or(ended_before)
    };
    outbox.landed.extend(ended.map(|(ended, landing)| (row.entity, ended, landing)));
    if let Some(cold) = row.body.cold_mut() {
        let finished = core::mem::take(&mut cold.finished);
        outbox.finished.extend(finished.into_iter().map(|ending| (row.entity, ending)));
    }
    if !is_passed {
        return;
    }
    if is_turned_by_dry_friction(row.body) != Fault::DryFriction.is_noted(row.body.faults) {
        outbox.turned.push(row.entity);
    }
    let state = row.body.state;
    row.write(&state, 0.0);
    if row.body.may_rest(tolerance) {
        outbox.slow.push(row.entity);
    }
    row.body.drop_idle();
}

/// What is reported of a timed move that is over, in a tick that `began` at this time (s).
fn finished_by<P: Property>(entity: Entity, ending: &Ending<P::Value>, began: f64) -> Finished<P> {
    let Ending { of: kind, instant, state } = ending;
    Finished { entity, kind: *kind, time: began + instant, value: state.value(), velocity: state.tangent() }
}

/// Takes off a fling that is over; if it has landed, in a tick that `began` at this time (s), that is reported.
pub(super) fn end_throw<P: Property>(
    commands: &mut Commands,
    entity: Entity,
    ended: Ended,
    landing: Option<Ending<P::Value>>,
    began: f64,
) {
    let landing = landing.filter(|_| ended == Ended::Landed);
    let Some(landing) = landing else {
        act_on(commands, entity, |mut entity| take_off_fling::<P>(&mut entity));
        return;
    };
    let finished = finished_by::<P>(entity, &landing, began);
    let later: Later = Box::new(move |world| {
        if let Ok(mut entity) = world.get_entity_mut(entity) {
            take_off_fling::<P>(&mut entity);
        }
        tell(world, finished);
    });
    commands.queue(later);
}

/// Takes off a fling that is over, unless it was inserted or changed since: then it is another one.
pub(super) fn take_off_fling<P: Property>(entity: &mut EntityWorldMut) {
    let fling = entity.get::<Fling<P>>().map(Throw::of);
    let known = entity.get::<Motion<P>>().and_then(|motion| {
        let cold = motion.0.cold().filter(|cold| !cold.throws)?;
        cold.contacts.as_ref()?.thrown
    });
    if fling.is_some() && fling == known {
        entity.remove::<Fling<P>>();
    }
}

/// Takes off an exponential rate that is over, and reports it. A rate that was inserted or changed since is another one, still to be played,
/// and stays; so does a throw that has replaced the one that is over.
fn finish<P: Property>(world: &mut World, finished: Finished<P>) {
    if let Ok(mut entity) = world.get_entity_mut(finished.entity)
        && finished.kind == TimedMove::ExponentialRate
    {
        let rate = entity.get::<ExponentialRate<P>>().map(Rate::of);
        let is_to_play = |motion: &Motion<P>| rate.is_some_and(|rate| is_to_play(&motion.0, &rate));
        if !entity.get::<Motion<P>>().is_some_and(is_to_play) {
            entity.remove::<ExponentialRate<P>>();
        }
    }
    tell(world, finished);
}
