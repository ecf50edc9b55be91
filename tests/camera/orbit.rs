//! What an orbit does beside its path.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::stage::Stage;

fn still(camera: impl Bundle) -> Stage {
    Stage::new(64.0, (Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default()), camera)
}

#[test]
fn an_orbit_looks_at_its_pivot_from_where_it_was_put() {
    let eye = Vec3::new(3.0, 4.0, 12.0);
    let mut stage = still(Orbit::looking_from(Vec3::new(0.0, 1.0, 0.0), eye + Vec3::Y));
    stage.bench.frame(Duration::ZERO);
    let pose = stage.pose();
    assert!((pose.position - eye - Vec3::Y).length() < 4e-6, "{pose:?}");
    assert!((pose.rotation * Vec3::Z - eye / 13.0).length() < 1e-6, "{pose:?}");
    assert!(pose.rotation.mul_vec3(Vec3::X).y.abs() < 1e-7, "it is level");
}

#[test]
fn hands_are_taken_once_and_held_within_the_range() {
    let mut stage = still(Orbit::new(0.0, 0.25, 8.0));
    let camera = stage.camera;
    stage.bench.edit::<OrbitInput>(camera, |hands| hands.turn = Vec2::new(0.5, 9.0));
    stage.bench.run_to(1.5);
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert_eq!((orbit.yaw, orbit.pitch), (0.5, 1.3));
    assert_eq!(stage.bench.get::<OrbitInput>(camera).turn, Vec2::ZERO);
    // A stick that is held against an end stays there.
    stage.bench.edit::<OrbitInput>(camera, |hands| (hands.turn_rate, hands.zoom_rate) = (Vec2::new(0.0, -2.0), 1.0));
    stage.bench.run_to(6.0);
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert!((orbit.pitch + 0.17).abs() < 1e-6 && (orbit.length - 20.0).abs() < 1e-5, "{orbit:?}");
    assert_eq!(stage.bench.get::<Target<OrbitPitch>>(camera).velocity, 0.0);
}

#[test]
fn what_is_not_a_number_is_not_taken_from_hands() {
    let mut stage = still(Orbit::new(0.0, 0.25, 8.0));
    let camera = stage.camera;
    for bad in [f32::NAN, f32::INFINITY] {
        stage.bench.edit::<OrbitInput>(camera, |hands| {
            *hands = OrbitInput { turn: Vec2::splat(bad), zoom: bad, turn_rate: Vec2::splat(bad), zoom_rate: bad };
        });
        stage.bench.run_to(stage.elapsed() + 0.25);
    }
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert_eq!(orbit, Orbit::new(0.0, 0.25, 8.0));
    stage.bench.edit::<OrbitInput>(camera, |hands| *hands = OrbitInput { zoom: 500.0, ..default() });
    stage.bench.run_to(stage.elapsed() + 3.0);
    assert_eq!(stage.bench.get::<Orbit>(camera).length, 20.0);
}

#[test]
fn a_kick_passes_an_end_and_is_pulled_back() {
    for (end, passes) in [(20.0, true), (f32::INFINITY, false)] {
        let mut stage = still((Orbit::new(0.0, 1.25, 8.0), OrbitRange { end, ..default() }));
        let camera = stage.camera;
        stage.bench.run_to(0.25);
        stage.bench.edit::<Velocity<OrbitPitch>>(camera, |velocity| velocity.0 = 6.0);
        let mut furthest = 0.0f32;
        while stage.elapsed() < 3.0 {
            stage.bench.frame(Duration::from_millis(5));
            furthest = furthest.max(stage.bench.get::<Orbit>(camera).pitch);
        }
        assert_eq!(furthest > 1.31, passes, "{end}: {furthest}");
        assert_eq!(stage.bench.get::<Orbit>(camera).pitch, 1.25);
    }
}

#[test]
fn lengths_are_of_the_world_whatever_the_scale() {
    let mut stage = still(Orbit::new(0.7, 0.3, 8.0));
    let pivot = stage.pivot;
    for scale in [Vec3::splat(3.0), Vec3::new(0.25, 2.0, 5.0)] {
        stage.bench.edit::<Transform>(pivot, |transform| {
            (transform.scale, transform.rotation) = (scale, Quat::from_rotation_x(0.4));
        });
        stage.bench.frame(Duration::from_millis(16));
        let (pose, local) = (stage.pose(), *stage.bench.get::<Transform>(stage.camera));
        assert!((pose.position.distance(Vec3::Y) - 8.0).abs() < 2e-6, "{pose:?}");
        let drawn = stage.bench.get::<Transform>(pivot).transform_point(local.translation);
        assert!(drawn.distance(pose.position) < 4e-6, "{drawn} {pose:?}");
        assert!((pose.rotation * Vec3::Z - (pose.position - Vec3::Y) / 8.0).length() < 1e-6);
    }
}

#[test]
fn parents_without_room_leave_the_last_pose() {
    let mut stage = still(Orbit::new(0.7, 0.3, 8.0));
    let (pivot, camera) = (stage.pivot, stage.camera);
    stage.bench.run_to(0.1);
    let before = *stage.bench.get::<Transform>(camera);
    for scale in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::splat(f32::NAN)] {
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        stage.bench.edit::<OrbitInput>(camera, |hands| hands.turn.x += 0.5);
        stage.bench.run_to(stage.elapsed() + 0.25);
        assert_eq!(*stage.bench.get::<Transform>(camera), before, "{scale}");
    }
    stage.bench.edit::<Transform>(pivot, |transform| transform.scale = Vec3::ONE);
    stage.bench.run_to(stage.elapsed() + 0.25);
    assert_ne!(*stage.bench.get::<Transform>(camera), before);
}

#[test]
fn a_pivot_that_turns_carries_the_camera_with_it() {
    let turning = (
        Transform::from_xyz(0.0, 1.0, 0.0),
        Visibility::default(),
        Velocity::new(Vec3::X),
        Velocity::<Rotation>::of(Vec3::new(0.0, 0.0, 0.5)),
    );
    let mut stage = Stage::new(64.0, turning, Orbit::new(0.0, 0.0, 8.0));
    stage.bench.run_to(2.0);
    let pose = stage.pose();
    // The arm lies along the axis of the turn: it is not moved by that, the camera rolls.
    assert!((pose.position - Vec3::new(2.0, 1.0, 8.0)).length() < 4e-6, "{pose:?}");
    assert!((pose.angular_velocity - Vec3::new(0.0, 0.0, 0.5)).length() < 1e-6, "{pose:?}");
    assert!((pose.rotation * Vec3::X - Vec3::new(1f32.cos(), 1f32.sin(), 0.0)).length() < 1e-6, "{pose:?}");
    let camera = stage.camera;
    stage.bench.edit::<Target<OrbitYaw>>(camera, |target| target.value = Angle(core::f32::consts::FRAC_PI_2));
    stage.bench.run_to(4.0);
    // Along the pivot's own x, the arm is swept: Ω × r.
    let pose = stage.pose();
    let arm = 8.0 * Vec3::new(2f32.cos(), 2f32.sin(), 0.0);
    assert!((pose.position - Vec3::new(4.0, 1.0, 0.0) - arm).length() < 1e-5, "{pose:?}");
    assert!((pose.velocity - Vec3::X - 0.5 * Vec3::Z.cross(arm)).length() < 1e-5, "{pose:?}");
}

#[test]
fn nobody_else_moves_the_camera() {
    let mut stage = still((Orbit::new(0.7, 0.3, 8.0), Spring::critical(3.0), Target::new(Vec3::ZERO)));
    let camera = stage.camera;
    stage.bench.run_to(0.5);
    let before = *stage.bench.get::<Transform>(camera);
    assert!((before.translation.length() - 8.0).abs() < 1e-5);
    stage.bench.edit::<Transform>(camera, |transform| *transform = Transform::from_xyz(9.0, 9.0, 9.0));
    stage.bench.frame(Duration::from_millis(3));
    assert_eq!(*stage.bench.get::<Transform>(camera), before);
}

#[test]
fn at_rest_nothing_is_marked() {
    let mut stage = still(Orbit::new(0.7, 0.3, 8.0));
    stage.bench.run_to(1.0);
    stage.bench.app.world_mut().clear_trackers();
    let before = stage.bench.app.world().read_change_tick();
    for _ in 0..60 {
        stage.bench.frame(Duration::from_millis(7));
    }
    let world = stage.bench.app.world();
    let camera = world.entity(stage.camera);
    let now = world.read_change_tick();
    for changed in [
        camera.get_ref::<Transform>().expect("it has one").last_changed(),
        camera.get_ref::<Pose>().expect("it has one").last_changed(),
        camera.get_ref::<Orbit>().expect("it has one").last_changed(),
        camera.get_ref::<OrbitInput>().expect("it has one").last_changed(),
        camera.get_ref::<Target<OrbitYaw>>().expect("it has one").last_changed(),
        camera.get_ref::<Limits<OrbitPitch>>().expect("it has one").last_changed(),
    ] {
        assert!(!changed.is_newer_than(before, now), "somebody wrote to a camera at rest");
    }
}

#[test]
fn an_orbit_taken_off_or_despawned_leaves_no_trace() {
    let mut stage = still(Orbit::new(0.7, 0.3, 8.0));
    let camera = stage.camera;
    stage.bench.run_to(0.25);
    stage.bench.app.world_mut().entity_mut(camera).remove::<Orbit>();
    stage.bench.run_to(0.5);
    stage.bench.app.world_mut().entity_mut(camera).insert(Orbit::new(0.0, 0.0, 4.0));
    stage.bench.run_to(2.0);
    let copy = stage.bench.app.world_mut().entity_mut(camera).clone_and_spawn();
    stage.bench.app.world_mut().despawn(camera);
    stage.bench.run_to(2.5);
    assert!(stage.bench.get::<Pose>(copy).position.is_finite());
}

#[test]
fn without_its_orbit_or_look_a_camera_stays_where_it_is_put() {
    let mut stage = still((Orbit::new(0.7, 0.3, 8.0), Transform::default()));
    let (pivot, camera) = (stage.pivot, stage.camera);
    for looks in [false, true] {
        if looks {
            stage.bench.app.world_mut().entity_mut(camera).insert(LookAt::new(pivot));
        }
        stage.bench.run_to(stage.elapsed() + 0.25);
        stage.bench.app.world_mut().entity_mut(camera).remove::<(Orbit, LookAt)>();
        let put = Transform::from_xyz(9.0, 8.0, 7.0).with_rotation(Quat::from_rotation_z(0.5));
        stage.bench.edit::<Transform>(camera, |transform| *transform = put);
        stage.bench.run_to(stage.elapsed() + 0.25);
        assert_eq!(*stage.bench.get::<Transform>(camera), put, "looks {looks}");
    }
}
