//! Beside Rapier: a lift that we move carries a box of theirs; our camera follows it, drawn as late, without a tremble.

use bevy::prelude::*;
use bevy_exact_motion::{beside_physics::*, property};
use bevy_rapier3d::prelude::{TransformInterpolation as _, *};
use bevy_transform_interpolation::prelude::*;

#[derive(Component)]
pub struct Lift(Vec3);
property!(pub LiftPlace: Lift.0 as Vec3);

fn main() {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, ExactMotionPlugin::default(), TransformInterpolationPlugin::interpolate_all()));
    app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule()).register_motion::<LiftPlace>();
    app.insert_resource(TimestepMode::Fixed { dt: 1.0 / 64.0, substeps: 1 });
    app.read_leader_velocity::<Translation, Velocity>(|velocity| velocity.linear);
    app.add_systems(Startup, spawn).add_systems(FixedUpdate, carry.before(PhysicsSet::SyncBackend)).run();
}

pub fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut colors: ResMut<Assets<StandardMaterial>>) {
    let mut look = |x, y, z, hue| {
        let mesh = Mesh3d(meshes.add(Cuboid::new(2.0 * x, 2.0 * y, 2.0 * z)));
        (mesh, MeshMaterial3d(colors.add(Color::hsv(hue, 0.7, 0.9))), Collider::cuboid(x, y, z))
    };
    let place = (Lift(Vec3::ZERO), Spring::critical(1.5).on::<LiftPlace>(), Target::<LiftPlace>::of(Vec3::splat(2.0)));
    commands.spawn((RigidBody::KinematicVelocityBased, Velocity::default(), place, look(2.0, 0.1, 2.0, 220.0)));
    let body = commands.spawn((RigidBody::Dynamic, look(0.5, 0.5, 0.5, 20.0), Transform::from_xyz(0.0, 0.6, 0.0))).id();
    let follow = Follow::new(body).with_offset(Vec3::new(0.0, 0.0, 12.0));
    let follow = (follow, Spring::critical(4.0), PresentAs::new(Presentation::Delayed));
    commands.spawn((Camera3d::default(), DirectionalLight::default(), Transform::from_xyz(0.0, 0.6, 12.0), follow));
}

/// Rapier brings the lift where its place is at the end of this tick. Where it has arrived, it turns round.
pub fn carry(time: Res<Time>, mut lifts: Query<(&Lift, &Transform, &mut Velocity, &mut Target<LiftPlace>)>) {
    for (lift, at, mut velocity, mut target) in &mut lifts {
        velocity.linear = (lift.0 - at.translation) / time.delta_secs();
        target.value = if lift.0.distance(target.value) < 0.01 { -target.value } else { target.value };
    }
}
