//! Motions completed at once, and motions stopped.

use bevy::ecs::{entity::Entity, observer::On, world::DeferredWorld};

use super::{
    arrive,
    worklist::{Request, Worklist},
};
use crate::{
    events::{Complete, Stop},
    follow::{Follow, Target},
    law::{AxisSprings, ExponentialRate, Fling, Spring},
    motion::{Resting, body::Body},
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    space::{Space, State, zero},
};

/// Observer: a motion is to be completed, when writes are next adopted.
pub(crate) fn complete<P: Property>(complete: On<Complete<P>>, mut world: DeferredWorld) {
    request::<P>(&mut world, complete.entity, Request::Complete);
}

/// Observer: a motion is to stop. What its components say changes now; the motion itself stops when that is adopted.
pub(crate) fn stop<P: Property>(stop: On<Stop<P>>, mut world: DeferredWorld) {
    let entity = stop.entity;
    let moves = world.get::<Velocity<P>>(entity).is_some() && world.get::<Resting<P>>(entity).is_none();
    let value = world.get::<P::Component>(entity).map(P::get).filter(|value| value.is_finite());
    let Some(value) = value.filter(|_| moves) else { return };
    request::<P>(&mut world, entity, Request::Stop);
    world.commands().entity(entity).try_remove::<(ExponentialRate<P>, Fling<P>)>();
    if world.get::<Follow<P>>(entity).is_some() {
        return;
    }
    let is_pulled = world.get::<Spring<P>>(entity).is_some() || world.get::<AxisSprings<P>>(entity).is_some();
    let here = Target::<P>::of(value);
    if let Some(mut target) = world.get_mut::<Target<P>>(entity) {
        *target = here;
    } else if is_pulled {
        world.commands().entity(entity).try_insert(here);
    }
}

fn request<P: Property>(world: &mut DeferredWorld, entity: Entity, request: Request) {
    if let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>() {
        worklist.requests.push((entity, request));
        worklist.touched.push(entity);
    }
}

/// Fulfils a request at the segment's start. `value`: what is shown there.
pub(super) fn fulfil<V: Space>(
    body: &mut Body<V>,
    request: Request,
    value: V,
    tolerance: f64,
    cache: &mut ResponseCache,
) {
    body.make_cold();
    match request {
        Request::Complete => finish(body, tolerance, cache),
        Request::Stop => {
            // What is drawn late stops where it is drawn.
            let is_late = body.history().is_some() && value.is_finite();
            let position = if is_late { value.widen() } else { body.state.position };
            body.state = State { position, velocity: zero() };
            body.moved = true;
            body.leave_profile();
            body.end_throws(false);
        }
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
}

/// Puts a motion at its end, also where its own time is slow or stands.
fn finish<V: Space>(body: &mut Body<V>, tolerance: f64, cache: &mut ResponseCache) {
    let pace = body.pace();
    body.set_pace(1.0);
    // Rounding may leave some of the time, and then less than an instant.
    for _ in 0..4 {
        let start = body.start();
        let Some(running_rate) = body.running_rate_mut() else { break };
        let end = start + running_rate.left;
        if end <= start {
            running_rate.left = 0.0;
        }
        arrive::pass(body, end.max(start), cache);
    }
    if !arrive::snap(body) {
        arrive::come_to_rest(body, tolerance, cache);
    }
    body.set_pace(pace);
}
