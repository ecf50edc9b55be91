//! A camera for a paused game: stepped once a frame on the real clock.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, ulp},
    reference::Axis,
    same::assert_same,
    stage::cameras_with,
};

const FRAME: Duration = Duration::from_micros(7700);

/// A camera on a boom, on a pivot that follows a player; what moves both is stepped so.
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
fn in_a_paused_game_hands_turn_it_and_it_comes_to_rest() {
    // The game's motion may stand while that of its cameras goes on.
    for motion in [MotionOptions::fixed(), MotionOptions::frame(), MotionOptions::frame_real()] {
        let (mut bench, camera) = rig(motion);
        pause(&mut bench, true);
        bench.frame(FRAME);
        bench.edit::<OrbitInput>(camera, |hands| (hands.turn, hands.zoom) = (Vec2::new(0.5, 0.25), -0.5));
        let to = |from: f64, target: f64| Axis { target, ..Axis::at_rest(12.0, from) };
        let axes = [to(0.25, 0.75), to(0.25, 0.5), to(8.0, 8.0 * (-0.5f64).exp())];
        for frame in 1..=400u32 {
            bench.frame(FRAME);
            let t = (FRAME * frame).as_secs_f64();
            let Orbit { yaw, pitch, length } = *bench.get::<Orbit>(camera);
            for (found, axis) in [yaw, pitch, length].into_iter().zip(axes) {
                let expected = axis.at(t).0;
                // What comes to rest is put onto its target from 1e-6 rad or 1e-5 m away.
                let most = 2.0 * ulp(expected) + if axis.place > 1.0 { 1e-5 } else { 1e-6 };
                assert!((f64::from(found) - expected).abs() <= most, "{motion:?}, {t} s: {found} for {expected}");
            }
        }
        let world = bench.app.world();
        assert!(
            world.get::<Resting<OrbitYaw>>(camera).is_some() && world.get::<Resting<OrbitLength>>(camera).is_some()
        );
        // When the game goes on, so does the camera, from where it is.
        let before = *bench.get::<Pose>(camera);
        pause(&mut bench, false);
        bench.frame(Duration::ZERO);
        if motion == MotionOptions::frame_real() {
            // All of it has gone on meanwhile.
            assert_same(&before, bench.get(camera), "unpaused");
        }
        let mut before = *bench.get::<Pose>(camera);
        for frame in 0..200 {
            bench.frame(FRAME);
            let now = *bench.get::<Pose>(camera);
            // Behind a player at 2 m/s, at its steady lag; a tick is 16 ms, and frames on it are drawn at their own instants.
            let step = now.position.distance(before.position);
            assert!(step <= 2.0 * FRAME.as_secs_f32() + 1e-4, "{motion:?}, frame {frame}: {before:?} {now:?}");
            before = now;
        }
    }
}
