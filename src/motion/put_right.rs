//! A step that was taken with a guess, put right.

use super::{
    answer::Answer,
    body::Body,
    guessed_step::{GuessedStep, Start},
};
use crate::{
    math::{Increment, Slope},
    path::segment::Segment,
    property::Property,
    space::{Space, WideTangent},
};

/// The last step, if its path was guessed, from the tick's start on.
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

/// What the last step lacks, over a tick of length `h`, because the target went by `path` and not as was assumed at its `start`: the step is
/// affine in the path. Returns `None` if the step depends on more than that.
#[inline]
pub(crate) fn lacking<P: Property>(
    body: &Body<P::Value>,
    start: &Start<P::Value>,
    path: &Slope<WideTangent<P::Value>>,
    h: f64,
    answer: &Answer<P>,
) -> Option<Increment<WideTangent<P::Value>>> {
    let law = body.law();
    // A motion that an f32 could not hold has stood still.
    if !(P::Value::LINEAR && law.k > 0.0 && body.state != start.state) {
        return None;
    }
    let integrals = body.target_path()?.integrals(&law, h)?;
    let assumed = &start.slope;
    let wrong = Slope { e1: path.e1 - assumed.e1, e2: path.e2 - assumed.e2, e3: path.e3 - assumed.e3 };
    let lacks = answer.propagator(law.k, law.c).cubic_correction(&integrals, law.k, law.g, &wrong);
    P::Value::is_presentable(&body.state.plus(lacks)).then_some(lacks)
}
