//! The frames in which values and offsets are measured.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    math::Quat,
    reflect::{Reflect, std_traits::ReflectDefault},
    transform::components::GlobalTransform,
};

/// The axes along which a [`Follow`](crate::Follow)'s offset is measured. [`Follow::with_offset`](crate::Follow::with_offset) and
/// [`with_own_offset`](crate::Follow::with_own_offset) set this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum OffsetFrame {
    /// The world's axes; for properties other than `Translation` and `Rotation`, the axes in which the value is measured.
    #[default]
    World,
    /// The leader's own axes: the offset turns with the leader, but does not scale with it. The leader is then sampled once a tick. For
    /// properties other than `Translation` and `Rotation` this is the same as [`World`](Self::World).
    Leader,
}

/// The frames between a leader and its follower: what [`Property::seen`](crate::Property::seen) gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// The global transform of the leader's parent.
    pub leader_parent: GlobalTransform,
    /// The leader's orientation in the world.
    pub leader_rotation: Quat,
    /// The global transform of the follower's parent.
    pub follower_parent: GlobalTransform,
}
