//! A step that was taken with a guess, kept until it is known how good that was.

use alloc::boxed::Box;

use super::{answer::Answer, body::Body, segment::Segment};
use crate::{
    math::Slope,
    property::Property,
    space::{Space, State, WideTangent},
};

/// The way over the last tick, where the target's path was guessed.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) enum GuessedStep<V: Space> {
    /// Nothing was guessed, or it was put right.
    #[default]
    None,
    /// Over the whole tick behind the target alone: the law and all else is what it is now.
    Led(Start<V>),
    /// Any other.
    Whole(Box<Segment<'static, V>>),
}

/// Where a step began, and the target's path from there.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Start<V: Space> {
    pub(crate) state: State<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::slope"))]
    pub(crate) slope: Slope<WideTangent<V>>,
}

impl<V: Space> GuessedStep<V> {
    /// The segment from the tick's start on, of the motion that is this now.
    pub(crate) fn segment(&self, now: &Body<V>) -> Option<Segment<'static, V>> {
        match self {
            Self::None => None,
            Self::Led(Start { state, target, slope }) => Some(Segment {
                start: 0.0,
                state: *state,
                target: *target,
                slope: Some(*slope),
                ring_place: None,
                ..now.segment().into_owned()
            }),
            Self::Whole(segment) => Some((**segment).clone()),
        }
    }

    /// The world's origin has moved.
    pub(crate) fn put_elsewhere(&mut self, by: WideTangent<V>) {
        match self {
            Self::None => {}
            Self::Led(start) => {
                start.state.position = V::offset(start.state.position, by);
                start.target = V::offset(start.target, by);
            }
            Self::Whole(segment) => segment.shift(by),
        }
    }
}

impl<V: Space> Body<V> {
    /// The state with what the last step lacks, over a tick of length `h`, because the target went by `path` and not as was
    /// assumed at its `start`: the step is affine in the path. None where that is not all that matters.
    #[inline]
    pub(crate) fn put_right<P: Property<Value = V>>(
        &self,
        start: &Start<V>,
        path: &Slope<WideTangent<V>>,
        h: f64,
        answer: &Answer<P>,
    ) -> Option<State<V>> {
        let law = self.law();
        // One that an f32 could not hold has stood still.
        if !(V::LINEAR && law.k > 0.0 && self.state != start.state) {
            return None;
        }
        let integrals = self.target_path()?.integrals(&law, h)?;
        let assumed = &start.slope;
        let wrong = Slope { e1: path.e1 - assumed.e1, e2: path.e2 - assumed.e2, e3: path.e3 - assumed.e3 };
        let step = answer.propagator(law.k, law.c).cubic_correction(&integrals, law.k, law.g, &wrong);
        let state = State {
            position: V::offset(self.state.position, step.position),
            velocity: self.state.velocity + step.velocity,
        };
        V::is_presentable(&state).then_some(state)
    }
}
