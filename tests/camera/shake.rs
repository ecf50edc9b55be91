//! Shakes: they reach the requested peak, stay below the cap, end exactly, and affect neither poses nor shots.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Pose, ShakeOffset, ShakeTurn},
    prelude::*,
};

use crate::app::{Bench, Random};
use crate::stage::cameras_at_rate;
use crate::warnings::{assert_warned, capture_warnings};

fn camera(bench: &mut Bench, shake: impl Bundle) -> Entity {
    let camera = bench.spawn((Orbit::new(0.4, 0.3, 8.0), shake));
    bench.frame(Duration::ZERO);
    camera
}

fn kick(bench: &mut Bench, kick: ShakeKick) {
    bench.app.world_mut().trigger(kick);
}

/// How often each component was marked as changed.
#[derive(Resource, Default)]
struct Marks {
    transforms: usize,
    shakes: usize,
}

fn count(
    mut marks: ResMut<Marks>,
    transforms: Query<(), (Changed<Transform>, With<Shake>)>,
    shakes: Query<(), Changed<Shake>>,
) {
    marks.transforms += transforms.iter().count();
    marks.shakes += shakes.iter().count();
}

#[test]
fn a_kick_reaches_the_requested_peak() {
    for ratio in [0.1, 0.25, 0.5, 0.7, 1.0, 2.0] {
        let mut bench = cameras_at_rate(64.0);
        let springs = (Spring::new(25.0, ratio).on::<ShakeTurn>(), Spring::new(20.0, ratio).on::<ShakeOffset>());
        let camera = camera(&mut bench, (Shake { cap: f32::INFINITY, ..default() }, springs));
        let (turn, offset) = (Vec3::new(0.012, -0.016, 0.0), Vec3::new(0.0, 0.0, 0.02));
        kick(&mut bench, ShakeKick::new(camera, turn).with_offset(offset));
        let (mut turned, mut moved) = (0.0f32, 0.0f32);
        // Long enough for every first peak. The highest frame is below the peak by at most a fraction of (ω dt)²/8.
        for _ in 0..250 {
            bench.frame(Duration::from_micros(500));
            let shake = bench.get::<Shake>(camera);
            (turned, moved) = (turned.max(shake.turn.length()), moved.max(shake.offset.length()));
        }
        assert!((turned - 0.02).abs() <= 1e-6, "ζ = {ratio}: {turned}");
        assert!((moved - 0.02).abs() <= 1e-6, "ζ = {ratio}: {moved}");
    }
}

#[test]
fn kicks_never_add_up_to_more_than_the_cap() {
    let mut bench = cameras_at_rate(64.0);
    let camera = camera(&mut bench, Shake::default());
    let mut random = Random(7);
    let mut peak = 0.0f32;
    for _ in 0..4000 {
        let mut part = || random.between(-0.15, 0.15) as f32;
        let turn = Vec3::new(part(), part(), part());
        kick(&mut bench, ShakeKick::new(camera, turn));
        bench.frame(Duration::from_secs_f64(random.between(0.001, 0.02)));
        peak = peak.max(bench.get::<Shake>(camera).turn.length());
    }
    assert!(peak <= 0.1 * (1.0 + 1e-6), "{peak}");
    assert!(peak > 0.095, "the cap should be used: {peak}");
}

#[test]
fn a_shake_ends_exactly_and_then_marks_no_component_as_changed() {
    let mut bench = cameras_at_rate(64.0);
    bench.app.init_resource::<Marks>().add_systems(Last, count);
    let camera = camera(&mut bench, Shake::default());
    bench.run_to(1.0);
    let at_rest = *bench.get::<Transform>(camera);
    kick(&mut bench, ShakeKick::new(camera, Vec3::new(0.05, 0.0, 0.05)).with_offset(Vec3::X));
    bench.run_to(1.25);
    assert_ne!(*bench.get::<Transform>(camera), at_rest);
    bench.run_to(6.0);
    let shake = *bench.get::<Shake>(camera);
    assert_eq!((shake.turn, shake.offset), (Vec3::ZERO, Vec3::ZERO));
    assert_eq!(*bench.get::<Transform>(camera), at_rest);
    *bench.app.world_mut().resource_mut::<Marks>() = Marks::default();
    for _ in 0..600 {
        bench.frame(Duration::from_millis(7));
    }
    let marks = bench.app.world().resource::<Marks>();
    assert_eq!((marks.transforms, marks.shakes), (0, 0));
}

#[test]
fn a_shake_affects_neither_the_pose_nor_cameras_that_show_it() {
    let mut bench = cameras_at_rate(64.0);
    let shot = camera(&mut bench, Shake::default());
    let shown = bench.spawn((Transform::default(), ActiveShot::new(shot)));
    bench.frame(Duration::from_millis(16));
    let pose = *bench.get::<Pose>(shot);
    let drawn = *bench.get::<Transform>(shown);
    kick(&mut bench, ShakeKick::new(shot, Vec3::new(0.05, 0.02, 0.0)).with_offset(Vec3::Y));
    for _ in 0..20 {
        bench.frame(Duration::from_millis(10));
        assert_eq!((*bench.get::<Pose>(shot), *bench.get::<Transform>(shown)), (pose, drawn));
    }
    let transform = *bench.get::<Transform>(shot);
    let shake = *bench.get::<Shake>(shot);
    let turned = pose.rotation.inverse() * transform.rotation;
    assert!((turned.to_scaled_axis() - shake.turn).length() < 1e-6, "the shake should be in the camera's own frame");
    let moved = pose.rotation.inverse() * (transform.translation - pose.position);
    assert!(
        (moved - shake.offset).length() < 1e-6 && shake.offset != Vec3::ZERO,
        "the shake should be in the camera's own frame"
    );
}

#[test]
fn a_kick_shakes_only_the_camera_that_it_is_for() {
    let mut bench = cameras_at_rate(64.0);
    let shot = camera(&mut bench, ());
    let shown = bench.spawn((Transform::default(), ActiveShot::new(shot)));
    bench.frame(Duration::from_millis(16));
    kick(&mut bench, ShakeKick::new(shown, Vec3::new(0.05, 0.0, 0.0)));
    bench.frame(Duration::from_millis(30));
    assert_eq!(*bench.get::<Pose>(shown), *bench.get::<Pose>(shot));
    assert_ne!(bench.get::<Transform>(shown).rotation, bench.get::<Transform>(shot).rotation);
}

#[test]
fn invalid_kicks_caps_and_values_keep_the_transform_finite() {
    let mut bench = cameras_at_rate(64.0);
    let camera = camera(&mut bench, Shake::default());
    bench.frame(Duration::from_millis(16));
    let at_rest = *bench.get::<Transform>(camera);
    let without_shake = bench.spawn(());
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        kick(&mut bench, ShakeKick::new(camera, Vec3::splat(bad)));
        kick(&mut bench, ShakeKick::new(without_shake, Vec3::X));
        bench.frame(Duration::from_millis(16));
        assert_eq!(*bench.get::<Transform>(camera), at_rest, "{bad}");
    }
    kick(&mut bench, ShakeKick::new(camera, Vec3::splat(f32::MAX)).with_offset(Vec3::splat(f32::MAX)));
    for _ in 0..200 {
        bench.frame(Duration::from_millis(16));
        assert!(bench.get::<Transform>(camera).is_finite() && bench.get::<Shake>(camera).turn.length() < 0.1001);
    }
    for cap in [f32::NAN, -1.0] {
        bench.edit::<Shake>(camera, |shake| shake.cap = cap);
        kick(&mut bench, ShakeKick::new(camera, Vec3::X));
        bench.frame(Duration::from_millis(16));
        assert!(bench.get::<Transform>(camera).is_finite() && bench.get::<Shake>(camera).turn.length() <= 1.0);
    }
    for bad in [f32::NAN, f32::INFINITY] {
        bench.edit::<Shake>(camera, |shake| shake.turn.x = bad);
        bench.frame(Duration::from_millis(16));
        assert!(bench.get::<Transform>(camera).is_finite(), "{bad}");
        bench.edit::<Shake>(camera, |shake| shake.turn.x = 0.0);
        bench.run_to(bench.elapsed() + 0.1);
        assert!(bench.get::<Transform>(camera).is_finite(), "{bad}");
    }
    bench.app.world_mut().entity_mut(camera).remove::<Spring<ShakeTurn>>();
    kick(&mut bench, ShakeKick::new(camera, Vec3::X));
    bench.app.world_mut().entity_mut(camera).remove::<Shake>();
    kick(&mut bench, ShakeKick::new(camera, Vec3::X));
    bench.frame(Duration::from_millis(16));
    assert!(bench.get::<Transform>(camera).is_finite());
}

/// The transform of a camera in a hand, once every tenth of a second.
fn swayed(frame: Duration, shake: Shake) -> Vec<Transform> {
    let mut bench = cameras_at_rate(64.0);
    let camera = camera(&mut bench, shake);
    let count = 100_000 / frame.as_micros() as usize;
    (0..30)
        .map(|_| {
            (0..count).for_each(|_| bench.frame(frame));
            *bench.get::<Transform>(camera)
        })
        .collect()
}

#[test]
fn a_sway_is_the_same_at_every_frame_rate_and_stays_within_its_bounds() {
    let still = swayed(Duration::from_millis(100), Shake::default());
    for shake in [Shake::handheld(), Shake::running(), Shake::idle()] {
        let expected = swayed(Duration::from_millis(4), shake);
        let mut most = Vec3::ZERO;
        for (expected, still) in expected.iter().zip(&still) {
            let turn = (still.rotation.inverse() * expected.rotation).to_scaled_axis();
            // Rounding of a rotation to f32.
            assert!(turn.abs().cmple(shake.sway + 1e-6).all(), "{turn} of {}", shake.sway);
            most = most.max(turn.abs());
        }
        // Three seconds are a period or two of the slowest parts.
        assert!(most.cmpge(0.1 * shake.sway).all(), "{most} of {}", shake.sway);
        for frame in [Duration::from_millis(10), Duration::from_millis(50)] {
            for (found, expected) in swayed(frame, shake).iter().zip(&expected) {
                assert!((found.rotation - expected.rotation).length() < 1e-6, "{found:?}, {expected:?}");
                assert!(found.translation.distance(expected.translation) < 4e-6, "{found:?}, {expected:?}");
            }
        }
    }
}

#[test]
fn a_sway_that_is_not_finite_does_nothing() {
    capture_warnings();
    let still = swayed(Duration::from_millis(50), Shake::default());
    for invalid in [f32::NAN, f32::INFINITY] {
        let sway = Vec3::splat(invalid);
        for shake in
            [Shake { sway, ..default() }, Shake { sway_frequency: invalid, sway: Vec3::splat(0.1), ..default() }]
        {
            assert_eq!(swayed(Duration::from_millis(50), shake), still, "{shake:?}");
            let mut bench = cameras_at_rate(64.0);
            let name = format!("camera in a hand with {shake:?}");
            bench.spawn((Name::new(name.clone()), Orbit::default(), shake));
            bench.run_to(0.5);
            assert_warned(&name, "should be finite", 1);
        }
    }
}
