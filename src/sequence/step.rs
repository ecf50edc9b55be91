//! The steps of a sequence.

use core::fmt;

use bevy::{
    ecs::entity::{EntityMapper, MapEntities},
    prelude::*,
};

use crate::{
    law::{ExponentialRate, Fling},
    property::{Property, Translation},
    space::Space,
};

/// What a step of a [`Sequence`](crate::Sequence) does, and when it is over. The methods of `Sequence` add steps, and have an example.
#[derive(Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action<P: Property = Translation> {
    /// Waits. Unit: s. Range: ≥ 0.
    Wait(f32),
    /// Writes the entity's [`Target`](crate::Target), for its spring.
    Target {
        /// The target. Unit: property units.
        value: P::Value,
        /// How long the step lasts. Unit: s. Range: ≥ 0. `None`: until the entity is at rest.
        duration: Option<f32>,
    },
    /// Plays an exponential rate.
    Rate(ExponentialRate<P>),
    /// Throws the entity, until it lands.
    Throw(Fling<P>),
    /// Waits until another entity has no [`Sequence`](crate::Sequence) of the same property any more.
    WaitFor(Entity),
    /// Triggers [`SequenceCalled`](crate::events::SequenceCalled).
    Call,
}

/// A step of a [`Sequence`](crate::Sequence).
#[derive(Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
pub struct SequenceStep<P: Property = Translation> {
    /// What the step does.
    pub action: Action<P>,
    /// The share of the step's duration after which the next step begins. Unit: 1. Range: 0 to 1. Default: 1.
    pub share: f32,
}

impl<P: Property> From<Action<P>> for SequenceStep<P> {
    fn from(action: Action<P>) -> Self {
        Self { action, share: 1.0 }
    }
}

impl<P: Property> SequenceStep<P> {
    /// The duration (s) that the step is given, if it is.
    pub(super) fn given_duration(&self) -> Option<f64> {
        match &self.action {
            Action::Wait(duration) => Some((*duration).into()),
            Action::Target { duration, .. } => duration.map(f64::from),
            Action::Rate(rate) => Some(rate.duration.into()),
            Action::Throw(fling) => fling.duration.map(f64::from),
            Action::WaitFor(_) => None,
            Action::Call => Some(0.0),
        }
    }

    /// The share of the duration after which the next step begins. An invalid step has no duration, so its share does not matter.
    pub(super) fn valid_share(&self) -> f64 {
        if self.is_valid() { self.share.into() } else { 1.0 }
    }

    /// Whether all numbers are valid.
    pub(super) fn is_valid(&self) -> bool {
        let is_duration = |duration: f64| duration >= 0.0 && duration.is_finite();
        let is_place = !matches!(self.action, Action::Target { value, .. } if !value.is_finite());
        is_place && self.given_duration().is_none_or(is_duration) && (0.0..=1.0).contains(&self.share)
    }
}

impl<P: Property> Clone for Action<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for Action<P> {}

impl<P: Property> Clone for SequenceStep<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for SequenceStep<P> {}

impl<P: Property> PartialEq for Action<P> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Wait(duration), Self::Wait(other)) => duration == other,
            (Self::Target { value, duration }, Self::Target { value: other, duration: as_long }) => {
                value == other && duration == as_long
            }
            (Self::Rate(rate), Self::Rate(other)) => rate == other,
            (Self::Throw(fling), Self::Throw(other)) => fling == other,
            (Self::WaitFor(entity), Self::WaitFor(other)) => entity == other,
            (Self::Call, Self::Call) => true,
            _ => false,
        }
    }
}

impl<P: Property> PartialEq for SequenceStep<P> {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action && self.share == other.share
    }
}

impl<P: Property> fmt::Debug for Action<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait(duration) => f.debug_tuple("Wait").field(duration).finish(),
            Self::Target { value, duration } => {
                f.debug_struct("Target").field("value", value).field("duration", duration).finish()
            }
            Self::Rate(rate) => f.debug_tuple("Rate").field(rate).finish(),
            Self::Throw(fling) => f.debug_tuple("Throw").field(fling).finish(),
            Self::WaitFor(entity) => f.debug_tuple("WaitFor").field(entity).finish(),
            Self::Call => f.write_str("Call"),
        }
    }
}

impl<P: Property> fmt::Debug for SequenceStep<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SequenceStep").field("action", &self.action).field("share", &self.share).finish()
    }
}

impl<P: Property> MapEntities for SequenceStep<P> {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        if let Action::WaitFor(entity) = &mut self.action {
            *entity = mapper.get_mapped(*entity);
        }
    }
}
