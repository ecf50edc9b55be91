//! The component `SpringBones`.

use bevy::prelude::*;

use crate::math::{rotation::Vector3, swing};

/// Lets a bone and all bones below it swing about the pose that animation or your code writes: hair, tails, ears, straps. Insert it into the
/// first bone that is to swing, in any hierarchy of `Transform`s. Bones below that have their own `SpringBones` use those.
///
/// Each bone is a pendulum that a spring pulls to the direction that it has in the pose. Its head hangs on the bone above it as that is shown,
/// so a swing runs down the chain. The pose itself is what your code reads: in [`First`](bevy::app::First) each bone becomes what was written.
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
/// The angle of a small swing is exact, at any frame rate, for a head whose path over a frame is a cubic: the paths of this crate, to the fourth
/// order of the frame's length. What the head does to the bone depends on where the bone points: there the error is of the second order in how
/// far the bone swings in a frame. The velocity of a head that other code moves is that of the parabola through three frames.
///
/// # Special cases
///
/// - A bone ends at its farthest child. For a bone without children, see [`end`](Self::end).
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
pub struct SpringBones {
    /// How fast a bone swings about its pose. Unit: rad/s. Range: ≥ 0. Default: 20.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// Unit: 1. Range: ≥ 0; below 1 a bone overshoots, and below 0.7 a swing grows while it runs down a long chain. Default: 0.6.
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
    /// The distance that the end of a bone keeps from [`BoneCollider`](super::BoneCollider)s. Unit: units, scaled as the bone is. Range: ≥ 0.
    /// Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub radius: f32,
    /// The end of the last bone of a chain, which has no child that would tell where it ends, in its own axes. Unit: units. Default: 0, the
    /// last bone does not swing itself.
    pub end: Vec3,
}

impl Default for SpringBones {
    fn default() -> Self {
        Self {
            angular_frequency: 20.0,
            damping_ratio: 0.6,
            gravity: Vec3::ZERO,
            feed_forward: 0.0,
            influence: 1.0,
            max_angle: core::f32::consts::FRAC_PI_2,
            radius: 0.0,
            end: Vec3::ZERO,
        }
    }
}

impl SpringBones {
    /// Bones with this angular frequency (rad/s) and damping ratio.
    pub fn new(angular_frequency: f32, damping_ratio: f32) -> Self {
        Self { angular_frequency, damping_ratio, ..Self::default() }
    }

    /// Bones with the numbers of VRM's or Godot's spring bones, whose step is a Verlet step: `stiffness` (≥ 0), `drag` (0 to 1, the share of
    /// the velocity that a frame takes away) and `gravity` (direction × power). What these numbers do there depends on the frame rate and on
    /// the length of the bone; here it is what they do at `frame_rate` (1/s) for a bone of `length` (units).
    ///
    /// A swing of few degrees decays at these frames exactly as there, with the damping that the step itself adds: the angles of three frames
    /// are there `(1 + κ) θ₂ = (2 − drag) θ₁ − (1 − drag) θ₀`, with `κ = stiffness / (frame_rate × length)`. Behind a head that moves
    /// steadily, the bone trails by the same angle. In a chain, a bone is pulled to its pose, and not along the bone above it.
    ///
    /// # Special cases
    ///
    /// Without stiffness nothing pulls the bone, and a damping ratio cannot describe the drag: it is 0. With a drag of 1 the damping ratio is
    /// not finite, which is not valid.
    ///
    /// # References
    ///
    /// [VRMC_springBone 1.0](https://github.com/vrm-c/vrm-specification), *Inertia, stiffness and external force*; Godot 4.4,
    /// `SpringBoneSimulator3D`.
    #[doc(alias = "from_godot")]
    pub fn from_vrm(stiffness: f32, drag: f32, gravity: Vec3, length: f32, frame_rate: f32) -> Self {
        let (drag, rate) = (f64::from(drag), f64::from(frame_rate));
        let pull = f64::from(stiffness) / (rate * f64::from(length));
        // The step itself adds damping, so drag takes away more than its share.
        let damping = (libm::log1p(pull) - libm::log1p(-drag)) * rate;
        // The solutions of the step are `exp(−damping t/2)` times the cosine of `rate × acos(ratio)` t, or its hyperbolic cosine.
        let ratio = (1.0 - 0.5 * drag) / libm::sqrt((1.0 - drag) * (1.0 + pull));
        let frequency = rate * if ratio < 1.0 { libm::acos(ratio) } else { libm::acosh(ratio) };
        let square = 0.25 * damping * damping + frequency * frequency * if ratio < 1.0 { 1.0 } else { -1.0 };
        let angular_frequency = if pull > 0.0 { libm::sqrt(square) } else { 0.0 };
        let is_pulled = angular_frequency > 0.0;
        let damping_ratio = if is_pulled { damping / (2.0 * angular_frequency) } else { 0.0 };
        // Behind a head with a steady velocity, a bone trails by the same angle.
        let trailing = drag / (rate * pull);
        let feed_forward = if is_pulled { (1.0 - trailing * square / damping).clamp(0.0, 1.0) } else { 0.0 };
        #[allow(clippy::cast_possible_truncation, reason = "fields hold f32")]
        let [angular_frequency, damping_ratio, feed_forward] =
            [angular_frequency, damping_ratio, feed_forward].map(|value| value as f32);
        Self { gravity: gravity * frame_rate, feed_forward, ..Self::new(angular_frequency, damping_ratio) }
    }

    /// The fields, or the first invalid one and its value.
    pub(super) fn rules(&self) -> Result<Rules, (&'static str, f64)> {
        let least = |field, value: f32, is_valid: bool| {
            if is_valid && value >= 0.0 { Ok(f64::from(value)) } else { Err((field, f64::from(value))) }
        };
        let positive = |field, value: f32| least(field, value, value.is_finite());
        let share = |field, value: f32| least(field, value, value <= 1.0);
        let vector = |field, value: Vec3| {
            let invalid = value.to_array().into_iter().find(|value| !value.is_finite());
            invalid.map_or(Ok(value), |value| Err((field, f64::from(value))))
        };
        let angular_frequency = positive("SpringBones::angular_frequency", self.angular_frequency)?;
        let damping_ratio = positive("SpringBones::damping_ratio", self.damping_ratio)?;
        let gravity = vector("SpringBones::gravity", self.gravity)?.as_dvec3();
        Ok(Rules {
            stiffness: angular_frequency * angular_frequency,
            damping: 2.0 * damping_ratio * angular_frequency,
            gravity: Vector3::new(gravity.x, gravity.y, gravity.z),
            feed_forward: share("SpringBones::feed_forward", self.feed_forward)?,
            influence: share("SpringBones::influence", self.influence)?,
            max_angle: least("SpringBones::max_angle", self.max_angle, true)?,
            radius: positive("SpringBones::radius", self.radius)?,
            end: vector("SpringBones::end", self.end)?,
        })
    }
}

/// The valid fields of a [`SpringBones`].
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Unit: 1/s².
    stiffness: f64,
    /// Unit: 1/s.
    damping: f64,
    gravity: Vector3,
    feed_forward: f64,
    pub(super) influence: f64,
    pub(super) max_angle: f64,
    pub(super) radius: f64,
    pub(super) end: Vec3,
}

impl Rules {
    /// What a bone of this length (units) is made of.
    pub(super) fn bone(&self, length: f64) -> swing::Bone {
        let Self { stiffness, damping, feed_forward, gravity: acceleration, .. } = *self;
        swing::Bone { stiffness, damping, feed_forward, length, acceleration }
    }
}
