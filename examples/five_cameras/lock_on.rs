//! The lock-on camera of the guide, and an enemy.

use bevy::prelude::*;
use bevy_exact_motion::{camera::OrbitYaw, prelude::*};

use super::choice::Chosen;

include!("../../tests/camera/guide/lock_on.rs");

/// Marks the enemy.
#[derive(Component)]
pub(crate) struct Enemy;

/// The enemy's path: a circle of this radius about this point. Unit: m.
const PATH: (f32, Vec3) = (3.0, Vec3::new(0.0, 0.0, -9.0));
/// How fast the enemy goes round. Unit: rad/s.
const PACE: f32 = 0.7;

pub(crate) fn spawn(mut commands: Commands) {
    let place = Transform::from_translation(PATH.1 + PATH.0 * Vec3::X);
    commands.spawn((Enemy, place, Visibility::default(), Velocity::new(Vec3::ZERO)));
}

/// Keeps the enemy on its path.
pub(crate) fn circle(time: Res<Time<Fixed>>, enemy: Single<(&mut Transform, &mut Velocity), With<Enemy>>) {
    let (mut place, mut velocity) = enemy.into_inner();
    let tick = time.timestep().as_secs_f32();
    let angle = PACE * (time.elapsed_secs() + tick);
    let next = PATH.1 + PATH.0 * Vec2::from_angle(angle).extend(0.0).xzy();
    velocity.0 = (next - place.translation) / tick;
    place.rotation = Quat::from_rotation_y(-angle - std::f32::consts::PI);
}

pub(crate) fn add(app: &mut App) {
    app.add_systems(FixedUpdate, look_over_the_player.run_if(resource_equals(Chosen::LockOn)));
}

pub(crate) fn show(player: Entity, enemy: Entity, commands: &mut Commands) {
    lock_on(player, enemy, commands);
}
