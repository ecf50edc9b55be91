//! The one writer of position and velocity at a tick.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    query::Without,
    system::{Commands, Query, ResMut},
};

use super::{
    Clock, Coefficients, Course, Segment,
    follow::Past,
    segment::{Memo, evolve},
};
use crate::{
    components::{ExponentialRate, Resting, Velocity},
    events::Finished,
    math::Integrals,
    property::Property,
    space::{Response, Space},
};

/// Evaluates every segment at the tick's end, where it begins anew.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut entities: Query<
        (Entity, &mut P::Component, &mut Velocity<P>, &mut Segment<P>, &mut Coefficients<P>, Option<&mut Course<P>>),
        Without<Resting<P>>,
    >,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    let mut memo = Memo::default();
    for (entity, mut component, mut velocity, mut segment, mut coefficients, mut course) in &mut entities {
        let segment = segment.bypass_change_detection();
        let mut course = course.as_mut().map(|course| course.bypass_change_detection());
        let t = h - segment.start;
        if t <= 0.0 {
            // Somebody wrote at an instant that is still to come: the tick has become shorter meanwhile.
            segment.start = -t;
            if let Some(run) = &mut segment.run {
                run.shift(h);
            }
            if let Some(course) = &mut course {
                course.finished = None;
                course.replan();
            }
            continue;
        }
        let law = &coefficients.law;
        let slope = course.as_ref().map(|course| course.slope);
        let state = if segment.start == 0.0 && segment.run.is_none() {
            let response = Response {
                t,
                propagator: coefficients.propagator,
                integrals: course.as_ref().map_or_else(Integrals::default, |course| course.integrals),
            };
            evolve(segment.state, segment.target, slope.as_ref(), law, &response)
        } else {
            segment.at(h, law, slope.as_ref(), &mut memo)
        };
        if segment.run.is_some() {
            segment.end_run(h, &mut coefficients);
            if let Some(run) = &mut segment.run {
                run.shift(h);
            }
        }
        if core::mem::take(&mut segment.finished) {
            commands.entity(entity).try_remove::<ExponentialRate<P>>();
            let finished = Finished::<P>::new(entity);
            commands.trigger(finished);
            commands.write_message(finished);
        }
        if let Some(course) = course {
            course.finish(Past {
                start: segment.start,
                state: segment.state,
                target: segment.target,
                slope: course.slope,
            });
            segment.target = P::Value::offset(segment.target, course.slope.offset(t));
            course.slope = course.slope.shifted(t);
        }
        segment.moved |= state != segment.state;
        segment.state = state;
        segment.start = 0.0;
        segment.write(&state, &mut component, &mut velocity);
    }
}
