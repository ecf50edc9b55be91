//! A step along a guessed target path, stored until the true path is known.

use alloc::boxed::Box;

use crate::{
    math::Slope,
    path::segment::Segment,
    space::{Space, State, WideTangent},
};

/// The last tick's step, if the target's path was guessed.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) enum GuessedStep<V: Space> {
    /// Nothing was guessed, or the step has been corrected.
    #[default]
    None,
    /// A step over the whole tick in which only the law and the target's path moved the entity. The law has not changed since.
    Led(Start<V>),
    /// Any other step.
    Whole(Box<Segment<'static, V>>),
}

/// The state at the start of a step, and the target's path from there.
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
    /// Shifts the step with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
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
