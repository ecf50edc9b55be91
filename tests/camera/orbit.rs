//! Orbits: their poses, input, ranges and parents, and their removal.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    TargetMotion,
    camera::{OrbitPitch, OrbitYaw, Pose},
    prelude::*,
};

use crate::stage::Stage;

/// A stage with this camera, on a pivot that does not move.
fn on_resting_pivot(camera: impl Bundle) -> Stage {
    Stage::new(64.0, (Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default()), camera)
}

#[test]
fn an_orbit_looks_at_its_pivot_from_the_given_position() {
    let eye = Vec3::new(3.0, 4.0, 12.0);
    let mut stage = on_resting_pivot(Orbit::looking_from(Vec3::new(0.0, 1.0, 0.0), eye + Vec3::Y));
    stage.bench.frame(Duration::ZERO);
    let pose = stage.pose();
    assert!((pose.position - eye - Vec3::Y).length() < 4e-6, "{pose:?}");
    assert!((pose.rotation * Vec3::Z - eye / 13.0).length() < 1e-6, "{pose:?}");
    assert!(pose.rotation.mul_vec3(Vec3::X).y.abs() < 1e-7, "it should be level");
}

#[test]
fn input_is_applied_once_and_clamped_to_the_range() {
    let mut stage = on_resting_pivot(Orbit::new(0.0, 0.25, 8.0));
    let camera = stage.camera;
    stage.bench.edit::<OrbitInput>(camera, |input| input.turn = Vec2::new(0.5, 9.0));
    stage.bench.run_to(1.5);
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert_eq!((orbit.yaw, orbit.pitch), (0.5, 1.3));
    assert_eq!(stage.bench.get::<OrbitInput>(camera).turn, Vec2::ZERO);
    // While a stick pushes against an end of the range, the orbit stays at that end.
    stage.bench.edit::<OrbitInput>(camera, |input| (input.turn_rate, input.zoom_rate) = (Vec2::new(0.0, -2.0), 1.0));
    stage.bench.run_to(6.0);
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert!((orbit.pitch + 0.17).abs() < 1e-6 && (orbit.distance - 20.0).abs() < 1e-5, "{orbit:?}");
    assert_eq!(stage.bench.get::<Target<OrbitPitch>>(camera).motion, TargetMotion::Jumps);
}

#[test]
fn invalid_input_is_ignored() {
    let mut stage = on_resting_pivot(Orbit::new(0.0, 0.25, 8.0));
    let camera = stage.camera;
    for bad in [f32::NAN, f32::INFINITY] {
        stage.bench.edit::<OrbitInput>(camera, |input| {
            *input = OrbitInput { turn: Vec2::splat(bad), zoom: bad, turn_rate: Vec2::splat(bad), zoom_rate: bad };
        });
        stage.bench.run_to(stage.elapsed() + 0.25);
    }
    let orbit = *stage.bench.get::<Orbit>(camera);
    assert_eq!(orbit, Orbit::new(0.0, 0.25, 8.0));
    stage.bench.edit::<OrbitInput>(camera, |input| *input = OrbitInput { zoom: 500.0, ..default() });
    stage.bench.run_to(stage.elapsed() + 3.0);
    assert_eq!(stage.bench.get::<Orbit>(camera).distance, 20.0);
}

#[test]
fn a_kicked_pitch_passes_a_soft_end_of_its_range_and_is_pulled_back() {
    for (limit_angular_frequency, passes) in [(20.0, true), (f32::INFINITY, false)] {
        let mut stage =
            on_resting_pivot((Orbit::new(0.0, 1.25, 8.0), OrbitRange { limit_angular_frequency, ..default() }));
        let camera = stage.camera;
        stage.bench.run_to(0.25);
        stage.bench.edit::<Velocity<OrbitPitch>>(camera, |velocity| velocity.0 = 6.0);
        let mut furthest = 0.0f32;
        while stage.elapsed() < 3.0 {
            stage.bench.frame(Duration::from_millis(5));
            furthest = furthest.max(stage.bench.get::<Orbit>(camera).pitch);
        }
        assert_eq!(furthest > 1.31, passes, "{limit_angular_frequency}: {furthest}");
        assert_eq!(stage.bench.get::<Orbit>(camera).pitch, 1.25);
    }
}

#[test]
fn lengths_are_in_world_units_at_every_scale() {
    let mut stage = on_resting_pivot(Orbit::new(0.7, 0.3, 8.0));
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
fn under_a_parent_with_an_invalid_scale_the_last_pose_is_kept() {
    let mut stage = on_resting_pivot(Orbit::new(0.7, 0.3, 8.0));
    let (pivot, camera) = (stage.pivot, stage.camera);
    stage.bench.run_to(0.1);
    let before = *stage.bench.get::<Transform>(camera);
    for scale in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(-1.0, 1.0, 1.0), Vec3::splat(f32::NAN)] {
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn.x += 0.5);
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
    // The boom lies along the axis of rotation, so the rotation does not move the boom, but only rolls the camera.
    assert!((pose.position - Vec3::new(2.0, 1.0, 8.0)).length() < 4e-6, "{pose:?}");
    assert!((pose.angular_velocity - Vec3::new(0.0, 0.0, 0.5)).length() < 1e-6, "{pose:?}");
    assert!((pose.rotation * Vec3::X - Vec3::new(1f32.cos(), 1f32.sin(), 0.0)).length() < 1e-6, "{pose:?}");
    let camera = stage.camera;
    stage.bench.edit::<Target<OrbitYaw>>(camera, |target| target.value = Angle(core::f32::consts::FRAC_PI_2));
    stage.bench.run_to(4.0);
    // Now the boom lies along the pivot's x axis, so the rotation sweeps it with the velocity Ω × r.
    let pose = stage.pose();
    let arm = 8.0 * Vec3::new(2f32.cos(), 2f32.sin(), 0.0);
    assert!((pose.position - Vec3::new(4.0, 1.0, 0.0) - arm).length() < 1e-5, "{pose:?}");
    assert!((pose.velocity - Vec3::X - 0.5 * Vec3::Z.cross(arm)).length() < 1e-5, "{pose:?}");
}

#[test]
fn springs_and_writes_do_not_move_a_camera_with_an_orbit() {
    let mut stage = on_resting_pivot((Orbit::new(0.7, 0.3, 8.0), Spring::critical(3.0), Target::new(Vec3::ZERO)));
    let camera = stage.camera;
    stage.bench.run_to(0.5);
    let before = *stage.bench.get::<Transform>(camera);
    assert!((before.translation.length() - 8.0).abs() < 1e-5);
    stage.bench.edit::<Transform>(camera, |transform| *transform = Transform::from_xyz(9.0, 9.0, 9.0));
    stage.bench.frame(Duration::from_millis(3));
    assert_eq!(*stage.bench.get::<Transform>(camera), before);
}

#[test]
fn at_rest_no_component_is_marked_as_changed() {
    let mut stage = on_resting_pivot(Orbit::new(0.7, 0.3, 8.0));
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
        camera.get_ref::<Transform>().expect("the entity should have the component").last_changed(),
        camera.get_ref::<Pose>().expect("the entity should have the component").last_changed(),
        camera.get_ref::<Orbit>().expect("the entity should have the component").last_changed(),
        camera.get_ref::<OrbitInput>().expect("the entity should have the component").last_changed(),
        camera.get_ref::<Target<OrbitYaw>>().expect("the entity should have the component").last_changed(),
        camera.get_ref::<Limits<OrbitPitch>>().expect("the entity should have the component").last_changed(),
    ] {
        assert!(!changed.is_newer_than(before, now), "a component of a camera at rest was written");
    }
}

#[test]
fn an_orbit_can_be_removed_inserted_again_cloned_and_despawned() {
    let mut stage = on_resting_pivot(Orbit::new(0.7, 0.3, 8.0));
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
fn without_orbit_and_look_at_a_camera_stays_where_user_code_puts_it() {
    let mut stage = on_resting_pivot((Orbit::new(0.7, 0.3, 8.0), Transform::default()));
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
