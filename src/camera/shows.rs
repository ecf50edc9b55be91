//! Which shot a camera shows, and how it gets there.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, entity::Entity, reflect::ReflectComponent},
    reflect::{Reflect, std_traits::ReflectDefault},
    transform::components::Transform,
};

use super::{Pose, Shake, ShakeTurn, blending::Blending, transition::Manner};
use crate::{math::camera::DecayKind, property::newcomer::newcomer_of_many};

/// Makes a camera show what a shot sees: another entity, with an [`Orbit`](crate::Orbit) or any `Transform`.
///
/// Write another shot, at any time: the old one is forgotten at once, and may despawn. What is shown goes on from where it was, with
/// its velocities, to the new one by [`Blend`]: it is the new shot plus an offset that decays, so that every drawn pose follows the
/// shot exactly, however it moves. Without a shot to come from, the first one is shown at once.
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
/// - A shot without a `Transform` is not shown until it has one: the last one goes on, with one warning.
/// - Between views within 5° of straight up or down the way is the shortest arc, elsewhere it is in yaw, pitch and roll: between
///   level shots the horizon stays level.
/// - A shot that this crate does not move is sampled, and its velocity found by differences: `x′` may jump by `h²/3` of its jerk.
/// - A shot that itself shows another one is seen as it was an instant before.
/// - The field of view goes with the view where both have a perspective `Projection`.
/// - [`Cut`](crate::Cut) ends a blend at once.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer_of_many::<ShakeTurn, Self>)]
#[require(Pose, Transform, Shake, Blending)]
pub struct Shows {
    /// Who sees what is shown. The camera itself: its own [`Orbit`](crate::Orbit).
    #[entities]
    pub shot: Entity,
    /// How it gets there, whenever the shot changes. Default: [`Blend::eased`] in 1 s.
    pub blend: Blend,
}

impl Shows {
    /// This shot.
    #[must_use]
    pub fn new(shot: Entity) -> Self {
        Self { shot, blend: Blend::default() }
    }

    /// Gets there so.
    #[must_use]
    pub const fn by(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }
}

/// How what is shown gets from one shot to another. Position, orientation and both velocities never jump, but for a cut. [`Shows`] has an
/// example.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum Blend {
    /// At once.
    Cut,
    /// On a critical spring: its acceleration begins at once.
    Spring {
        /// Unit: rad/s. Range: > 0 and finite.
        angular_frequency: f32,
        /// Which way.
        path: BlendPath,
    },
    /// On two such springs in a chain: its acceleration begins with 0.
    Eased {
        /// Unit: rad/s. Range: > 0 and finite.
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
    /// Straight ahead: between opposite cameras, through what they look at.
    #[default]
    Straight,
    /// Around what the new shot looks at, the target of its [`LookAt`](crate::LookAt) or the pivot of its [`Orbit`](crate::Orbit), which stays
    /// in view. Straight without one.
    Around,
}

impl Default for Blend {
    fn default() -> Self {
        Self::eased(1.0)
    }
}

impl Blend {
    /// To 1 % in `duration` (s, > 0) on a critical spring.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn spring(duration: f32) -> Self {
        let angular_frequency = DecayKind::Critical.angular_frequency(duration as f64) as f32;
        Self::Spring { angular_frequency, path: BlendPath::Straight }
    }

    /// To 1 % in `duration` (s, > 0), beginning without a jolt.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub const fn eased(duration: f32) -> Self {
        let angular_frequency = DecayKind::Eased.angular_frequency(duration as f64) as f32;
        Self::Eased { angular_frequency, path: BlendPath::Straight }
    }

    /// The same around what the new shot looks at.
    #[must_use]
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
