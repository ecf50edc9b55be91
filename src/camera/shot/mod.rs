//! Which shot a camera shows, and how it gets there.

pub(crate) mod blend;
pub(crate) mod blending;
pub(crate) mod samples;
pub(crate) mod transition;

use bevy::prelude::*;

use self::{blending::Blending, transition::Manner};
use super::{Pose, Shake, ShakeTurn, template::template};
use crate::{math::camera::DecayKind, property::newcomer::newcomer};

/// Makes a camera show what a shot sees. A shot is another entity, with an [`Orbit`](crate::Orbit) or any `Transform`.
///
/// You may write another shot at any time: the old one is forgotten at once, and may despawn. The picture goes to the new shot by
/// [`Blend`], from where it was and with its velocities: it shows the new shot plus an offset that decays, so every drawn pose follows the
/// shot exactly, however the shot moves.
///
/// A camera that is spawned with `Shows` shows its first shot at once. If you insert `Shows` later, beside an [`Orbit`](crate::Orbit) or a
/// [`LookAt`](crate::LookAt), the camera blends from its own pose.
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
///     commands.spawn((Transform::default(), Shows::new(close).by(Blend::eased(1.5))));
/// #   let _ = wide;
/// }
/// ```
///
/// # Special cases
///
/// - A shot that despawns or is disabled leaves its last pose behind, to which the camera blends.
/// - A shot without a `Transform` is not shown until it has one: the camera goes on with the last shot, with one warning.
/// - Between level shots the horizon stays level, because the orientation blends in yaw, pitch and roll. If a view is within 5° of straight
///   up or down, it takes the shortest arc instead.
/// - A shot that this crate does not move is sampled, and its velocity is a difference of samples `h` apart: the camera's velocity may jump
///   by `h/2` times the shot's acceleration where it comes to the shot, and by `h²/3` times its jerk where it leaves it. Until there are two
///   samples the shot counts as standing. Of a [`LookAt`](crate::LookAt) without an [`Orbit`](crate::Orbit), a `Shows` or a `Velocity`, only
///   the place is sampled.
/// - A shot that is moved in `Update` is shown a frame late, unless cameras are stepped [once a frame](crate::MotionOptions::frame).
/// - A kick of a shot's [`Shake`] is not shown: kick the camera that shows it.
/// - What moves a shot's parents, and is not this crate, counts as standing: to show an [`Orbit`](crate::Orbit) on a body of a physics crate,
///   let its pivot follow the body. A shot that others move below an entity that this crate moves counts as standing on it, too.
/// - A shot may itself show another one, stand below a camera, or be attached to one: all are drawn at the same instant, in chains of any
///   length. A shot that itself shows another one is seen by its own [`Orbit`](crate::Orbit) or, from where other code last put it, by its
///   own [`LookAt`](crate::LookAt); without both, what it shows is seen.
/// - A camera whose shot depends on the camera's own place stays where it is, with one warning: two cameras without an
///   [`Orbit`](crate::Orbit) and a [`LookAt`](crate::LookAt) that show each other, for instance, or a camera that shows its own child.
/// - If the camera has a perspective `Projection`, the field of view blends, too. A shot without such a `Projection` leaves the camera its own
///   field of view, which is the one that anything else wrote last. The camera has that again, too, when it shows itself, or when this
///   component is removed.
/// - Where this component is removed, a camera without an [`Orbit`](crate::Orbit) stays where it was shown, without its shake.
/// - [`Cut`](crate::Cut) ends a blend at once.
#[doc(alias = "transition")]
#[doc(alias = "virtual camera")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer::<ShakeTurn, Self>)]
#[require(Pose, Transform, Shake, Blending)]
#[must_use]
pub struct Shows {
    /// The entity whose view is shown. If it is the camera itself, the camera shows its own [`Orbit`](crate::Orbit); without one, it is
    /// where other code last put it.
    #[entities]
    pub shot: Entity,
    /// How the picture gets to a new shot. Default: [`Blend::eased`] in 1 s.
    pub blend: Blend,
}

template!(ShowsTemplate of Shows::new(shot) { blend: Blend });

impl Shows {
    /// Shows this shot.
    pub fn new(shot: Entity) -> Self {
        Self { shot, blend: Blend::default() }
    }

    /// The same, with this blend.
    pub const fn by(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }
}

/// How the picture gets from one shot to another. For shots that this crate moves, position, orientation and both velocities do not jump,
/// except at a cut. [`Shows`] has an example.
#[doc(alias = "crossfade")]
#[doc(alias = "transition")]
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
pub enum Blend {
    /// At once.
    Cut,
    /// On a critical spring: the acceleration jumps at the start.
    Spring {
        /// The angular frequency. Unit: rad/s. Range: > 0 and finite.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        angular_frequency: f32,
        /// Which way.
        path: BlendPath,
    },
    /// On two such springs in a chain: the acceleration starts at 0.
    Eased {
        /// The angular frequency of both. Unit: rad/s. Range: > 0 and finite.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        angular_frequency: f32,
        /// Which way.
        path: BlendPath,
    },
}

/// Which way a [`Blend`] takes. [`Shows`] has an example of a blend; [`Blend::around`] chooses the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum BlendPath {
    /// Along a straight line: between opposite cameras, through what they look at.
    #[default]
    Straight,
    /// Around what the new shot looks at, the target of its [`LookAt`](crate::LookAt) or the pivot of its [`Orbit`](crate::Orbit), which stays
    /// in view. If the new shot has neither, the path is straight. If that target or pivot is replaced, or jumps, in the middle of the blend, the
    /// rest of the path is straight.
    Around,
}

impl Default for Blend {
    fn default() -> Self {
        Self::eased(1.0)
    }
}

impl Blend {
    /// A critical spring whose offset is 1 % after `duration` (s, > 0).
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn spring(duration: f32) -> Self {
        let angular_frequency = DecayKind::Critical.angular_frequency(duration as f64) as f32;
        Self::Spring { angular_frequency, path: BlendPath::Straight }
    }

    /// A blend whose offset is 1 % after `duration` (s, > 0), and which begins without a jolt.
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn eased(duration: f32) -> Self {
        let angular_frequency = DecayKind::Eased.angular_frequency(duration as f64) as f32;
        Self::Eased { angular_frequency, path: BlendPath::Straight }
    }

    /// The same, around what the new shot looks at.
    pub const fn around(self) -> Self {
        let path = BlendPath::Around;
        match self {
            Self::Cut => self,
            Self::Spring { angular_frequency, .. } => Self::Spring { angular_frequency, path },
            Self::Eased { angular_frequency, .. } => Self::Eased { angular_frequency, path },
        }
    }

    /// None for a cut.
    ///
    /// # Errors
    ///
    /// The angular frequency that is no such thing.
    pub(crate) fn manner(&self) -> Result<Option<Manner>, f32> {
        let (kind, angular_frequency, path) = match *self {
            Self::Cut => return Ok(None),
            Self::Spring { angular_frequency, path } => (DecayKind::Critical, angular_frequency, path),
            Self::Eased { angular_frequency, path } => (DecayKind::Eased, angular_frequency, path),
        };
        if !(angular_frequency > 0.0 && angular_frequency.is_finite()) {
            return Err(angular_frequency);
        }
        let around = path == BlendPath::Around;
        Ok(Some(Manner { kind, angular_frequency: angular_frequency.into(), around, level: true }))
    }
}
