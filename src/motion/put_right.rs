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

/// The last step from the tick's start on, if its path was guessed.
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

/// The correction of the last step, over a tick of length `h`, because the target moved along `path` and not as assumed at `start`: the
/// step is affine in the path. Returns `None` if the step depends on more than that.
#[inline]
pub(crate) fn missing_increment<P: Property>(
    body: &Body<P::Value>,
    start: &Start<P::Value>,
    path: &Slope<WideTangent<P::Value>>,
    h: f64,
    tick_response: &TickResponse<P>,
) -> Option<Increment<WideTangent<P::Value>>> {
    let law = body.law();
    // A step whose result an f32 cannot hold was not taken.
    if !(P::Value::LINEAR && law.k > 0.0 && body.state != start.state) {
        return None;
    }
    let integrals = body.target_path()?.integrals(&law, h)?;
    let assumed = &start.slope;
    let wrong = Slope { e1: path.e1 - assumed.e1, e2: path.e2 - assumed.e2, e3: path.e3 - assumed.e3 };
    let missing = tick_response.propagator(law.k, law.c).cubic_correction(&integrals, law.k, law.g, &wrong);
    P::Value::is_presentable(&body.state.plus(missing)).then_some(missing)
}
