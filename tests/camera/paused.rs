//! Cameras for a paused game, which are stepped once a frame on the real clock.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{AimYaw, OrbitDistance, OrbitYaw, Pose},
    prelude::*,
};

use crate::{
    app::{Bench, ulp},
    compare_poses::assert_same,
    reference::Axis,
    stage::cameras_with,
};

const FRAME: Duration = Duration::from_micros(7700);

/// A camera that orbits a pivot, which follows a player. `motion` has the options of the player and the pivot.
fn rig(motion: MotionOptions) -> (Bench, Entity) {
    let mut bench = cameras_with(Duration::from_millis(16), motion, MotionOptions::frame_real());
    let player = bench.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X)));
    let follow = (Follow::new(player).with_offset(2.0 * Vec3::Y), Spring::critical(8.0), StartOnTarget);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), follow));
    let camera = bench.spawn((Orbit::new(0.25, 0.25, 8.0), ChildOf(pivot)));
    for _ in 0..100 {
        bench.frame(FRAME);
    }
    (bench, camera)
}

fn pause(bench: &mut Bench, on: bool) {
    let mut time = bench.app.world_mut().resource_mut::<Time<Virtual>>();
    if on { time.pause() } else { time.unpause() }
}

#[test]
fn input_still_turns_the_camera_while_the_game_is_paused() {
    // The camera is on the real clock. The player and the pivot are on the game's clock or on the real clock.
    for motion in [MotionOptions::fixed(), MotionOptions::frame(), MotionOptions::frame_real()] {
        let (mut bench, camera) = rig(motion);
        pause(&mut bench, true);
        bench.frame(FRAME);
        bench.edit::<OrbitInput>(camera, |input| (input.turn, input.zoom) = (Vec2::new(0.5, 0.25), -0.5));
        let to = |from: f64, target: f64| Axis { target, ..Axis::at_rest(12.0, from) };
        let axes = [to(0.25, 0.75), to(0.25, 0.5), to(8.0, 8.0 * (-0.5f64).exp())];
        for frame in 1..=400u32 {
            bench.frame(FRAME);
            let t = (FRAME * frame).as_secs_f64();
            let Orbit { yaw, pitch, distance } = *bench.get::<Orbit>(camera);
            for (found, axis) in [yaw, pitch, distance].into_iter().zip(axes) {
                let expected = axis.at(t).0;
                // A value that comes to rest snaps to its target from up to 1e-6 rad or 1e-5 m away.
                let most = 2.0 * ulp(expected) + if axis.place > 1.0 { 1e-5 } else { 1e-6 };
                assert!((f64::from(found) - expected).abs() <= most, "{motion:?}, {t} s: {found} for {expected}");
            }
        }
        let world = bench.app.world();
        assert!(
            world.get::<Resting<OrbitYaw>>(camera).is_some() && world.get::<Resting<OrbitDistance>>(camera).is_some()
        );
        // When the game continues, the camera's pivot continues from its position.
        let before = *bench.get::<Pose>(camera);
        pause(&mut bench, false);
        bench.frame(Duration::ZERO);
        if motion == MotionOptions::frame_real() {
            // The pivot is on the real clock as well, so it was not paused.
            assert_same(&before, bench.get(camera), "unpaused");
        }
        let mut before = *bench.get::<Pose>(camera);
        for frame in 0..200 {
            bench.frame(FRAME);
            let now = *bench.get::<Pose>(camera);
            // The camera follows a player at 2 m/s with a steady lag, so it moves by at most that speed times the frame's length. Frames
            // between ticks (of 16 ms) are drawn at their own instants.
            let step = now.position.distance(before.position);
            assert!(step <= 2.0 * FRAME.as_secs_f32() + 1e-4, "{motion:?}, frame {frame}: {before:?} {now:?}");
            before = now;
        }
    }
}

#[test]
fn for_cameras_on_the_real_clock_velocities_are_per_real_second_in_a_paused_or_slowed_game() {
    let mut bench = cameras_with(Duration::from_millis(16), MotionOptions::fixed(), MotionOptions::frame_real());
    let player = bench.spawn((Transform::from_xyz(0.0, 0.0, -10.0), Velocity::new(2.0 * Vec3::X)));
    let hat = bench.spawn((Transform::default(), Attach::new(player).with_offset(Vec3::Y)));
    let camera = bench.spawn((Transform::default(), LookAt { feed_forward: 1.0, ..LookAt::new(player) }));
    let frames = |bench: &mut Bench, count: usize| {
        for _ in 0..count {
            bench.frame(FRAME);
        }
    };
    frames(&mut bench, 100);
    let velocity = |bench: &Bench| bench.get::<Pose>(hat).velocity.x;
    assert!((velocity(&bench) - 2.0).abs() < 1e-5, "{}", velocity(&bench));
    pause(&mut bench, true);
    frames(&mut bench, 300);
    assert_eq!(velocity(&bench), 0.0, "it should have no velocity while the game is paused");
    // The camera comes to rest with its target in the middle of the picture.
    let towards = bench.get::<Transform>(player).translation.normalize();
    let aim = bench.get::<Transform>(camera).forward();
    assert!(aim.dot(towards) > 1.0 - 1e-6, "{aim:?} {towards}");
    assert_eq!(bench.get::<Velocity<AimYaw>>(camera).0, 0.0);
    pause(&mut bench, false);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.5);
    frames(&mut bench, 10);
    assert!((velocity(&bench) - 1.0).abs() < 1e-5, "{}", velocity(&bench));
}

#[test]
fn the_velocity_of_a_group_is_measured_on_the_clock_of_its_followers() {
    // The followers are stepped on the game's clock, which runs at half speed.
    let run = |camera: MotionOptions| {
        let mut bench = cameras_with(Duration::from_millis(16), MotionOptions::fixed(), camera);
        let group = bench.spawn(Transform::default());
        bench.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X), InGroup(group)));
        let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(group)));
        bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.5);
        for _ in 0..800 {
            bench.frame(FRAME);
        }
        bench.get::<Velocity>(follower).0.x
    };
    for camera in [MotionOptions::fixed(), MotionOptions::frame_real()] {
        assert!((run(camera) - 2.0).abs() < 0.02, "{camera:?}: {}", run(camera));
    }
}
