//! Cameras that keep a target in the picture.

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
    property::{Velocity, field::own_property, on_insert::on_insert},
    space::Angle,
};
use sight::Sight;

/// Turns a camera so that its target stays at a chosen position in the picture.
///
/// While the target is in the dead zone, the camera does not turn, except to glide to a stop. Outside the dead zone, a spring turns the
/// camera until the target is at the zone's edge. The target does not leave the hard zone. The sizes of zones are fractions of the
/// picture's width and height on each side of [`screen_position`](Self::screen_position). Their edges are exact at every pitch, lens and
/// aspect ratio. Over each tick, the target is assumed to move along a line. At the start, and after a [`Cut`](crate::events::Cut), the
/// target appears at [`screen_position`](Self::screen_position), or, without a dead zone, displaced from it by the steady lag of the
/// spring.
///
/// If the entity has an [`Orbit`](crate::camera::Orbit), the orbit places the camera and this component turns it. Otherwise you place the
/// camera with its `Translation`. The lens is that of the `Projection` on the same entity, as you wrote it, whatever shot the camera
/// [shows](crate::camera::ActiveShot). A shot without a `Camera` has the aspect ratio of the camera that shows it. If the shot has no
/// `Projection` either, it also has the field of view of that camera. If several cameras show the shot, the one with the narrowest picture
/// counts; if none does, the narrowest picture of all cameras that show shots counts. If no camera shows a shot, a shot without a
/// `Projection` has a square picture and a field of view of 45°.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::ZoneExtents, prelude::*};
///
/// fn watch(player: Entity, commands: &mut Commands) {
///     let watching = LookAt { dead_zone: ZoneExtents::both(0.1, 0.08), hard_zone: ZoneExtents::both(0.4, 0.35), ..LookAt::new(player) };
///     commands.spawn((Transform::from_xyz(0.0, 6.0, 20.0), watching));
/// }
/// ```
///
/// # Special cases
///
/// - If the target is outside the hard zone, the spring turns the camera towards the target, and the hard zone holds again once the target
///   is inside. A target behind the camera counts as outside; the camera turns to it the short way round.
/// - If the target is within 1° of straight above or below the camera, the yaw is kept. If the target is nearer than 1e-4 m, is despawned,
///   or has a position that is not finite, the camera keeps its last bearing. Before the camera has seen a target, it looks along [`Aim`],
///   whatever rotation you wrote to its `Transform`.
/// - Invalid values are ignored, with one warning, and the last valid settings stay in effect. These are invalid: an `offset`,
///   `screen_position` or `look_ahead` that is not finite, and a side of a zone that is NaN or below 0.
/// - If the target turns with the camera, for instance as a child of the camera, turning cannot bring it into the dead zone. If it is
///   outside, the camera keeps its aim, with one warning.
/// - If no yaw brings the target to an edge of a zone, because the target is too far above or below the camera, the edge is a quarter turn
///   from the target.
/// - The aim is in the axes of the camera's parent. If you give the camera another parent, the camera turns with the new parent's axes, as
///   Bevy's `Transform` does, and the spring turns it back. Trigger [`Cut`](crate::events::Cut) to look at the target in one step.
/// - The yaw of [`Aim`] does not wrap around: after 1000 turns in one direction, its resolution as an f32 is 5e-4 rad.
/// - The edges of the zones jump, instead of moving over the tick, if you change the target, `screen_position` or a zone; if the aspect
///   ratio changes; if the field of view changes by more than 0.05 rad in a tick; if the target gets to within 1° of straight above or
///   below the camera, or leaves that region; or if the target, the camera, or a parent of either is
///   [`Teleported`](crate::events::Teleported). They also jump if you write the translation or rotation of such an entity while this crate
///   moves it. The spring then brings the target back to the dead zone. If this crate moves the entity in a different
///   [schedule](crate::Stepping::Schedule) from cameras, a write that is both made and adopted between two steps of the cameras is missed.
/// - When this component is inserted, the camera looks at the target in one step. When it is removed, the camera turns to the direction of
///   its orbit in one step. To turn to another target with the spring, write [`target`](Self::target).
/// - With an orthographic or a custom projection, the target is kept in the middle of the picture.
/// - This component writes the limits of [`AimYaw`] and [`AimPitch`]: your writes to them are lost.
///
/// # Accuracy
///
/// Over a tick of `h` seconds an edge moves along a line, with an error of at most `h²/8` times the edge's angular acceleration. For a
/// target that passes the camera at a distance of 4 m and a speed of 5 m/s, the error is 2.1e-5 rad at 60 Hz. After you write the position
/// of a moving target, the edges continue at the target's previous velocity; a change of its velocity becomes known at the end of the tick.
#[doc(alias = "aim")]
#[doc(alias = "composer")]
#[doc(alias = "dead zone")]
#[doc(alias = "framing")]
#[derive(Component, Clone, Copy, Debug, MapEntities, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = on_insert::<AimYaw, Self>)]
#[require(Aim, Pose, Transform, Sight)]
pub struct LookAt {
    /// The entity that the camera looks at.
    #[entities]
    pub target: Entity,
    /// The vector from the target to the point that the camera looks at, in the target's own axes. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// Where the point that the camera looks at appears in the picture, measured from the middle, as a fraction of the width to the right
    /// and of the height upwards. ±0.5 is an edge of the picture. Unit: 1. Range: finite. Default: 0.
    pub screen_position: Vec2,
    /// The zone within which the point may move without turning the camera. Default: none (0 on all sides).
    pub dead_zone: ZoneExtents,
    /// The zone that the point does not leave. If it is smaller than the dead zone, the dead zone shrinks to it. Default: none (infinite).
    pub hard_zone: ZoneExtents,
    /// Makes the camera look at the position that the target reaches after this time at its present velocity. The hard zone holds for the
    /// target itself. Unit: s. Range: finite. Default: 0.
    pub look_ahead: f32,
    /// The fraction of an edge's velocity at which the spring's damper moves. At 0, the lag is `2 damping_ratio/angular_frequency` times
    /// the edge's velocity; at 1, there is no lag. Unit: 1. Range: 0 to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// The angular frequency of the spring outside the dead zone. Unit: rad/s. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// The damping ratio of that spring, whose damper also acts in the dead zone. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
}

template!(LookAtTemplate of LookAt::new(target) {
    offset: Vec3,
    screen_position: Vec2,
    dead_zone: ZoneExtents,
    hard_zone: ZoneExtents,
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
            screen_position: Vec2::ZERO,
            dead_zone: ZoneExtents::all(0.0),
            hard_zone: ZoneExtents::all(f32::INFINITY),
            look_ahead: 0.0,
            feed_forward: 0.0,
            angular_frequency: 8.0,
            damping_ratio: 1.0,
        }
    }

    /// The first invalid field, and what is wrong with it. The fields of the spring are validated with the limits that this component
    /// writes.
    pub(crate) fn fault(&self) -> Option<(&'static str, String)> {
        let Self { offset, screen_position, look_ahead, .. } = *self;
        let sides = [("dead_zone", self.dead_zone), ("hard_zone", self.hard_zone)].into_iter();
        let zone = sides
            .filter(|(_, sides)| !sides.are_shares())
            .map(|(zone, sides)| (zone, format!("is {sides:?}, and no side may be NaN or below 0")));
        let finite = [
            (!offset.is_finite()).then(|| ("offset", format!("is {offset}, but must be finite"))),
            (!screen_position.is_finite())
                .then(|| ("screen_position", format!("is {screen_position}, but must be finite"))),
            (!look_ahead.is_finite()).then(|| ("look_ahead", format!("is {look_ahead}, but must be finite"))),
        ];
        finite.into_iter().flatten().chain(zone).next()
    }
}

/// The extents of a zone on each side of a position in the picture. Unit: 1, fractions of the picture's width and height. Range: ≥ 0;
/// infinity means that the zone has no edge on that side. Default: 0. [`LookAt`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
pub struct ZoneExtents {
    /// Extent to the left, as a fraction of the width. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub left: f32,
    /// Extent to the right, as a fraction of the width. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub right: f32,
    /// Extent upwards, as a fraction of the height. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub top: f32,
    /// Extent downwards, as a fraction of the height. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::INFINITY)]
    pub bottom: f32,
}

impl ZoneExtents {
    pub(crate) fn are_shares(&self) -> bool {
        [self.left, self.right, self.top, self.bottom].iter().all(|&share| share >= 0.0)
    }

    /// The same fraction on all sides.
    pub const fn all(share: f32) -> Self {
        Self::both(share, share)
    }

    /// The fraction `aside` of the width on the left and right, and the fraction `upright` of the height at the top and bottom.
    pub const fn both(aside: f32, upright: f32) -> Self {
        Self { left: aside, right: aside, top: upright, bottom: upright }
    }
}

/// The direction in which a camera with a [`LookAt`] looks, in the axes of the camera's parent. As with an [`Orbit`](crate::camera::Orbit),
/// 0 is along −z, positive yaw is to the left, and positive pitch is down.
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
    /// The yaw. Unit: rad. Range: finite. Default: 0.
    pub yaw: f32,
    /// The pitch. Unit: rad. Range: ±1.55. Default: 0.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: f32,
}

own_property! {
    /// [`Aim::yaw`] as a property, which `ExactCameraPlugin` registers. [`LookAt`] has an example, and holds the parameters of the spring.
    AimYaw: Aim.yaw as Angle {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Aim::pitch`] as a property, which `ExactCameraPlugin` registers. [`LookAt`] has an example, and holds the parameters of the
    /// spring.
    AimPitch: Aim.pitch as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
}
