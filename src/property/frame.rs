//! The frames of reference in which values and offsets are measured.

use core::ops::Mul;

use bevy::{
    math::{DAffine3, DQuat},
    prelude::*,
};

/// The frame of reference of a parent, relative to the world, in f64. [`Frames`] contains two of them.
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

/// The frames of reference of a leader and its follower. [`Property::seen`](crate::property::Property::seen) converts a value from one to
/// the other.
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
    fn frames_compose_like_transforms_and_their_rotation_ignores_scale() {
        let outer = Transform {
            translation: Vec3::new(3.0, -2.0, 0.5),
            rotation: Quat::from_rotation_y(0.7),
            scale: Vec3::new(1.0, -2.0, 0.5),
        };
        let inner = Transform::from_xyz(-1.0, 4.0, 2.0).with_rotation(Quat::from_rotation_x(-1.1));
        let frame = ParentFrame::from(outer) * ParentFrame::from(inner);
        let point = Vec3::new(0.3, 1.7, -2.2);
        let expected = outer.transform_point(inner.transform_point(point));
        // The expected point is computed in f32, with about ten roundings of numbers up to 16.
        assert!((frame.affine.transform_point3(point.as_dvec3()).as_vec3() - expected).length() < 1e-5);
        let turned = (outer.rotation * inner.rotation).as_dquat();
        assert!((frame.rotation * turned.inverse()).xyz().length() < 1e-6, "{}", frame.rotation);
    }
}
