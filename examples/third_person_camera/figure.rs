//! The player's figure. A spring turns it towards the walking direction, by the smaller angle.

use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::player::Player;
use super::scenery::{AMBER, CORAL, ball, merged};

/// The direction that the figure faces.
#[derive(Component, Default)]
pub(crate) struct Facing {
    /// The yaw. At 0 the figure faces −Z; positive angles turn left. Unit: rad.
    yaw: f32,
}

bevy_exact_motion::property! {
    /// The yaw of [`Facing`], as an angle: a spring turns it by the smaller angle.
    pub(crate) FacingYaw: Facing.yaw as Angle;
}

/// The components that turn the figure: a fast spring with a little overshoot, and its target.
pub(crate) fn facing() -> impl Bundle {
    (Facing::default(), Spring::new(16.0, 0.7).on::<FacingYaw>(), Target::<FacingYaw>::of(Angle(0.0)))
}

/// Aims the figure along the player's velocity. Runs in [`FixedUpdate`], after the velocity is written.
pub(crate) fn turn(player: Single<&Velocity, With<Player>>, mut figure: Single<&mut Target<FacingYaw>>) {
    let Vec3 { x, z, .. } = player.0;
    if x != 0.0 || z != 0.0 {
        figure.set_if_neq(Target::of(Angle(ops::atan2(-x, -z))));
    }
}

/// Copies the figure's yaw to its transform. Runs once a frame, before transforms are propagated.
pub(crate) fn show(figure: Single<(&Facing, &mut Transform), Changed<Facing>>) {
    let (facing, mut transform) = figure.into_inner();
    transform.rotation = Quat::from_rotation_y(facing.yaw);
}

/// Returns the mesh of a rounded figure with a visor and a backpack. It faces −Z.
pub(crate) fn mesh() -> Mesh {
    let capsule = Capsule3d::new(0.36, 0.62).mesh().longitudes(14).latitudes(8).build();
    let dark = Color::srgb(0.10, 0.13, 0.20);
    merged([
        (capsule, Transform::from_xyz(0.0, 0.80, 0.0), CORAL),
        (ball(0.31, 2), Transform::from_xyz(0.0, 1.62, 0.0), Color::srgb(0.97, 0.93, 0.86)),
        (Cuboid::new(0.40, 0.17, 0.16).mesh().build(), Transform::from_xyz(0.0, 1.66, -0.24), dark),
        (Cuboid::new(0.44, 0.55, 0.24).mesh().build(), Transform::from_xyz(0.0, 0.98, 0.38), AMBER),
        (ball(0.14, 1), Transform::from_xyz(-0.42, 0.92, -0.05), dark),
        (ball(0.14, 1), Transform::from_xyz(0.42, 0.92, -0.05), dark),
        (Cuboid::new(0.2, 0.16, 0.36).mesh().build(), Transform::from_xyz(-0.17, 0.08, -0.04), dark),
        (Cuboid::new(0.2, 0.16, 0.36).mesh().build(), Transform::from_xyz(0.17, 0.08, -0.04), dark),
    ])
}
