//! How far a boom may reach, and what it does before a wall.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    math::{Ray3d, Vec3},
    reflect::{Reflect, std_traits::ReflectDefault},
};

use super::reach::Reach;
use crate::{math::camera::feelers, space::Space};

/// Shortens an [`Orbit`](super::Orbit)'s boom before walls, so that the camera is never behind one and nothing pops.
///
/// Cast along [`ray`](Self::ray) once a tick in `FixedUpdate`, with whatever finds walls in your app, and write what is found to
/// [`free`](Self::free). Before a wall the length ends at a margin: it goes inwards on a critical spring that moves with the wall, outwards
/// on a slower one, also when the wall is gone, until hands change the length; and the free length is a stop. What hands do goes by the
/// spring on [`OrbitLength`](super::OrbitLength), as without walls. Its target and limits are written here.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// // In `FixedUpdate`; a wall that fills the half of the world behind z = 4.
/// fn sense(mut boom: Single<&mut Obstruction>) {
///     let wall = InfinitePlane3d::new(Vec3::NEG_Z);
///     let hit = boom.ray.intersect_plane(4.0 * Vec3::Z, wall);
///     boom.free = hit.map_or(FreeLength::NONE, |length| FreeLength::hit(length, Vec3::NEG_Z));
/// }
/// ```
///
/// # Special cases
///
/// - Where the free length jumps, past a corner for instance, no law can be both outside the wall and smooth: [`OnJump`] chooses.
///   [`FreeLength::feelers`] make it continuous before.
/// - It counts as a jump where the free length changes in a tick by more than `margin + 4 h (|p′| + L |d′|)`, that is what a wall makes
///   that is met at 14° or more, and by another wall than the one known by its normal.
/// - A wall that is known by its normal and stands still is kept to in every drawn frame. One that moves, or has no known normal,
///   is a line over the tick: `h²/8` of its curvature.
/// - A cast whose radius is at least [`cast_radius`](crate::math::camera::cast_radius) keeps the near plane's corners out of the wall.
/// - A length that is NaN is not taken; the last one stands. Below 0 it is 0.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Reach)]
pub struct Obstruction {
    /// Written for your cast: from the pivot along the boom, in the world, at the tick's instant.
    pub ray: Ray3d,
    /// Written for your cast: how far it has to look, the length that hands want and the margin. Unit: m.
    pub reach: f32,
    /// What your cast has found. Default: nothing in the way.
    pub free: FreeLength,
    /// From the wall to where the boom's spring ends. Unit: m. Range: ≥ 0. Default: 0.15.
    #[reflect(@0.0..=f32::MAX)]
    pub margin: f32,
    /// How fast the critical spring is that shortens the boom. Unit: rad/s. Range: > 0. Default: 30.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub inwards: f32,
    /// How fast the critical spring is that lengthens it. Unit: rad/s. Range: > 0. Default: 4.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub outwards: f32,
    /// For how long a wall has to be gone before the boom lengthens. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub hold: f32,
    /// For how long a wall has to be there before the boom shortens: thin columns. Unit: s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub patience: f32,
    /// What is done where the free length jumps past the camera. Default: [`OnJump::Cut`].
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

/// What a camera does that is behind a wall all at once. [`Obstruction::on_jump`] holds the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum OnJump {
    /// It is before the wall at once.
    #[default]
    Cut,
    /// It comes back on its spring, and is behind the wall meanwhile: from 5 m to within 0.15 m in 0.18 s at 30 rad/s.
    Spring,
}

/// How far a boom is free.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct FreeLength {
    /// From the pivot, along the ray. Unit: m. Range: ≥ 0; infinite: nothing is in the way. Default: infinite.
    #[reflect(@0.0..=f32::INFINITY)]
    pub length: f32,
    /// Across the wall that was hit, in the world, of any length; zero where it is not known, or where the wall moves. Default: zero.
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

    /// A wall is so far (m) from the pivot, across whose face is `normal`.
    #[must_use]
    pub const fn hit(length: f32, normal: Vec3) -> Self {
        Self { length, normal }
    }

    /// What several rays have found, each with its angle (rad) from the boom: a corner beside it shortens it before it is there, by no more
    /// than `slope` (m/rad, ≥ 0) for the angle turned. None of what is thinner than the rays are apart is found.
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
    #[must_use]
    pub fn feelers(casts: &[(f32, Self)], slope: f32) -> Self {
        let wide = |&(angle, free): &(f32, Self)| (f64::from(angle), f64::from(free.length));
        let length = f32::narrow(feelers(casts.iter().map(wide), slope.into()));
        // Only the wall that the boom itself would meet is the one to keep to.
        let straight = casts.iter().find(|(angle, free)| *angle == 0.0 && free.length == length);
        Self { length, normal: straight.map_or(Vec3::ZERO, |(_, free)| free.normal) }
    }
}
