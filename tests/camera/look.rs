//! `LookAt`: where the target comes to rest in the picture, and what the camera does if it has no bearing to the target.

use std::{f64::consts::PI, time::Duration};

use bevy::{
    camera::{PerspectiveProjection, Projection},
    prelude::*,
};
use bevy_exact_motion::{
    camera::{Aim, AimPitch, AimYaw, Pose, ZoneExtents},
    prelude::*,
};

use crate::reference::{V3, axes, backwards, dot};
use crate::stage::cameras_at_rate;

pub(crate) fn lens(fov: f32, aspect_ratio: f32) -> Projection {
    Projection::Perspective(PerspectiveProjection { fov, aspect_ratio, ..default() })
}

/// A point 10 m from the origin, in the direction of this yaw and pitch (rad).
pub(crate) fn point_at(yaw: f64, pitch: f64) -> Vec3 {
    Vec3::from_array(backwards(yaw, pitch).map(|part| (-10.0 * part) as f32))
}

/// The position of a point in the picture of a camera at the origin with this aim, as fractions of the width (to the right) and of the
/// height (up).
fn shares(aim: &Aim, point: Vec3, fov: f32, aspect: f32) -> [f64; 2] {
    let [right, up, back] = axes(aim.yaw.into(), aim.pitch.into());
    let point: V3 = point.as_dvec3().to_array();
    let (depth, half) = (-dot(point, back), (f64::from(fov) / 2.0).tan());
    [dot(point, right) / (2.0 * depth * half * f64::from(aspect)), dot(point, up) / (2.0 * depth * half)]
}

#[test]
fn a_target_outside_its_zone_comes_to_rest_on_the_edge() {
    let sides = ZoneExtents { left: 0.08, right: 0.15, top: 0.12, bottom: 0.05 };
    let at = Vec2::new(0.05, -0.1);
    let mut bench = cameras_at_rate(64.0);
    let mut cases = Vec::new();
    for degrees in [0.0, 20.0, -20.0, 45.0, -45.0, 60.0, -60.0f64] {
        for fov in [30.0f32, 45.0, 90.0].map(f32::to_radians) {
            for aspect in [16.0 / 9.0, 1.0, 9.0 / 16.0f32] {
                for side in 0..4 {
                    let target = bench.spawn(Transform::from_translation(point_at(0.3, degrees.to_radians())));
                    // Each edge of a zone depends on the angle along the other axis. A zone that is infinite along that axis leaves that
                    // angle unchanged.
                    let dead_zone = if side < 2 {
                        ZoneExtents { top: f32::INFINITY, bottom: f32::INFINITY, ..sides }
                    } else {
                        ZoneExtents { left: f32::INFINITY, right: f32::INFINITY, ..sides }
                    };
                    let look = LookAt { screen_position: at, dead_zone, ..LookAt::new(target) };
                    let camera = bench.spawn((look, lens(fov, aspect)));
                    cases.push((degrees.to_radians(), fov, aspect, side, target, camera));
                }
            }
        }
    }
    bench.run_to(0.25);
    for &(pitch, fov, aspect, _, target, camera) in &cases {
        let found = shares(bench.get::<Aim>(camera), bench.get::<Transform>(target).translation, fov, aspect);
        for (found, expected) in found.into_iter().zip([0.05, -0.1]) {
            assert!((found - expected).abs() < 1e-5, "should begin at {at}, is at {found}: {pitch} {fov} {aspect}");
        }
    }
    let began: Vec<_> = cases.iter().map(|&(.., camera)| *bench.get::<Aim>(camera)).collect();
    for &(pitch, _, _, side, target, _) in &cases {
        // Each target moves to its side (left, right, up or down), but not over the pole.
        let (aside, down) = [(0.5, 0.0), (-0.5, 0.0), (0.0, -0.4), (0.0, 0.4)][side];
        bench.edit::<Transform>(target, |transform| transform.translation = point_at(0.3 + aside, pitch + down));
        bench.app.world_mut().trigger(Teleported::new(target));
    }
    bench.run_to(4.0);
    let zone = [[0.05 - 0.08, 0.05 + 0.15], [-0.1 - 0.05, -0.1 + 0.12]];
    let mut checked = 0;
    for ((pitch, fov, aspect, side, target, camera), began) in cases.into_iter().zip(began) {
        let aim = *bench.get::<Aim>(camera);
        let found = shares(&aim, bench.get::<Transform>(target).translation, fov, aspect);
        let name = format!("{pitch} {fov} {aspect} {side}: {aim:?} shows it at {found:?}");
        // If `raised` is beyond ±1, no yaw shows the target at that edge.
        let t = 2.0 * zone[0][usize::from(side == 1)] * f64::from(aspect) * (f64::from(fov) / 2.0).tan();
        let (sin, cos) = f64::from(aim.pitch).sin_cos();
        let target_pitch = pitch + [0.0, 0.0, -0.4, 0.4][side];
        let raised = t * target_pitch.tan() * sin / (1.0 + t * t * cos * cos).sqrt();
        if raised.abs() > 0.99 {
            continue;
        }
        let (axis, edge) = [(0, zone[0][0]), (0, zone[0][1]), (1, zone[1][1]), (1, zone[1][0])][side];
        let began = shares(&began, bench.get::<Transform>(target).translation, fov, aspect);
        if began[axis] > zone[axis][0] && began[axis] < zone[axis][1] {
            continue;
        }
        checked += 1;
        assert!((found[axis] - edge).abs() < 1e-5, "should be at {edge}, {name}");
    }
    assert!(checked > 150, "{checked}");
}

#[test]
fn while_the_target_is_in_the_dead_zone_the_aim_slows_to_a_stop_and_then_marks_nothing_as_changed() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.0, 0.0)));
    let camera = bench.spawn(LookAt { dead_zone: ZoneExtents::all(0.4), ..LookAt::new(target) });
    bench.run_to(0.25);
    bench.edit::<Velocity<AimYaw>>(camera, |velocity| velocity.0 = 0.5);
    let start = bench.elapsed();
    while bench.elapsed() < start + 0.5 {
        bench.frame(Duration::from_millis(3));
        let fixed = bench.app.world().resource::<Time<Fixed>>();
        let t = (fixed.elapsed() + fixed.overstep()).as_secs_f64() - start;
        let (yaw, rate) = (bench.get::<Aim>(camera).yaw, bench.get::<Velocity<AimYaw>>(camera).0);
        let left = (-16.0 * t).exp();
        assert!((f64::from(rate) - 0.5 * left).abs() < 1e-6, "{t}: {rate}");
        assert!((f64::from(yaw) - 0.5 / 16.0 * (1.0 - left)).abs() < 1e-6, "{t}: {yaw}");
    }
    bench.run_to(3.0);
    let before = bench.app.world().read_change_tick();
    for _ in 0..600 {
        bench.frame(Duration::from_millis(7));
    }
    let (world, now) = (bench.app.world(), bench.app.world().read_change_tick());
    let camera = world.entity(camera);
    for changed in [
        camera.get_ref::<Transform>().expect("the component should exist").last_changed(),
        camera.get_ref::<Pose>().expect("the component should exist").last_changed(),
        camera.get_ref::<Aim>().expect("the component should exist").last_changed(),
        camera.get_ref::<Velocity<AimYaw>>().expect("the component should exist").last_changed(),
        camera.get_ref::<Limits<AimYaw>>().expect("the component should exist").last_changed(),
    ] {
        assert!(!changed.is_newer_than(before, now), "a resting camera should not be written to");
    }
}

/// Away from the middle of the picture, each edge of a zone depends on both angles, whose rounding must not keep the camera moving.
#[test]
fn an_aim_away_from_the_middle_of_the_picture_comes_to_rest() {
    let mut bench = cameras_at_rate(50.0);
    let cameras: Vec<Entity> = (0..400)
        .map(|index| {
            let share = |factor: f32| (index as f32 * factor).fract() - 0.5;
            let place = Vec3::new(8.0 * share(0.618_034), 8.0 * share(0.414_214), 4.0 * share(0.732_051) - 4.0);
            let target = bench.spawn(Transform::from_translation(place));
            let screen_position = Vec2::new(0.3 * share(0.236_068), 0.3 * share(0.645_751));
            bench.spawn((
                LookAt { screen_position, angular_frequency: 8.6, ..LookAt::new(target) },
                lens(1.2, 16.0 / 9.0),
            ))
        })
        .collect();
    bench.run_to(0.2);
    for &camera in &cameras {
        // Turn the camera away, so that the spring has to bring it back.
        bench.edit::<Aim>(camera, |aim| aim.yaw += 0.3);
    }
    bench.run_to(12.0);
    let aims = |bench: &crate::app::Bench| cameras.iter().map(|&camera| *bench.get::<Aim>(camera)).collect::<Vec<_>>();
    let before = aims(&bench);
    for _ in 0..20 {
        bench.frame(Duration::from_millis(20));
        let moving: Vec<_> =
            cameras.iter().zip(before.iter().zip(aims(&bench))).filter(|(_, (a, b))| *a != b).collect();
        assert!(moving.is_empty(), "{} still move: {:?}", moving.len(), moving.first());
    }
}

#[test]
fn an_orbit_positions_a_camera_and_look_at_turns_it() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(3.0, 1.0, -2.0), Velocity::new(Vec3::new(0.5, 0.0, 0.0))));
    let pivot = bench.spawn((Transform::from_xyz(0.0, 2.0, 0.0), Visibility::default()));
    let camera = bench.spawn((
        Orbit::new(0.3, 0.2, 8.0),
        LookAt { feed_forward: 1.0, offset: Vec3::Y, ..LookAt::new(target) },
        ChildOf(pivot),
    ));
    bench.run_to(2.0);
    let pose = *bench.get::<Pose>(camera);
    assert!((pose.position.distance(Vec3::new(0.0, 2.0, 0.0)) - 8.0).abs() < 1e-5);
    let sight = (Vec3::new(4.0, 2.0, -2.0) - pose.position).normalize();
    assert!((pose.rotation * Vec3::NEG_Z).distance(sight) < 1e-4, "{pose:?}");
}

#[test]
fn a_camera_turns_the_short_way_to_a_target_behind_it() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.0, 0.0)));
    let camera = bench.spawn(LookAt { hard_zone: ZoneExtents::all(0.3), ..LookAt::new(target) });
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(2.9, 0.2));
    bench.app.world_mut().trigger(Teleported::new(target));
    let mut before = 0.0;
    while bench.elapsed() < 3.0 {
        bench.frame(Duration::from_millis(5));
        let aim = *bench.get::<Aim>(camera);
        assert!(aim.yaw >= before - 1e-6 && aim.yaw < 2.91 && aim.yaw - before < 0.2, "{before} {aim:?}");
        before = aim.yaw;
    }
    assert!((before - 2.9).abs() < 1e-4, "{before}");
    // The target passes the direction at which yaw wraps around.
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(-2.9, 0.2));
    bench.app.world_mut().trigger(Teleported::new(target));
    bench.run_to(6.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((f64::from(aim.yaw) - (core::f64::consts::TAU - 2.9)).abs() < 1e-4, "{aim:?}");
}

#[test]
fn the_target_does_not_leave_a_hard_zone() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::ZERO)));
    let hard_zone = ZoneExtents::all(0.2);
    let camera = bench.spawn((LookAt { hard_zone, angular_frequency: 2.0, ..LookAt::new(target) }, lens(0.8, 1.5)));
    bench.run_to(0.25);
    bench.edit::<Velocity>(target, |velocity| velocity.0.x = 6.0);
    let mut furthest = 0.0f64;
    while bench.elapsed() < 3.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        let place = bench.get::<Transform>(target).translation;
        let [right, _] = shares(bench.get::<Aim>(camera), place, 0.8, 1.5);
        furthest = furthest.max(right);
        assert!(right < 0.2 + 1e-5, "{}: {right}", bench.elapsed());
    }
    assert!(furthest > 0.199, "the target should have reached the edge: {furthest}");
}

#[test]
fn a_new_target_is_approached_smoothly_and_reached_at_once_by_a_cut() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] =
        [(0.0, 0.0), (1.5, -0.4)].map(|(yaw, pitch)| bench.spawn(Transform::from_translation(point_at(yaw, pitch))));
    let camera = bench.spawn(LookAt::new(one));
    bench.frame(Duration::ZERO);
    assert_eq!(*bench.get::<Aim>(camera), Aim { yaw: 0.0, pitch: 0.0 });
    bench.edit::<LookAt>(camera, |look| look.target = other);
    bench.run_to(0.1);
    let yaw = bench.get::<Aim>(camera).yaw;
    assert!(yaw > 0.0 && yaw < 1.0, "it should fly: {yaw}");
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(Duration::from_millis(2));
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 1.5).abs() < 1e-6 && (aim.pitch + 0.4).abs() < 1e-6, "it should cut: {aim:?}");
    bench.run_to(2.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 1.5).abs() < 1e-6 && (aim.pitch + 0.4).abs() < 1e-6, "it should stay: {aim:?}");
}

#[test]
fn without_a_valid_bearing_the_last_one_is_kept() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.7, 0.3)));
    let camera = bench.spawn(LookAt::new(target));
    bench.run_to(0.5);
    let before = *bench.get::<Aim>(camera);
    for bad in [Vec3::ZERO, Vec3::splat(1e-6), Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::splat(f32::MAX)] {
        bench.edit::<Transform>(target, |transform| transform.translation = bad);
        bench.run_to(bench.elapsed() + 0.25);
        let aim = *bench.get::<Aim>(camera);
        let is_seen = bad.x == f32::MAX;
        assert!(is_seen || aim == before, "{bad}: {aim:?}");
        assert!(bench.get::<Transform>(camera).rotation.is_finite());
    }
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(0.7, 0.3));
    bench.run_to(bench.elapsed() + 4.0);
    bench.app.world_mut().despawn(target);
    bench.run_to(bench.elapsed() + 1.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 0.7).abs() < 1e-5 && (aim.pitch - 0.3).abs() < 1e-5, "{aim:?}");
}

#[test]
fn the_yaw_is_kept_and_the_pitch_continues_while_the_target_is_straight_above() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.7, -1.3)));
    let camera = bench.spawn(LookAt::new(target));
    bench.run_to(0.5);
    let straight_up = Vec3::new(1e-3, 10.0, 1e-3);
    bench.edit::<Transform>(target, |transform| transform.translation = straight_up);
    bench.run_to(2.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 0.7).abs() < 1e-4 && (aim.pitch + 1.55).abs() < 1e-4, "{aim:?}");
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(-0.7, -1.3));
    bench.run_to(4.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw + 0.7).abs() < 1e-4 && (aim.pitch + 1.3).abs() < 1e-4, "{aim:?}");
}

#[test]
fn invalid_numbers_leave_the_view_finite() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, f32::MAX, 1e-30];
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_translation(point_at(0.7, 0.3)), Velocity::new(Vec3::X)));
    let camera = bench.spawn((LookAt::new(target), lens(0.8, 1.0)));
    for number in bad {
        for field in 0..9 {
            bench.edit::<LookAt>(camera, |look| {
                *look = LookAt::new(target);
                *[
                    &mut look.offset.x,
                    &mut look.screen_position.x,
                    &mut look.dead_zone.left,
                    &mut look.dead_zone.top,
                    &mut look.hard_zone.right,
                    &mut look.look_ahead,
                    &mut look.feed_forward,
                    &mut look.angular_frequency,
                    &mut look.damping_ratio,
                ][field] = number;
            });
            bench.app.world_mut().entity_mut(camera).insert(lens(if field % 2 == 0 { number } else { 0.8 }, number));
            for _ in 0..4 {
                bench.frame(Duration::from_millis(17));
                assert!(bench.get::<Transform>(camera).rotation.is_finite(), "{number} {field}");
                assert!(bench.get::<Aim>(camera).yaw.is_finite(), "{number} {field}");
            }
        }
    }
    bench.edit::<LookAt>(camera, |look| *look = LookAt::new(target));
    bench.app.world_mut().entity_mut(camera).insert(lens(0.8, 1.0));
    bench.edit::<Velocity>(target, |velocity| velocity.0 = Vec3::ZERO);
    bench.edit::<Transform>(target, |transform| transform.translation = point_at(0.7, 0.3));
    bench.run_to(bench.elapsed() + 4.0);
    let aim = *bench.get::<Aim>(camera);
    let turns = (f64::from(aim.yaw) - 0.7) / core::f64::consts::TAU;
    assert!((turns - turns.round()).abs() < 1e-5, "{aim:?}");
}

#[test]
fn look_at_starts_with_a_moving_target_inside_its_hard_zone() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::new(6.0, 1.0, 0.0))));
    let look = LookAt { hard_zone: ZoneExtents::all(0.2), angular_frequency: 2.0, ..LookAt::new(target) };
    let camera = bench.spawn((look, lens(0.8, 1.5)));
    while bench.elapsed() < 0.5 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        let place = bench.get::<Transform>(target).translation;
        let found = shares(bench.get::<Aim>(camera), place, 0.8, 1.5);
        assert!(found.iter().all(|share| share.abs() < 0.2 + 1e-5), "{}: {found:?}", bench.elapsed());
    }
}

#[test]
fn look_at_starts_at_its_springs_steady_lag_behind_a_moving_target() {
    for feed_forward in [0.0, 0.5, 1.0f32] {
        let mut bench = cameras_at_rate(64.0);
        // Seen from the camera, the target moves to the left at 0.5 rad/s and up at 0.25 rad/s.
        let velocity = Velocity::new(Vec3::new(-5.0, 2.5, 0.0));
        let target = bench.spawn((Transform::from_translation(point_at(0.0, 0.0)), velocity));
        let camera = bench.spawn(LookAt { feed_forward, damping_ratio: 0.7, ..LookAt::new(target) });
        bench.frame(Duration::ZERO);
        let aim = *bench.get::<Aim>(camera);
        let lag = (1.0 - feed_forward) * 2.0 * 0.7 / 8.0;
        assert!((aim.yaw + 0.5 * lag).abs() < 1e-6, "{feed_forward}: {aim:?}");
        assert!((aim.pitch - 0.25 * lag).abs() < 1e-6, "{feed_forward}: {aim:?}");
        assert!((bench.get::<Velocity<AimYaw>>(camera).0 - 0.5).abs() < 1e-6);
        assert!((bench.get::<Velocity<AimPitch>>(camera).0 + 0.25).abs() < 1e-6);
    }
}

#[test]
fn the_dead_zone_and_the_hard_zone_agree_where_yaw_wraps_around() {
    let pi = core::f64::consts::PI;
    for (yaw, along) in [(pi - 0.02, 5.0), (0.02 - pi, -5.0), (pi - 0.3, 5.0)] {
        let mut bench = cameras_at_rate(64.0);
        // Yaw wraps around between the target's position and its position after the look-ahead.
        let target = bench.spawn((Transform::from_translation(point_at(yaw, 0.0)), Velocity::new(Vec3::X * along)));
        let look = LookAt {
            look_ahead: 0.2,
            dead_zone: ZoneExtents::all(0.02),
            hard_zone: ZoneExtents::all(0.3),
            ..LookAt::new(target)
        };
        let camera = bench.spawn((look, lens(0.8, 1.5)));
        bench.frame(Duration::ZERO);
        let mut before = bench.get::<Pose>(camera).rotation;
        for _ in 0..64 {
            bench.frame(Duration::from_secs_f64(1.0 / 128.0));
            let pose = *bench.get::<Pose>(camera);
            let [right, _] = shares(bench.get::<Aim>(camera), bench.get::<Transform>(target).translation, 0.8, 1.5);
            assert!(right.abs() < 0.3, "{yaw}, {}: {right}", bench.elapsed());
            // The camera turns at 0.5 rad/s, and starts with a small lag.
            assert!(before.angle_between(pose.rotation) < 0.01, "{yaw}, {}: {pose:?}", bench.elapsed());
            before = pose.rotation;
        }
    }
}

#[test]
fn the_target_of_the_yaw_changes_in_one_step_when_the_subject_passes_straight_above() {
    let mut bench = cameras_at_rate(64.0);
    // The target passes 3 cm in front of the point straight above the camera: for 0.06 s it is within a degree of straight up.
    let target = bench.spawn((Transform::from_xyz(-2.0, 4.0, -0.03), Velocity::new(2.0 * Vec3::X)));
    let camera = bench.spawn(LookAt { feed_forward: 1.0, ..LookAt::new(target) });
    bench.frame(Duration::ZERO);
    let (dt, mut before) = (1.0 / 64.0, 0.0f32);
    while bench.elapsed() < 2.0 {
        bench.frame(Duration::from_secs_f64(dt));
        let rate = bench.get::<Velocity<AimYaw>>(camera).0;
        // The greatest acceleration: the spring's over the 2.3 rad by which the yaw's target steps, plus damping. The rate of the zone's
        // edge is at most 12 rad/s.
        let most = 64.0 * 2.3 + 16.0 * (12.0 + f64::from(rate.abs()));
        assert!(f64::from((rate - before).abs()) < most * dt, "{}: {before} became {rate}", bench.elapsed());
        before = rate;
    }
    let yaw = f64::from(bench.get::<Aim>(camera).yaw);
    assert!((yaw - (-2.0f64).atan2(0.03)).abs() < 0.05, "{yaw}");
}

/// No yaw shows a point that is nearly straight above beside the middle of the picture: the camera comes to rest with the point a quarter turn
/// to its side. The rounding of the yaw must not decide there whether the point is in front of the camera.
#[test]
fn the_aim_does_not_jump_when_it_comes_to_rest_beside_a_steep_target() {
    let mut bench = cameras_at_rate(30.0);
    let mut cameras = Vec::new();
    for yaw in 0..8 {
        let yaw = 0.7 * f64::from(yaw);
        let target = bench.spawn(Transform::from_translation(point_at(yaw, 0.7)));
        let look = LookAt {
            screen_position: Vec2::new(-0.056, 0.063),
            hard_zone: ZoneExtents::all(0.45),
            angular_frequency: 14.0,
            ..LookAt::new(target)
        };
        cameras.push((target, bench.spawn((look, lens(1.13, 1.45))), yaw));
    }
    bench.run_to(1.0);
    for &(target, _, yaw) in &cameras {
        bench.edit::<Transform>(target, |transform| transform.translation = point_at(yaw - 0.4, -1.519));
    }
    // The pitch follows the yaw. After a turn by π, two critically damped springs in a row still turn at π ω (ωt)³ e^(−ωt) / 6 at most.
    let remaining = |time: f64| {
        let phase = 14.0 * (time - 1.0);
        PI * 14.0 * phase.powi(3) * (-phase).exp() / 6.0
    };
    bench.run_to(1.5);
    let mut pitches: Vec<f32> = cameras.iter().map(|(_, camera, _)| bench.get::<Aim>(*camera).pitch).collect();
    while bench.elapsed() < 5.0 {
        let bound = remaining(bench.elapsed()) / 30.0 + 4.0 * f64::from(f32::EPSILON);
        bench.frame(Duration::from_secs_f64(1.0 / 30.0));
        for (&(_, camera, yaw), before) in cameras.iter().zip(&mut pitches) {
            let pitch = bench.get::<Aim>(camera).pitch;
            let step = f64::from(pitch) - f64::from(*before);
            assert!(step.abs() <= bound, "yaw {yaw} at {} s: {before}, {pitch}", bench.elapsed());
            *before = pitch;
        }
    }
}

/// Away from the middle of the picture, each angle at which the target is at its place depends on the other one, the more the steeper it is.
#[test]
fn a_camera_comes_to_rest_with_a_steep_target_away_from_the_middle_of_its_picture() {
    let mut bench = cameras_at_rate(10.0);
    let (fov, aspect) = (1.14_f32, 1.703_f32);
    let mut cases = Vec::new();
    for steepness in [0.8, -0.99, 0.999, 0.9999, -1.001, 1.002, 1.005, 1.01_f64] {
        for at in [Vec2::new(-0.075, -0.066), Vec2::new(0.04, -0.1), Vec2::new(0.06, -0.03)] {
            let at = Vec2::new(at.x, at.y * f32::signum(steepness as f32));
            for (feed_forward, dead_zone) in [0.0, 1.0].into_iter().flat_map(|f| [0.0, 0.02].map(|size| (f, size))) {
                let target = bench.spawn(Transform::from_translation(point_at(0.0, 0.0)));
                let look = LookAt { screen_position: at, feed_forward, ..LookAt::new(target) };
                let look = LookAt { dead_zone: ZoneExtents::all(dead_zone), ..look };
                // The ratio of the target's height to the greatest height of a target that can be there.
                let half = f64::from((fov / 2.0).tan());
                let place = at + dead_zone * at.map(f32::signum);
                let [x, y] = [place.x * aspect, place.y].map(|share| 2.0 * half * f64::from(share));
                let pitch = (steepness * ((1.0 + y * y) / (1.0 + x * x + y * y)).sqrt()).clamp(-0.999, 0.999).asin();
                let camera = bench.spawn((look, lens(fov, aspect)));
                cases.push((camera, target, pitch, at, dead_zone, steepness.abs() < 1.0));
            }
        }
    }
    bench.run_to(1.0);
    for &(_, target, pitch, ..) in &cases {
        bench.edit::<Transform>(target, |transform| transform.translation = point_at(0.7, pitch));
        bench.app.world_mut().trigger(Teleported::new(target));
    }
    bench.run_to(9.0);
    let aims: Vec<Aim> = cases.iter().map(|&(camera, ..)| *bench.get::<Aim>(camera)).collect();
    bench.run_to(12.0);
    for ((camera, target, pitch, at, dead_zone, exists), before) in cases.into_iter().zip(aims) {
        let aim = *bench.get::<Aim>(camera);
        let name = format!("{pitch} {at} {dead_zone}");
        assert_eq!(aim, before, "{name}: it should be at rest");
        let [right, up] = shares(&aim, bench.get::<Transform>(target).translation, fov, aspect);
        let away = [right - f64::from(at.x), up - f64::from(at.y)].map(f64::abs);
        // Near the steepest target that can be there, a small turn moves it far across the picture.
        let is_at_edge = away.iter().all(|away| *away < f64::from(dead_zone) + 2e-4);
        assert!(is_at_edge || !exists, "{name}: {aim:?} shows it at {right}, {up}");
    }
}
