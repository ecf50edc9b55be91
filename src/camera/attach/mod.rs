//! Entities that are attached to others, as a sword is to a hand.

pub(crate) mod carry;

use bevy::prelude::*;

use super::{
    Blend, Pose, ShakeTurn,
    shot::{
        blending::{Blending, Mount, Wanted},
        transition::Manner,
    },
    template::template,
};
use crate::{property::newcomer::newcomer, space::Space};

/// Keeps an entity on another one exactly: a sword in a hand, a rider on a horse, a label on a planet.
///
/// The entity is where a child of the leader would be, at each tick and each drawn instant, whatever the leader does; but you may give it
/// another leader at any time. Then, and when the offset changes, it goes on from where it was, with its velocities, and what is left of
/// the old offset decays by [`Blend`]. The old leader is forgotten at once, and may despawn.
///
/// It needs an [`ExactCameraPlugin`](crate::ExactCameraPlugin), and writes translation and rotation of the `Transform`. To let the entity
/// go, remove this component and give the entity the velocity of its [`Pose`], divided by its `Pace` if it has one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
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
/// - An entity that is spawned with it is at its place at once. An entity that gets it later goes there from where it is, and other motion
///   gives way: the entity's `Velocity` is removed. While the leader has no `Transform`, the entity stays where it is.
/// - The leader may itself be attached, or be a child of an attached entity: the entity is exactly on it, too. Entities that are attached
///   to each other in a ring stay where they are, with one warning.
/// - A leader that despawns or is disabled leaves its last pose behind, on which the entity comes to rest.
/// - Invalid input is ignored, with one warning, and the last leader stays: a leader without a finite `Transform`, an offset that is not
///   finite, a rotation of length 0, an angular frequency of a blend that is not > 0 and finite.
/// - The velocity of a leader that this crate does not move is a difference of samples `h` apart. When the entity comes to such a leader, its
///   velocity may jump by `h/2` times the leader's acceleration, and by `h²/3` times its jerk when it leaves the leader. Until there are two
///   samples the leader counts as standing. Of a [`LookAt`](crate::LookAt) without an [`Orbit`](crate::Orbit), a [`Shows`](crate::Shows) or a
///   `Velocity`, only the place is sampled.
/// - A leader that others move below an entity that this crate moves counts as standing on it: the animated hand of a body with a
///   `Velocity`, for instance.
/// - Leaders that are moved in `Update` are seen a frame late, unless cameras are stepped [once a frame](crate::MotionOptions::frame).
/// - Leaders that are animated in `PostUpdate`, bones for instance, are seen as they were in the frame before.
/// - Beside an [`Orbit`](crate::Orbit), a [`LookAt`](crate::LookAt) or a [`Shows`](crate::Shows) it has no effect. [`Cut`](crate::Cut) ends
///   a blend at once.
#[doc(alias = "parent constraint")]
#[doc(alias = "socket")]
#[doc(alias = "parent")]
#[doc(alias = "constraint")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer::<ShakeTurn, Self>)]
#[require(Pose, Transform, Blending)]
#[must_use]
pub struct Attach {
    /// The entity that it is attached to.
    #[entities]
    pub leader: Entity,
    /// Its place in the leader's own frame. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// Its rotation relative to the leader. Default: none.
    pub rotation: Quat,
    /// How it gets there when the leader, the offset or the rotation changes. Default: [`Blend::eased`] in 0.3 s.
    pub blend: Blend,
}

template!(AttachTemplate of Attach::new(leader) { offset: Vec3, rotation: Quat, blend: Blend });

impl Attach {
    /// At the leader's place, and turned as the leader is.
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, rotation: Quat::IDENTITY, blend: Blend::eased(0.3) }
    }

    /// The same, at this place in the leader's own frame (m).
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }

    /// The same, with this rotation relative to the leader.
    pub const fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// The same, with this blend.
    pub const fn by(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// What is wanted; and why it has no meaning, if it has none.
    fn wanted(&self) -> (Wanted, Option<Refused>) {
        let Self { leader, offset, rotation, .. } = *self;
        let manner = self.blend.manner().map_err(Refused::Frequency);
        let is_turn = Space::is_finite(rotation);
        let manner = if offset.is_finite() && is_turn { manner } else { Err(Refused::Mount) };
        let refused = manner.as_ref().err().copied();
        let manner = manner.ok().map(|manner| manner.map(|manner| Manner { around: false, level: false, ..manner }));
        (Wanted { shot: leader, mount: Mount { offset, rotation }, manner }, refused)
    }
}

/// Why an attachment has no effect.
#[derive(Clone, Copy)]
enum Refused {
    Frequency(f32),
    Mount,
    Ring,
    Leader { is_lost: bool },
}
