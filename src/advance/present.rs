//! What is drawn: the segment at the frame's own instant.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        query::Without,
        system::{Query, Res, ResMut},
    },
    time::{Fixed, Time},
};

use super::{Clock, Coefficients, Course, Segment, segment::Memo};
use crate::{
    components::{Resting, Velocity},
    property::Property,
};

/// Writes the state at the frame's instant, along the path that the next tick will take.
pub(crate) fn present<P: Property>(
    mut clock: ResMut<Clock<P>>,
    time: Res<Time<Fixed>>,
    mut entities: Query<
        (&mut P::Component, &mut Velocity<P>, &mut Segment<P>, &Coefficients<P>, Option<&Course<P>>),
        Without<Resting<P>>,
    >,
) {
    let instant = time.overstep().as_secs_f64();
    clock.written_at = instant;
    let mut memo = Memo::default();
    for (mut component, mut velocity, mut segment, coefficients, course) in &mut entities {
        let segment = segment.bypass_change_detection();
        let state = segment.at(instant, &coefficients.law, course.map(|course| &course.slope), &mut memo);
        segment.write(&state, &mut component, &mut velocity);
    }
}
