//! Targets sampled, and their followers put right.

use alloc::{boxed::Box, format};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, MaybeLocation, Mut, Ref},
    entity::{Entity, EntityHashMap, EntityHashSet},
    name::NameOrEntity,
    query::{Has, Without},
    system::{Commands, ParamSet, Query, Res, ResMut},
};
use log::warn;

use super::{adopt::kicked, tell::report, worklist::Worklist};
use crate::{
    follow::{Target, frame_lookup::FrameLookup, order::FollowOrder},
    law::invalid::Invalid,
    math::Slope,
    motion::{
        Motion, Resting,
        answer::Answer,
        body::Body,
        clock::Clock,
        fault::Fault,
        guessed_step::GuessedStep,
        response_cache::ResponseCache,
        resting::wake,
        segment::Segment,
        target_path::{Sample, Source},
        written::Written,
    },
    property::{Property, TangentOf, Velocity},
    space::{Law, Space, State, Tangent, WideTangent},
};

pub(crate) type Corrected<P> = (
    NameOrEntity,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    &'static mut Motion<P>,
    &'static Answer<P>,
    Has<Resting<P>>,
);

/// Samples every target whose path nobody knows beforehand. Over the tick that has passed it was linear from the last
/// sample to this one: the followers' steps, taken with a guess, are taken again with that, and so down the chain.
pub(crate) fn correct<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut world: ParamSet<(Query<Corrected<P>>, FrameLookup)>,
    foreign: Query<Ref<P::Component>, Without<Motion<P>>>,
    targets: Query<Ref<Target<P>>>,
    mut commands: Commands,
) {
    let h = clock.h;
    let mut cache = ResponseCache::default();
    let mut corrected = EntityHashSet::default();
    let cyclic = sample_cycles(&followers, &world.p0());
    let mut unsettled = false;
    // Followers of one leader come one after the other.
    let mut sampled = None;
    for &(entity, source) in &followers.order {
        let value = match source {
            Source::Held | Source::Ring(_) => continue,
            Source::Ours(leader) => {
                if corrected.contains(&leader)
                    && follow_again(entity, leader, h, &mut world.p0(), &mut cache, &mut commands)
                {
                    corrected.insert(entity);
                    worklist.slow.push(entity);
                }
                continue;
            }
            Source::Foreign(leader) => match sampled {
                Some((known, value)) if known == leader => value,
                _ => {
                    let value = value_of(leader, &foreign, &world.p0());
                    sampled = Some((leader, value));
                    value
                }
            },
            Source::Seen(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Cyclic(leader) => cyclic.get(&leader).map(|&value| (value, MaybeLocation::caller())),
            // One that is not tracked any more jumps, from now on.
            Source::Tracked if targets.get(entity).is_ok_and(|target| !target.tracked) => continue,
            Source::Tracked => targets.get(entity).ok().map(|target| (target.value, target.changed_by())),
        };
        let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
        let through_frames = match (source, valid) {
            (Source::Seen(leader), Some(value)) => {
                let aim = world.p0().get(entity).ok().and_then(|(.., motion, _, _)| Some(motion.0.target_path()?.aim));
                aim.and_then(|aim| world.p1().place::<P>(entity, leader, value, &aim)).map(Space::widen)
            }
            _ => None,
        };

        let mut entities = world.p0();
        let Ok((name, component, velocity, mut motion, answer, resting)) = entities.get_mut(entity) else { continue };
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
            warn!("{name}: the followed entity is gone or has no {property}; its last value is kept as the target");
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
            // Found again, it may be anywhere: the target jumps there when it is next sampled.
            target_path.sample = None;
        }
        let Some(sample) = &mut target_path.sample else {
            target_path.slope = Slope::default();
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
            let again = Segment { start, target, slope: Some(leg.past.shifted(passed)), ..finished };
            retrace(again, finished_slope, h, answer, body, component, velocity, &mut cache);
            corrected.insert(entity);
            worklist.slow.push(entity);
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
}

/// A leader's value, and who wrote it; of one of ours, what was last written is nobody's doing.
fn value_of<P: Property>(
    leader: Entity,
    foreign: &Query<Ref<P::Component>, Without<Motion<P>>>,
    ours: &Query<Corrected<P>>,
) -> Option<(P::Value, MaybeLocation)> {
    let foreign = foreign.get(leader).ok().map(|component| (P::get(&component), component.changed_by()));
    foreign.or_else(|| ours.get(leader).ok().map(|(_, component, ..)| (P::get(component), MaybeLocation::caller())))
}

/// The values of all who lead within a cycle, before any of them is put right: so the order among them has no effect.
fn sample_cycles<P: Property>(followers: &FollowOrder<P>, entities: &Query<Corrected<P>>) -> EntityHashMap<P::Value> {
    let leaders = followers.order.iter().filter_map(|&(_, source)| match source {
        Source::Cyclic(leader) => Some(leader),
        _ => None,
    });
    leaders.filter_map(|leader| Some((leader, P::get(entities.get(leader).ok()?.1)))).collect()
}

/// The way of a sampled target from one sample to the next, and on.
struct Leg<V: Space> {
    /// Where the follower aims now.
    aimed: V::Wide,
    /// The path from the last sample to this one.
    past: Slope<WideTangent<V>>,
    /// The path that it is taken to go on.
    coming: Slope<WideTangent<V>>,
}

impl<V: Space> Leg<V> {
    fn between(
        before: &Sample<V>,
        place: V::Wide,
        elapsed: f64,
        velocity: Option<WideTangent<V>>,
        look_ahead: f64,
    ) -> Self {
        let mean = |from, to| V::difference(to, from) * (1.0 / elapsed);
        let rate = velocity.unwrap_or_else(|| mean(before.place, place));
        if look_ahead != 0.0 {
            let aimed = V::offset(place, rate * look_ahead);
            let line = Slope::line(mean(before.aimed, aimed));
            return Self { aimed, past: line, coming: line };
        }
        let past = match (before.velocity, velocity) {
            (Some(before_velocity), Some(velocity)) => {
                let from = State { position: before.place, velocity: before_velocity };
                V::path(&from, &State { position: place, velocity }, elapsed)
            }
            _ => Slope::line(mean(before.place, place)),
        };
        Self { aimed: place, past, coming: Slope::line(rate) }
    }
}

/// Takes a step again behind a leader of ours that was itself put right. True if there was one to take again.
fn follow_again<P: Property>(
    entity: Entity,
    leader: Entity,
    h: f64,
    entities: &mut Query<Corrected<P>>,
    cache: &mut ResponseCache,
    commands: &mut Commands,
) -> bool {
    let Ok([follower, (.., ahead, _, _)]) = entities.get_many_mut([entity, leader]) else { return false };
    let (_, component, velocity, mut motion, answer, resting) = follower;
    let Some(led) = ahead.0.target_path().and_then(|target_path| target_path.guessed_step.segment(&ahead.0)) else {
        return false;
    };
    let body = &mut motion.bypass_change_detection().0;
    let Some(aim) = body.target_path().map(|target_path| target_path.aim) else { return false };
    let Some(finished) = finished(body, resting) else { return false };
    let ends = [finished.start, h].map(|instant| {
        let (state, acceleration) = led.seen_at(instant, cache);
        aim.ahead(state, acceleration)
    });
    let slope = P::Value::path(&ends[0], &ends[1], h - finished.start);
    let again = Segment { target: ends[0].position, slope: Some(slope), ..finished };
    retrace(again, None, h, answer, body, component, velocity, cache);
    if resting {
        wake::<P>(entity, body, commands);
    }
    true
}

/// The segment that was advanced over the tick; of an entity that rests, and so was not, the rest.
fn finished<V: Space>(body: &mut Body<V>, resting: bool) -> Option<Segment<'static, V>> {
    let finished = core::mem::take(&mut body.target_path_mut()?.guessed_step).segment(body);
    finished.or_else(|| resting.then(|| Segment { start: 0.0, ..body.segment().into_owned() }))
}

/// Goes the way over the tick once more, along the target's true path. Where only the path was another one than was
/// `assumed`, what the step lacks is added: it is affine in the path.
fn retrace<P: Property>(
    again: Segment<'static, P::Value>,
    assumed: Option<Slope<WideTangent<P::Value>>>,
    h: f64,
    answer: &Answer<P>,
    body: &mut Body<P::Value>,
    component: Mut<P::Component>,
    velocity: Mut<Velocity<P>>,
    cache: &mut ResponseCache,
) {
    let put_right = assumed.and_then(|assumed| lacking(&again, &assumed, h, answer, body));
    let state = put_right.unwrap_or_else(|| again.eval(h, cache));
    if let Some(history) = body.history_mut() {
        history.correct(again.clone(), h);
    }
    replace_guess(state, body, component, velocity);
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::Whole(Box::new(again));
    }
}

/// The state that was guessed, with what it lacks because the target went another way over the whole tick. None where that
/// is not all that matters.
fn lacking<P: Property>(
    again: &Segment<P::Value>,
    assumed: &Slope<WideTangent<P::Value>>,
    h: f64,
    answer: &Answer<P>,
    body: &Body<P::Value>,
) -> Option<State<P::Value>> {
    let Law { k, c, g, .. } = again.law;
    let whole = again.start == 0.0 && again.pace == 1.0 && again.law == body.law();
    let plain = again.running_rate.is_none() && again.axes.is_none() && again.ring_place.is_none();
    // One that an f32 could not hold has stood still.
    if !(P::Value::LINEAR && whole && plain && k > 0.0 && body.state != again.state) {
        return None;
    }
    let integrals = body.target_path()?.integrals(&again.law, h)?;
    let slope = again.slope?;
    let wrong = Slope { e1: slope.e1 - assumed.e1, e2: slope.e2 - assumed.e2, e3: slope.e3 - assumed.e3 };
    let step = answer.propagator(k, c).cubic_correction(&integrals, k, g, &wrong);
    let state = State {
        position: P::Value::offset(body.state.position, step.position),
        velocity: body.state.velocity + step.velocity,
    };
    P::Value::is_presentable(&state).then_some(state)
}

/// Replaces the guessed state by the true one. What a user has written meanwhile stays: a value as it is, a velocity as
/// the kick that it gives to the one read.
fn replace_guess<P: Property>(
    state: State<P::Value>,
    body: &mut Body<P::Value>,
    mut component: Mut<P::Component>,
    mut velocity: Mut<Velocity<P>>,
) {
    let written = body.written();
    let value_written = !P::get(&component).same(written.value);
    body.moved |= state != body.state;
    body.make_cold();
    body.state = state;
    if velocity.0 == written.velocity && !value_written {
        body.write_marked::<P>(&state, 0.0, &mut component, &mut velocity);
        return;
    }
    let mut value = written.value;
    if !value_written {
        P::set(&mut component, state.value());
        value = P::get(&component);
    }
    velocity.0 = TangentOf::<P>::narrow(kicked::<P::Value>(state.velocity, velocity.0, written.velocity));
    body.note_written(Written { value, velocity: state.tangent(), ..written });
}
