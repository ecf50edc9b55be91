//! The frames of reference in which values and offsets are measured.

use core::ops::Mul;

use bevy::{
    math::{DAffine3, DQuat},
    prelude::*,
};

/// The axes along which a [`Follow`](crate::Follow)'s offset is measured. [`Follow::with_offset`](crate::Follow::with_offset) and
/// [`with_own_offset`](crate::Follow::with_own_offset) set this.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{OffsetFrame, prelude::*};
///
/// fn chase(car: Entity, mut commands: Commands) {
///     let behind = Follow::new(car).with_own_offset(Vec3::new(0.0, 2.0, 6.0));
///     assert_eq!(behind.frame, OffsetFrame::Leader);
///     commands.spawn((Transform::default(), Spring::critical(6.0), behind));
/// }
/// ```
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

/// The frame of reference of a parent, relative to the world, in f64. [`Frames`] consists of these.
///
/// # Examples
///
/// ```
/// use bevy::{math::DVec3, prelude::*};
/// use bevy_exact_motion::property::ParentFrame;
///
/// let (ship, cabin) = (Transform::from_xyz(10.0, 0.0, 0.0), Transform::from_xyz(0.0, 3.0, 0.0));
/// let frame = ParentFrame::from(ship) * ParentFrame::from(cabin);
/// assert_eq!(frame.affine.transform_point3(DVec3::Z), DVec3::new(10.0, 3.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParentFrame {
    /// The transform from the frame to the world.
    pub affine: DAffine3,
    /// The orientation of the frame's axes in the world, without any scale.
    pub rotation: DQuat,
}

impl ParentFrame {
    /// The world's frame.
    pub const IDENTITY: Self = Self { affine: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };
}

/// The frame of an entity that has this transform and no parent.
impl From<Transform> for ParentFrame {
    fn from(Transform { translation, rotation, scale }: Transform) -> Self {
        let rotation = rotation.as_dquat().normalize();
        let affine = DAffine3::from_scale_rotation_translation(scale.as_dvec3(), rotation, translation.as_dvec3());
        Self { affine, rotation }
    }
}

/// Composes two frames, of which the second is relative to the first.
impl Mul for ParentFrame {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        Self { affine: self.affine * inner.affine, rotation: (self.rotation * inner.rotation).normalize() }
    }
}

/// The frames of reference of a leader and its follower. [`Property::seen`](crate::property::Property::seen) converts a value from one to the other.
///
/// # Examples
///
/// ```
/// use bevy::{math::DQuat, prelude::*};
/// use bevy_exact_motion::{property::{Frames, ParentFrame}};
///
/// let parent = ParentFrame::from(Transform::from_xyz(2.0, 0.0, 0.0));
/// let frames = Frames { leader_parent: parent, leader_rotation: DQuat::IDENTITY, follower_parent: ParentFrame::IDENTITY };
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// The frame of the leader's parent.
    pub leader_parent: ParentFrame,
    /// The leader's orientation in the world.
    pub leader_rotation: DQuat,
    /// The frame of the follower's parent.
    pub follower_parent: ParentFrame,
}

#[cfg(test)]
mod tests {
    use bevy::math::{Quat, Vec3};

    use super::*;

    #[test]
    fn frames_compose_like_transforms_and_scale_does_not_rotate() {
        let outer = Transform {
            translation: Vec3::new(3.0, -2.0, 0.5),
            rotation: Quat::from_rotation_y(0.7),
            scale: Vec3::new(1.0, -2.0, 0.5),
        };
        let inner = Transform::from_xyz(-1.0, 4.0, 2.0).with_rotation(Quat::from_rotation_x(-1.1));
        let frame = ParentFrame::from(outer) * ParentFrame::from(inner);
        let point = Vec3::new(0.3, 1.7, -2.2);
        let expected = outer.transform_point(inner.transform_point(point));
        // The expected point has about ten roundings of f32 at 16 units.
        assert!((frame.affine.transform_point3(point.as_dvec3()).as_vec3() - expected).length() < 1e-5);
        let turned = (outer.rotation * inner.rotation).as_dquat();
        assert!((frame.rotation * turned.inverse()).xyz().length() < 1e-6, "{}", frame.rotation);
    }
}
