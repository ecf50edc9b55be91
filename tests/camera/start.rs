//! Starts and cuts: cameras begin on their target, at their springs' steady lag.

use std::time::Duration;

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_exact_motion::{
    camera::{OrbitYaw, Pose},
    prelude::*,
    property::{FieldOfView, Property},
};

use crate::stage::cameras_at_rate;
use crate::{
    app::{Bench, ulp},
    reference::backwards,
};

const SPEED: Vec3 = Vec3::new(2.0, 0.0, -1.5);

fn rig(bench: &mut Bench, leader: Entity, more: impl Bundle) -> (Entity, Entity) {
    let follow = Follow::new(leader).with_offset(2.0 * Vec3::Y);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), Spring::critical(8.0), follow, more));
    let camera = bench.spawn((Orbit::new(0.5, 0.25, 8.0), ChildOf(pivot)));
    (pivot, camera)
}

/// The pivot's position once its critical spring of 8 rad/s has settled behind a leader at this position.
fn behind(leader: Vec3) -> [f64; 3] {
    let lag = SPEED.as_dvec3() * (2.0 / 8.0);
    (leader.as_dvec3() + 2.0 * bevy::math::DVec3::Y - lag).to_array()
}

#[test]
fn the_first_frame_shows_the_shot_and_the_rig_does_not_drift() {
    let mut bench = cameras_at_rate(64.0);
    let start = Vec3::new(40.0, 0.0, 7.0);
    let leader = bench.spawn((Transform::from_translation(start), Velocity::new(SPEED)));
    let (pivot, camera) = rig(&mut bench, leader, StartOnTarget);
    let showing = bench.spawn((Transform::default(), ActiveShot::new(camera)));
    bench.frame(Duration::ZERO);
    let (placed, arm) = (behind(start), backwards(0.5, 0.25));
    let found = bench.get::<Transform>(pivot).translation;
    assert_eq!(found.to_array(), placed.map(|part| part as f32));
    // The pose is composed from the values of the components, bit for bit, and a camera that shows the shot draws that pose.
    let shot = [0, 1, 2].map(|i| (f64::from(found[i]) + 8.0 * arm[i]) as f32);
    let pose = *bench.get::<Pose>(camera);
    assert_eq!(pose.position.to_array(), shot);
    let drawn = *bench.get::<Transform>(showing);
    assert_eq!((drawn.translation, drawn.rotation), (pose.position, pose.rotation));
    // Bevy draws a child at the sum of two f32: its position on the boom is rounded, and so is the sum.
    let (boom, drawn) = (*bench.get::<Transform>(camera), *bench.get::<GlobalTransform>(camera));
    assert_eq!((boom.translation.to_array(), boom.rotation), (arm.map(|part| (8.0 * part) as f32), pose.rotation));
    for i in 0..3 {
        let (drawn, boom, shot) =
            (f64::from(drawn.translation()[i]), f64::from(boom.translation[i]), f64::from(shot[i]));
        assert!((drawn - shot).abs() <= 0.5 * ulp(boom) + ulp(shot), "{drawn} {shot}");
    }
    assert!(bench.app.world().get::<StartOnTarget>(pivot).is_none());
    while bench.elapsed() < 10.0 {
        bench.frame(Duration::from_millis(13));
        let leader = bench.get::<Transform>(leader).translation;
        let found = bench.get::<Transform>(pivot).translation.to_array();
        for (found, expected) in found.into_iter().zip(behind(leader)) {
            assert!((f64::from(found) - expected).abs() <= 2.0 * ulp(64.0), "{found} {expected}");
        }
        assert!((bench.get::<Pose>(camera).velocity - SPEED).length() < 1e-6);
    }
}

#[test]
fn a_rig_that_is_spawned_before_update_is_placed_in_its_first_picture() {
    let schedules = [First.intern(), PreUpdate.intern(), FixedFirst.intern(), FixedUpdate.intern(), FixedLast.intern()];
    for schedule in schedules {
        let mut bench = cameras_at_rate(64.0);
        let leader = bench.spawn(Transform::from_xyz(40.0, 0.0, 7.0));
        bench.app.add_systems(schedule, move |cameras: Query<(), With<Orbit>>, mut commands: Commands| {
            if cameras.is_empty() {
                let pivot = (Transform::default(), Visibility::default(), Spring::critical(8.0), Follow::new(leader));
                commands.spawn((pivot, StartOnTarget, children![Orbit::new(0.5, 0.25, 8.0)]));
            }
        });
        bench.frame(Duration::from_millis(16));
        let mut cameras = bench.app.world_mut().query_filtered::<&GlobalTransform, With<Orbit>>();
        let drawn = cameras.single(bench.app.world()).expect("it was spawned").translation().as_dvec3();
        let expected =
            bevy::math::DVec3::new(40.0, 0.0, 7.0) + 8.0 * bevy::math::DVec3::from_array(backwards(0.5, 0.25));
        // A position on the boom and a sum, both rounded to f32.
        assert!(drawn.distance(expected) < 2.0 * ulp(40.0), "{schedule:?}: {drawn}, {expected}");
    }
}

#[test]
fn start_on_target_waits_for_its_leader() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn(());
    let (pivot, _) = rig(&mut bench, leader, StartOnTarget);
    bench.run_to(0.5);
    assert!(bench.app.world().get::<StartOnTarget>(pivot).is_some());
    let place = Vec3::new(9.0, 8.0, 7.0);
    bench.app.world_mut().entity_mut(leader).insert(Transform::from_translation(place));
    bench.frame(Duration::from_millis(5));
    assert_eq!(bench.get::<Transform>(pivot).translation, place + 2.0 * Vec3::Y);
}

#[test]
fn a_camera_flies_to_its_teleported_leader_unless_the_camera_is_cut() {
    for (by_crate, cuts) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut bench = cameras_at_rate(64.0);
        let leader = bench.spawn(Transform::default());
        if by_crate {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(Vec3::ZERO));
        }
        let (pivot, camera) = rig(&mut bench, leader, StartOnTarget);
        bench.run_to(0.5);
        let place = Vec3::new(30.0, 0.0, 0.0);
        bench.edit::<Transform>(leader, |transform| transform.translation = place);
        bench.app.world_mut().trigger(Teleported::new(leader));
        bench.edit::<Target<OrbitYaw>>(camera, |target| target.value = Angle(2.0));
        if cuts {
            bench.app.world_mut().trigger(Cut::new(camera));
        }
        bench.frame(Duration::from_millis(2));
        let (near, yaw) = (bench.get::<Transform>(pivot).translation.x, bench.get::<Orbit>(camera).yaw);
        let case = format!("moved by this crate {by_crate}, cuts {cuts}: {near}, {yaw}");
        assert_eq!(near == 30.0, cuts, "{case}");
        assert_eq!(yaw == 2.0, cuts, "{case}");
        assert!(cuts || (near < 2.0 && yaw < 0.7), "{case}");
        bench.run_to(4.0);
        assert_eq!(bench.get::<Transform>(pivot).translation, place + 2.0 * Vec3::Y);
    }
}

#[test]
fn a_cut_while_a_stick_turns_the_camera_starts_at_the_springs_steady_lag() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn(Orbit::new(0.0, 0.25, 8.0));
    bench.edit::<OrbitInput>(camera, |input| input.turn_rate.x = 1.5);
    bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.run_to(1.0);
    let yaw = f64::from(bench.get::<Orbit>(camera).yaw);
    let lag = 2.0 * 1.5 / 12.0;
    assert!((yaw - (1.5 - lag)).abs() < 1e-6, "{yaw}");
    assert!((bench.get::<Velocity<OrbitYaw>>(camera).0 - 1.5).abs() < 1e-6);
}

#[test]
fn a_cut_of_a_plain_or_despawned_entity_does_nothing() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn(Transform::default());
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.app.world_mut().despawn(camera);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.run_to(0.1);
}

#[test]
fn a_cut_sets_lenses_to_their_targets() {
    let mut bench = cameras_at_rate(64.0);
    let lens = |fov: f32| Projection::Perspective(PerspectiveProjection { fov, ..default() });
    let zooms = (Spring::critical(3.0).on::<FieldOfView>(), Target::<FieldOfView>::of(1.0));
    let camera = bench.spawn((Camera::default(), lens(1.0), Orbit::new(0.0, 0.0, 5.0), zooms));
    let wide = bench.spawn((lens(0.5), Velocity::<FieldOfView>::of(0.0)));
    let led = (Spring::critical(3.0).on::<FieldOfView>(), Follow::<FieldOfView>::of(wide));
    let follower = bench.spawn((Camera::default(), lens(1.0), Orbit::new(0.0, 0.0, 5.0), led));
    bench.run_to(0.1);
    bench.edit::<Target<FieldOfView>>(camera, |target| target.value = 0.4);
    bench.run_to(0.2);
    for camera in [camera, follower] {
        bench.app.world_mut().trigger(Cut::new(camera));
    }
    bench.frame(Duration::ZERO);
    for (camera, expected) in [(camera, 0.4), (follower, 0.5)] {
        let found = FieldOfView::get(bench.get::<Projection>(camera));
        assert_eq!(found, expected);
        assert_eq!(bench.get::<Velocity<FieldOfView>>(camera).0, 0.0);
    }
    bench.run_to(0.5);
    assert_eq!(FieldOfView::get(bench.get::<Projection>(camera)), 0.4);
}
