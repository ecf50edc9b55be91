//! Attachments: entities that are fixed to a leader, for instance a sword in a hand.

pub(crate) mod carry;

use bevy::prelude::*;

use super::{
    Blend, Pose, ShakeTurn,
    shot::{
        blending::{Blending, Mount, Wanted},
        transition::BlendSettings,
    },
    template::template,
};
use crate::{property::on_insert::on_insert, space::Space};

/// Keeps an entity exactly on another one, its leader: a sword in a hand, a rider on a horse, a label on a planet.
///
/// At each tick and each drawn instant, the entity is where a child of the leader would be, however the leader moves. Unlike a child, it
/// may change to another leader at any time. It then continues from where it was, with the velocities that it had, and its offset from its
/// new position decays as set by [`Blend`]. A change of the offset or the rotation blends in the same way. The old leader has no effect
/// from then on, and may be despawned.
///
/// This component needs an [`ExactCameraPlugin`](crate::ExactCameraPlugin), which writes the translation and rotation of the `Transform`.
/// To release the entity, remove this component. For a throw, also give the entity the velocity of its [`Pose`], divided by its `TimeScale`
/// if it has one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::Pose, prelude::*};
///
/// fn draw(sword: Single<&mut Attach>, hand: Entity) {
///     let mut attach = sword.into_inner();
///     attach.leader = hand; // from the belt
///     attach.blend = Blend::eased(0.25);
/// }
///
/// fn throw(sword: Single<(Entity, &Pose), With<Attach>>, mut commands: Commands) {
///     let (entity, pose) = *sword;
///     commands.entity(entity).remove::<Attach>().insert((
///         Velocity::new(pose.velocity + 8.0 * (pose.rotation * Vec3::NEG_Z)),
///         Gravity::EARTH,
///     ));
/// }
/// ```
///
/// # Special cases
///
/// - An entity that is spawned with this component starts on its leader, without a blend. If you insert the component later, the entity
///   blends to its leader from where it is, and its own motion ends: its `Velocity` is removed. While the leader has no `Transform`, the
///   entity stays where it is.
/// - The leader may itself be attached, or be a child of an attached entity. The entity is then exactly on its leader, too. Entities that
///   are attached to each other in a ring stay where they are, with one warning.
/// - If the leader despawns or is disabled, its last pose is kept, and the entity comes to rest there.
/// - Invalid values are ignored, with one warning, and the last valid attachment is kept. These are invalid: a leader without a finite
///   `Transform`, an offset that is not finite, a rotation of length 0, and a blend whose angular frequency is not > 0 and finite.
/// - The velocity of a leader that this crate does not move is computed from samples that are `h` seconds apart. The entity's velocity may
///   jump by `h/2` times the leader's acceleration when the entity is attached to such a leader, and by `h²/3` times the leader's jerk when
///   it changes from such a leader to another. Until there are two samples, the leader counts as being at rest. If the leader has a
///   [`LookAt`](crate::camera::LookAt), but no [`Orbit`](crate::camera::Orbit), [`ActiveShot`](crate::camera::ActiveShot) or `Velocity`,
///   only its position is sampled.
/// - If user code moves the leader relative to a parent that this crate moves, only the velocity of that parent is known. An example is the
///   animated hand of a body with a `Velocity`.
/// - Leaders that are moved in `Update` are seen a frame late, unless cameras are stepped [once a frame](crate::MotionOptions::frame).
/// - Leaders that are animated in `PostUpdate`, for instance bones, are seen as they were in the previous frame.
/// - This component has no effect on an entity with an [`Orbit`](crate::camera::Orbit), a [`LookAt`](crate::camera::LookAt) or an
///   [`ActiveShot`](crate::camera::ActiveShot).
/// - [`Cut`](crate::events::Cut) ends a blend in one step.
#[doc(alias = "parent constraint")]
#[doc(alias = "socket")]
#[doc(alias = "parent")]
#[doc(alias = "constraint")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = on_insert::<ShakeTurn, Self>)]
#[require(Pose, Transform, Blending)]
#[must_use]
pub struct Attach {
    /// The entity to which this one is attached.
    #[entities]
    pub leader: Entity,
    /// The position of the entity in the leader's own frame. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// The rotation relative to the leader. Default: the identity.
    pub rotation: Quat,
    /// How the entity blends to its new position when the leader, the offset or the rotation changes. Default: [`Blend::eased`] in 0.3 s.
    pub blend: Blend,
}

template!(AttachTemplate of Attach::new(leader) { offset: Vec3, rotation: Quat, blend: Blend });

impl Attach {
    /// Attaches the entity to `leader`, at the leader's own position and with its rotation.
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, rotation: Quat::IDENTITY, blend: Blend::eased(0.3) }
    }

    /// Sets the offset in the leader's own frame (m).
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }

    /// Sets the rotation relative to the leader.
    pub const fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// Sets the blend.
    pub const fn with_blend(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// Returns the requested leader, mount and blend, and the reason if they are invalid.
    fn wanted(&self) -> (Wanted, Option<Refused>) {
        let Self { leader, offset, rotation, .. } = *self;
        let settings = self.blend.settings().map_err(Refused::Frequency);
        let is_turn = Space::is_finite(rotation);
        let settings = if offset.is_finite() && is_turn { settings } else { Err(Refused::Mount) };
        let refused = settings.as_ref().err().copied();
        let settings = settings
            .ok()
            .map(|settings| settings.map(|settings| BlendSettings { around: false, level: false, ..settings }));
        (Wanted { shot: leader, mount: Mount { offset, rotation }, settings }, refused)
    }
}

/// The reason why an attachment has no effect.
#[derive(Clone, Copy)]
enum Refused {
    Frequency(f32),
    Mount,
    Ring,
    Leader { is_lost: bool },
}
