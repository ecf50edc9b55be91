//! Alongside Rapier: a lift carries Rapier's box, and a camera follows the box without jitter. All three are drawn a tick late.

use bevy::prelude::*;
use bevy_exact_motion::{beside_physics::*, property};
use bevy_rapier3d::prelude::*;
use bevy_transform_interpolation::prelude::{TransformInterpolation, TransformInterpolationPlugin};

#[derive(Component)]
pub struct Lift(Vec3);
property!(pub LiftPlace: Lift.0 as Vec3);

fn main() {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, ExactMotionPlugin::default(), TransformInterpolationPlugin::default()));
    app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule()).register_motion::<LiftPlace>();
    app.register_leader_velocity::<Translation, Velocity>(|velocity| velocity.linear);
    app.add_systems(Startup, spawn).add_systems(FixedUpdate, carry.before(PhysicsSet::SyncBackend)).run();
}

pub fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colors: ResMut<Assets<StandardMaterial>>) {
    let mut look = |x, y, z, hue| {
        let mesh = Mesh3d(meshes.add(Cuboid::new(2.0 * x, 2.0 * y, 2.0 * z)));
        (mesh, MeshMaterial3d(colors.add(Color::hsv(hue, 0.7, 0.9))), Collider::cuboid(x, y, z), TransformInterpolation)
    };
    let place = (Lift(Vec3::ZERO), Spring::critical(1.0).on::<LiftPlace>(), Target::<LiftPlace>::of(2.0 * Vec3::Y));
    commands.spawn((RigidBody::KinematicVelocityBased, Velocity::default(), place, look(2.0, 0.1, 2.0, 220.0)));
    let body = (RigidBody::Dynamic, Sleeping::disabled(), look(0.5, 0.5, 0.5, 9.0), Transform::from_xyz(0.0, 0.6, 0.0));
    let follow = (Follow::new(commands.spawn(body).id()).with_offset(12.0 * Vec3::Z), Spring::critical(4.0));
    let late = Presentation::Delayed;
    commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 0.6, 12.0), follow, late));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(3.0, 6.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

/// Makes Rapier move the lift to its `Lift` position by the end of this tick. A lift that has arrived turns round.
pub fn carry(time: Res<Time>, mut lifts: Query<(&Lift, &Transform, &mut Velocity, &mut Target<LiftPlace>)>) {
    for (lift, at, mut velocity, mut target) in &mut lifts {
        velocity.linear = (lift.0 - at.translation) / time.delta_secs();
        target.value = if lift.0.distance(target.value) < 0.01 { -target.value } else { target.value };
    }
}
