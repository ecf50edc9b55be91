//! Moving targets: where a follower aims, samples of a target, and changes of its path.

use bevy::ecs::entity::Entity;

use crate::{
    math::Slope,
    space::{Space, State, Tangent, WideTangent},
};

/// Where a follower aims, relative to its leader.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Aim<V: Space> {
    /// Unit: property units.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) offset: WideTangent<V>,
    /// Whether the offset is along the leader's own axes.
    pub(crate) leader_axes: bool,
    /// Unit: s.
    pub(crate) look_ahead: f64,
}

impl<V: Space> Aim<V> {
    /// The aimed position and its velocity, for a leader in this state with this acceleration.
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

/// A sample of a target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Sample<V: Space> {
    /// The sampled position, including the offset.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) place: V::Wide,
    /// The position at which the follower aimed: [`place`](Self::place), moved ahead by the look-ahead.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) aimed: V::Wide,
    /// The target's velocity, if it is known. Unit: property units/s.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) velocity: Option<WideTangent<V>>,
    /// The instant of the sample. Unit: s after the last tick.
    pub(crate) at: f64,
}

/// A change of a target's path within the tick, for instance because its leader bounced off a bound.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Turn<V: Space> {
    /// The instant of the change. Unit: s after the last tick.
    pub(crate) instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    /// The target's path from [`instant`](Self::instant) on.
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
    pub(crate) leader_axes: bool,
    pub(crate) look_ahead: f32,
}

/// Two offsets that are not finite count as the same, and look-aheads are compared bit by bit. Otherwise a NaN would count as a new write
/// every time it is read.
impl<V: Space> PartialEq for FollowFields<V> {
    fn eq(&self, other: &Self) -> bool {
        let Self { leader, offset, leader_axes, look_ahead } = *self;
        leader == other.leader
            && leader_axes == other.leader_axes
            && (offset == other.offset || !(offset.is_finite() || other.offset.is_finite()))
            && look_ahead.to_bits() == other.look_ahead.to_bits()
    }
}

/// Where a follower is snapped to. A later variant takes precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Onto {
    /// The follower's target, along the axes that have a spring and within the follower's bounds, because its motion is reduced.
    Reduced,
    /// The follower's steady lag: the distance behind the target at which the follower would settle if the target kept its velocity.
    Steady,
    /// Exactly the follower's target, which a camera has computed: for instance the length that walls allow a boom to have.
    #[cfg(feature = "camera")]
    Target,
}

/// The fields of a `Target` with a velocity.
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
