//! A camera that keeps something in its picture.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, entity::Entity, reflect::ReflectComponent},
    math::{Vec2, Vec3},
    reflect::{Reflect, TypePath, std_traits::ReflectDefault},
    transform::components::Transform,
};

use super::{Pose, look::Sight};
use crate::{
    law::Limits,
    motion::RestTolerance,
    property::{Property, Velocity, newcomer::newcomer_of_many},
    space::Angle,
};

/// Turns a camera so that something stays where it belongs in the picture.
///
/// Inside the dead zone the camera does not turn, but for what it glides to a stop; beyond it a spring takes it to the zone's edge; the hard
/// zone is not left. Zones are shares of the picture on each side of [`at`](Self::at), and exact at every pitch, lens and aspect. What is
/// seen moves along a line over each tick; the camera begins with it [`at`](Self::at) its place, and after a [`Cut`](super::Cut) too.
///
/// With an [`Orbit`](super::Orbit), that places the camera and this turns it; without one, place it by its own `Translation`. The lens is that of the
/// `Projection` on the same entity: perspective, 45° by default.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn watch(player: Entity, commands: &mut Commands) {
///     let watching = LookAt { dead: Sides::both(0.1, 0.08), hard: Sides::both(0.4, 0.35), ..LookAt::new(player) };
///     commands.spawn((Transform::from_xyz(0.0, 6.0, 20.0), watching));
/// }
/// ```
///
/// # Special cases
///
/// - Found outside the hard zone, it comes back on the spring and meets the stop again once inside. A target behind the camera is outside,
///   and the camera turns the short way.
/// - Within 1° of straight up or down a bearing has no yaw: the yaw stands there. Nearer than 1e-4 m, or where the target is gone or not a
///   number, the last bearing stands.
/// - Where no yaw shows the target at an edge, because it is too steep below or above, the edge is a quarter of a turn away.
/// - What is written here, a lens or an aspect that changes by more than 0.05 rad of the field of view in a tick, another target, and one
///   that was [`Teleported`](crate::Teleported) jump; the camera returns softly. All else moves.
/// - Under an orthographic or a custom projection the target is kept in the middle.
/// - It owns the limits of [`AimYaw`] and [`AimPitch`].
///
/// # Accuracy
///
/// Edges are lines over a tick: `h²/8` of their curvature. A target that walks by 4 m off at 5 m/s, at 60 Hz: 2.1e-5 rad.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer_of_many::<AimYaw, Self>)]
#[require(Aim, Pose, Transform, Sight)]
pub struct LookAt {
    /// What is looked at.
    #[entities]
    pub target: Entity,
    /// From the target to the point that is looked at, in the target's own axes. Unit: m. Default: 0.
    pub offset: Vec3,
    /// Where that point belongs in the picture: the share from the middle to the right and up, ±0.5 at the edges. Unit: 1. Default: 0.
    pub at: Vec2,
    /// Where it may be without the camera turning. Default: nowhere else.
    pub dead: Sides,
    /// Where it has to be. Not within the dead zone: that is then as small. Default: anywhere.
    pub hard: Sides,
    /// Looks where the target would be after so long at its velocity; the hard zone keeps the target itself. Unit: s. Range: finite.
    /// Default: 0.
    pub look_ahead: f32,
    /// The share of an edge's velocity that the spring's damper moves with: 1 removes the lag `2ζ/ω` of it. Unit: 1. Range: 0 to 1.
    /// Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// How fast the spring beyond the dead zone is. Unit: rad/s. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// How strongly it is damped, in the dead zone as well. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
}

impl LookAt {
    /// Keeps `target` in the middle of the picture.
    #[must_use]
    pub const fn new(target: Entity) -> Self {
        Self {
            target,
            offset: Vec3::ZERO,
            at: Vec2::ZERO,
            dead: Sides::all(0.0),
            hard: Sides::all(f32::INFINITY),
            look_ahead: 0.0,
            feed_forward: 0.0,
            angular_frequency: 8.0,
            damping_ratio: 1.0,
        }
    }
}

/// How far a zone reaches on each side of a place in the picture. Unit: 1, shares of its width and height. Range: ≥ 0; infinite: as far as
/// there is anything. Default: 0. [`LookAt`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct Sides {
    /// Share of the width. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub left: f32,
    /// Share of the width. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub right: f32,
    /// Share of the height. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub top: f32,
    /// Share of the height. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub bottom: f32,
}

impl Sides {
    /// The same on all sides.
    #[must_use]
    pub const fn all(share: f32) -> Self {
        Self::both(share, share)
    }

    /// So much of the width on the left and on the right, and so much of the height at the top and at the bottom.
    #[must_use]
    pub const fn both(aside: f32, upright: f32) -> Self {
        Self { left: aside, right: aside, top: upright, bottom: upright }
    }
}

/// Where a camera looks that [`LookAt`] turns, in its parent's frame: as [`Orbit`](super::Orbit), 0 looks along −z, yaw grows to the left and pitch
/// downwards.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(
    Velocity::<AimYaw>,
    Velocity::<AimPitch>,
    Limits::<AimYaw>,
    Limits::<AimPitch>,
    RestTolerance::<AimYaw>::of(1e-6),
    RestTolerance::<AimPitch>::of(1e-6),
)]
pub struct Aim {
    /// Unit: rad. Range: finite. Default: 0.
    pub yaw: f32,
    /// Unit: rad. Range: ±1.55. Default: 0.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: f32,
}

/// [`Aim::yaw`]. Registered by the plugin. [`LookAt`] has an example of the zones; you name this only to change its spring.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum AimYaw {}

impl Property for AimYaw {
    type Component = Aim;
    type Value = Angle;
    const REGISTERED_BY: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
    const STORES_EXACTLY: bool = true;

    fn get(aim: &Aim) -> Angle {
        Angle(aim.yaw)
    }

    fn set(aim: &mut Aim, Angle(yaw): Angle) {
        aim.yaw = yaw;
    }
}

/// [`Aim::pitch`]. Registered by the plugin. [`LookAt`] has an example of the zones; you name this only to change its spring.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum AimPitch {}

impl Property for AimPitch {
    type Component = Aim;
    type Value = f32;
    const REGISTERED_BY: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
    const STORES_EXACTLY: bool = true;

    fn get(aim: &Aim) -> f32 {
        aim.pitch
    }

    fn set(aim: &mut Aim, pitch: f32) {
        aim.pitch = pitch;
    }
}
