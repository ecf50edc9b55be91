//! Completes and stops motions when user code triggers [`Complete`] and [`Stop`].

use bevy::ecs::{entity::Entity, observer::On, world::DeferredWorld};

use super::{
    jump_to_end,
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

/// Observer: queues the completion of a motion for the next [`Adopt`](crate::MotionSystems::Adopt).
pub(crate) fn complete<P: Property>(complete: On<Complete<P>>, mut world: DeferredWorld) {
    queue_request::<P>(&mut world, complete.entity, Request::Complete);
}

/// Observer: changes the components of a motion that is to stop, and queues the stop of the motion itself for the next
/// [`Adopt`](crate::MotionSystems::Adopt).
pub(crate) fn stop<P: Property>(stop: On<Stop<P>>, mut world: DeferredWorld) {
    let entity = stop.entity;
    let moves = world.get::<Velocity<P>>(entity).is_some() && world.get::<Resting<P>>(entity).is_none();
    let value = world.get::<P::Component>(entity).map(P::get).filter(|value| value.is_finite());
    let Some(value) = value.filter(|_| moves) else { return };
    queue_request::<P>(&mut world, entity, Request::Stop);
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

fn queue_request<P: Property>(world: &mut DeferredWorld, entity: Entity, request: Request) {
    if let Some(mut worklist) = world.get_resource_mut::<Worklist<P>>() {
        worklist.requests.push((entity, request));
        worklist.touched.push(entity);
    }
}

/// Completes or stops a motion at its segment's start. `value` is the value that the component shows.
pub(super) fn apply_request<V: Space>(
    body: &mut Body<V>,
    request: Request,
    value: V,
    tolerance: f64,
    cache: &mut ResponseCache,
) {
    body.make_rare();
    match request {
        Request::Complete => finish(body, tolerance, cache),
        Request::Stop => {
            // An entity that is drawn one tick late stops where it is drawn.
            let is_late = body.history().is_some() && value.is_finite();
            let position = if is_late { value.widen() } else { body.state.position };
            body.state = State { position, velocity: zero() };
            body.moved = true;
            body.discard_rate_path();
            body.end_throws(false);
        }
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
}

/// Moves a motion to its end. Ignores its time scale, so that slow and paused motions are completed as well.
fn finish<V: Space>(body: &mut Body<V>, tolerance: f64, cache: &mut ResponseCache) {
    let time_scale = body.time_scale();
    body.set_time_scale(1.0);
    // A running exponential rate ends first. Rounding may leave a remainder, so this is repeated. The last remainder may be too short to
    // change `start`.
    for _ in 0..4 {
        let start = body.start();
        let Some(running_rate) = body.running_rate_mut() else { break };
        let end = start + running_rate.remaining;
        if end <= start {
            running_rate.remaining = 0.0;
        }
        jump_to_end::skip_to(body, end.max(start), cache);
    }
    if !jump_to_end::snap(body) {
        jump_to_end::come_to_rest(body, tolerance, cache);
    }
    body.set_time_scale(time_scale);
}
