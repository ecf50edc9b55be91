//! Alongside avian: this crate moves a lift that carries avian's box, and a camera follows the box without jitter.

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy_exact_motion::{beside_physics::*, property};

#[derive(Component)]
pub struct Lift(Vec3);
property!(pub LiftPlace: Lift.0 as Vec3);

fn main() {
    let physics = PhysicsPlugins::default().set(PhysicsInterpolationPlugin::interpolate_all());
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, physics, ExactMotionPlugin::default())).register_motion::<LiftPlace>();
    app.register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    app.add_systems(Startup, spawn).add_systems(FixedUpdate, carry).run();
}

pub fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colors: ResMut<Assets<StandardMaterial>>) {
    let mut look = |x, y, z, hue| {
        let mesh = Mesh3d(meshes.add(Cuboid::new(x, y, z)));
        (mesh, MeshMaterial3d(colors.add(Color::hsv(hue, 0.7, 0.9))), Collider::cuboid(x, y, z))
    };
    let place = (Spring::critical(1.0).on::<LiftPlace>(), Target::<LiftPlace>::of(2.0 * Vec3::Y));
    commands.spawn((RigidBody::Kinematic, Lift(Vec3::ZERO), place, look(4.0, 0.2, 4.0, 220.0)));
    let body = (RigidBody::Dynamic, SleepingDisabled, look(1.0, 1.0, 1.0, 20.0), Transform::from_xyz(0.0, 0.6, 0.0));
    // The box is drawn a tick late, interpolated between two ticks, and so is the camera that follows it.
    let follow = (Follow::new(commands.spawn(body).id()).with_offset(12.0 * Vec3::Z), Spring::critical(4.0));
    let late = Presentation::Delayed;
    commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 0.6, 12.0), follow, late));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(3.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

/// Makes avian move the lift to its `Lift` position by the end of this tick. A lift that has arrived turns round.
pub fn carry(time: Res<Time>, mut lifts: Query<(&Lift, &Position, &mut LinearVelocity, &mut Target<LiftPlace>)>) {
    for (lift, at, mut velocity, mut target) in &mut lifts {
        velocity.0 = (lift.0 - at.0) / time.delta_secs();
        target.value = if lift.0.distance(target.value) < 0.01 { -target.value } else { target.value };
    }
}
