//! Cameras that show shots: their lens and position, blends around subjects, and shots that were just spawned.

use std::time::Duration;

use bevy::{camera::Projection, prelude::*};
use bevy_exact_motion::{MotionSystems, camera::Pose, prelude::*, property::FieldOfView};

use crate::{
    app::{Bench, ulp},
    compare_poses::{angle_between, assert_same},
    look::lens,
    stage::{cameras, cameras_at_rate, cameras_with},
    warnings::{assert_warned, capture_warnings},
};

fn spring(angular_frequency: f32) -> Blend {
    Blend::Spring { angular_frequency, around: false }
}

fn lens_of(degrees: f32) -> Projection {
    lens(degrees.to_radians(), 1.5)
}

/// The field of view of a camera. Unit: °.
fn degrees(bench: &Bench, camera: Entity) -> f32 {
    let Projection::Perspective(perspective) = bench.get::<Projection>(camera) else { unreachable!() };
    perspective.fov.to_degrees()
}

fn write_lens(bench: &mut Bench, camera: Entity, degrees: f32) {
    bench.edit::<Projection>(camera, |projection| *projection = lens_of(degrees));
}

#[test]
fn a_camera_that_shows_itself_again_has_its_own_lens_again() {
    for fps in [30, 60, 144] {
        for interrupts in [false, true] {
            let mut bench = cameras_at_rate(64.0);
            let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
            let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), lens_of(45.0)));
            let run_to = |bench: &mut Bench, end: f64| {
                while bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() < end {
                    bench.frame(Duration::from_nanos(1_000_000_000 / fps));
                }
            };
            run_to(&mut bench, 0.5);
            bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot).with_blend(Blend::eased(1.0)));
            run_to(&mut bench, if interrupts { 0.7 } else { 3.0 });
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = camera);
            let before = degrees(&bench, camera);
            for _ in 0..10 {
                bench.frame(Duration::ZERO);
                let found = degrees(&bench, camera);
                assert!((found - before).abs() < 1e-4, "no time has passed: {before}° became {found}°");
            }
            run_to(&mut bench, 8.0);
            let found = degrees(&bench, camera);
            assert!((found - 45.0).abs() < 1e-4, "at {fps} fps, interrupts {interrupts}: {found}°");
        }
    }
}

#[test]
fn a_lens_written_while_a_shot_is_shown_becomes_the_cameras_own() {
    let mut bench = cameras_at_rate(64.0);
    let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
    let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), lens_of(45.0), ActiveShot::new(shot).with_blend(spring(6.0))));
    bench.run_to(0.5);
    write_lens(&mut bench, camera, 60.0);
    bench.run_to(1.0);
    assert!((degrees(&bench, camera) - 20.0).abs() < 1e-4, "it should show its shot");
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = camera);
    bench.run_to(5.0);
    assert!((degrees(&bench, camera) - 60.0).abs() < 1e-4, "{}°", degrees(&bench, camera));
    write_lens(&mut bench, camera, 50.0);
    bench.run_to(5.1);
    assert!((degrees(&bench, camera) - 50.0).abs() < 1e-4, "{}°", degrees(&bench, camera));
    bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(shot).with_blend(Blend::Cut));
    bench.run_to(5.2);
    assert!((degrees(&bench, camera) - 20.0).abs() < 1e-4, "{}°", degrees(&bench, camera));
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    bench.run_to(5.3);
    assert!((degrees(&bench, camera) - 50.0).abs() < 1e-4, "{}°", degrees(&bench, camera));
}

#[test]
fn a_lens_on_its_own_spring_keeps_moving_during_a_blend() {
    let mut bench = cameras_at_rate(64.0);
    let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
    let on_a_spring = || {
        let target = Target::<FieldOfView>::of(60.0f32.to_radians());
        (Orbit::new(0.0, 0.3, 6.0), lens_of(45.0), Spring::critical(2.0).on::<FieldOfView>(), target)
    };
    let alone = bench.spawn(on_a_spring());
    let camera = bench.spawn((on_a_spring(), ActiveShot::new(shot).with_blend(spring(6.0))));
    bench.run_to(0.2);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = camera);
    bench.frame(Duration::ZERO);
    assert!((degrees(&bench, camera) - 20.0).abs() < 1e-3, "{}°", degrees(&bench, camera));
    let half = |degrees: f64| (degrees.to_radians() / 2.0).tan().ln();
    let (own, began) = (f64::from(degrees(&bench, alone)), half(20.0));
    let offset = began - half(own);
    let start = bench.elapsed();
    for _ in 0..120 {
        bench.frame(Duration::from_micros(9300));
        let fixed = bench.app.world().resource::<Time<Fixed>>();
        let t = (fixed.elapsed() + fixed.overstep()).as_secs_f64() - start;
        let left = (1.0 + 6.0 * t) * (-6.0 * t).exp() * offset;
        let expected = 2.0 * (half(degrees(&bench, alone).into()) + left).exp().atan();
        let found = degrees(&bench, camera);
        assert!((f64::from(found) - expected.to_degrees()).abs() < 1e-3, "{t}: {found}° {}°", expected.to_degrees());
    }
    bench.run_to(8.0);
    assert!((degrees(&bench, camera) - 60.0).abs() < 1e-3, "{}°", degrees(&bench, camera));
}

#[test]
fn a_shot_without_a_lens_does_not_change_the_cameras_own_lens() {
    let mut bench = cameras_at_rate(64.0);
    let plain = bench.spawn(Orbit::new(0.0, 0.3, 6.0));
    let tele = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
    let camera = bench.spawn((Transform::default(), lens_of(45.0), ActiveShot::new(plain).with_blend(spring(6.0))));
    bench.run_to(0.25);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = tele);
    bench.frame(Duration::ZERO);
    assert!((degrees(&bench, camera) - 45.0).abs() < 1e-4, "it jumped to {}°", degrees(&bench, camera));
    bench.run_to(0.5);
    let before = degrees(&bench, camera);
    assert!(before < 40.0 && before > 25.0, "{before}°");
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = plain);
    bench.frame(Duration::ZERO);
    assert!((degrees(&bench, camera) - before).abs() < 1e-4, "it jumped to {}°", degrees(&bench, camera));
    bench.run_to(5.0);
    assert!((degrees(&bench, camera) - 45.0).abs() < 1e-4, "{}°", degrees(&bench, camera));
}

#[test]
fn a_camera_without_an_orbit_returns_to_its_own_position() {
    for looks in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -9.0));
        let shot = bench.spawn(Orbit::new(1.0, 0.3, 6.0));
        let place = Vec3::new(3.0, 2.0, 4.0);
        let camera = bench.spawn((Transform::from_translation(place), ActiveShot::new(shot).with_blend(spring(6.0))));
        if looks {
            bench.app.world_mut().entity_mut(camera).insert(LookAt::new(target));
        }
        bench.run_to(0.5);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = camera);
        let before = *bench.get::<Pose>(camera);
        for _ in 0..10 {
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(camera), &format!("no time has passed, looks {looks}"));
        }
        bench.run_to(0.6);
        bench.app.world_mut().trigger(ShakeKick::new(camera, Vec3::X * 0.05));
        bench.run_to(6.0);
        let pose = *bench.get::<Pose>(camera);
        assert!(pose.position.distance(place) < 1e-5, "looks {looks}: {pose:?}");
        let expected = if looks {
            Transform::from_translation(place).looking_at(Vec3::NEG_Z * 9.0, Vec3::Y).rotation
        } else {
            Quat::IDENTITY
        };
        assert!(angle_between(pose.rotation, expected) < 1e-5, "looks {looks}: {pose:?}");
    }
}

/// A write to a camera is reported only if the camera shows another shot or has an orbit.
#[test]
fn a_camera_that_shows_itself_may_be_moved_by_user_code() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let shot = bench.spawn(Orbit::new(1.0, 0.3, 6.0));
    let camera = bench.spawn((Name::new("moved while it shows"), Transform::default()));
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(camera));
    for step in 1..20_u8 {
        let place = Vec3::X * f32::from(step);
        bench.edit::<Transform>(camera, |transform| transform.translation = place);
        bench.frame(Duration::from_millis(16));
        assert_eq!(bench.get::<Pose>(camera).position, place);
    }
    assert_warned("moved while it shows", "something else moves this camera", 0);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = shot);
    bench.frame(Duration::from_millis(16));
    bench.edit::<Transform>(camera, |transform| transform.translation = Vec3::ZERO);
    bench.frame(Duration::from_millis(16));
    assert_warned("moved while it shows", "something else moves this camera", 1);
}

#[test]
fn replacing_or_despawning_the_subject_of_a_blend_does_not_make_the_camera_jump() {
    for written in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let [enemy, other] = [Vec3::new(5.0, 0.0, -5.0), Vec3::new(-6.0, 0.0, -3.0)]
            .map(|place| bench.spawn(Transform::from_translation(place)));
        let from = bench.spawn((Orbit::new(3.04, 0.2, 8.0), LookAt::new(enemy)));
        let to = bench.spawn((Orbit::new(0.0, 0.2, 8.0), LookAt::new(enemy)));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(spring(5.0).around())));
        bench.run_to(0.5);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        bench.run_to(0.65);
        let before = *bench.get::<Pose>(camera);
        if written {
            bench.edit::<LookAt>(to, |look| look.target = other);
        } else {
            bench.app.world_mut().despawn(enemy);
        }
        bench.frame(Duration::ZERO);
        assert_same(&before, bench.get(camera), &format!("written {written}"));
        bench.run_to(8.0);
        let (shown, shot) = (*bench.get::<Pose>(camera), *bench.get::<Pose>(to));
        assert!(shown.position.distance(shot.position) < 1e-5 && angle_between(shown.rotation, shot.rotation) < 1e-5);
    }
}

#[test]
fn teleporting_the_subject_of_a_blend_does_not_make_the_camera_jump() {
    for by_crate in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let enemy = bench.spawn(Transform::from_xyz(5.0, 0.0, -5.0));
        if by_crate {
            bench.app.world_mut().entity_mut(enemy).insert(Velocity::new(Vec3::ZERO));
        }
        let from = bench.spawn((Orbit::new(3.04, 0.2, 8.0), LookAt::new(enemy)));
        let to = bench.spawn((Orbit::new(0.0, 0.2, 8.0), LookAt::new(enemy)));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(spring(5.0).around())));
        bench.run_to(0.5);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        bench.run_to(0.65);
        let before = *bench.get::<Pose>(camera);
        bench.edit::<Transform>(enemy, |transform| transform.translation.x -= 9.0);
        bench.app.world_mut().trigger(Teleported::new(enemy));
        bench.frame(Duration::ZERO);
        assert_same(&before, bench.get(camera), &format!("moved by this crate {by_crate}"));
    }
}

#[test]
fn a_blend_to_a_look_at_shot_that_was_just_spawned_does_not_jump() {
    let mut bench = cameras_at_rate(64.0);
    let old = bench.spawn(Orbit::new(0.0, 0.3, 6.0));
    let camera = bench.spawn((Transform::default(), ActiveShot::new(old).with_blend(Blend::eased(1.0))));
    bench.run_to(0.5);
    let before = *bench.get::<Pose>(camera);
    let target = bench.spawn(Transform::from_xyz(10.0, 0.0, 5.0));
    let shot = bench.spawn((Transform::from_xyz(0.0, 0.0, 5.0), LookAt::new(target)));
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = shot);
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(camera), "a shot that looks at something");
    bench.run_to(4.0);
    assert!((bench.get::<Pose>(camera).rotation * Vec3::NEG_Z).distance(Vec3::X) < 1e-5);
}

#[test]
fn a_blend_to_a_shot_on_a_pivot_that_was_just_spawned_does_not_jump() {
    for waits in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let old = bench.spawn(Orbit::new(0.0, 0.3, 6.0));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(old).with_blend(Blend::eased(1.0))));
        bench.run_to(0.5);
        if waits {
            bench.frame(Duration::from_millis(5));
        }
        let before = *bench.get::<Pose>(camera);
        let leader = bench.spawn(Transform::from_xyz(40.0, 0.0, 0.0));
        let follow = (Transform::default(), Visibility::default(), Spring::critical(8.0), Follow::new(leader));
        let pivot = bench.spawn((follow, StartOnTarget));
        let shot = bench.spawn((Orbit::new(0.5, 0.3, 8.0), ChildOf(pivot)));
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = shot);
        bench.frame(Duration::ZERO);
        assert_same(&before, bench.get(camera), "a shot on a pivot that starts");
        bench.run_to(4.0);
        assert!(bench.get::<Pose>(camera).position.distance(bench.get::<Pose>(shot).position) < 1e-4);
    }
}

#[test]
fn a_teleport_in_a_cycle_of_parents_terminates() {
    let mut bench = cameras(Duration::from_millis(16));
    let [one, other] = [0, 1].map(|_| bench.spawn(Transform::default()));
    bench.app.world_mut().entity_mut(one).insert(ChildOf(other));
    bench.app.world_mut().entity_mut(other).insert(ChildOf(one));
    let shot = bench.spawn((Transform::default(), ChildOf(one)));
    let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -5.0));
    bench.spawn((Transform::default(), ActiveShot::new(shot)));
    bench.spawn((LookAt::new(shot), ChildOf(other)));
    bench.frame(Duration::from_millis(16));
    bench.app.world_mut().trigger(Teleported::new(target));
    bench.frame(Duration::from_millis(16));
}

#[test]
fn a_camera_that_shows_itself_again_looks_from_its_own_position() {
    for written in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let target = bench.spawn(Transform::default());
        let far = bench.spawn(Transform::from_xyz(100.0, 5.0, 10.0));
        let place = Vec3::new(0.0, 5.0, 10.0);
        let camera = bench.spawn((Transform::from_translation(place), LookAt::new(target)));
        bench.run_to(0.5);
        bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(far).with_blend(Blend::Cut));
        bench.run_to(4.0);
        assert_eq!(bench.get::<Pose>(camera).position.x, 100.0, "it should show its shot");
        let place = if written { Vec3::new(-8.0, 5.0, 10.0) } else { place };
        if written {
            bench.edit::<Transform>(camera, |transform| transform.translation = place);
            bench.run_to(8.0);
        }
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(camera).with_blend(Blend::Cut));
        bench.frame(Duration::ZERO);
        let pose = *bench.get::<Pose>(camera);
        assert_eq!(pose.position, place);
        let expected = Transform::from_translation(place).looking_at(Vec3::ZERO, Vec3::Y).rotation;
        // Tolerance: the springs of its aim have come to rest, and their values are rounded to f32.
        assert!(
            angle_between(pose.rotation, expected) < 1e-5,
            "written {written}: {pose:?}, {}",
            angle_between(pose.rotation, expected)
        );
    }
}

#[test]
fn a_camera_that_shows_a_child_of_an_orbit_has_the_drawn_pose_of_that_child() {
    for fps in [37.0, 60.0, 144.0] {
        let mut bench = cameras_at_rate(64.0);
        let camera = bench.spawn(Transform::default());
        let input = OrbitInput { turn_rate: Vec2::new(2.0, 0.0), ..default() };
        let boom = bench.spawn((Orbit::new(0.0, 0.2, 3.0), input));
        let offset = Vec3::new(0.6, 0.2, 0.0);
        let shoulder = bench.spawn((Transform::from_translation(offset), ChildOf(boom)));
        bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shoulder));
        bench.frame(Duration::ZERO);
        for frame in 0..120 {
            bench.frame(Duration::from_secs_f64(1.0 / fps));
            let (shown, boom) = (*bench.get::<Pose>(camera), *bench.get::<Pose>(boom));
            let place = boom.position + boom.rotation * offset;
            // Tolerance: the boom's pose is rounded to f32, and composed with the offset here in f32.
            let error = shown.position.distance(place);
            assert!(error < 8.0 * ulp(4.0) as f32, "{fps} fps, frame {frame}: {error} m off");
            assert!(
                angle_between(shown.rotation, boom.rotation) < 1e-6,
                "{fps} fps, frame {frame}: {shown:?} {boom:?}"
            );
        }
    }
}

#[test]
fn a_camera_that_is_a_child_of_a_turning_orbit_shows_a_resting_shot_at_rest() {
    let mut bench = cameras_at_rate(64.0);
    let place = Transform::from_xyz(4.0, 2.0, -3.0).with_rotation(Quat::from_rotation_y(0.7));
    let still = bench.spawn(place);
    let input = OrbitInput { turn_rate: Vec2::new(2.0, 0.0), ..default() };
    let boom = bench.spawn((Orbit::new(0.0, 0.2, 3.0), input));
    let shoulder = (Transform::from_xyz(0.6, 0.2, 0.0), ChildOf(boom), ActiveShot::new(still).with_blend(Blend::Cut));
    let shoulder = bench.spawn(shoulder);
    bench.frame(Duration::ZERO);
    for frame in 0..120 {
        bench.frame(Duration::from_secs_f64(1.0 / 60.0));
        let [boom, own] = [boom, shoulder].map(|entity| GlobalTransform::from(*bench.get::<Transform>(entity)));
        let drawn = (boom * own).compute_transform();
        // Tolerance: both transforms are rounded to f32, and composed here in f32.
        let error = drawn.translation.distance(place.translation);
        assert!(error < 8.0 * ulp(8.0) as f32, "frame {frame}: {error} m off");
        assert!(angle_between(drawn.rotation, place.rotation) < 2e-6, "frame {frame}: {drawn:?}");
    }
}

/// Marks an entity that user code moves at 6 m/s.
#[derive(Component)]
struct Dolly;

fn roll(time: Res<Time>, mut dollies: Query<&mut Transform, With<Dolly>>) {
    for mut transform in &mut dollies {
        transform.translation.x = 6.0 * time.elapsed_secs();
    }
}

/// Spawns a dolly that looks at a flying player. User code moves the dolly in `FixedUpdate` or in `Update`.
fn dolly(bench: &mut Bench, in_ticks: bool) -> Entity {
    if in_ticks {
        bench.app.add_systems(FixedUpdate, roll);
    } else {
        bench.app.add_systems(Update, roll);
    }
    let player = bench.spawn((Transform::from_xyz(0.0, 0.0, -9.0), Velocity::new(Vec3::new(3.0, 1.0, 0.0))));
    bench.spawn((Transform::default(), LookAt::new(player), Dolly))
}

/// The rounding error of the dolly's velocity, which is estimated from three positions up to 16 m away and 1/64 s apart. Each position is
/// rounded to half an ulp, and its time is an f32 of up to 2 s. Unit: m/s.
fn dolly_rounding() -> f32 {
    (4.0 * 64.0 * (ulp(16.0) + 6.0 * ulp(2.0))) as f32
}

#[test]
fn a_look_at_shot_that_user_code_moves_is_shown_with_its_velocity() {
    for in_ticks in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let dolly = dolly(&mut bench, in_ticks);
        let camera = bench.spawn((Transform::default(), ActiveShot::new(dolly)));
        let offset = Vec3::new(0.5, 0.0, 1.0);
        let rider = bench.spawn(Attach::new(dolly).with_offset(offset));
        bench.run_to(1.0);
        for _ in 0..40 {
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
            let [shown, own] = [camera, dolly].map(|entity| *bench.get::<Pose>(entity));
            let error = (shown.velocity - 6.0 * Vec3::X).length();
            assert!(error < dolly_rounding(), "in ticks {in_ticks}: {shown:?}, {error} m/s off");
            assert_eq!(shown.angular_velocity, own.angular_velocity, "in ticks {in_ticks}");
            let expected = 6.0 * Vec3::X + own.angular_velocity.cross(own.rotation * offset);
            let error = (bench.get::<Pose>(rider).velocity - expected).length();
            assert!(error < dolly_rounding(), "in ticks {in_ticks}: attached, {error} m/s off");
        }
    }
}

#[test]
fn a_blend_to_or_from_a_look_at_shot_that_user_code_moves_does_not_jump() {
    for in_ticks in [false, true] {
        for comes in [false, true] {
            let mut bench = cameras_at_rate(64.0);
            let dolly = dolly(&mut bench, in_ticks);
            let still = bench.spawn(Transform::from_xyz(6.0, 0.0, 0.0));
            let [from, to] = if comes { [still, dolly] } else { [dolly, still] };
            let blend = Blend::Eased { angular_frequency: 2.0, around: false };
            let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
            bench.run_to(1.0);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
            let mut last = *bench.get::<Pose>(camera);
            for frame in 0..64 {
                bench.frame(Duration::from_secs_f64(1.0 / 64.0));
                let pose = *bench.get::<Pose>(camera);
                // An offset of 1 m that changes at 6 m/s has an acceleration of at most ω² · 1 m + 2 ω · 6 m/s.
                let most = (4.0 + 24.0) / 64.0;
                let change = (pose.velocity - last.velocity).length();
                assert!(change < most, "in ticks {in_ticks}, comes {comes}, frame {frame}: {last:?} {pose:?}");
                let mean = (pose.position - last.position) * 64.0;
                let jump = (mean - 0.5 * (pose.velocity + last.velocity)).length();
                assert!(jump < most, "in ticks {in_ticks}, comes {comes}, frame {frame}: {last:?} {pose:?}");
                last = pose;
            }
        }
    }
}

/// A shot has no picture of its own: Bevy updates the aspect ratio of cameras only.
#[test]
fn the_zones_of_a_shot_are_fractions_of_the_picture_of_the_camera_that_shows_it() {
    let seen_at = |showing: bool| {
        let mut bench = cameras_at_rate(64.0);
        let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -9.0));
        let look = LookAt { screen_position: Vec2::new(0.25, 0.0), ..LookAt::new(target) };
        let orbit = Orbit::new(0.3, 0.2, 6.0);
        let view = (Camera::default(), lens(0.8, 16.0 / 9.0));
        if showing {
            let shot = bench.spawn((orbit, look));
            let camera = bench.spawn((Transform::default(), view, ActiveShot::new(shot)));
            // Cameras with an invalid aspect ratio are ignored.
            for aspect in [0.0, f32::NAN, -f32::NAN] {
                bench.spawn((Transform::default(), Camera::default(), lens(0.8, aspect), ActiveShot::new(shot)));
            }
            bench.run_to(2.0);
            (bench.get::<Pose>(camera).rotation, bench.get::<Pose>(camera).position)
        } else {
            let camera = bench.spawn((orbit, look, view));
            bench.run_to(2.0);
            (bench.get::<Pose>(camera).rotation, bench.get::<Pose>(camera).position)
        }
    };
    let ((shown, place), (own, expected)) = (seen_at(true), seen_at(false));
    assert!(angle_between(shown, own) < 1e-6 && place.distance(expected) < 1e-6, "{shown} {own}");
}

/// A blend around a subject starts at the velocity of the previous shot, here 0, even if user code moves the subject.
#[test]
fn a_blend_around_a_moving_subject_starts_at_rest() {
    for (is_group, by_crate, fps) in
        [(true, true, 64), (true, true, 144), (true, false, 144), (false, false, 64), (false, false, 144)]
    {
        let what = format!("a group: {is_group}, moved by this crate: {by_crate}, {fps} frames a second");
        let mut bench = cameras_at_rate(64.0);
        let body = bench.spawn(Transform::from_xyz(2.6, -1.9, 3.0));
        let velocity = Vec3::new(1.5, -2.0, 4.0);
        if by_crate {
            bench.app.world_mut().entity_mut(body).insert(Velocity::new(velocity));
        } else {
            bench.app.add_systems(FixedUpdate, move |mut bodies: Query<&mut Transform>, time: Res<Time>| {
                bodies.get_mut(body).unwrap().translation += time.delta_secs() * velocity;
            });
        }
        let group = bench.spawn(Transform::default());
        if is_group {
            bench.app.world_mut().entity_mut(body).insert(InGroup(group));
        }
        let look = LookAt::new(if is_group { group } else { body });
        let to = bench.spawn((Transform::from_xyz(-2.5, -2.0, -3.0), look));
        let from = bench.spawn(Transform::from_xyz(-3.5, -2.5, -1.0));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from)));
        bench.run_to(0.5);
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(to).with_blend(Blend::eased(4.0).around()));
        let mut before = bench.get::<Pose>(camera).position;
        let h = 1.0 / f64::from(fps);
        for frame in 1..=fps / 12 {
            bench.frame(Duration::from_secs_f64(h));
            let now = bench.get::<Pose>(camera).position;
            // The offset of 2.3 m begins to decay with velocity and acceleration 0, so the bound on the speed grows with t². It leaves room
            // for the curvature of the path.
            let passed = h * f64::from(frame);
            let most = 10.0 * 2.3 * (4.0 * passed).powi(3) * h / passed + 1e-4;
            let step = f64::from(now.distance(before));
            assert!(step < most, "{what}: it moves {step} m in frame {frame}, {most} allowed");
            before = now;
        }
    }
}

/// A system writes the target and the shown shot in the same frame, after this crate has turned the shot to its old target for the last
/// time.
#[test]
fn changing_the_subject_of_a_blend_in_the_same_frame_as_the_shot_does_not_make_the_camera_jump() {
    let options = MotionOptions::frame();
    let mut bench = cameras_with(Duration::from_millis(16), options, options);
    let targets = [bench.spawn(Transform::from_xyz(2.0, 1.0, -8.0)), bench.spawn(Transform::from_xyz(-9.0, 3.0, 2.0))];
    let to = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), LookAt::new(targets[0])));
    let from = bench.spawn(Transform::from_xyz(-4.0, -2.5, 6.0).looking_at(Vec3::ZERO, Vec3::Y));
    let camera = bench.spawn((Transform::default(), ActiveShot::new(from)));
    let write = move |mut looks: Query<&mut LookAt>, mut shows: Query<&mut ActiveShot>, mut frame: Local<u32>| {
        *frame += 1;
        if *frame == 30 {
            looks.get_mut(to).unwrap().target = targets[1];
            *shows.get_mut(camera).unwrap() = ActiveShot::new(to).with_blend(Blend::eased(4.0).around());
        }
    };
    bench.app.add_systems(PostUpdate, write.after(MotionSystems::Rest).before(MotionSystems::Attach));
    bench.frame(Duration::from_millis(16));
    let mut before = bench.get::<Pose>(camera).position;
    for frame in 1..60 {
        bench.frame(Duration::from_millis(16));
        let now = bench.get::<Pose>(camera).position;
        // An offset of 15 m that decays in 4 s is slower than 12 m/s. The old target is 11 m from the new one.
        assert!(now.distance(before) < 0.2, "frame {frame}: {before} {now}");
        before = now;
    }
}
