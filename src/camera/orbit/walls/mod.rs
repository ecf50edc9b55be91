//! Obstructions: walls that shorten the boom of an orbit.

mod cast;
pub(crate) mod reach;
pub(crate) mod systems;

use bevy::prelude::{Ray3d, *};

use crate::{math::camera::whiskers, space::Space};
use reach::Reach;

/// Shortens the boom of an [`Orbit`](crate::camera::Orbit) in front of walls. The camera stays on the pivot's side of a wall, and jumps
/// only when the distance to the wall jumps.
///
/// Cast along [`ray`](Self::ray) with whatever finds walls in your app, for instance a physics engine, and write the result to
/// [`hit`](Self::hit). The boom then ends at a [`margin`](Self::margin) in front of the wall. A critical spring that moves with the wall
/// shortens the boom, and the wall itself is a hard stop. A slower spring lengthens the boom again when the wall recedes or is gone. Once
/// input changes the length of a boom that no wall shortens, the spring on [`OrbitDistance`](crate::camera::OrbitDistance) moves it, as
/// without walls. This component writes the target and the limits of [`OrbitDistance`](crate::camera::OrbitDistance).
///
/// Cast with the same system in one or more of these schedules:
///
/// - in `FixedUpdate`, once a tick. Between ticks, the plugin knows where a wall is only if you pass its normal;
/// - in `Update`, once a frame, along the ray at the drawn instant. The result is used in the same frame, so no picture is taken from
///   behind a wall, at any tick rate. This includes the first picture after the camera is spawned, or after a [`Cut`](crate::events::Cut).
///   If cameras are stepped once a frame, cast only here;
/// - in `PostStartup`, for the first picture only.
///
/// The first cast after the camera is spawned, or after a [`Cut`](crate::events::Cut), sets the length of the boom in one step, and the
/// boom is then at rest. If you know the wall when you spawn the camera, spawn this component with its [`hit`](Self::hit).
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// // Runs in `Update` and in `FixedUpdate`. The wall fills the half of the world where z > 4.
/// fn sense(mut boom: Single<&mut Obstruction>) {
///     let wall = InfinitePlane3d::new(Vec3::NEG_Z);
///     let distance = boom.ray.intersect_plane(4.0 * Vec3::Z, wall);
///     boom.hit = distance.map(|distance| BoomHit::new(distance, Vec3::NEG_Z));
/// }
/// ```
///
/// # Special cases
///
/// - If the distance to the wall jumps, for instance past a corner, no path is both smooth and in front of the wall.
///   [`springs_from_behind_walls`](Self::springs_from_behind_walls) says what happens then. [`BoomHit::whiskers`] makes the distance
///   continuous.
/// - The distance jumps if it changes in a tick of `h` seconds by more than `margin + 4 h (|p′| + L |d′|)`, where `p` is the pivot's
///   position, `L` is the boom's length, `d` is the boom's direction, and `′` marks rates. A flat wall at rest that the boom meets at an
///   angle of 14° or more changes the distance by less than this. A change that was predicted from a known normal is not a jump.
/// - In front of a wall at rest with a known normal, the length is exact in every drawn frame. Otherwise a distance that shrinks is
///   extrapolated between ticks from its last two values, as for a flat wall that the boom sweeps past at a constant rate.
/// - A hit beyond [`reach`](Self::reach) does not obstruct the boom. You need not filter such hits: with their normals, the plugin knows
///   walls before the boom comes near them.
/// - A cast whose radius is at least [`cast_radius`](crate::math::camera::cast_radius) keeps the near plane's corners out of the wall.
/// - If the distance of a hit is NaN, the last valid result is kept. A distance below 0 counts as 0. An infinite distance counts as no hit.
#[doc(alias = "camera collision")]
#[doc(alias = "deoccluder")]
#[doc(alias = "spring arm")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Reach)]
pub struct Obstruction {
    /// Input for your cast, written by the plugin: the ray from the pivot along the boom, in the world's axes. In `FixedUpdate` it is the
    /// ray at the tick's instant, in `Update` the ray at the drawn instant.
    pub ray: Ray3d,
    /// Input for your cast, written by the plugin: how far to cast. This is the present length of the boom or the length that the input
    /// asks for, whichever is greater, plus the margin. Unit: m.
    pub reach: f32,
    /// The result of your cast: the nearest wall, or `None` if nothing is in the way. Default: `None`.
    pub hit: Option<BoomHit>,
    /// The distance that the spring keeps between the end of the boom and the wall. Unit: m. Range: ≥ 0. Default: 0.15.
    #[reflect(@0.0..=f32::MAX)]
    pub margin: f32,
    /// The angular frequency of the critical spring that shortens the boom. Unit: rad/s. Range: > 0. Default: 30.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub pull_in_angular_frequency: f32,
    /// The angular frequency of the critical spring that lengthens the boom. Unit: rad/s. Range: > 0. Default: 4.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub release_angular_frequency: f32,
    /// How long a wall has to be gone before the boom lengthens. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub release_delay: f32,
    /// How long a wall has to be there before the boom shortens, so that thin columns do not count. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub min_occlusion_time: f32,
    /// Whether a spring pulls back a camera that is suddenly behind a wall. At 30 rad/s, the spring shortens the distance to its target
    /// from 5 m to 0.15 m in 0.18 s, during which the camera is behind the wall. If `false`, the camera moves in front of the wall in one
    /// step. Default: `false`.
    pub springs_from_behind_walls: bool,
}

impl Default for Obstruction {
    fn default() -> Self {
        Self {
            ray: Ray3d { origin: Vec3::ZERO, direction: bevy::math::Dir3::Z },
            reach: 0.0,
            hit: None,
            margin: 0.15,
            pull_in_angular_frequency: 30.0,
            release_angular_frequency: 4.0,
            release_delay: 0.0,
            min_occlusion_time: 0.0,
            springs_from_behind_walls: false,
        }
    }
}

/// The wall that a cast along the boom has hit: how far away it is, and its normal.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// /// A floor at height 0.
/// fn sense(mut camera: Single<&mut Obstruction>) {
///     let distance = camera.ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y));
///     camera.hit = distance.map(|distance| BoomHit::new(distance, Vec3::Y));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
pub struct BoomHit {
    /// The distance from the pivot to the wall, along the ray. Unit: m. Range: ≥ 0.
    #[reflect(@0.0..=f32::MAX)]
    pub distance: f32,
    /// The normal of the wall, in the world's axes, of any non-zero length. `None` if the normal is not known, or if the wall moves.
    pub normal: Option<Vec3>,
}

impl BoomHit {
    /// A wall at this distance (m, ≥ 0) from the pivot. `normal` is a `Vec3`, or `None` if the normal is not known or the wall moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let wall = BoomHit::new(4.0, Vec3::NEG_Z);
    /// assert_eq!(wall, BoomHit { distance: 4.0, normal: Some(Vec3::NEG_Z) });
    /// let moving_wall = BoomHit::new(4.0, None);
    /// assert_eq!(moving_wall, BoomHit { distance: 4.0, normal: None });
    /// ```
    pub fn new(distance: f32, normal: impl Into<Option<Vec3>>) -> Self {
        Self { distance, normal: normal.into() }
    }

    /// Combines the hits of several rays, each given with the ray's angle (rad) from the boom. While the boom turns towards a corner, its
    /// length then shrinks gradually instead of in one step, by at most `slope` (m/rad, ≥ 0) for each radian. A wall that is narrower than
    /// the gap between two rays may be missed.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let corner = BoomHit::new(3.0, Vec3::X);
    /// let found = BoomHit::whiskers(&[(0.0, None), (0.5, Some(corner))], 6.0);
    /// assert_eq!(found, Some(BoomHit::new(6.0, None)));
    /// ```
    #[must_use]
    pub fn whiskers(casts: &[(f32, Option<Self>)], slope: f32) -> Option<Self> {
        let hits = || casts.iter().filter_map(|&(angle, hit)| Some((angle, hit?)));
        let wide = |(angle, hit): (f32, Self)| (f64::from(angle), f64::from(hit.distance));
        let distance = f32::narrow(whiskers(hits().map(wide), slope.into()));
        // The normal is kept only if the result is the wall that the boom itself would meet.
        let straight = hits().find(|&(angle, hit)| angle == 0.0 && hit.distance == distance);
        (distance < f32::INFINITY).then(|| Self { distance, normal: straight.and_then(|(_, hit)| hit.normal) })
    }
}
