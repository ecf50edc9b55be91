//! Shots: which one a camera shows, and how it blends to another one.

pub(crate) mod blend;
pub(crate) mod blending;
pub(crate) mod samples;
pub(crate) mod transition;

use bevy::prelude::*;

use self::{blending::Blending, transition::BlendSettings};
use super::{Pose, Shake, ShakeTurn, template::template};
use crate::{math::camera::DecayKind, property::on_insert::on_insert};

/// Makes a camera show the view of a shot. A shot is another entity, with an [`Orbit`](crate::camera::Orbit) or any `Transform`.
///
/// You may write another shot at any time. The picture then blends to the new shot as set by [`Blend`], from where it was and with the
/// velocities that it had: it shows the new shot plus an offset that decays, so every drawn pose follows the shot exactly, however the shot
/// moves. The old shot has no effect from then on, and may be despawned.
///
/// A camera that is spawned with `ActiveShot` shows its first shot without a blend. If you insert `ActiveShot` later, on a camera with an
/// [`Orbit`](crate::camera::Orbit) or a [`LookAt`](crate::camera::LookAt), the camera blends from its own pose.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let close = commands.spawn(Orbit::new(0.0, 0.2, 3.0)).id();
///     let wide = commands.spawn((Transform::from_xyz(0.0, 30.0, 40.0).looking_at(Vec3::ZERO, Vec3::Y),)).id();
///     commands.spawn((Transform::default(), ActiveShot::new(close).with_blend(Blend::eased(1.5))));
/// #   let _ = wide;
/// }
/// ```
///
/// # Special cases
///
/// - If a shot despawns or is disabled, its last pose is kept, and the camera blends to that.
/// - A shot without a `Transform` is not shown until it has one: the camera continues to show the last shot, with one warning.
/// - Between level shots the horizon stays level, because the orientation blends in yaw, pitch and roll. If a view is within 5° of straight
///   up or down, the orientation takes the shortest arc instead.
/// - The velocity of a shot that this crate does not move is computed from samples that are `h` seconds apart. The camera's velocity may
///   jump by `h/2` times the shot's acceleration when the camera starts to show such a shot, and by `h²/3` times the shot's jerk when the
///   camera changes from such a shot to another. Until there are two samples, the shot counts as being at rest. If the shot has a
///   [`LookAt`](crate::camera::LookAt), but no [`Orbit`](crate::camera::Orbit), `ActiveShot` or `Velocity`, only its position is sampled.
/// - A shot that is moved in `Update` is shown a frame late, unless cameras are stepped [once a frame](crate::MotionOptions::frame).
/// - The [`Shake`] of a shot is not shown: kick the camera that shows the shot.
/// - If user code moves a parent of the shot, the velocity of that parent is not known and counts as 0. To show an
///   [`Orbit`](crate::camera::Orbit) on a body of a physics crate, let its pivot follow the body. If user code moves the shot relative to a
///   parent that this crate moves, only the velocity of that parent is known.
/// - A shot may itself show another shot, be a child of a camera, or be attached to one: all are drawn at the same instant, in chains of
///   any length. If a shot itself shows another one, the camera shows the view of the shot's own [`Orbit`](crate::camera::Orbit), or that
///   of its own [`LookAt`](crate::camera::LookAt) from where other code last put the shot. If the shot has neither, the camera shows what
///   the shot shows.
/// - A camera whose shot depends on the camera's own pose keeps its last pose, with one warning. Examples are two cameras that show each
///   other and have neither an [`Orbit`](crate::camera::Orbit) nor a [`LookAt`](crate::camera::LookAt), and a camera that shows its own
///   child.
/// - If the camera has a perspective `Projection`, the field of view blends, too. If the shot has no such `Projection`, the camera keeps
///   its own field of view, which is the one that other code wrote last. The camera's own field of view is restored when the camera
///   shows itself or when this component is removed.
/// - If this component is removed, a camera without an [`Orbit`](crate::camera::Orbit) stays where it was, without its shake.
/// - [`Cut`](crate::events::Cut) ends a blend in one step.
#[doc(alias = "transition")]
#[doc(alias = "virtual camera")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = on_insert::<ShakeTurn, Self>)]
#[require(Pose, Transform, Shake, Blending)]
#[must_use]
pub struct ActiveShot {
    /// The entity whose view is shown. If it is the camera itself, the camera shows the view of its own [`Orbit`](crate::camera::Orbit).
    /// Without an orbit, the camera is where other code last put it.
    #[entities]
    pub shot: Entity,
    /// How the picture blends to a new shot. Default: [`Blend::eased`] in 1 s.
    pub blend: Blend,
}

template!(ActiveShotTemplate of ActiveShot::new(shot) { blend: Blend });

impl ActiveShot {
    /// Shows `shot`, with the default blend.
    pub fn new(shot: Entity) -> Self {
        Self { shot, blend: Blend::default() }
    }

    /// Sets the blend.
    pub const fn with_blend(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }
}

/// How the picture blends from one shot to another. If this crate moves the shots, position, orientation and both velocities do not jump,
/// except at a cut. [`ActiveShot`] has an example.
#[doc(alias = "crossfade")]
#[doc(alias = "transition")]
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
#[non_exhaustive]
pub enum Blend {
    /// No blend: the new shot is shown in one step.
    Cut,
    /// A critically damped spring. The acceleration jumps at the start.
    Spring {
        /// The angular frequency. Unit: rad/s. Range: > 0 and finite.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        angular_frequency: f32,
        /// Whether the picture moves around the object that the new shot looks at: see [`Blend::around`].
        around: bool,
    },
    /// Two critically damped springs in a chain. The acceleration starts at 0.
    Eased {
        /// The angular frequency of both springs. Unit: rad/s. Range: > 0 and finite.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        angular_frequency: f32,
        /// Whether the picture moves around the object that the new shot looks at: see [`Blend::around`].
        around: bool,
    },
}

impl Default for Blend {
    fn default() -> Self {
        Self::eased(1.0)
    }
}

impl Blend {
    /// A critically damped spring. The offset has decayed to 1 % after `duration` (s, > 0).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn spring(duration: f32) -> Self {
        let angular_frequency = DecayKind::Critical.angular_frequency(duration as f64) as f32;
        Self::Spring { angular_frequency, around: false }
    }

    /// A blend that begins without a jump of the acceleration. The offset has decayed to 1 % after `duration` (s, > 0).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn eased(duration: f32) -> Self {
        let angular_frequency = DecayKind::Eased.angular_frequency(duration as f64) as f32;
        Self::Eased { angular_frequency, around: false }
    }

    /// Makes the picture move around the object that the new shot looks at, which stays in view: the target of the shot's
    /// [`LookAt`](crate::camera::LookAt), or the pivot of its [`Orbit`](crate::camera::Orbit). Without this setting, the path is a straight
    /// line, which between opposite cameras leads through the object that they look at.
    ///
    /// If the new shot has neither, the path is straight, too. If that target or pivot is replaced or teleported during the blend, the path
    /// is straight from then on.
    pub const fn around(self) -> Self {
        match self {
            Self::Cut => self,
            Self::Spring { angular_frequency, .. } => Self::Spring { angular_frequency, around: true },
            Self::Eased { angular_frequency, .. } => Self::Eased { angular_frequency, around: true },
        }
    }

    /// The settings of the blend, or `None` for a cut.
    ///
    /// # Errors
    ///
    /// The angular frequency, if it is invalid.
    pub(crate) fn settings(&self) -> Result<Option<BlendSettings>, f32> {
        let (kind, angular_frequency, around) = match *self {
            Self::Cut => return Ok(None),
            Self::Spring { angular_frequency, around } => (DecayKind::Critical, angular_frequency, around),
            Self::Eased { angular_frequency, around } => (DecayKind::Eased, angular_frequency, around),
        };
        if !(angular_frequency > 0.0 && angular_frequency.is_finite()) {
            return Err(angular_frequency);
        }
        Ok(Some(BlendSettings { kind, angular_frequency: angular_frequency.into(), around, level: true }))
    }
}
