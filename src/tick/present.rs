//! What is drawn: the solved path at the frame's own instant, or one tick earlier.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        query::Without,
        system::{If, Query, Res, ResMut, SystemChangeTick},
    },
    time::{Fixed, Time},
};

use crate::{
    motion::{Held, Motion, PresentAs, Presentation, Resting, clock::Clock, response_cache::ResponseCache},
    property::{Property, Velocity},
};

/// Writes the state at the frame's instant, along the path that the next tick will take; or of one tick before, along
/// the path that the last one took.
pub(crate) fn present<P: Property>(
    mut clock: ResMut<Clock<P>>,
    If(time): If<Res<Time<Fixed>>>,
    mut entities: Query<
        (&mut P::Component, &mut Velocity<P>, &mut Motion<P>, Option<&PresentAs<P>>),
        (Without<Resting<P>>, Without<Held<P>>),
    >,
    ticks: SystemChangeTick,
) {
    let instant = time.overstep().as_secs_f64();
    let delayed = instant - time.delta_secs_f64();
    clock.written_at = instant;
    clock.written_by[1] = ticks.this_run();
    let mut cache = ResponseCache::default();
    for (mut component, mut velocity, mut motion, present_as) in &mut entities {
        let body = &mut motion.bypass_change_detection().0;
        match clock.presentation_of(present_as) {
            Presentation::Ticked => {}
            Presentation::Live => {
                let state = body.segment().eval(instant, &mut cache);
                body.write(&state, &mut component, &mut velocity);
            }
            Presentation::Delayed => {
                let late = body.history.as_ref().and_then(|history| history.at(delayed, &mut cache));
                let is_late = late.is_some();
                let state = late.unwrap_or(body.state);
                body.write(&state, &mut component, &mut velocity);
                body.written.late = is_late;
            }
        }
    }
}
