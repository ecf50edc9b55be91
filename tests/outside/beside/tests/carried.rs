//! Tests of the examples, without a window: the box stays on the lift, and the camera that follows the box does not jitter.

use std::time::Duration;

use bevy::{asset::AssetPlugin, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{beside_physics::*, prelude::Follow};

#[allow(dead_code, reason = "a test has a main of its own")]
#[path = "../examples/avian.rs"]
mod avian;
#[allow(dead_code, reason = "a test has a main of its own")]
#[path = "../examples/rapier.rs"]
mod rapier;

/// Frames of uneven lengths (s), about as long as a tick of 1/64 s.
const FRAMES: [f64; 7] = [0.016, 0.009, 0.021, 0.0125, 0.0175, 0.007, 0.025];
/// The offset from the middle of the lift to that of the box (m).
const ABOVE: Vec3 = Vec3::new(0.0, 0.6, 0.0);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), ExactMotionPlugin::default()));
    app.init_asset::<Mesh>().init_asset::<StandardMaterial>();
    app
}

/// Returns where the last frame drew the lift, the box and the camera (m).
fn drawn<L: Component>(app: &mut App) -> [Vec3; 3] {
    let world = app.world_mut();
    let (camera, follow) = world.query_filtered::<(&GlobalTransform, &Follow), With<Camera>>().single(world).unwrap();
    let (camera, body) = (camera.translation(), follow.leader);
    let body = world.get::<GlobalTransform>(body).unwrap().translation();
    let lift = world.query_filtered::<&GlobalTransform, With<L>>().single(world).unwrap().translation();
    [lift, body, camera]
}

fn assert_carried_without_jitter<L: Component>(mut app: App) {
    app.finish();
    app.cleanup();
    let (mut highest, mut slid, mut jumped) = (0.0_f32, 0.0_f32, 0.0_f32);
    let (mut gaps, mut rates) = (Vec::new(), Vec::new());
    for frame in 0..1000 {
        let dt = FRAMES[frame % FRAMES.len()];
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(dt)));
        app.update();
        let [lift, body, camera] = drawn::<L>(&mut app);
        gaps.push(camera - body);
        // In the first frames, the box lands on the lift.
        if frame > 100 {
            highest = highest.max(lift.y);
            slid = slid.max((body - lift - ABOVE).length());
            rates.push((gaps[frame] - gaps[frame - 1]) / dt as f32);
        }
    }
    for pair in rates.windows(2) {
        jumped = jumped.max((pair[1] - pair[0]).length());
    }
    assert!(highest > 1.8, "the lift rose to {highest} m");
    assert!(slid < 0.05, "the box slid by {slid} m");
    // The springs of the lift and of the camera accelerate by at most 4 m/s², which is 0.1 m/s in one frame.
    assert!(jumped < 0.1, "the gap's rate jumped by {jumped} m/s from one frame to the next");
}

#[test]
fn with_avian_the_box_stays_on_the_lift_and_the_camera_does_not_jitter() {
    use avian3d::prelude::{LinearVelocity, PhysicsInterpolationPlugin, PhysicsPlugins};
    let mut app = app();
    let physics = PhysicsPlugins::default().set(PhysicsInterpolationPlugin::interpolate_all());
    app.add_plugins(physics).register_motion::<avian::LiftPlace>();
    app.register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    app.add_systems(Startup, avian::spawn).add_systems(FixedUpdate, avian::carry);
    assert_carried_without_jitter::<avian::Lift>(app);
}

#[test]
fn with_rapier_the_box_stays_on_the_lift_and_the_camera_does_not_jitter() {
    use bevy_rapier3d::prelude::{NoUserData, PhysicsSet, RapierPhysicsPlugin, Velocity};
    use bevy_transform_interpolation::prelude::TransformInterpolationPlugin;
    let mut app = app();
    app.add_plugins(TransformInterpolationPlugin::default());
    app.add_plugins(RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule());
    app.register_motion::<rapier::LiftPlace>();
    app.register_leader_velocity::<Translation, Velocity>(|velocity| velocity.linear);
    app.add_systems(Startup, rapier::spawn).add_systems(FixedUpdate, rapier::carry.before(PhysicsSet::SyncBackend));
    assert_carried_without_jitter::<rapier::Lift>(app);
}
