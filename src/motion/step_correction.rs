//! Corrects a step that was taken along a guessed target path.

use super::{
    body::Body,
    guessed_step::{GuessedStep, Start},
    tick_response::TickResponse,
};
use crate::{
    math::{Increment, Slope},
    path::segment::Segment,
    property::Property,
    space::{Space, WideTangent},
};

/// The segment of the last step, if its target path was guessed.
pub(crate) fn last_step<V: Space>(body: &Body<V>) -> Option<Segment<'static, V>> {
    match &body.target_path()?.guessed_step {
        GuessedStep::None => None,
        GuessedStep::Led(Start { state, target, slope }) => Some(Segment {
            start: 0.0,
            state: *state,
            target: *target,
            slope: Some(*slope),
            turns: None,
            ring_place: None,
            ..body.segment().into_owned()
        }),
        GuessedStep::Whole(segment) => Some((**segment).clone()),
    }
}

/// The change that corrects the last step, over a tick of length `h`, for a target that moved along `path` instead of the path assumed in
/// `start`. It is exact, because the step is affine in the path. Returns `None` if the step has to be taken again instead.
#[inline]
pub(crate) fn missing_increment<P: Property>(
    body: &Body<P::Value>,
    start: &Start<P::Value>,
    path: &Slope<WideTangent<P::Value>>,
    h: f64,
    tick_response: &TickResponse<P>,
) -> Option<Increment<WideTangent<P::Value>>> {
    let law = body.law();
    // An unchanged state means that the step was skipped, because an f32 cannot hold its result.
    if !(P::Value::LINEAR && law.k > 0.0 && body.state != start.state) {
        return None;
    }
    let integrals = body.target_path()?.integrals(&law, h)?;
    let assumed = &start.slope;
    let wrong = Slope { e1: path.e1 - assumed.e1, e2: path.e2 - assumed.e2, e3: path.e3 - assumed.e3 };
    let missing = tick_response.propagator(law.k, law.c).cubic_correction(&integrals, law.k, law.g, &wrong);
    P::Value::is_presentable(&body.state.plus(missing)).then_some(missing)
}
