//! Where cameras are usually wrong: poles, nothing to be seen, other writers, circles.

use std::{f32::consts::PI, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    look::{lens, seen},
    rig::{Rig, assert_sound, bits},
    stage::{Stage, cameras_at_rate},
    warnings::{assert_told, listen, told},
};

/// Writes to whom it is told to, once a frame.
fn another_controller(mut camera: Query<&mut Transform, With<Orbit>>) {
    for mut transform in &mut camera {
        transform.translation.x += 1.0;
    }
}

#[test]
fn who_else_moves_the_camera_is_named_once() {
    listen();
    let pivot = (Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default());
    let springs = (Spring::critical(3.0).on::<Rotation>(), Target::<Rotation>::of(Quat::IDENTITY));
    let mut stage = Stage::new(64.0, pivot, (Name::new("sprung by mistake"), Orbit::default(), springs));
    stage.bench.run_to(0.5);
    assert_told("sprung by mistake", "motion on its Rotation has no effect", 1);
    let springs = (Spring::critical(3.0), Target::new(Vec3::ZERO));
    let mut stage = Stage::new(64.0, pivot, (Name::new("moved by mistake"), Orbit::default(), springs));
    stage.bench.run_to(0.5);
    assert_told("moved by mistake", "motion on its Translation has no effect", 1);
    let mut stage = Stage::new(64.0, pivot, (Name::new("with two drivers"), Orbit::new(0.7, 0.3, 8.0)));
    stage.bench.run_to(0.5);
    let before = *stage.bench.get::<Transform>(stage.camera);
    stage.bench.app.add_systems(Update, another_controller);
    for _ in 0..20 {
        stage.bench.frame(Duration::from_millis(7));
    }
    assert_told("with two drivers", "something else moves this camera", 1);
    let last = *stage.bench.get::<Transform>(stage.camera);
    assert!((last.translation.x - before.translation.x - 1.0).abs() < 1e-5, "the rig wins: {last:?}");
}

#[test]
fn a_parent_without_room_is_reported_once() {
    listen();
    let pivot = (Transform::default(), Visibility::default());
    for (name, scale) in [("flattened", Vec3::new(1.0, 0.0, 1.0)), ("mirrored", Vec3::new(1.0, -1.0, 1.0))] {
        let mut stage = Stage::new(64.0, pivot, (Name::new(name), Orbit::new(0.7, 0.3, 8.0)));
        let pivot = stage.pivot;
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        for _ in 0..20 {
            stage.bench.frame(Duration::from_millis(7));
        }
        assert_told(name, "leave it no room", 1);
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = Vec3::ONE);
        stage.bench.frame(Duration::from_millis(7));
        stage.bench.edit::<Transform>(pivot, |transform| transform.scale = scale);
        stage.bench.frame(Duration::from_millis(7));
        assert_told(name, "leave it no room", 1);
    }
}

#[test]
fn an_origin_that_is_shifted_is_no_other_writer() {
    listen();
    let mut rig = Rig::in_flight();
    let shown = rig.shown;
    rig.bench.app.world_mut().entity_mut(shown).insert(Name::new("shifted with the scenery"));
    rig.bench.edit::<Transform>(shown, |transform| transform.translation += Vec3::X);
    rig.bench.app.world_mut().trigger(OriginShift::new(Vec3::X));
    rig.frames(10);
    assert_eq!(told("shifted with the scenery"), [""; 0]);
}

#[test]
fn no_range_leads_over_a_pole() {
    for range in [[-3.0, 3.0], [f32::NEG_INFINITY, f32::INFINITY]] {
        let orbit = (Orbit::new(0.3, 0.2, 8.0), OrbitRange { pitch: range, ..default() });
        let mut stage = Stage::new(64.0, (Transform::default(), Visibility::default()), orbit);
        let camera = stage.camera;
        for (push, pole) in [(2.5, 1.55), (-9.0, -1.55)] {
            stage.bench.edit::<OrbitInput>(camera, |hands| (hands.turn.y, hands.turn_rate.y) = (push, push));
            stage.bench.run_to(stage.elapsed() + 2.0);
            let pitch = stage.bench.get::<Orbit>(camera).pitch;
            assert!((pitch - pole).abs() < 1e-4, "{range:?}: {pitch}");
            // Up stays up.
            assert!((stage.pose().rotation * Vec3::Y).y > 0.0);
        }
    }
}

#[test]
fn a_boom_without_length_looks_where_its_angles_say() {
    let orbit = (Orbit::new(0.7, 0.3, 0.0), OrbitRange { length: [0.0, 20.0], ..default() });
    let mut stage = Stage::new(64.0, (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default()), orbit);
    stage.bench.run_to(0.5);
    let (pose, pivot) = (stage.pose(), stage.pivot);
    assert_eq!(pose.position, Vec3::new(1.0, 2.0, 3.0));
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-0.3);
    assert!(pose.rotation.dot(turn).abs() > 1.0 - 1e-6, "{pose:?}");
    // What it looks at is where it is: the last bearing stands.
    let camera = stage.camera;
    stage.bench.app.world_mut().entity_mut(camera).insert(LookAt::new(pivot));
    stage.bench.run_to(1.0);
    assert!(stage.pose().rotation.is_finite() && stage.pose().position == pose.position);
}

#[test]
fn the_opposite_up_is_half_a_turn_and_the_angles_stand() {
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

/// Something that is always where the camera aims, as a crosshair is.
#[derive(Component)]
struct Aimed(Entity);

fn follow_the_aim(aimed: Query<(Entity, &Aimed)>, poses: Query<&Pose>, mut transforms: Query<&mut Transform>) {
    for (entity, aimed) in &aimed {
        let (Ok(pose), Ok(mut transform)) = (poses.get(aimed.0), transforms.get_mut(entity)) else { continue };
        transform.translation = pose.position + pose.rotation * (5.0 * Vec3::NEG_Z);
    }
}

#[test]
fn a_circle_of_who_looks_and_who_is_aimed_is_a_tick_late_and_calm() {
    // As its own child, and as what a system puts where it aims.
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
        // Pushed, it takes what it looks at along: the spring has nothing to pull at, and the damper alone stops it.
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
        // Its edge is a line over each tick, h²/8 2ωv off at first; that pulls with ω², and the damper leaves 1/(2ω)² of it.
        let bound = h * h * omega * push / 16.0;
        assert!((turned - push / (2.0 * omega)).abs() < bound && rate == 0.0, "child {child}: {turned}, {rate}");
        // A damper that moves with what it looks at stops nothing, and drives nothing.
        let (turned, rate) = kick(&mut bench, 1.0);
        assert!(turned < 2.0 * push && rate <= push, "child {child}: {turned}, {rate}");
    }
    // The pivot follows what aims along the camera.
    let mut bench = cameras_at_rate(64.0);
    bench.app.add_systems(FixedUpdate, follow_the_aim);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), Spring::critical(4.0)));
    let camera = bench.spawn((Orbit::new(0.5, 0.2, 5.0), ChildOf(pivot)));
    let aimed = bench.spawn((Transform::default(), Aimed(camera)));
    bench.app.world_mut().entity_mut(pivot).insert(Follow::new(aimed));
    for _ in 0..400 {
        bench.frame(Duration::from_millis(16));
        // Five metres ahead of a boom of five metres is the pivot itself.
        let place = bench.get::<Transform>(pivot).translation;
        assert!(place.length() < 1e-3, "{place}");
    }
}

#[test]
fn zones_do_not_see_a_shake() {
    let run = |kick: bool| {
        let mut bench = cameras_at_rate(64.0);
        let target = bench.spawn((Transform::from_translation(seen(0.3, 0.1)), Velocity::new(Vec3::X)));
        let look = LookAt { dead: Sides::all(0.05), ..LookAt::new(target) };
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
fn a_look_ahead_is_where_the_target_will_be() {
    for ours in [true, false] {
        let mut bench = cameras_at_rate(64.0);
        // Around the camera at 0.5 rad/s, 10 m away: an edge of which the rate is steady.
        let target = bench.spawn(Transform::from_translation(seen(0.0, 0.0)));
        if ours {
            let gravityless = (Velocity::new(Vec3::new(-5.0, 0.0, 0.0)), Friction::new(0.0));
            bench.app.world_mut().entity_mut(target).insert(gravityless);
        }
        let look = LookAt { look_ahead: 0.4, feed_forward: 1.0, ..LookAt::new(target) };
        let camera = bench.spawn((look, lens(0.8, 1.5)));
        for _ in 0..64 {
            if !ours {
                bench.edit::<Transform>(target, |transform| transform.translation.x -= 5.0 / 64.0);
            }
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        }
        let place = bench.get::<Transform>(target).translation;
        let expected = f64::from(5.0f32 * 0.4 - place.x).atan2(10.0);
        let yaw = f64::from(bench.get::<Aim>(camera).yaw);
        // With feed-forward what is left is the edge's acceleration over ω².
        assert!((yaw - expected).abs() < 0.25 / 64.0 + 2e-3, "ours {ours}: {yaw} {expected}");
    }
}

/// The velocity of a target of ours is that at the tick, not the one that it had on the way.
#[test]
fn a_look_ahead_is_not_late_behind_a_target_that_speeds_up() {
    const TICK: f32 = 1.0 / 16.0;
    const ACCELERATION: f32 = 4.0;
    const AHEAD: f32 = 1.0;
    let mut bench = cameras_at_rate(1.0 / f64::from(TICK));
    let mut yaw_of_look_at = |velocity: f32, look_ahead: f32| {
        let falling = (Velocity::new(-velocity * Vec3::X), Gravity::new(-ACCELERATION * Vec3::X));
        let target = bench.spawn((Transform::from_translation(seen(0.0, 0.0)), falling));
        bench.spawn((LookAt { look_ahead, ..LookAt::new(target) }, lens(0.8, 1.5)))
    };
    // The second target is where the first one is looked for: x + v T, and a T faster.
    let cameras = [yaw_of_look_at(0.0, AHEAD), yaw_of_look_at(ACCELERATION * AHEAD, 0.0)];
    for tick in 1..=32 {
        bench.frame(Duration::from_secs_f32(TICK));
        let t = tick as f32 * TICK;
        // Both begin as far behind as their springs, and one target stands then: of that difference, (1 + 12) e^−12 is left.
        if t < 1.5 {
            continue;
        }
        let [found, expected] = cameras.map(|camera| bench.get::<Aim>(camera).yaw);
        let x = ACCELERATION * t * (t / 2.0 + AHEAD);
        // A velocity from the way over the last tick would be a T h / 2 late. What differs here is the rate of the bearing, by a T: between
        // two ticks the cubics are at most s (1 - s) (1 - 2 s) a T h apart.
        let late = ACCELERATION * AHEAD * TICK * 10.0 / (100.0 + x * x);
        assert!((found - expected).abs() <= 0.1 * late, "{t} s: {found}, should be {expected}, {late}");
    }
}

#[test]
fn hands_in_update_and_in_fixed_update_are_taken_once() {
    // Many ticks in a frame, and many frames in a tick.
    for (tick, frame) in [(10, 47), (47, 10)] {
        let mut bench = crate::stage::cameras(Duration::from_millis(tick));
        let camera = bench.spawn(Orbit::new(0.0, 0.2, 8.0));
        bench.frame(Duration::from_millis(frame));
        for _ in 0..10 {
            bench.edit::<OrbitInput>(camera, |hands| hands.turn.x += 0.01);
            bench.frame(Duration::from_millis(frame));
        }
        bench.run_to(bench.elapsed() + 3.0);
        assert!((bench.get::<Orbit>(camera).yaw - 0.1).abs() < 1e-6);
        let once = move |mut hands: Query<&mut OrbitInput>, mut left: Local<usize>| {
            for mut hands in &mut hands {
                if *left < 10 {
                    *left += 1;
                    hands.turn.x += 0.01;
                }
            }
        };
        bench.app.add_systems(FixedUpdate, once);
        bench.run_to(bench.elapsed() + 4.0);
        assert!((bench.get::<Orbit>(camera).yaw - 0.2).abs() < 1e-6, "{:?}", bench.get::<Orbit>(camera));
    }
}

#[test]
fn parents_that_are_switched_off_carry_their_camera_still() {
    let mut rig = Rig::new();
    rig.frames(30);
    let (pivot, boom) = (rig.pivot, rig.boom);
    rig.bench.app.world_mut().entity_mut(pivot).insert(bevy::ecs::entity_disabling::Disabled);
    let before = bits(rig.bench.app.world(), pivot);
    rig.frames(60);
    assert_eq!(bits(rig.bench.app.world(), pivot), before);
    let place = rig.bench.get::<Transform>(pivot).translation;
    let (pose, length) = (*rig.bench.get::<Pose>(boom), rig.bench.get::<Orbit>(boom).length);
    assert!((pose.position.distance(place) - length).abs() < 1e-5, "{pose:?} {place} {length}");
    assert_sound(rig.bench.app.world(), &rig.all(), "switched off");
}

#[test]
fn who_is_switched_off_is_not_looked_at_and_does_not_move() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.3, 0.1)));
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
    bench.edit::<Transform>(target, |transform| transform.translation = seen(-0.5, 0.3));
    bench.run_to(4.0);
    assert_eq!(*bench.get::<Aim>(camera), before);
    bench.app.world_mut().entity_mut(target).remove::<bevy::ecs::entity_disabling::Disabled>();
    bench.run_to(8.0);
    assert!(bench.get::<Aim>(camera).yaw < before.yaw - 0.5);
}

#[test]
fn while_a_pace_is_invalid_cameras_count_the_last_valid_one() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), Pace::new(0.5)));
    let attached = bench.spawn((Transform::default(), Attach::new(leader)));
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 5.0), ChildOf(leader)));
    bench.run_to(0.5);
    for pace in [f32::NAN, -1.0, f32::INFINITY] {
        bench.edit::<Pace>(leader, |it| it.0 = pace);
        bench.run_to(bench.elapsed() + 0.25);
        for entity in [attached, camera] {
            let velocity = bench.get::<Pose>(entity).velocity;
            assert!((velocity.x - 2.0).abs() < 1e-5, "{pace}: {velocity}");
        }
    }
}
