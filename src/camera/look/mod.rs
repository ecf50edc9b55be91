//! A camera that keeps its target in the picture.

pub(crate) mod sight;
pub(crate) mod straighten;
pub(crate) mod viewers;
mod zones;

use alloc::{format, string::String};

use bevy::{ecs::entity::MapEntities, prelude::*};

use super::{BY_CAMERAS, Pose, template::template};
use crate::{
    law::Limits,
    motion::RestTolerance,
    property::{Velocity, field::own_property, newcomer::newcomer},
    space::Angle,
};
use sight::Sight;

/// Turns a camera so that its target stays at a chosen place in the picture.
///
/// While the target is in the dead zone, the camera does not turn, except to glide to a stop. Outside the dead zone, a spring turns the camera
/// until the target is at the zone's edge. The target does not leave the hard zone. Zones are shares of the picture's width and height on each
/// side of [`at`](Self::at), and are exact at every pitch, lens and aspect ratio. The target moves along a line over each tick. At the start,
/// and after a [`Cut`](crate::Cut), the target appears at the place [`at`](Self::at), or the spring's steady lag away from it if there is no
/// dead zone.
///
/// If the entity has an [`Orbit`](crate::Orbit), the orbit places the camera and this component turns it; otherwise you place the camera by
/// its `Translation`. The lens is the camera's own: that of the `Projection` on the same entity as you wrote it, whatever shot the camera
/// [`Shows`](crate::Shows). On a shot without a `Camera` the aspect ratio is that of the cameras that show it, the narrowest of several, and
/// without a `Projection` the field of view is theirs, too. Where neither is known, the lens is perspective and square, with 45°.
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
/// - If the target is outside the hard zone, the spring turns the camera back, and the hard zone holds again once the target is inside. A
///   target behind the camera counts as outside; the camera turns to it the short way.
/// - If the target is within 1° of straight above or below the camera, the yaw stays as it is. If the target is nearer than 1e-4 m, is
///   gone, or has a position that is not finite, the camera keeps the last bearing. Until it has seen a target, it looks along [`Aim`],
///   whatever rotation you wrote.
/// - Invalid numbers are ignored, with one warning, and the camera looks as before: an `offset`, `at` or `look_ahead` that is not finite, a
///   side of a zone that is NaN or below 0.
/// - If the target moves with the camera, as a child of it does, and is not in its place in the picture, the camera looks as before, with one
///   warning.
/// - If no yaw brings the target to an edge, because the target is too far above or below the camera, the edge is a quarter of a turn from
///   the target.
/// - The aim is in the axes of the camera's parent. A camera that you put below another parent turns with that parent's axes, as Bevy's
///   `Transform` does, and the spring turns it back; trigger [`Cut`](crate::Cut) to look at the target at once.
/// - The yaw of [`Aim`] counts whole turns, in an f32: after 1000 turns in one direction it has steps of 5e-4 rad.
/// - The edges jump, instead of moving over the tick, if you change the target, `at` or a zone, if the aspect ratio changes, if the field
///   of view changes by more than 0.05 rad in a tick, and if the target or the camera, or a parent of them, is
///   [`Teleported`](crate::Teleported) or is moved by this crate and you write its translation or rotation. The spring then turns the camera
///   back. A write to what is stepped in another [schedule](crate::Stepping::Schedule) than cameras is not noticed if it is made and taken
///   over between their steps.
/// - Where this component is inserted the camera looks at the target at once, and where it is removed it looks at once as its orbit does. To
///   turn to another target by the spring, write [`target`](Self::target).
/// - With an orthographic or a custom projection, the target is kept in the middle of the picture.
/// - This component writes the limits of [`AimYaw`] and [`AimPitch`]: your writes to them are lost.
///
/// # Accuracy
///
/// An edge moves along a line over a tick of `h` seconds, which is off by at most `h²/8` times the edge's angular acceleration. A camera
/// whose target walks by at a distance of 4 m and a speed of 5 m/s is off by 2.1e-5 rad at 60 Hz. After a write to a target that moves, the
/// edges continue at its velocity; until the tick ends they do not know what the write did to that velocity.
#[doc(alias = "aim")]
#[doc(alias = "composer")]
#[doc(alias = "dead zone")]
#[doc(alias = "framing")]
#[derive(Component, Clone, Copy, Debug, MapEntities, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer::<AimYaw, Self>)]
#[require(Aim, Pose, Transform, Sight)]
pub struct LookAt {
    /// The entity that the camera looks at.
    #[entities]
    pub target: Entity,
    /// From the target to the point that the camera looks at, in the target's own axes. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// Where that point belongs in the picture, measured from the middle: a share of the width to the right and of the height upwards; ±0.5
    /// is an edge of the picture. Unit: 1. Range: finite. Default: 0.
    pub at: Vec2,
    /// The zone in which the point may be without the camera turning. Default: none (0 on all sides).
    pub dead: Sides,
    /// The zone that the point does not leave. If it is smaller than the dead zone, the dead zone shrinks to it. Default: none (infinite).
    pub hard: Sides,
    /// The camera looks at where the target would be after this time at its present velocity; the hard zone holds for the target itself.
    /// Unit: s. Range: finite. Default: 0.
    pub look_ahead: f32,
    /// The share of an edge's velocity that the spring's damper moves with: 1 removes the lag of `2ζ/ω` times that velocity. Unit: 1.
    /// Range: 0 to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// The angular frequency of the spring outside the dead zone. Unit: rad/s. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// The damping ratio of that spring, whose damper acts in the dead zone, too. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
}

template!(LookAtTemplate of LookAt::new(target) {
    offset: Vec3,
    at: Vec2,
    dead: Sides,
    hard: Sides,
    look_ahead: f32,
    feed_forward: f32,
    angular_frequency: f32,
    damping_ratio: f32,
});

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

    /// The first field with an invalid number, and what is wrong with it. The numbers of its spring are validated with the limits that it
    /// writes.
    pub(crate) fn fault(&self) -> Option<(&'static str, String)> {
        let Self { offset, at, look_ahead, .. } = *self;
        let sides = [("dead", self.dead), ("hard", self.hard)].into_iter();
        let zone = sides
            .filter(|(_, sides)| !sides.are_shares())
            .map(|(zone, sides)| (zone, format!("is {sides:?}, no side of which may be NaN or below 0")));
        let finite = [
            (!offset.is_finite()).then(|| ("offset", format!("is {offset}, it must be finite"))),
            (!at.is_finite()).then(|| ("at", format!("is {at}, it must be finite"))),
            (!look_ahead.is_finite()).then(|| ("look_ahead", format!("is {look_ahead}, it must be finite"))),
        ];
        finite.into_iter().flatten().chain(zone).next()
    }
}

/// How far a zone reaches on each side of a place in the picture. Unit: 1, shares of the picture's width and height. Range: ≥ 0; infinite:
/// without end. Default: 0. [`LookAt`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
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
    pub(crate) fn are_shares(&self) -> bool {
        [self.left, self.right, self.top, self.bottom].iter().all(|&share| share >= 0.0)
    }

    /// The same share on all sides.
    pub const fn all(share: f32) -> Self {
        Self::both(share, share)
    }

    /// The share `aside` of the width on the left and on the right, and the share `upright` of the height at the top and at the bottom.
    pub const fn both(aside: f32, upright: f32) -> Self {
        Self { left: aside, right: aside, top: upright, bottom: upright }
    }
}

/// Where a camera with a [`LookAt`] looks, in its parent's frame. As with an [`Orbit`](crate::Orbit), 0 is along −z, yaw grows to the left
/// and pitch downwards.
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

own_property! {
    /// [`Aim::yaw`] as a property, which `ExactCameraPlugin` registers. [`LookAt`] has an example, and the fields of its spring.
    AimYaw: Aim.yaw as Angle {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Aim::pitch`] as a property, which `ExactCameraPlugin` registers. [`LookAt`] has an example, and the fields of its spring.
    AimPitch: Aim.pitch as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
}
