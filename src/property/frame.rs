//! The frames that values and offsets are in.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    math::Quat,
    reflect::{Reflect, std_traits::ReflectDefault},
    transform::components::GlobalTransform,
};

/// In whose axes a [`Follow`](crate::Follow)'s offset is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum OffsetFrame {
    /// The world's. Without parents, those of the value itself.
    #[default]
    World,
    /// The leader's own: it turns with the leader, but does not scale with it. For what is placed in a `Transform`;
    /// elsewhere it means the same as [`World`](Self::World). The leader is then sampled once a tick.
    Leader,
}

/// The frames that a follower sees its leader through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// That of the leader's parent.
    pub leader_parent: GlobalTransform,
    /// The leader's own orientation in the world.
    pub leader_rotation: Quat,
    /// That of the follower's parent.
    pub follower_parent: GlobalTransform,
}
