//! Takes the last step again along the target's true path, and keeps what user code has written meanwhile.

use alloc::vec::Vec;

use bevy::ecs::{change_detection::Mut, entity::Entity};

use super::Correction;
use crate::{
    math::Slope,
    motion::{
        RestTolerance,
        advance::replace_contacts,
        body::Body,
        bounds::has_ended_throw,
        guessed_step::Start,
        resting::wake,
        step_correction::{last_step, missing_increment},
        target,
        tick_response::TickResponse,
        written::{Written, is_same},
    },
    path::segment::Segment,
    property::{Property, TangentOf, Velocity},
    space::{Space, State, Tangent, WideTangent},
    tick::adopt::kicked,
};

/// Takes the stored step over the last tick, as a segment. For a resting entity, which took no step, returns its present segment.
pub(super) fn finished_step<V: Space>(body: &mut Body<V>, resting: bool) -> Option<Segment<'static, V>> {
    target::has_path(body).then_some(())?;
    let finished = last_step(body);
    target::discard_guessed_step(body);
    finished.or_else(|| resting.then(|| Segment { start: 0.0, ..body.segment().into_owned() }))
}

/// Takes the step over the tick again, along the target's true path. If only the path differs from the `assumed` one, the difference
/// between the two steps is added instead, because a step is affine in the path. Records whether the entity may be at rest, and whether
/// user code has written to it meanwhile: the change tick of this correction hides such a write.
pub(super) fn retrace<P: Property>(
    entity: Entity,
    again: Segment<'static, P::Value>,
    assumed: Option<Slope<WideTangent<P::Value>>>,
    body: &mut Body<P::Value>,
    (component, velocity, response, resting, own): (
        Mut<P::Component>,
        Mut<Velocity<P>>,
        &TickResponse<P>,
        bool,
        Option<&RestTolerance<P>>,
    ),
    Correction { h, worklist, cache, commands }: &mut Correction<P>,
) {
    let h = *h;
    let whole = again.start == 0.0 && again.time_scale == 1.0 && again.law == body.law();
    let is_led = whole
        && again.contacts.is_none()
        && again.running_rate.is_none()
        && again.axes.is_none()
        && again.ring_place.is_none();
    let lacks = assumed.zip(again.slope).filter(|_| is_led).and_then(|(assumed, path)| {
        missing_increment(body, &Start { state: again.state, target: again.target, slope: assumed }, &path, h, response)
    });
    let state = lacks.map(|lacks| body.state.plus(lacks)).unwrap_or_else(|| {
        let mut reached = Vec::new();
        let last = again.in_force_at(h, cache, &mut reached);
        let state = last.eval_uneventful(h, cache);
        if again.contacts.is_some() {
            replace_contacts(body, last.into_owned(), reached, h);
        }
        state
    });
    if let Some(history) = body.history_mut() {
        history.correct(again.clone(), h);
    }
    if replace_guess(state, body, component, velocity) {
        worklist.touched.push(entity);
    }
    target::store_guessed_step(body, again);
    worklist.corrected.push(entity);
    if body.may_rest(RestTolerance::distance(own)) {
        worklist.slow.push(entity);
    }
    if body.has_unreported_contacts() || has_ended_throw(body) {
        worklist.reached.push(entity);
    }
    if resting {
        wake::<P>(entity, body, commands);
    }
}

/// Replaces the guessed state with the true one. Keeps what user code has written meanwhile: a value as it is, and a velocity as its
/// difference from the guessed velocity, which is added to the true one. Returns whether there was such a write.
fn replace_guess<P: Property>(
    state: State<P::Value>,
    body: &mut Body<P::Value>,
    mut component: Mut<P::Component>,
    mut velocity: Mut<Velocity<P>>,
) -> bool {
    let written = body.written();
    let value_written = !is_same(P::get(&component), written.value);
    body.moved |= state != body.state;
    body.make_rare();
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
