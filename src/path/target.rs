//! A target that moves: where to aim, where it was seen, and where its path changes.

use bevy::ecs::entity::Entity;

use crate::{
    math::Slope,
    property::OffsetFrame,
    space::{Space, State, Tangent, WideTangent},
};

/// Where to aim, from the leader's value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Aim<V: Space> {
    /// Unit: property units.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) offset: WideTangent<V>,
    /// The axes along which the offset is.
    pub(crate) frame: OffsetFrame,
    /// Unit: s.
    pub(crate) look_ahead: f64,
}

impl<V: Space> Aim<V> {
    /// Where to aim for a leader in this state, with this acceleration.
    #[inline]
    pub(crate) fn ahead(&self, state: State<V>, acceleration: WideTangent<V>) -> State<V> {
        let State { position, velocity } = state;
        let state = if self.look_ahead == 0.0 {
            state
        } else {
            State {
                position: V::offset(position, velocity * self.look_ahead),
                velocity: velocity + acceleration * self.look_ahead,
            }
        };
        V::displaced(state, self.offset)
    }
}

/// A sampled target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Sample<V: Space> {
    /// Where it was, with the offset.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) place: V::Wide,
    /// Where the follower aimed: ahead of the leader.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) aimed: V::Wide,
    /// Its velocity, where something tells it. Unit: property units/s.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) velocity: Option<WideTangent<V>>,
    /// When. Unit: s after the last tick.
    pub(crate) at: f64,
}

/// A change of a target's path within the tick: its leader turned, at a bound for instance.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Turn<V: Space> {
    /// Unit: s after the last tick.
    pub(crate) instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    /// The path from there.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::slope"))]
    pub(crate) slope: Slope<WideTangent<V>>,
}

/// The fields of a `Follow` that choose the target.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct FollowFields<V: Space> {
    pub(crate) leader: Entity,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) offset: V::Tangent,
    pub(crate) frame: OffsetFrame,
    pub(crate) look_ahead: f32,
}

/// Two fields that are not finite count as the same, or a NaN would be a new write every time it is looked at.
impl<V: Space> PartialEq for FollowFields<V> {
    fn eq(&self, other: &Self) -> bool {
        let Self { leader, offset, frame, look_ahead } = *self;
        leader == other.leader
            && frame == other.frame
            && (offset == other.offset || !(offset.is_finite() || other.offset.is_finite()))
            && look_ahead.to_bits() == other.look_ahead.to_bits()
    }
}

/// Where a follower is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Onto {
    /// Its target.
    Target,
    /// As far behind its target as the follower is after a long time behind a target that moves so.
    Steady,
    /// Its target, as far as springs pull it there and bounds let it: its motion is reduced.
    Reduced,
}

/// The fields of a `Target` that moves by itself.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Steady<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) value: V,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) velocity: V::Tangent,
}

impl<V: Space> PartialEq for Steady<V> {
    fn eq(&self, other: &Self) -> bool {
        self.value.same(other.value) && self.velocity == other.velocity
    }
}
