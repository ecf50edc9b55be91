//! Common pitfalls of cameras: poles, booms of length 0, other systems that write the `Transform`, cycles, and disabled entities.

use std::{f32::consts::PI, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Aim, AimYaw, Pose, ZoneExtents},
    events::OriginShift,
    prelude::*,
};

use crate::{
    app::Bench,
    look::{lens, point_at},
    rig::{Rig, assert_finite, bits},
    stage::{Stage, cameras_at_rate},
    warnings::{assert_warned, capture_warnings, warnings_about},
};

/// Moves every orbit's `Transform`, once a frame.
fn another_controller(mut camera: Query<&mut Transform, With<Orbit>>) {
    for mut transform in &mut camera {
        transform.translation.x += 1.0;
    }
}

#[test]
fn another_writer_of_a_cameras_transform_is_reported_once() {
    capture_warnings();
    let pivot = (Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default());
    let springs = (Spring::critical(3.0).on::<Rotation>(), Target::<Rotation>::of(Quat::IDENTITY));
    let mut stage = Stage::new(64.0, pivot, (Name::new("sprung by mistake"), Orbit::default(), springs));
    stage.bench.run_to(0.5);
    assert_warned("sprung by mistake", "motion on its Rotation has no effect", 1);
    let springs = (Spring::critical(3.0), Target::new(Vec3::ZERO));
    let mut stage = Stage::new(64.0, pivot, (Name::new("moved by mistake"), Orbit::default(), springs));
    stage.bench.run_to(0.5);
    assert_warned("moved by mistake", "motion on its Translation has no effect", 1);
    let mut stage = Stage::new(64.0, pivot, (Name::new("with two drivers"), Orbit::new(0.7, 0.3, 8.0)));
    stage.bench.run_to(0.5);
    let before = *stage.bench.get::<Transform>(stage.camera);
    stage.bench.app.add_systems(Update, another_controller);
    for _ in 0..20 {
        stage.bench.frame(Duration::from_millis(7));
    }
    assert_warned("with two drivers", "something else moves this camera", 1);
    let last = *stage.bench.get::<Transform>(stage.camera);
    assert!((last.translation.x - before.translation.x - 1.0).abs() < 1e-5, "the writes should not add up: {last:?}");
}

#[test]
fn a_parent_with_an_invalid_scale_is_reported_once() {
    capture_warnings();
    let pivot = (Transform::default(), Visibility::default());
    for (name, scale) in [("flattened", Vec3::new(1.0, 0.0, 1.0)), ("mirrored", Vec3::new(1.0, -1.0, 1.0))] {
        let mut stage = Stage::new(64.0, pivot, (Name::new(name), Orbit::new(0.7, 0.3, 8.0)));
        let pivot = stage.pivot;
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        for _ in 0..20 {
            stage.bench.frame(Duration::from_millis(7));
        }
        assert_warned(name, "mirror it or have a scale of 0", 1);
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = Vec3::ONE);
        stage.bench.frame(Duration::from_millis(7));
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        stage.bench.frame(Duration::from_millis(7));
        assert_warned(name, "mirror it or have a scale of 0", 1);
    }
}

#[test]
fn an_origin_shift_is_not_reported_as_another_writer() {
    capture_warnings();
    let mut rig = Rig::in_flight();
    let shown = rig.shown;
    rig.bench.app.world_mut().entity_mut(shown).insert(Name::new("shifted with the scenery"));
    rig.bench.edit::<Transform>(shown, |transform| transform.translation += Vec3::X);
    rig.bench.app.world_mut().trigger(OriginShift::new(Vec3::X));
    rig.frames(10);
    assert_eq!(warnings_about("shifted with the scenery"), [""; 0]);
}

#[test]
fn no_range_lets_the_pitch_pass_a_pole() {
    for range in [[-3.0, 3.0], [f32::NEG_INFINITY, f32::INFINITY]] {
        let orbit = (Orbit::new(0.3, 0.2, 8.0), OrbitRange { pitch: range, ..default() });
        let mut stage = Stage::new(64.0, (Transform::default(), Visibility::default()), orbit);
        let camera = stage.camera;
        for (push, pole) in [(2.5, 1.55), (-9.0, -1.55)] {
            stage.bench.edit::<OrbitInput>(camera, |input| (input.turn.y, input.turn_rate.y) = (push, push));
            stage.bench.run_to(stage.elapsed() + 2.0);
            let pitch = stage.bench.get::<Orbit>(camera).pitch;
            assert!((pitch - pole).abs() < 1e-4, "{range:?}: {pitch}");
            // The view is not upside down.
            assert!((stage.pose().rotation * Vec3::Y).y > 0.0);
        }
    }
}

#[test]
fn a_boom_of_length_0_looks_along_its_angles() {
    let orbit = (Orbit::new(0.7, 0.3, 0.0), OrbitRange { distance: [0.0, 20.0], ..default() });
    let mut stage = Stage::new(64.0, (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default()), orbit);
    stage.bench.run_to(0.5);
    let (pose, pivot) = (stage.pose(), stage.pivot);
    assert_eq!(pose.position, Vec3::new(1.0, 2.0, 3.0));
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-0.3);
    assert!(pose.rotation.dot(turn).abs() > 1.0 - 1e-6, "{pose:?}");
    // The target is at the camera's own position, so the last bearing is kept.
    let camera = stage.camera;
    stage.bench.app.world_mut().entity_mut(camera).insert(LookAt::new(pivot));
    stage.bench.run_to(1.0);
    assert!(stage.pose().rotation.is_finite() && stage.pose().position == pose.position);
}

#[test]
fn flipping_the_pivots_up_direction_turns_the_pivot_by_half_a_turn_and_keeps_the_angles() {
    let pivot = (
        Transform::default(),
        Visibility::default(),
        (Spring::critical(6.0).on::<Rotation>(), Target::<Rotation>::of(Quat::IDENTITY)),
    );
    let mut stage = Stage::new(64.0, pivot, Orbit::new(0.7, 0.3, 8.0));
    let (pivot, camera) = (stage.pivot, stage.camera);
    stage.bench.run_to(0.25);
    let orbit = *stage.bench.get::<Orbit>(camera);
    for up in [Quat::from_rotation_z(PI), Quat::from_rotation_x(PI), Quat::IDENTITY] {
        stage.bench.edit::<Target<Rotation>>(pivot, |target| target.value = up);
        let mut before = stage.pose();
        let end = stage.elapsed() + 4.0;
        while stage.elapsed() < end {
            stage.bench.frame(Duration::from_millis(4));
            let pose = stage.pose();
            let most = 0.004 * 1.1 * (pose.velocity.length().max(before.velocity.length()) + 2.0);
            assert!(pose.position.distance(before.position) < most, "{up}: {before:?} {pose:?}");
            before = pose;
        }
        let expected = up * Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-0.3);
        assert!(before.rotation.dot(expected).abs() > 1.0 - 1e-6, "{before:?} {expected}");
        assert_eq!(*stage.bench.get::<Orbit>(camera), orbit);
    }
}

/// Marks an entity that a system keeps 5 m in front of this camera, like a crosshair.
#[derive(Component)]
struct Aimed(Entity);

fn follow_the_aim(aimed: Query<(Entity, &Aimed)>, poses: Query<&Pose>, mut transforms: Query<&mut Transform>) {
    for (entity, aimed) in &aimed {
        let (Ok(pose), Ok(mut transform)) = (poses.get(aimed.0), transforms.get_mut(entity)) else { continue };
        transform.translation = pose.position + pose.rotation * (5.0 * Vec3::NEG_Z);
    }
}

#[test]
fn a_camera_that_looks_at_its_own_aim_point_is_stable() {
    // The target is either a child of the camera, or a system keeps it 5 m in front of the camera.
    for child in [true, false] {
        let mut bench = cameras_at_rate(64.0);
        bench.app.add_systems(FixedUpdate, follow_the_aim);
        let camera = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), lens(0.8, 1.5)));
        let aimed = bench.spawn((Transform::from_xyz(0.0, 0.0, -5.0), Visibility::default()));
        if child {
            bench.app.world_mut().entity_mut(aimed).insert(ChildOf(camera));
        } else {
            bench.app.world_mut().entity_mut(aimed).insert(Aimed(camera));
        }
        bench.app.world_mut().entity_mut(camera).insert(LookAt { feed_forward: 1.0, ..LookAt::new(aimed) });
        bench.run_to(2.0);
        let pose = *bench.get::<Pose>(camera);
        bench.run_to(6.0);
        let turned = bench.get::<Pose>(camera).rotation.dot(pose.rotation).abs();
        assert!(pose.rotation.is_finite() && turned > 1.0 - 1e-5, "child {child}: {turned}");
        // A camera that is pushed takes its target along, so the spring has no error to correct, and only the damper stops the camera.
        let (h, omega, push) = (1.0 / 64.0, 8.0, 0.5f64);
        let kick = |bench: &mut Bench, feed_forward: f32| {
            bench.edit::<LookAt>(camera, |look| look.feed_forward = feed_forward);
            bench.run_to(bench.elapsed() + 0.5);
            let yaw = bench.get::<Aim>(camera).yaw;
            bench.edit::<Velocity<AimYaw>>(camera, |velocity| velocity.0 = push as f32);
            bench.run_to(bench.elapsed() + 2.0);
            let (now, rate) = (bench.get::<Aim>(camera).yaw, bench.get::<Velocity<AimYaw>>(camera).0);
            (f64::from(now) - f64::from(yaw), f64::from(rate))
        };
        let (turned, rate) = kick(&mut bench, 0.0);
        // The bound: the edge of the zone is taken to move along a line within a tick. At first, this is wrong by up to e = h²/8 · 2ωv. The
        // spring turns the error e into an acceleration ω² e, and the damper turns an acceleration a into a displacement a/(2ω)².
        let bound = h * h * omega * push / 16.0;
        assert!((turned - push / (2.0 * omega)).abs() < bound && rate == 0.0, "child {child}: {turned}, {rate}");
        // With feed-forward 1, the damper acts relative to the target: it neither stops the camera nor drives it.
        let (turned, rate) = kick(&mut bench, 1.0);
        assert!(turned < 2.0 * push && rate <= push, "child {child}: {turned}, {rate}");
    }
    // The pivot follows an entity that a system keeps 5 m in front of the camera.
    let mut bench = cameras_at_rate(64.0);
    bench.app.add_systems(FixedUpdate, follow_the_aim);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), Spring::critical(4.0)));
    let camera = bench.spawn((Orbit::new(0.5, 0.2, 5.0), ChildOf(pivot)));
    let aimed = bench.spawn((Transform::default(), Aimed(camera)));
    bench.app.world_mut().entity_mut(pivot).insert(Follow::new(aimed));
    for _ in 0..400 {
        bench.frame(Duration::from_millis(16));
        // The point 5 m ahead on a boom of 5 m is the pivot itself.
        let place = bench.get::<Transform>(pivot).translation;
        assert!(place.length() < 1e-3, "{place}");
    }
}

#[test]
fn a_shake_does_not_affect_zones() {
    let run = |kick: bool| {
        let mut bench = cameras_at_rate(64.0);
        let target = bench.spawn((Transform::from_translation(point_at(0.3, 0.1)), Velocity::new(Vec3::X)));
        let look = LookAt { dead_zone: ZoneExtents::all(0.05), ..LookAt::new(target) };
        let camera = bench.spawn((Orbit::new(0.1, 0.2, 3.0), look, lens(0.8, 1.5)));
        (0..100)
            .map(|frame| {
                if kick && frame % 10 == 0 {
                    let kick = ShakeKick::new(camera, Vec3::new(0.03, 0.02, 0.01)).with_offset(Vec3::splat(0.3));
                    bench.app.world_mut().trigger(kick);
                }
                bench.frame(Duration::from_millis(9));
                (*bench.get::<Aim>(camera), *bench.get::<Pose>(camera), *bench.get::<Orbit>(camera))
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn look_ahead_aims_at_where_the_target_will_be() {
    for by_crate in [true, false] {
        let mut bench = cameras_at_rate(64.0);
        // The target passes the camera at 5 m/s, 10 m away, so its bearing turns at 0.5 rad/s at first.
        let target = bench.spawn(Transform::from_translation(point_at(0.0, 0.0)));
        if by_crate {
            let moving = (Velocity::new(Vec3::new(-5.0, 0.0, 0.0)), Friction::new(0.0));
            bench.app.world_mut().entity_mut(target).insert(moving);
        }
        let look = LookAt { look_ahead: 0.4, feed_forward: 1.0, ..LookAt::new(target) };
        let camera = bench.spawn((look, lens(0.8, 1.5)));
        for _ in 0..64 {
            if !by_crate {
                bench.edit::<Transform>(target, |transform| transform.translation.x -= 5.0 / 64.0);
            }
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        }
        let place = bench.get::<Transform>(target).translation;
        let expected = f64::from(5.0f32 * 0.4 - place.x).atan2(10.0);
        let yaw = f64::from(bench.get::<Aim>(camera).yaw);
        // With feed-forward 1, the remaining error is the edge's acceleration divided by ω².
        assert!((yaw - expected).abs() < 0.25 / 64.0 + 2e-3, "moved by this crate {by_crate}: {yaw} {expected}");
    }
}

/// For a target that this crate moves, look-ahead uses the velocity at the tick, not the mean velocity over the last tick.
#[test]
fn look_ahead_is_not_late_behind_an_accelerating_target() {
    const TICK: f32 = 1.0 / 16.0;
    const ACCELERATION: f32 = 4.0;
    const AHEAD: f32 = 1.0;
    let mut bench = cameras_at_rate(1.0 / f64::from(TICK));
    let mut spawn_camera = |velocity: f32, look_ahead: f32| {
        let falling = (Velocity::new(-velocity * Vec3::X), Gravity::new(-ACCELERATION * Vec3::X));
        let target = bench.spawn((Transform::from_translation(point_at(0.0, 0.0)), falling));
        bench.spawn((LookAt { look_ahead, ..LookAt::new(target) }, lens(0.8, 1.5)))
    };
    // The second target is always where look-ahead expects the first one, at x + v T (T is `AHEAD`). It is faster by a T.
    let cameras = [spawn_camera(0.0, AHEAD), spawn_camera(ACCELERATION * AHEAD, 0.0)];
    for tick in 1..=32 {
        bench.frame(Duration::from_secs_f32(TICK));
        let t = tick as f32 * TICK;
        // Both aims start at their springs' steady lag, which differs, because only the second target moves at first. At 1.5 s, (1 + 12)
        // e^−12 of the difference remains.
        if t < 1.5 {
            continue;
        }
        let [found, expected] = cameras.map(|camera| bench.get::<Aim>(camera).yaw);
        let x = ACCELERATION * t * (t / 2.0 + AHEAD);
        // With the mean velocity over the last tick, the look-ahead would be a T h / 2 too short. Here only the rates of the two bearings
        // differ, by a T: within a tick, the two cubics are at most s (1 - s) (1 - 2 s) a T h apart.
        let late = ACCELERATION * AHEAD * TICK * 10.0 / (100.0 + x * x);
        assert!((found - expected).abs() <= 0.1 * late, "{t} s: {found}, should be {expected}, {late}");
    }
}

#[test]
fn input_written_in_update_or_in_fixed_update_is_applied_once() {
    // Several ticks in a frame, and several frames in a tick.
    for (tick, frame) in [(10, 47), (47, 10)] {
        let mut bench = crate::stage::cameras(Duration::from_millis(tick));
        let camera = bench.spawn(Orbit::new(0.0, 0.2, 8.0));
        bench.frame(Duration::from_millis(frame));
        for _ in 0..10 {
            bench.edit::<OrbitInput>(camera, |input| input.turn.x += 0.01);
            bench.frame(Duration::from_millis(frame));
        }
        bench.run_to(bench.elapsed() + 3.0);
        assert!((bench.get::<Orbit>(camera).yaw - 0.1).abs() < 1e-6);
        let once = move |mut input: Query<&mut OrbitInput>, mut left: Local<usize>| {
            for mut input in &mut input {
                if *left < 10 {
                    *left += 1;
                    input.turn.x += 0.01;
                }
            }
        };
        bench.app.add_systems(FixedUpdate, once);
        bench.run_to(bench.elapsed() + 4.0);
        assert!((bench.get::<Orbit>(camera).yaw - 0.2).abs() < 1e-6, "{:?}", bench.get::<Orbit>(camera));
    }
}

#[test]
fn a_disabled_parent_still_carries_its_camera() {
    let mut rig = Rig::new();
    rig.frames(30);
    let (pivot, boom) = (rig.pivot, rig.boom);
    rig.bench.app.world_mut().entity_mut(pivot).insert(bevy::ecs::entity_disabling::Disabled);
    let before = bits(rig.bench.app.world(), pivot);
    rig.frames(60);
    assert_eq!(bits(rig.bench.app.world(), pivot), before);
    let place = rig.bench.get::<Transform>(pivot).translation;
    let (pose, length) = (*rig.bench.get::<Pose>(boom), rig.bench.get::<Orbit>(boom).distance);
    assert!((pose.position.distance(place) - length).abs() < 1e-5, "{pose:?} {place} {length}");
    assert_finite(rig.bench.app.world(), &rig.all(), "with a disabled pivot");
}

#[test]
fn a_disabled_entity_is_not_looked_at_and_has_no_velocity() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.3, 0.1)));
    let pivot = bench.spawn((Transform::default(), Visibility::default(), Velocity::new(Vec3::X)));
    let camera = bench.spawn((Orbit::new(0.3, 0.1, 1.0), LookAt::new(target), ChildOf(pivot)));
    bench.run_to(0.5);
    assert!(bench.get::<Pose>(camera).velocity.distance(Vec3::X) < 1e-5);
    for entity in [pivot, target] {
        bench.app.world_mut().entity_mut(entity).insert(bevy::ecs::entity_disabling::Disabled);
    }
    bench.run_to(1.0);
    assert_eq!(bench.get::<Pose>(camera).velocity, Vec3::ZERO);
    bench.run_to(3.0);
    let before = *bench.get::<Aim>(camera);
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(-0.5, 0.3));
    bench.run_to(4.0);
    assert_eq!(*bench.get::<Aim>(camera), before);
    bench.app.world_mut().entity_mut(target).remove::<bevy::ecs::entity_disabling::Disabled>();
    bench.run_to(8.0);
    assert!(bench.get::<Aim>(camera).yaw < before.yaw - 0.5);
}

#[test]
fn while_a_time_scale_is_invalid_cameras_use_the_last_valid_one() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), TimeScale::new(0.5)));
    let attached = bench.spawn((Transform::default(), Attach::new(leader)));
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 5.0), ChildOf(leader)));
    bench.run_to(0.5);
    for scale in [f32::NAN, -1.0, f32::INFINITY] {
        bench.edit::<TimeScale>(leader, |it| it.0 = scale);
        bench.run_to(bench.elapsed() + 0.25);
        for entity in [attached, camera] {
            let velocity = bench.get::<Pose>(entity).velocity;
            assert!((velocity.x - 2.0).abs() < 1e-5, "{scale}: {velocity}");
        }
    }
}
