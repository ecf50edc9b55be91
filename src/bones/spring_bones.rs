//! The component `SpringBones`.

use bevy::prelude::*;

use super::bone::Bone;

/// Lets a bone and all bones below it swing about the pose that animation or your code writes: hair, tails, ears, straps. Insert it into the
/// first bone that is to swing, in any hierarchy of `Transform`s. Bones below that have their own `SpringBones` use those.
///
/// Each bone is a pendulum that a spring pulls to the pose. Its head hangs on the bone above it as that is shown, so a whip of twenty bones
/// swings as one. The pose itself is what your code reads: in [`First`](bevy::app::First) each bone becomes what was written.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::SpringBones;
///
/// fn swing(bones: Query<(Entity, &Name), Added<Name>>, mut commands: Commands) {
///     for (bone, name) in &bones {
///         if name.starts_with("tail.") {
///             commands.entity(bone).insert(SpringBones { gravity: -2.0 * Vec3::Y, ..SpringBones::new(9.0, 0.3) });
///         }
///     }
/// }
/// ```
///
/// # Accuracy
///
/// The angle is exact, at any frame rate, for a head whose path over a frame is a cubic: the paths of this crate, to the fourth order of the
/// frame's length. The pendulum is linear in the angle: its error is of the third order in the angle.
///
/// # Special cases
///
/// - A bone ends at the first of its children that is not where it begins. For the last bone, see [`end`](Self::end).
/// - A bone whose scale is 0 does not swing.
/// - Trigger [`Teleported`](crate::events::Teleported) for the first bone, or for an entity above it, and nothing swings from the jump.
#[doc(alias = "jiggle")]
#[doc(alias = "secondary motion")]
#[doc(alias = "hair")]
#[doc(alias = "cloth")]
#[doc(alias = "tail")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Bone)]
pub struct SpringBones {
    /// How fast a bone swings about its pose, if it does not have to carry the ones below. Unit: rad/s. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// Unit: 1. Range: ≥ 0; below 1 a bone overshoots. Default: 0.4.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
    /// Gravity and wind. Unit: units/s². Default: 0, bones rest in their pose.
    pub gravity: Vec3,
    /// The share of the velocity of its head and pose that a bone's damping follows: with 0 it swings in air at rest, with 1 in air that
    /// moves with it. Unit: 1. Range: 0 to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// The share of the swing that is shown. Unit: 1. Range: 0 to 1. Default: 1.
    #[reflect(@0.0..=1.0_f32)]
    pub influence: f32,
    /// The largest angle from the pose. Angles are slowed down smoothly from half of it on. Unit: rad. Range: ≥ 0. Default: π/2.
    #[reflect(@0.0..=f32::INFINITY)]
    pub max_angle: f32,
    /// The end of the last bone of a chain, which has no child that would tell where it ends, in its own axes. Unit: units. Default: 0, the
    /// last bone does not swing itself.
    pub end: Vec3,
}

impl Default for SpringBones {
    fn default() -> Self {
        Self {
            angular_frequency: 8.0,
            damping_ratio: 0.4,
            gravity: Vec3::ZERO,
            feed_forward: 0.0,
            influence: 1.0,
            max_angle: core::f32::consts::FRAC_PI_2,
            end: Vec3::ZERO,
        }
    }
}

impl SpringBones {
    /// Bones with this angular frequency (rad/s) and damping ratio.
    pub fn new(angular_frequency: f32, damping_ratio: f32) -> Self {
        Self { angular_frequency, damping_ratio, ..Self::default() }
    }
}
