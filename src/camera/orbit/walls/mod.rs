//! How far a boom may reach, and what it does before a wall.

mod cast;
pub(crate) mod keep;
pub(crate) mod reach;

use bevy::prelude::{Ray3d, *};

use crate::{math::camera::feelers, space::Space};
use reach::Reach;

/// Shortens an [`Orbit`](crate::Orbit)'s boom in front of walls: the camera stays on the pivot's side of them, and does not jump while the
/// free length does not.
///
/// Cast along [`ray`](Self::ray) by whatever finds walls in your app, and write the result to [`free`](Self::free). The boom then ends at a
/// margin in front of the wall: a critical spring that moves with the wall shortens the boom, and a slower one lengthens it, also after the
/// wall is gone, until input changes the length. The free length itself is a hard stop. Input moves the length by the spring on
/// [`OrbitLength`](crate::OrbitLength), as without walls. This component writes the target and the limits of the length.
///
/// Cast in the same system in one or more of these schedules:
///
/// - in `FixedUpdate`, once a tick. Between ticks the plugin knows a wall whose normal you pass, but no other wall;
/// - in `Update`, once a frame, along the ray that is drawn. It counts in the same frame: no picture is from behind a wall, at any tick rate,
///   and also the first picture after the camera is spawned or [`Cut`](crate::Cut). If cameras are stepped once a frame, cast only here;
/// - in `PostStartup`, for the first picture only.
///
/// The first cast after the camera is spawned, or after a [`Cut`](crate::Cut), puts the boom at its length at once, at rest. If you know the
/// free length when you spawn the camera, spawn it with [`free`](Self::free).
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// // In `Update` and `FixedUpdate`; a wall that fills the half of the world behind z = 4.
/// fn sense(mut boom: Single<&mut Obstruction>) {
///     let wall = InfinitePlane3d::new(Vec3::NEG_Z);
///     let hit = boom.ray.intersect_plane(4.0 * Vec3::Z, wall);
///     boom.free = hit.map_or(FreeLength::NONE, |length| FreeLength::hit(length, Vec3::NEG_Z));
/// }
/// ```
///
/// # Special cases
///
/// - Where the free length jumps, for instance past a corner, no path is both smooth and in front of the wall: [`OnJump`] chooses.
///   [`FreeLength::feelers`] make the free length continuous.
/// - The free length jumps if it changes in a tick of `h` seconds by more than `margin + 4 h (|p′| + L |d′|)`, where `p` is the pivot, `L`
///   the length and `d` the boom's direction: by more than a wall that the boom meets at 14° or more can change it. A wall that is known by
///   its normal does not jump.
/// - In front of a wall that is known by its normal and stands still, the boom is exact in every drawn frame. Otherwise the free length of
///   two ticks is extrapolated between ticks, as that of a flat wall that the boom sweeps past evenly.
/// - A hit beyond [`reach`](Self::reach) is not in the way. You need not filter such hits: with their normals, the plugin knows walls before
///   the boom comes near them.
/// - A cast whose radius is at least [`cast_radius`](crate::math::camera::cast_radius) keeps the near plane's corners out of the wall.
/// - If the free length is NaN, the last one stays; below 0 it counts as 0.
#[doc(alias = "camera collision")]
#[doc(alias = "deoccluder")]
#[doc(alias = "spring arm")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Reach)]
pub struct Obstruction {
    /// Written for your cast: from the pivot along the boom, in the world's axes, at the tick's instant in `FixedUpdate`, at the drawn one in
    /// `Update`.
    pub ray: Ray3d,
    /// Written for your cast: how far it has to look, which is the length that the input asks for plus the margin. Unit: m.
    pub reach: f32,
    /// What your cast has found. Default: nothing in the way.
    pub free: FreeLength,
    /// The distance from the wall to the place where the boom's spring ends. Unit: m. Range: ≥ 0. Default: 0.15.
    #[reflect(@0.0..=f32::MAX)]
    pub margin: f32,
    /// The angular frequency of the critical spring that shortens the boom. Unit: rad/s. Range: > 0. Default: 30.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub inwards: f32,
    /// The angular frequency of the critical spring that lengthens the boom. Unit: rad/s. Range: > 0. Default: 4.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub outwards: f32,
    /// How long a wall has to be gone before the boom lengthens. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub hold: f32,
    /// How long a wall has to be there before the boom shortens, so that thin columns do not count. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub patience: f32,
    /// What the camera does when the free length jumps to less than the boom's length. Default: [`OnJump::Cut`].
    pub on_jump: OnJump,
}

impl Default for Obstruction {
    fn default() -> Self {
        Self {
            ray: Ray3d { origin: Vec3::ZERO, direction: bevy::math::Dir3::Z },
            reach: 0.0,
            free: FreeLength::NONE,
            margin: 0.15,
            inwards: 30.0,
            outwards: 4.0,
            hold: 0.0,
            patience: 0.0,
            on_jump: OnJump::Cut,
        }
    }
}

/// What a camera does when it is suddenly behind a wall. [`Obstruction::on_jump`] holds the choice.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let soft = Obstruction { on_jump: OnJump::Spring, ..default() };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum OnJump {
    /// It is in front of the wall at once.
    #[default]
    Cut,
    /// A spring brings it back, and it is behind the wall meanwhile: from 5 m to within 0.15 m in 0.18 s at 30 rad/s.
    Spring,
}

/// How long the boom can be before it meets a wall.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// /// A floor at the height 0.
/// fn sense(mut camera: Single<&mut Obstruction>) {
///     let distance = camera.ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y));
///     camera.free = distance.map_or(FreeLength::NONE, |distance| FreeLength::hit(distance, Vec3::Y));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[must_use]
pub struct FreeLength {
    /// The distance from the pivot to the wall, along the ray. Unit: m. Range: ≥ 0; infinite: nothing is in the way. Default: infinite.
    #[reflect(@0.0..=f32::INFINITY)]
    pub length: f32,
    /// The normal of the wall, in the world's axes, of any length; zero if it is not known, or if the wall moves. Default: zero.
    pub normal: Vec3,
}

impl Default for FreeLength {
    fn default() -> Self {
        Self::NONE
    }
}

impl FreeLength {
    /// Nothing is in the way.
    pub const NONE: Self = Self { length: f32::INFINITY, normal: Vec3::ZERO };

    /// A wall at this distance (m) from the pivot, with this normal.
    pub const fn hit(length: f32, normal: Vec3) -> Self {
        Self { length, normal }
    }

    /// The free length that several rays give, each with its angle (rad) from the boom: a corner beside the boom shortens it before the
    /// boom reaches the corner, by at most `slope` (m/rad, ≥ 0) for the angle turned. A wall that is thinner than the distance between the
    /// rays may be missed.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let corner = FreeLength::hit(3.0, Vec3::X);
    /// let found = FreeLength::feelers(&[(0.0, FreeLength::NONE), (0.5, corner)], 6.0);
    /// assert_eq!(found.length, 6.0);
    /// ```
    pub fn feelers(casts: &[(f32, Self)], slope: f32) -> Self {
        let wide = |&(angle, free): &(f32, Self)| (f64::from(angle), f64::from(free.length));
        let length = f32::narrow(feelers(casts.iter().map(wide), slope.into()));
        // Only the wall that the boom itself would meet is the one to keep to.
        let straight = casts.iter().find(|(angle, free)| *angle == 0.0 && free.length == length);
        Self { length, normal: straight.map_or(Vec3::ZERO, |(_, free)| free.normal) }
    }
}
