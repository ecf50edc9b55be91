//! Cameras that keep something in their picture: where it comes to rest, and what they do where there is nothing to see.

use std::time::Duration;

use bevy::{
    camera::{PerspectiveProjection, Projection},
    prelude::*,
};
use bevy_exact_motion::prelude::*;

use crate::reference::{V3, axes, backwards, dot};
use crate::stage::cameras_at_rate;

pub(crate) fn lens(fov: f32, aspect_ratio: f32) -> Projection {
    Projection::Perspective(PerspectiveProjection { fov, aspect_ratio, ..default() })
}

/// A point 10 m away, seen so from the origin.
pub(crate) fn seen(yaw: f64, pitch: f64) -> Vec3 {
    Vec3::from_array(backwards(yaw, pitch).map(|part| (-10.0 * part) as f32))
}

/// Where a camera at the origin that looks so has a point in its picture, right and up.
fn shares(aim: &Aim, point: Vec3, fov: f32, aspect: f32) -> [f64; 2] {
    let [right, up, back] = axes(aim.yaw.into(), aim.pitch.into());
    let point: V3 = point.as_dvec3().to_array();
    let (depth, half) = (-dot(point, back), (f64::from(fov) / 2.0).tan());
    [dot(point, right) / (2.0 * depth * half * f64::from(aspect)), dot(point, up) / (2.0 * depth * half)]
}

#[test]
fn what_is_outside_comes_to_rest_on_the_edge_of_its_zone() {
    let sides = Sides { left: 0.08, right: 0.15, top: 0.12, bottom: 0.05 };
    let at = Vec2::new(0.05, -0.1);
    let mut bench = cameras_at_rate(64.0);
    let mut cases = Vec::new();
    for degrees in [0.0, 20.0, -20.0, 45.0, -45.0, 60.0, -60.0f64] {
        for fov in [30.0f32, 45.0, 90.0].map(f32::to_radians) {
            for aspect in [16.0 / 9.0, 1.0, 9.0 / 16.0f32] {
                for side in 0..4 {
                    let target = bench.spawn(Transform::from_translation(seen(0.3, degrees.to_radians())));
                    // Each edge depends on the other angle, which stays as it is.
                    let dead = if side < 2 {
                        Sides { top: f32::INFINITY, bottom: f32::INFINITY, ..sides }
                    } else {
                        Sides { left: f32::INFINITY, right: f32::INFINITY, ..sides }
                    };
                    let look = LookAt { at, dead, ..LookAt::new(target) };
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
            assert!((found - expected).abs() < 1e-5, "it should begin {at}, is {found}: {pitch} {fov} {aspect}");
        }
    }
    let began: Vec<_> = cases.iter().map(|&(.., camera)| *bench.get::<Aim>(camera)).collect();
    for &(pitch, _, _, side, target, _) in &cases {
        // To the left, to the right, up and down; never over the pole.
        let (aside, down) = [(0.5, 0.0), (-0.5, 0.0), (0.0, -0.4), (0.0, 0.4)][side];
        bench.edit::<Transform>(target, |transform| transform.translation = seen(0.3 + aside, pitch + down));
        bench.app.world_mut().trigger(Teleported::new(target));
    }
    bench.run_to(4.0);
    let zone = [[0.05 - 0.08, 0.05 + 0.15], [-0.1 - 0.05, -0.1 + 0.12]];
    let mut judged = 0;
    for ((pitch, fov, aspect, side, target, camera), began) in cases.into_iter().zip(began) {
        let aim = *bench.get::<Aim>(camera);
        let found = shares(&aim, bench.get::<Transform>(target).translation, fov, aspect);
        let name = format!("{pitch} {fov} {aspect} {side}: {aim:?} has it at {found:?}");
        // No yaw shows it at an edge where this passes 1.
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
        judged += 1;
        assert!((found[axis] - edge).abs() < 1e-5, "should be at {edge}, {name}");
    }
    assert!(judged > 150, "{judged}");
}

#[test]
fn inside_its_zone_the_aim_glides_to_a_stop_and_at_rest_nothing_is_marked() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.0, 0.0)));
    let camera = bench.spawn(LookAt { dead: Sides::all(0.4), ..LookAt::new(target) });
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
        camera.get_ref::<Transform>().expect("it has one").last_changed(),
        camera.get_ref::<Pose>().expect("it has one").last_changed(),
        camera.get_ref::<Aim>().expect("it has one").last_changed(),
        camera.get_ref::<Velocity<AimYaw>>().expect("it has one").last_changed(),
        camera.get_ref::<Limits<AimYaw>>().expect("it has one").last_changed(),
    ] {
        assert!(!changed.is_newer_than(before, now), "somebody wrote to a camera at rest");
    }
}

/// Both edges of a place beside the middle depend on both angles, which are rounded.
#[test]
fn away_from_the_middle_of_the_picture_an_aim_comes_to_rest() {
    let mut bench = cameras_at_rate(50.0);
    let cameras: Vec<Entity> = (0..400)
        .map(|index| {
            let share = |factor: f32| (index as f32 * factor).fract() - 0.5;
            let place = Vec3::new(8.0 * share(0.618_034), 8.0 * share(0.414_214), 4.0 * share(0.732_051) - 4.0);
            let target = bench.spawn(Transform::from_translation(place));
            let at = Vec2::new(0.3 * share(0.236_068), 0.3 * share(0.645_751));
            bench.spawn((LookAt { at, angular_frequency: 8.6, ..LookAt::new(target) }, lens(1.2, 16.0 / 9.0)))
        })
        .collect();
    bench.run_to(0.2);
    for &camera in &cameras {
        // Somewhere else, from where the spring brings it back.
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
fn an_orbit_places_what_a_look_turns() {
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
fn behind_the_camera_it_turns_the_short_way() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.0, 0.0)));
    let camera = bench.spawn(LookAt { hard: Sides::all(0.3), ..LookAt::new(target) });
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |transform| transform.translation = seen(2.9, 0.2));
    bench.app.world_mut().trigger(Teleported::new(target));
    let mut before = 0.0;
    while bench.elapsed() < 3.0 {
        bench.frame(Duration::from_millis(5));
        let aim = *bench.get::<Aim>(camera);
        assert!(aim.yaw >= before - 1e-6 && aim.yaw < 2.91 && aim.yaw - before < 0.2, "{before} {aim:?}");
        before = aim.yaw;
    }
    assert!((before - 2.9).abs() < 1e-4, "{before}");
    // And over the seam.
    bench.edit::<Transform>(target, |transform| transform.translation = seen(-2.9, 0.2));
    bench.app.world_mut().trigger(Teleported::new(target));
    bench.run_to(6.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((f64::from(aim.yaw) - (core::f64::consts::TAU - 2.9)).abs() < 1e-4, "{aim:?}");
}

#[test]
fn a_hard_zone_is_not_left() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::ZERO)));
    let hard = Sides::all(0.2);
    let camera = bench.spawn((LookAt { hard, angular_frequency: 2.0, ..LookAt::new(target) }, lens(0.8, 1.5)));
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
    assert!(furthest > 0.199, "it should have come to the edge: {furthest}");
}

#[test]
fn a_cut_and_a_new_target_are_seen() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] =
        [(0.0, 0.0), (1.5, -0.4)].map(|(yaw, pitch)| bench.spawn(Transform::from_translation(seen(yaw, pitch))));
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
fn where_nothing_is_to_be_seen_the_last_bearing_stands() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.7, 0.3)));
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
    bench.edit::<Transform>(target, |transform| transform.translation = seen(0.7, 0.3));
    bench.run_to(bench.elapsed() + 4.0);
    bench.app.world_mut().despawn(target);
    bench.run_to(bench.elapsed() + 1.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 0.7).abs() < 1e-5 && (aim.pitch - 0.3).abs() < 1e-5, "{aim:?}");
}

#[test]
fn straight_up_the_yaw_stands_and_the_pitch_goes_on() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.7, -1.3)));
    let camera = bench.spawn(LookAt::new(target));
    bench.run_to(0.5);
    let straight_up = Vec3::new(1e-3, 10.0, 1e-3);
    bench.edit::<Transform>(target, |transform| transform.translation = straight_up);
    bench.run_to(2.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw - 0.7).abs() < 1e-4 && (aim.pitch + 1.55).abs() < 1e-4, "{aim:?}");
    bench.edit::<Transform>(target, |transform| transform.translation = seen(-0.7, -1.3));
    bench.run_to(4.0);
    let aim = *bench.get::<Aim>(camera);
    assert!((aim.yaw + 0.7).abs() < 1e-4 && (aim.pitch + 1.3).abs() < 1e-4, "{aim:?}");
}

#[test]
fn no_number_turns_a_camera_into_nothing() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, f32::MAX, 1e-30];
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_translation(seen(0.7, 0.3)), Velocity::new(Vec3::X)));
    let camera = bench.spawn((LookAt::new(target), lens(0.8, 1.0)));
    for number in bad {
        for field in 0..9 {
            bench.edit::<LookAt>(camera, |look| {
                *look = LookAt::new(target);
                *[
                    &mut look.offset.x,
                    &mut look.at.x,
                    &mut look.dead.left,
                    &mut look.dead.top,
                    &mut look.hard.right,
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
    bench.edit::<Transform>(target, |transform| transform.translation = seen(0.7, 0.3));
    bench.run_to(bench.elapsed() + 4.0);
    let aim = *bench.get::<Aim>(camera);
    let turns = (f64::from(aim.yaw) - 0.7) / core::f64::consts::TAU;
    assert!((turns - turns.round()).abs() < 1e-5, "{aim:?}");
}

#[test]
fn behind_what_moves_it_begins_inside_its_hard_zone() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::new(6.0, 1.0, 0.0))));
    let look = LookAt { hard: Sides::all(0.2), angular_frequency: 2.0, ..LookAt::new(target) };
    let camera = bench.spawn((look, lens(0.8, 1.5)));
    while bench.elapsed() < 0.5 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        let place = bench.get::<Transform>(target).translation;
        let found = shares(bench.get::<Aim>(camera), place, 0.8, 1.5);
        assert!(found.iter().all(|share| share.abs() < 0.2 + 1e-5), "{}: {found:?}", bench.elapsed());
    }
}

#[test]
fn behind_what_moves_it_begins_as_far_behind_as_its_spring() {
    for feed_forward in [0.0, 0.5, 1.0f32] {
        let mut bench = cameras_at_rate(64.0);
        // To the left at half a radian a second, up at a quarter.
        let velocity = Velocity::new(Vec3::new(-5.0, 2.5, 0.0));
        let target = bench.spawn((Transform::from_translation(seen(0.0, 0.0)), velocity));
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
fn over_the_seam_both_its_zones_are_on_one_side() {
    let pi = core::f64::consts::PI;
    for (yaw, along) in [(pi - 0.02, 5.0), (0.02 - pi, -5.0), (pi - 0.3, 5.0)] {
        let mut bench = cameras_at_rate(64.0);
        // Where it will be is beyond the seam of yaws, where it is is before.
        let target = bench.spawn((Transform::from_translation(seen(yaw, 0.0)), Velocity::new(Vec3::X * along)));
        let look = LookAt { look_ahead: 0.2, dead: Sides::all(0.02), hard: Sides::all(0.3), ..LookAt::new(target) };
        let camera = bench.spawn((look, lens(0.8, 1.5)));
        bench.frame(Duration::ZERO);
        let mut before = bench.get::<Pose>(camera).rotation;
        for _ in 0..64 {
            bench.frame(Duration::from_secs_f64(1.0 / 128.0));
            let pose = *bench.get::<Pose>(camera);
            let [right, _] = shares(bench.get::<Aim>(camera), bench.get::<Transform>(target).translation, 0.8, 1.5);
            assert!(right.abs() < 0.3, "{yaw}, {}: {right}", bench.elapsed());
            // It turns at half a radian a second, and begins a little behind.
            assert!(before.angle_between(pose.rotation) < 0.01, "{yaw}, {}: {pose:?}", bench.elapsed());
            before = pose.rotation;
        }
    }
}

#[test]
fn away_from_straight_up_the_yaw_resumes_as_a_step() {
    let mut bench = cameras_at_rate(64.0);
    // Over the head, 3 cm before it: for 0.06 s it is within a degree of straight up.
    let target = bench.spawn((Transform::from_xyz(-2.0, 4.0, -0.03), Velocity::new(2.0 * Vec3::X)));
    let camera = bench.spawn(LookAt { feed_forward: 1.0, ..LookAt::new(target) });
    bench.frame(Duration::ZERO);
    let (dt, mut before) = (1.0 / 64.0, 0.0f32);
    while bench.elapsed() < 2.0 {
        bench.frame(Duration::from_secs_f64(dt));
        let rate = bench.get::<Velocity<AimYaw>>(camera).0;
        // The spring is pulled by the 2.3 rad that were not seen, and damped; the edge's own rate is 12 rad/s at most.
        let most = 64.0 * 2.3 + 16.0 * (12.0 + f64::from(rate.abs()));
        assert!(f64::from((rate - before).abs()) < most * dt, "{}: {before} became {rate}", bench.elapsed());
        before = rate;
    }
    let yaw = f64::from(bench.get::<Aim>(camera).yaw);
    assert!((yaw - (-2.0f64).atan2(0.03)).abs() < 0.05, "{yaw}");
}
