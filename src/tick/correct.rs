//! Targets sampled, and their followers put right.

use alloc::{borrow::Cow, boxed::Box, format, vec::Vec};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, MaybeLocation, Mut, Ref},
    entity::{Entity, EntityHashMap, EntityHashSet},
    name::NameOrEntity,
    query::{Has, Or, With, Without},
    system::{Commands, ParamSet, Query, ResMut, SystemChangeTick},
};

use super::{adopt::kicked, columns::Moving, leg::Leg, put_right::put_right, tell::report, worklist::Worklist};
use crate::{
    follow::{
        Target,
        cubics::Cubics,
        follower::Follower,
        frame_lookup::{FrameLookup, KnownLeader},
        order::FollowOrder,
    },
    law::{Limits, barriers::Barriers, invalid::Invalid},
    math::Slope,
    motion::{
        Held, Motion, RestTolerance, Resting,
        answer::Answer,
        body::Body,
        clock::Clock,
        fault::Fault,
        guessed_step::{GuessedStep, Start},
        resting::wake,
        target_path::Source,
        written::{Written, is_same},
    },
    path::{response_cache::ResponseCache, segment::Segment, target::Sample},
    property::{Property, TangentOf, Velocity},
    space::{Space, State, Tangent, WideTangent},
    warning::warn_later,
};

pub(crate) type Corrected<P> = (
    NameOrEntity,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    &'static mut Motion<P>,
    &'static Answer<P>,
    Has<Resting<P>>,
    Option<&'static RestTolerance<P>>,
);

/// Samples every target whose path is not known beforehand. Over the tick that has passed it was linear from the last sample to
/// this one: the followers' steps, taken with a guess, are put right or taken again with that, and so down the chain.
pub(crate) fn correct<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut world: ParamSet<(Query<Corrected<P>>, FrameLookup, Moving<P, RestTolerance<P>>)>,
    apart: Query<(Entity, &Follower<P>), Or<(With<Resting<P>>, With<Held<P>>)>>,
    foreign: Query<Ref<P::Component>, Without<Motion<P>>>,
    targets: Query<Ref<Target<P>>>,
    limits: Query<&Limits<P>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_by[2] = ticks.this_run();
    let mut cache = ResponseCache::default();
    let mut corrected = EntityHashSet::default();
    let cyclic = sample_cycles(&followers, &world.p0());
    let mut unsettled = false;
    let FollowOrder { foreign_leaders, guessed, bounded, .. } = &*followers;
    // Followers to which nothing else happens are put right together, then all others one by one.
    let mut others = Vec::new();
    if !foreign_leaders.is_empty() {
        let value = |&leader: &Entity| value_of(leader, &foreign, &world.p0()).map(|(value, _)| value);
        let valid = |value: Option<P::Value>| value.filter(|value| value.is_finite());
        let values: Vec<_> = foreign_leaders.iter().map(value).map(valid).collect();
        for outbox in put_right(world.p2(), ticks.this_run(), &values, h) {
            worklist.slow.extend(outbox.slow);
            others.extend(outbox.others);
        }
        others.extend(apart.iter().filter_map(|(entity, follower)| Some((entity, follower.foreign?))));
        others.sort_unstable();
    }
    let sampling = others.into_iter().filter_map(|(entity, leader)| {
        let leader = foreign_leaders.get(leader as usize)?;
        Some((entity, Source::Foreign(*leader)))
    });
    let mut known = KnownLeader::default();
    let mut before = None;
    for (entity, source) in sampling.chain(guessed.iter().copied()) {
        // The last entity may have been written, and this one may be when its bounds are sampled.
        for written in before.replace(entity).into_iter().chain([entity]) {
            known.note_write(written);
        }
        if bounded.contains(&entity)
            && sample_bounds(entity, &limits, h, &mut world.p0(), &mut worklist, &mut cache, &mut commands)
        {
            corrected.insert(entity);
        }
        let value = match source {
            Source::Held | Source::Steady | Source::Bounded | Source::Ring(_) => continue,
            Source::Ours(leader) => {
                if corrected.contains(&leader)
                    && follow_again(entity, leader, h, &mut world.p0(), &mut worklist, &mut cache, &mut commands)
                {
                    corrected.insert(entity);
                }
                continue;
            }
            Source::Foreign(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Seen(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Cyclic(leader) => cyclic.get(&leader).map(|&value| (value, MaybeLocation::caller())),
            // A target that is not tracked any more jumps, from now on.
            Source::Tracked if targets.get(entity).is_ok_and(|target| !target.tracked) => continue,
            Source::Tracked => targets.get(entity).ok().map(|target| (target.value, target.changed_by())),
        };
        let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
        let through_frames = match (source, valid) {
            (Source::Seen(leader), Some(value)) => {
                let aim =
                    world.p0().get(entity).ok().and_then(|(_, _, _, motion, ..)| Some(motion.0.target_path()?.aim));
                aim.and_then(|aim| world.p1().place::<P>(entity, leader, value, &aim, &mut known)).map(Space::widen)
            }
            _ => None,
        };

        let mut entities = world.p0();
        let Ok((name, component, velocity, mut motion, answer, resting, own)) = entities.get_mut(entity) else {
            continue;
        };
        let body = &mut motion.bypass_change_detection().0;
        let Some(target_path) = body.target_path_mut() else { continue };
        let aim = target_path.aim;
        let place = match source {
            Source::Seen(_) => through_frames,
            Source::Tracked => valid.map(Space::widen),
            _ => valid.map(|value| P::Value::offset(value.widen(), aim.offset)),
        };
        let was_lost = core::mem::replace(&mut target_path.lost, value.is_none());
        if value.is_none() && !was_lost {
            let property = P::short_type_path();
            let message = format!(
                "{name}: the followed entity is gone or has no {property}; its last value is kept as the target"
            );
            warn_later(&mut commands, entity, ("Follow::leader is gone", property), message);
        }
        let was_invalid = Fault::Target.is_noted(body.faults);
        if let Some((value, by)) = value
            && Fault::Target.turns(&mut body.faults, place.is_none())
        {
            let field = if source == Source::Tracked { "Target::value" } else { "Follow::leader" };
            report::<P>(
                Invalid::new(field, value, "a finite value, in a frame with a volume", by),
                entity,
                &format!("{name}"),
                &mut commands,
            );
        }
        let Some(target_path) = body.target_path_mut() else { continue };
        if place.is_some() && (was_lost || was_invalid) {
            // The leader, or its valid value, is back and may be anywhere: the target jumps there when it is next sampled.
            target_path.sample = None;
            target_path.slope = Slope::default();
        }
        let Some(sample) = &mut target_path.sample else {
            // It was teleported: it continues from elsewhere with the velocity that it had.
            target_path.slope = Slope::line(target_path.slope.e1);
            unsettled = true;
            continue;
        };
        let leader_velocity = target_path.leader_velocity.filter(|_| place.is_some());
        let place = place.unwrap_or(sample.place);
        let elapsed = h - sample.at;
        if elapsed <= 0.0 {
            sample.at = -elapsed;
            continue;
        }
        let before = *sample;
        let leg = Leg::between(&before, place, elapsed, leader_velocity, aim.look_ahead);
        if resting && target_path.stands_still() && leg.past == target_path.slope {
            continue;
        }
        target_path.sample = Some(Sample { place, aimed: leg.aimed, velocity: leader_velocity, at: 0.0 });
        if let Some(finished) = finished(body, resting)
            && (Some(leg.past) != finished.slope || resting)
        {
            let start = finished.start.max(before.at);
            let passed = start - before.at;
            let target = P::Value::offset(before.aimed, leg.past.offset(passed));
            let finished_slope = finished.slope.filter(|_| finished.target == target && !resting);
            let again = Segment { start, target, slope: Some(leg.past_from(passed)), ..finished };
            let written = retrace(again, finished_slope, h, answer, body, component, velocity, &mut cache);
            corrected.insert(entity);
            note(entity, body, written, own, &mut worklist);
            if resting {
                wake::<P>(entity, body, &mut commands);
            }
        }
        let start = body.start();
        if let Some(target_path) = body.target_path_mut() {
            target_path.slope = leg.coming;
            body.set_target(P::Value::offset(leg.aimed, leg.coming.offset(start)));
        }
    }
    followers.unsettled |= unsettled;
    // The kept steps are of no use over another tick: an entity that is marked as resting by hand takes none.
    for entity in worklist.put_right.drain(..) {
        if let Ok((_, _, _, mut motion, ..)) = world.p0().get_mut(entity)
            && let Some(target_path) = motion.bypass_change_detection().0.target_path_mut()
        {
            target_path.guessed_step = GuessedStep::None;
        }
    }
}

/// A leader's value, and what wrote it; for a leader of ours that is not known.
fn value_of<P: Property>(
    leader: Entity,
    foreign: &Query<Ref<P::Component>, Without<Motion<P>>>,
    ours: &Query<Corrected<P>>,
) -> Option<(P::Value, MaybeLocation)> {
    let foreign = foreign.get(leader).ok().map(|component| (P::get(&component), component.changed_by()));
    foreign.or_else(|| ours.get(leader).ok().map(|(_, component, ..)| (P::get(component), MaybeLocation::caller())))
}

/// The values of all leaders within a cycle, before any of them is put right: so the order among them has no effect.
fn sample_cycles<P: Property>(followers: &FollowOrder<P>, entities: &Query<Corrected<P>>) -> EntityHashMap<P::Value> {
    let leaders = followers.order.iter().filter_map(|&(_, source)| match source {
        Source::Cyclic(leader) => Some(leader),
        _ => None,
    });
    leaders.filter_map(|leader| Some((leader, P::get(entities.get(leader).ok()?.1)))).collect()
}

/// Takes a step again behind a leader of ours that was itself put right. True if there was one to take again.
fn follow_again<P: Property>(
    entity: Entity,
    leader: Entity,
    h: f64,
    entities: &mut Query<Corrected<P>>,
    worklist: &mut Worklist<P>,
    cache: &mut ResponseCache,
    commands: &mut Commands,
) -> bool {
    let Ok([follower, (_, _, _, ahead, ..)]) = entities.get_many_mut([entity, leader]) else { return false };
    let (_, component, velocity, mut motion, answer, resting, own) = follower;
    let Some(led) = ahead.0.target_path().and_then(|target_path| ahead.0.guessed_segment(&target_path.guessed_step))
    else {
        return false;
    };
    let body = &mut motion.bypass_change_detection().0;
    let Some(aim) = body.target_path().map(|target_path| target_path.aim) else { return false };
    let Some(finished) = finished(body, resting) else { return false };
    let (target, slope, turns) = Cubics::of(&led, [finished.start, h], cache).aimed(&aim);
    let turns = (!turns.is_empty()).then_some(Cow::Owned(turns));
    let again = Segment { target, slope: Some(slope), turns, ..finished };
    let written = retrace(again, None, h, answer, body, component, velocity, cache);
    note(entity, body, written, own, worklist);
    if resting {
        wake::<P>(entity, body, commands);
    }
    true
}

/// Samples bounds that move, and takes the step again where they went another way than was assumed. Returns whether they did.
fn sample_bounds<P: Property>(
    entity: Entity,
    limits: &Query<&Limits<P>>,
    h: f64,
    entities: &mut Query<Corrected<P>>,
    worklist: &mut Worklist<P>,
    cache: &mut ResponseCache,
    commands: &mut Commands,
) -> bool {
    let Ok((_, component, velocity, mut motion, answer, resting, own)) = entities.get_mut(entity) else { return false };
    let body = &mut motion.bypass_change_detection().0;
    let mut barriers = Barriers::default();
    // Invalid bounds are reported when they are adopted; until they are valid, the bounds stand where they were.
    let is_valid = limits.get(entity).is_ok_and(|limits| barriers.set(limits).is_ok());
    let Some(contacts) = body.contacts().filter(|contacts| contacts.barriers.tracked) else { return false };
    if !(is_valid && contacts.barriers.has_same_bounds(&barriers)) {
        barriers.ranges = contacts.barriers.ranges.clone();
        for (range, sampled) in barriers.ranges.iter_mut().zip(&contacts.sampled) {
            range.set_bounds(*sampled);
        }
    }
    // `advance` does this for entities that it advances.
    if contacts.sampled_at >= h && (resting || body.is_held()) {
        if let Some(contacts) = body.contacts_mut() {
            contacts.sampled_at -= h;
        }
        return false;
    }
    if body.is_held() {
        if let Some(contacts) = body.contacts_mut() {
            contacts.put_bounds(&barriers, h);
        }
        return false;
    }
    if resting && !contacts.move_on() && contacts.put_right(&barriers, 0.0, h).is_none() {
        return false;
    }
    let Some(finished) = finished(body, resting) else { return false };
    let Some(before) = finished.contacts.as_deref() else { return false };
    let right = before.put_right(&barriers, finished.start, h);
    let differs = right.is_some();
    if let Some(mut right) = right.or_else(|| resting.then(|| (**before).clone())) {
        let mut again = Segment { contacts: None, ..finished };
        again.ride_on(&mut right, h);
        if resting && again.is_left_alone(&right, (h - again.start) * again.pace) {
            right.pass(h - again.start, (h - again.start) * again.pace);
            right.begin_tick(&barriers, h);
            // Rest is not advanced: where bounds that go on so reach it in the tick that begins, it ends here.
            let is_reached = again.is_reached(&right, h * again.pace);
            if let Some(contacts) = body.contacts_mut() {
                *contacts = right;
            }
            if is_reached {
                wake::<P>(entity, body, commands);
            }
            return false;
        }
        again.contacts = Some(Cow::Owned(Box::new(right)));
        let written = retrace(again, None, h, answer, body, component, velocity, cache);
        note(entity, body, written, own, worklist);
        if resting {
            wake::<P>(entity, body, commands);
        }
    } else if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::Whole(Box::new(finished));
        worklist.put_right.push(entity);
    }
    if let Some(contacts) = body.contacts_mut() {
        contacts.begin_tick(&barriers, h);
    }
    differs
}

/// The segment that was advanced over the tick; of an entity that rests, and so was not advanced, its rest.
fn finished<V: Space>(body: &mut Body<V>, resting: bool) -> Option<Segment<'static, V>> {
    let guessed_step = core::mem::take(&mut body.target_path_mut()?.guessed_step);
    body.guessed_segment(&guessed_step)
        .or_else(|| resting.then(|| Segment { start: 0.0, ..body.segment().into_owned() }))
}

/// Notes an entity that was put right: whether it may be at rest, and whether it had been written to, which our mark hides.
fn note<P: Property>(
    entity: Entity,
    body: &Body<P::Value>,
    written: bool,
    own: Option<&RestTolerance<P>>,
    worklist: &mut Worklist<P>,
) {
    worklist.put_right.push(entity);
    if body.may_rest(RestTolerance::distance(own)) {
        worklist.slow.push(entity);
    }
    if body.has_reached() || body.has_ended_throw() {
        worklist.reached.push(entity);
    }
    if written {
        worklist.touched.push(entity);
    }
}

/// Goes the way over the tick once more, along the target's true path. Where only the path differs from the one `assumed`, what
/// the step lacks is added: it is affine in the path. Returns whether a user has written meanwhile.
fn retrace<P: Property>(
    again: Segment<'static, P::Value>,
    assumed: Option<Slope<WideTangent<P::Value>>>,
    h: f64,
    answer: &Answer<P>,
    body: &mut Body<P::Value>,
    component: Mut<P::Component>,
    velocity: Mut<Velocity<P>>,
    cache: &mut ResponseCache,
) -> bool {
    let whole = again.start == 0.0 && again.pace == 1.0 && again.law == body.law();
    let is_led = whole
        && again.contacts.is_none()
        && again.running_rate.is_none()
        && again.axes.is_none()
        && again.ring_place.is_none();
    let put_right = assumed.zip(again.slope).filter(|_| is_led).and_then(|(assumed, path)| {
        body.put_right(&Start { state: again.state, target: again.target, slope: assumed }, &path, h, answer)
    });
    let state = put_right.unwrap_or_else(|| body.go_again(&again, h, cache));
    if let Some(history) = body.history_mut() {
        history.correct(again.clone(), h);
    }
    let written = replace_guess(state, body, component, velocity);
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::Whole(Box::new(again));
    }
    written
}

/// Replaces the guessed state by the true one. What a user has written meanwhile stays: a value as it is, a velocity as the
/// kick that it gives to the one read. Returns whether there was such a write.
fn replace_guess<P: Property>(
    state: State<P::Value>,
    body: &mut Body<P::Value>,
    mut component: Mut<P::Component>,
    mut velocity: Mut<Velocity<P>>,
) -> bool {
    let written = body.written();
    let value_written = !is_same(P::get(&component), written.value);
    body.moved |= state != body.state;
    body.make_cold();
    body.state = state;
    if velocity.0 == written.velocity && !value_written {
        body.write_marked::<P>(&state, 0.0, &mut component, &mut velocity);
        return false;
    }
    let mut value = written.value;
    if !value_written {
        P::show(&mut component, state.value(), P::Value::narrow(body.target()));
        value = P::get(&component);
    }
    velocity.0 = TangentOf::<P>::narrow(kicked::<P::Value>(state.velocity, velocity.0, written.velocity));
    body.note_written(Written { value, velocity: state.tangent(), ..written });
    true
}
