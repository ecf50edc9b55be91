//! Foreign leaders sampled, and their followers put right.

use bevy::ecs::{
    change_detection::{DetectChangesMut, Mut},
    entity::{Entity, EntityHashSet},
    name::NameOrEntity,
    query::{Has, Without},
    system::{Commands, Query, Res},
};
use log::warn;

use super::{
    Clock, Coefficients, Course, Followers, Segment, Trail,
    follow::{Source, displaced, in_world_time},
    segment::Memo,
    stretch::Piece,
};
use crate::{
    components::{Resting, Target, Velocity},
    math::Slope,
    property::{Property, TangentOf},
    space::{Space, State, Tangent},
};

type Corrected<P> = (
    NameOrEntity,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    &'static mut Segment<P>,
    &'static Coefficients<P>,
    Option<&'static mut Course<P>>,
    Option<&'static mut Trail<P>>,
    Has<Resting<P>>,
);

/// Samples every target whose path nobody knows beforehand. Over the tick that has passed it was linear from the last
/// sample to this one: the followers' steps, taken with a guess, are taken again with that, and so down the chain.
pub(crate) fn correct<P: Property>(
    clock: Res<Clock<P>>,
    followers: Res<Followers<P>>,
    mut entities: Query<Corrected<P>>,
    foreign: Query<&P::Component, Without<Segment<P>>>,
    targets: Query<&Target<P>>,
    mut commands: Commands,
) {
    let h = clock.h;
    let mut memo = Memo::default();
    let mut corrected = EntityHashSet::default();
    for &(entity, source) in &followers.order {
        let sampled = match source {
            Source::Held => continue,
            Source::Ours(leader) => {
                if corrected.contains(&leader)
                    && follow_again(entity, leader, h, &mut entities, &mut memo, &mut commands)
                {
                    corrected.insert(entity);
                }
                continue;
            }
            Source::Foreign(leader) => foreign
                .get(leader)
                .ok()
                .map(P::get)
                .or_else(|| entities.get(leader).ok().map(|(_, component, ..)| P::get(component))),
            Source::Tracked => targets.get(entity).ok().map(|target| target.value),
        };
        let Ok((name, component, velocity, mut segment, coefficients, Some(mut course), mut trail, resting)) =
            entities.get_mut(entity)
        else {
            continue;
        };
        let segment = segment.bypass_change_detection();
        let course = course.bypass_change_detection();
        let Some(value) = sampled else {
            if !course.lost {
                course.lost = true;
                let property = P::short_type_path();
                warn!("{name}: the followed entity is gone or has no {property}; its last value is kept as the target");
            }
            course.slope = Slope::default();
            continue;
        };
        if !value.is_finite() {
            continue;
        }
        let Some((before, at)) = course.sample else { continue };
        let elapsed = h - at;
        if elapsed <= 0.0 {
            course.sample = Some((before, -elapsed));
            continue;
        }
        let now = match source {
            Source::Tracked => value.widen(),
            _ => P::Value::offset(value.widen(), course.offset),
        };
        let rate = P::Value::difference(now, before) * (1.0 / elapsed);
        let slope = Slope::line(rate);
        if resting && course.stands_still() && slope == course.slope {
            continue;
        }
        let finished = finished(segment, coefficients, course, resting);
        if let Some(finished) = finished
            && (Some(slope) != finished.slope || resting)
        {
            let start = finished.start.max(at);
            let target = P::Value::offset(before, rate * (start - at));
            let again = Piece { start, target, slope: Some(slope), ..finished };
            let state = again.stretch().at(h, &mut memo);
            if let Some(trail) = &mut trail {
                trail.correct(again.stretch(), h);
            }
            put_right(state, segment, component, velocity);
            course.finished = Some(again);
            corrected.insert(entity);
            if resting {
                commands.entity(entity).remove::<Resting<P>>();
            }
        }
        course.sample = Some((now, 0.0));
        course.slope = slope;
        segment.target = P::Value::offset(now, rate * segment.start);
    }
}

/// Takes a step again behind a leader of ours that was itself put right. True if there was one to take again.
fn follow_again<P: Property>(
    entity: Entity,
    leader: Entity,
    h: f64,
    entities: &mut Query<Corrected<P>>,
    memo: &mut Memo,
    commands: &mut Commands,
) -> bool {
    let Ok([follower, (_, _, _, ahead, _, Some(ahead_course), ..)]) = entities.get_many_mut([entity, leader]) else {
        return false;
    };
    let (_, component, velocity, mut segment, coefficients, Some(mut course), mut trail, resting) = follower else {
        return false;
    };
    let Some(led) = &ahead_course.finished else { return false };
    let segment = segment.bypass_change_detection();
    let course = course.bypass_change_detection();
    let Some(finished) = finished(segment, coefficients, course, resting) else {
        return false;
    };
    let from = displaced(in_world_time(led.stretch().at(finished.start, memo), led.pace), course.offset);
    let to = displaced(in_world_time(ahead.state, led.pace), course.offset);
    let again =
        Piece { target: from.position, slope: Some(P::Value::path(&from, &to, h - finished.start)), ..finished };
    let state = again.stretch().at(h, memo);
    if let Some(trail) = &mut trail {
        trail.correct(again.stretch(), h);
    }
    put_right(state, segment, component, velocity);
    course.finished = Some(again);
    if resting {
        commands.entity(entity).remove::<Resting<P>>();
    }
    true
}

/// The stretch that was advanced over the tick; of an entity that rests, and so was not, the rest.
fn finished<P: Property>(
    segment: &Segment<P>,
    coefficients: &Coefficients<P>,
    course: &mut Course<P>,
    resting: bool,
) -> Option<Piece<P::Value>> {
    course
        .finished
        .take()
        .or_else(|| resting.then(|| Piece { start: 0.0, ..segment.stretch(coefficients, Some(&course.slope)).into() }))
}

/// Replaces the guessed state by the true one. What a user has written meanwhile stays: a value as it is, a velocity as
/// the kick that it gives to the one read.
fn put_right<P: Property>(
    state: State<P::Value>,
    segment: &mut Segment<P>,
    mut component: Mut<P::Component>,
    mut velocity: Mut<Velocity<P>>,
) {
    let kick = velocity.0.widen() - segment.written.velocity.widen();
    let value_written = !P::get(&component).same(segment.written.value);
    segment.moved |= state != segment.state;
    segment.state = state;
    if velocity.0 == segment.written.velocity && !value_written {
        segment.write(&state, &mut component, &mut velocity);
        return;
    }
    if !value_written {
        P::set(&mut component, state.value());
        segment.written.value = P::get(&component);
    }
    velocity.0 = TangentOf::<P>::narrow(state.velocity + kick);
    segment.written.velocity = state.tangent();
}
