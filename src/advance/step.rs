//! The one writer of position and velocity at a tick.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    query::Without,
    system::{Query, ResMut},
};

use super::{
    Clock, Coefficients, Course, Segment,
    follow::Finished,
    segment::{Memo, evolve},
};
use crate::{
    components::{Resting, Velocity},
    math::Integrals,
    property::Property,
    space::{Response, Space},
};

/// Evaluates every segment at the tick's end, where it begins anew.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut entities: Query<
        (&mut P::Component, &mut Velocity<P>, &mut Segment<P>, &Coefficients<P>, Option<&mut Course<P>>),
        Without<Resting<P>>,
    >,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    let mut memo = Memo::default();
    for (mut component, mut velocity, mut segment, coefficients, mut course) in &mut entities {
        let segment = segment.bypass_change_detection();
        let mut course = course.as_mut().map(|course| course.bypass_change_detection());
        let t = h - segment.start;
        if t <= 0.0 {
            // Somebody wrote at an instant that is still to come: the tick has become shorter meanwhile.
            segment.start = -t;
            if let Some(course) = &mut course {
                course.finished = None;
                course.replan();
            }
            continue;
        }
        let law = &coefficients.law;
        let slope = course.as_ref().map(|course| course.slope);
        let cached;
        let response = if segment.start == 0.0 {
            cached = Response {
                t,
                propagator: coefficients.propagator,
                integrals: course.as_ref().map_or_else(Integrals::default, |course| course.integrals),
            };
            &cached
        } else {
            memo.response(law, t, course.is_some())
        };
        let state = evolve(segment.state, segment.target, slope.as_ref(), law, response);
        if let Some(course) = course {
            course.finish(Finished {
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
