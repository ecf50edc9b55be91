//! The one writer of position and velocity at a tick.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    query::Without,
    system::{Commands, Query, ResMut},
};

use super::{
    Clock, Coefficients, Course, Segment, Trail,
    segment::{Memo, evolve},
};
use crate::{
    components::{ExponentialRate, Held, Resting, Velocity},
    events::Finished,
    math::Integrals,
    property::Property,
    space::{Response, Space},
};

/// Evaluates every segment at the tick's end, where it begins anew.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut entities: Query<
        (
            Entity,
            &mut P::Component,
            &mut Velocity<P>,
            &mut Segment<P>,
            &mut Coefficients<P>,
            Option<&mut Course<P>>,
            Option<&mut Trail<P>>,
        ),
        (Without<Resting<P>>, Without<Held<P>>),
    >,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    clock.ticked_at += h;
    let mut memo = Memo::default();
    for (entity, mut component, mut velocity, mut segment, mut coefficients, mut course, mut trail) in &mut entities {
        let segment = segment.bypass_change_detection();
        let mut course = course.as_mut().map(|course| course.bypass_change_detection());
        let mut trail = trail.as_mut().map(|trail| trail.bypass_change_detection());
        let t = h - segment.start;
        if t <= 0.0 {
            // Somebody wrote at an instant that is still to come: the tick has become shorter meanwhile.
            segment.start = -t;
            if let Some(course) = &mut course {
                course.finished = None;
                course.replan();
            }
            if let Some(trail) = &mut trail {
                trail.shift(h);
            }
            continue;
        }
        let slope = course.as_ref().map(|course| course.slope);
        let stretch = segment.stretch(&coefficients, slope.as_ref());
        let state = if segment.start == 0.0 && segment.run.is_none() && slope.is_none() {
            // The usual case: everything is at hand.
            let propagator = coefficients.propagator;
            let response = Response { t: h * coefficients.pace, propagator, integrals: Integrals::default() };
            evolve(segment.state, segment.target, None, &coefficients.law, &response)
        } else {
            stretch.at(h, &mut memo)
        };
        if let Some(trail) = &mut trail {
            trail.push(stretch);
            trail.shift(h);
        }
        if let Some(course) = course {
            course.finish(stretch.into());
            segment.target = P::Value::offset(segment.target, course.slope.offset(t));
            course.slope = course.slope.shifted(t);
        }
        if segment.run.is_some() {
            let passed = t * coefficients.pace;
            segment.pass_run(passed, &mut coefficients);
        }
        if core::mem::take(&mut segment.finished) {
            commands.entity(entity).try_remove::<ExponentialRate<P>>();
            let finished = Finished::<P>::new(entity);
            commands.trigger(finished);
            commands.write_message(finished);
        }
        segment.moved |= state != segment.state;
        segment.state = state;
        segment.start = 0.0;
        segment.write(&state, &mut component, &mut velocity);
    }
}
