//! Blends between shots that move and turn: nothing jumps, however often they are interrupted.

use std::time::Duration;

use bevy::{camera::Projection, ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{camera::Pose, events::OriginShift, prelude::*};

use crate::{
    app::{Bench, ulp},
    compare_poses::{angle_between, assert_same},
    stage::{cameras, cameras_at_rate, to_f64},
};

/// Spawns a moving pivot, and a shot that orbits it and turns.
fn moving_shot(bench: &mut Bench, place: Vec3, velocity: Vec3, orbit: Orbit, turn_rate: Vec2) -> Entity {
    let pivot = bench.spawn((Transform::from_translation(place), Visibility::default(), Velocity::new(velocity)));
    bench.spawn((orbit, OrbitInput { turn_rate, ..default() }, ChildOf(pivot)))
}

fn shots(bench: &mut Bench) -> [Entity; 3] {
    [
        moving_shot(bench, Vec3::ZERO, Vec3::new(3.0, 0.0, 1.0), Orbit::new(0.0, 0.3, 6.0), Vec2::new(1.2, 0.1)),
        moving_shot(bench, Vec3::new(4.0, 1.0, -9.0), Vec3::X * -2.0, Orbit::new(2.4, 0.9, 9.0), Vec2::new(-0.7, 0.0)),
        moving_shot(bench, Vec3::Y * 5.0, Vec3::Y, Orbit::new(-1.5, 0.0, 3.0), Vec2::new(0.2, 0.3)),
    ]
}

fn spring(angular_frequency: f32) -> Blend {
    Blend::Spring { angular_frequency, around: false }
}

fn every_blend() -> [Blend; 4] {
    [spring(6.0), Blend::eased(1.2), spring(6.0).around(), Blend::eased(1.2).around()]
}

#[test]
fn a_blend_interrupted_three_times_in_a_second_does_not_jump() {
    for blend in every_blend() {
        let mut bench = cameras_at_rate(64.0);
        let shots = shots(&mut bench);
        let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(blend)));
        for (index, instant) in [(1, 0.3), (2, 0.55), (0, 0.8), (1, 1.05)] {
            while bench.elapsed() < instant {
                bench.frame(Duration::from_micros(7700));
            }
            let before = *bench.get::<Pose>(camera);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[index]);
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(camera), &format!("{blend:?}, to {index}"));
        }
        // The velocities in `Pose` match the change of the drawn poses over 4 ms.
        for _ in 0..60 {
            let before = *bench.get::<Pose>(camera);
            bench.frame(Duration::from_millis(2));
            let now = *bench.get::<Pose>(camera);
            bench.frame(Duration::from_millis(2));
            let after = *bench.get::<Pose>(camera);
            let mean = (after.position.as_dvec3() - before.position.as_dvec3()) / 0.004;
            assert!((mean - now.velocity.as_dvec3()).length() < 5e-3, "{blend:?}: {mean} {now:?}");
            let turn = (after.rotation.as_dquat() * before.rotation.as_dquat().conjugate()).normalize();
            let mean = turn.to_scaled_axis() / 0.004;
            assert!((mean - now.angular_velocity.as_dvec3()).length() < 5e-3, "{blend:?}: {mean} {now:?}");
        }
        bench.run_to(12.0);
        assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[1]), "the blend should have ended");
    }
}

#[test]
fn the_offset_of_a_blend_follows_the_closed_form_in_every_frame() {
    for (blend, eased) in [(spring(5.0), false), (Blend::Eased { angular_frequency: 5.0, around: false }, true)] {
        let mut bench = cameras_at_rate(30.0);
        let [from, to, _] = shots(&mut bench);
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
        bench.run_to(0.5);
        let (start, base) = (*bench.get::<Pose>(from), *bench.get::<Pose>(to));
        let (o, u) = (to_f64(start.position - base.position), to_f64(start.velocity - base.velocity));
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        let mut t = 0.0;
        for _ in 0..90 {
            bench.frame(Duration::from_micros(9300));
            t += 0.0093;
            let (w, left) = (5.0, (-5.0f64 * t).exp());
            let s = w * t;
            let expected = [0, 1, 2].map(|i| {
                let more = if eased { w * w * o[i] * t * t * (0.5 + s / 6.0) } else { 0.0 };
                left * (o[i] + (u[i] + w * o[i]) * t + more)
            });
            let (shown, shot) = (*bench.get::<Pose>(camera), *bench.get::<Pose>(to));
            let found = to_f64(shown.position - shot.position);
            for i in 0..3 {
                let error = (found[i] - expected[i]).abs();
                assert!(error <= 4.0 * ulp(16.0), "{blend:?} at {t}: {found:?} should be {expected:?}");
            }
        }
    }
}

#[test]
fn a_blend_takes_the_same_path_at_30_and_1000_hertz() {
    for blend in every_blend() {
        let run = |hz: u32| {
            let mut bench = cameras(Duration::from_nanos(1_000_000_000 / u64::from(hz)));
            let shots = shots(&mut bench);
            let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(blend)));
            let mut poses = Vec::new();
            for (tenths, index) in [(2, 1), (5, 2), (8, 0), (11, 0)] {
                let end = Duration::from_millis(100 * tenths);
                let start = bench.app.world().resource::<Time<Fixed>>().elapsed();
                let count = ((end - start).as_secs_f64() * f64::from(hz)).round() as u32;
                for i in 1..=count {
                    let now = bench.app.world().resource::<Time<Fixed>>().elapsed();
                    bench.tick(start + (end - start) * i / count - now);
                }
                poses.push(*bench.get::<Pose>(camera));
                bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[index]);
            }
            poses
        };
        for (slow, fast) in run(30).into_iter().zip(run(1000)) {
            let jump = (slow.position - fast.position).as_dvec3().abs().max_element();
            assert!(jump <= 4.0 * ulp(16.0), "{blend:?}: {slow:?} {fast:?}");
            assert!(angle_between(slow.rotation, fast.rotation) <= 1e-6, "{blend:?}: {slow:?} {fast:?}");
        }
    }
}

#[test]
fn between_level_shots_the_horizon_stays_level() {
    let mut bench = cameras_at_rate(64.0);
    let degrees = std::f32::consts::PI / 180.0;
    let from = bench.spawn(Orbit::new(0.0, 6.0 * degrees, 8.0));
    let to = bench.spawn(Orbit::new(120.0 * degrees, 52.0 * degrees, 8.0));
    let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(spring(5.0))));
    bench.run_to(0.25);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
    for _ in 0..200 {
        bench.frame(Duration::from_millis(10));
        let roll = (bench.get::<Pose>(camera).rotation * Vec3::X).y;
        assert!(roll.abs() <= 1e-6, "{roll}");
    }
}

#[test]
fn a_cut_ends_a_blend() {
    for blend in every_blend() {
        let mut bench = cameras_at_rate(64.0);
        let shots = shots(&mut bench);
        let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(blend)));
        bench.run_to(0.25);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[1]);
        bench.run_to(0.35);
        assert_ne!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[1]));
        bench.app.world_mut().trigger(Cut::new(camera));
        for _ in 0..20 {
            bench.frame(Duration::from_millis(9));
            assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[1]), "{blend:?}");
        }
    }
}

#[test]
fn nothing_jumps_when_a_blend_ends() {
    for blend in every_blend() {
        let mut bench = cameras_at_rate(64.0);
        let from = bench.spawn(Orbit::new(0.0, 0.3, 6.0));
        let to = bench.spawn(Orbit::new(2.0, 0.1, 9.0));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
        bench.run_to(0.25);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        let mut before = *bench.get::<Pose>(camera);
        for frame in 0..1500 {
            bench.frame(Duration::from_millis(4));
            let pose = *bench.get::<Pose>(camera);
            // The blend starts at rest. In its first frames it moves by up to ω² |offset| dt² / 2 more than velocity times frame length.
            let most = 0.004 * 1.05 * pose.velocity.length().max(before.velocity.length())
                + if frame < 3 { 2e-2 } else { 4e-6 };
            assert!(pose.position.distance(before.position) <= most, "{blend:?}, {frame}: {before:?} became {pose:?}");
            before = pose;
        }
        assert!(before.position.distance(bench.get::<Pose>(to).position) < 2e-6, "{blend:?}: it should have ended");
    }
}

#[test]
fn a_blend_around_the_subject_turns_the_view_with_the_position() {
    // The views are nearly opposite, and the subject is off-centre in the second picture. If the view turned in the other direction, the
    // subject would leave the picture.
    for aside in [-0.2, 0.2] {
        for yaw in [3.04, -3.04] {
            let mut bench = cameras_at_rate(64.0);
            let pivot = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default()));
            let from = bench.spawn((Orbit::new(0.0, 0.2, 6.0), ChildOf(pivot)));
            let look = LookAt { screen_position: Vec2::new(aside, 0.0), ..LookAt::new(pivot) };
            let lens = Projection::Perspective(PerspectiveProjection { fov: 0.8, aspect_ratio: 1.5, ..default() });
            let to = bench.spawn((Orbit::new(yaw, 0.2, 6.0), look, lens, ChildOf(pivot)));
            let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(spring(5.0).around())));
            bench.run_to(0.5);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
            for _ in 0..150 {
                bench.frame(Duration::from_millis(10));
                let pose = *bench.get::<Pose>(camera);
                let sight = (bench.get::<Transform>(pivot).translation - pose.position).normalize();
                // At the end of the blend the subject is 0.25 rad off-centre.
                let off_centre = sight.angle_between(pose.rotation * Vec3::NEG_Z);
                assert!(off_centre < 0.3, "{yaw}: {off_centre}");
            }
        }
    }
}

#[test]
fn between_level_shots_the_view_turns_the_short_way_round() {
    for blend in every_blend() {
        for (from, to) in [(3.0, -3.0), (-3.0, 3.0)] {
            let mut bench = cameras_at_rate(64.0);
            let [from, to] = [from, to].map(|yaw| bench.spawn(Orbit::new(yaw, 0.2, 8.0)));
            let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
            bench.run_to(0.25);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
            for _ in 0..200 {
                bench.frame(Duration::from_millis(10));
                // Both shots look along +Z, 0.14 rad to one side.
                let ahead = (bench.get::<Pose>(camera).rotation * Vec3::NEG_Z).z;
                assert!(ahead > 0.95, "{blend:?}: {ahead}");
            }
        }
    }
}

#[test]
fn in_a_blend_around_the_subject_the_camera_neither_comes_closer_nor_looks_away() {
    for blend in [spring(5.0).around(), Blend::eased(1.0).around()] {
        let mut bench = cameras_at_rate(64.0);
        let pivot = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), Velocity::new(Vec3::X)));
        let from = bench.spawn((Orbit::new(0.0, 0.2, 6.0), ChildOf(pivot)));
        let to = bench.spawn((Orbit::new(std::f32::consts::PI, 0.2, 8.0), ChildOf(pivot)));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
        bench.run_to(0.25);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        for _ in 0..150 {
            bench.frame(Duration::from_millis(10));
            let pose = *bench.get::<Pose>(camera);
            let sight = bench.get::<Transform>(pivot).translation - pose.position;
            assert!(sight.length() > 5.9 && sight.length() < 8.1, "{blend:?}: {}", sight.length());
            assert!((sight.normalize() - pose.rotation * Vec3::NEG_Z).length() < 2e-6, "{blend:?}: {pose:?}");
        }
    }
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn after_its_shot_is_despawned_or_disabled_a_camera_comes_to_rest_at_the_last_pose() {
    for blend in every_blend() {
        for (change, disable) in [(false, false), (true, false), (false, true)] {
            let mut bench = cameras_at_rate(64.0);
            let shots = shots(&mut bench);
            let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(blend)));
            bench.run_to(0.5);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[1]);
            bench.run_to(0.75);
            let (before, shot) = (*bench.get::<Pose>(camera), *bench.get::<Pose>(shots[1]));
            if disable {
                bench.app.world_mut().entity_mut(shots[1]).insert(Disabled);
            } else {
                bench.app.world_mut().entity_mut(shots[1]).despawn();
            }
            if change {
                bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[2]);
            }
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(camera), &format!("{blend:?}, {change}"));
            bench.run_to(14.0);
            let last = *bench.get::<Pose>(camera);
            if change {
                assert_eq!(last, *bench.get::<Pose>(shots[2]));
                continue;
            }
            assert!(
                (last.position - shot.position).length() < 1e-5 && angle_between(last.rotation, shot.rotation) < 1e-6
            );
            assert_eq!((last.velocity, last.angular_velocity), (Vec3::ZERO, Vec3::ZERO));
            if disable {
                bench.app.world_mut().entity_mut(shots[1]).remove::<Disabled>();
                bench.frame(Duration::ZERO);
                assert!(
                    (bench.get::<Pose>(camera).position - last.position).length() < 1e-5,
                    "{blend:?}: enabled again"
                );
                bench.run_to(28.0);
                assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[1]));
            }
        }
    }
}

#[test]
fn the_first_pose_and_the_pose_after_a_cut_equal_the_pose_of_the_shot() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    bench.run_to(0.5);
    let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(spring(6.0))));
    for (index, length) in [(0, 0), (1, 0), (2, 9), (0, 30)] {
        bench.edit::<ActiveShot>(camera, |shows| {
            let blend = if index == 0 { shows.blend } else { Blend::Cut };
            *shows = ActiveShot::new(shots[index]).with_blend(if length == 30 { Blend::Cut } else { blend });
        });
        bench.frame(Duration::from_millis(length));
        assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[index]), "{index}");
        // The camera has no parent, so its `Transform` is the shot's pose in the world.
        let drawn = *bench.get::<Transform>(camera);
        let pose = *bench.get::<Pose>(shots[index]);
        assert_eq!((drawn.translation, drawn.rotation), (pose.position, pose.rotation));
    }
}

#[test]
fn an_invalid_blend_or_shot_keeps_the_last_shot() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(spring(6.0))));
    bench.run_to(0.25);
    let nowhere = bench.spawn(());
    let dead = bench.spawn(());
    bench.app.world_mut().despawn(dead);
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(shots[1]).with_blend(spring(bad)));
        bench.run_to(bench.elapsed() + 0.05);
        assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[0]), "{bad}");
    }
    for shot in [nowhere, dead, Entity::PLACEHOLDER] {
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(shot).with_blend(spring(6.0)));
        bench.run_to(bench.elapsed() + 0.05);
        assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[0]));
    }
    // A shot is shown as soon as it has a finite `Transform`.
    bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(nowhere).with_blend(Blend::Cut));
    bench.app.world_mut().entity_mut(nowhere).insert(Transform::from_xyz(f32::NAN, 0.0, 0.0));
    bench.frame(Duration::from_millis(10));
    assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(shots[0]));
    bench.app.world_mut().entity_mut(nowhere).insert(Transform::from_xyz(1.0, 2.0, 3.0));
    bench.frame(Duration::from_millis(10));
    assert_eq!(bench.get::<Transform>(camera).translation, Vec3::new(1.0, 2.0, 3.0));
    for blend in [1e-30, 1e30, f32::MIN_POSITIVE, f32::MAX].map(spring) {
        for shot in shots {
            bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(shot).with_blend(blend.around()));
            bench.run_to(bench.elapsed() + 0.1);
            assert!(bench.get::<Transform>(camera).is_finite(), "{blend:?}");
        }
    }
    bench.app.world_mut().despawn(camera);
    bench.frame(Duration::from_millis(16));
}

#[test]
fn a_camera_blends_from_its_own_orbit_and_back() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    let camera = bench.spawn(Orbit::new(0.5, 0.4, 5.0));
    bench.run_to(0.25);
    let own = *bench.get::<Pose>(camera);
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shots[1]).with_blend(spring(6.0)));
    bench.frame(Duration::ZERO);
    assert_same(&own, bench.get(camera), "from its own pose");
    bench.run_to(0.5);
    let before = *bench.get::<Pose>(camera);
    assert!((before.position - own.position).length() > 1.0);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = camera);
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(camera), "back");
    bench.run_to(12.0);
    assert_eq!(*bench.get::<Pose>(camera), own);
}

#[test]
fn a_camera_that_shows_a_shot_again_blends_from_its_own_pose() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    let camera = bench.spawn((Orbit::new(0.5, 0.4, 5.0), ActiveShot::new(shots[0]).with_blend(spring(6.0))));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    bench.run_to(0.75);
    let own = *bench.get::<Pose>(camera);
    assert!((own.position.length() - 5.0).abs() < 1e-5, "{own:?}");
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shots[0]).with_blend(spring(6.0)));
    bench.frame(Duration::ZERO);
    assert_same(&own, bench.get(camera), "from its own pose");
}

#[test]
fn a_shot_whose_orbit_is_removed_is_shown_at_its_transform() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    let camera = bench.spawn(ActiveShot::new(shots[0]).with_blend(Blend::Cut));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(shots[0]).remove::<Orbit>();
    for place in [Vec3::new(9.0, 8.0, 7.0), Vec3::new(-1.0, 2.0, 3.0)] {
        bench.edit::<Transform>(shots[0], |transform| transform.translation = place);
        bench.run_to(bench.elapsed() + 0.25);
        let (seen, there) = (bench.get::<Pose>(camera).position, bench.get::<GlobalTransform>(shots[0]).translation());
        assert!(seen.distance(there) < 4e-6, "{seen} should be {there}");
    }
}

#[test]
fn the_field_of_view_blends_with_the_pose() {
    let lens = |degrees: f32| Projection::Perspective(PerspectiveProjection { fov: degrees.to_radians(), ..default() });
    let fov = |bench: &Bench, camera| match bench.get::<Projection>(camera) {
        Projection::Perspective(perspective) => perspective.fov,
        _ => unreachable!(),
    };
    let mut bench = cameras_at_rate(64.0);
    let [wide, narrow] =
        [(0.0, 70.0), (1.0, 20.0)].map(|(yaw, degrees)| bench.spawn((Orbit::new(yaw, 0.3, 6.0), lens(degrees))));
    let camera = bench.spawn((Transform::default(), lens(45.0), ActiveShot::new(wide).with_blend(spring(6.0))));
    bench.run_to(0.25);
    assert_eq!(fov(&bench, camera), 70.0f32.to_radians());
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = narrow);
    bench.frame(Duration::ZERO);
    assert!((fov(&bench, camera) - 70.0f32.to_radians()).abs() < 1e-6);
    bench.frame(Duration::from_millis(250));
    let left = (1.0 + 1.5) * (-1.5f64).exp();
    let half = |degrees: f64| (degrees.to_radians() / 2.0).tan().ln();
    let expected = 2.0 * (half(20.0) + left * (half(70.0) - half(20.0))).exp().atan();
    assert!((f64::from(fov(&bench, camera)) - expected).abs() < 1e-6, "{} {expected}", fov(&bench, camera));
    bench.run_to(5.0);
    assert_eq!(fov(&bench, camera), 20.0f32.to_radians());
}

/// How many entities were marked as changed, summed over all frames.
#[derive(Resource, Default)]
struct Marks(usize);

#[test]
fn a_resting_camera_marks_nothing_as_changed() {
    let mut bench = cameras_at_rate(64.0);
    let count = |mut marks: ResMut<Marks>,
                 cameras: Query<(), Or<(Changed<Transform>, Changed<Pose>, Changed<Projection>)>>| {
        marks.0 += cameras.iter().count();
    };
    bench.app.init_resource::<Marks>().add_systems(Last, count);
    let pivot = bench.spawn((Transform::from_xyz(0.3, 1.0, -0.7), Visibility::default()));
    let shots = [0.0, 2.0].map(|yaw| bench.spawn((Orbit::new(yaw, 0.3, 6.0), Projection::default(), ChildOf(pivot))));
    let camera = bench.spawn((Transform::default(), Projection::default(), ActiveShot::new(shots[0])));
    bench.run_to(0.25);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[1]);
    bench.run_to(8.0);
    bench.app.world_mut().resource_mut::<Marks>().0 = 0;
    for _ in 0..600 {
        bench.frame(Duration::from_millis(7));
    }
    assert_eq!(bench.app.world().resource::<Marks>().0, 0);
}

#[test]
fn an_origin_shift_shifts_the_last_pose_of_a_despawned_shot() {
    let mut bench = cameras_at_rate(64.0);
    let shots = shots(&mut bench);
    let camera = bench.spawn((Transform::default(), ActiveShot::new(shots[0]).with_blend(spring(4.0))));
    bench.run_to(0.5);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = shots[1]);
    bench.run_to(0.75);
    bench.app.world_mut().entity_mut(shots[1]).despawn();
    bench.frame(Duration::from_millis(16));
    let before = *bench.get::<Pose>(camera);
    let by = Vec3::new(64.0, -32.0, 16.0);
    bench.app.world_mut().trigger(OriginShift::new(by));
    bench.frame(Duration::ZERO);
    let after = *bench.get::<Pose>(camera);
    assert!((after.position - before.position - by).length() < 2e-5, "{before:?} {after:?}");
    assert!((after.velocity - before.velocity).length() < 1e-5, "{before:?} {after:?}");
}
