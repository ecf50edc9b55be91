//! The same swing at every frame rate.

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, SpringBones, prelude::*};

use crate::stage::Stage;

/// What moves the root.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Spring,
    OtherCode,
}

/// Moves the root by 0.2 units in about 0.25 s, from the instant 0 on.
fn moved(t: f64) -> f64 {
    let w = 16.0;
    if t <= 0.0 { 0.0 } else { 0.2 * (1.0 - (1.0 + w * t) * libm::exp(-w * t)) }
}

/// The angles of all bones of a chain, once in 1/30 s, from the moment at which its root is moved.
fn swing(hz: u32, bones: usize, settings: SpringBones, by: By) -> Vec<f64> {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn((Transform::default(),)).id();
    if by == By::Spring {
        stage
            .app
            .world_mut()
            .entity_mut(root)
            .insert((Spring::critical(16.0), RestTolerance::<Translation>::new(1e-6)));
    }
    let chain = stage.chain(root, bones, 0.1, settings);
    let length = 1.0 / f64::from(hz);
    for _ in 0..hz / 5 {
        stage.frame(length);
    }
    if by == By::Spring {
        stage.aim(root, 0.2 * Vec3::X);
    }
    let mut angles = Vec::new();
    for frame in 1..=hz {
        if by == By::OtherCode {
            let place = moved(f64::from(frame) * length) as f32;
            stage.app.world_mut().get_mut::<Transform>(root).unwrap().translation.x = place;
        }
        stage.frame(length);
        if frame % (hz / 30) == 0 {
            angles.extend(chain[..bones].iter().map(|&bone| stage.angle(bone)));
        }
    }
    angles
}

/// The largest difference between the swings at these rates and at 960 frames/s, as a share of the overshoot, which is the largest angle in
/// the direction in which the root moves; of several bones, of the largest angle.
fn worst(bones: usize, settings: SpringBones, by: By) -> [f64; 4] {
    let expected = swing(960, bones, settings, By::Spring);
    let overshoot = expected.iter().map(|&angle| if bones > 1 { angle.abs() } else { angle }).fold(0.0, f64::max);
    assert!(overshoot > 0.05, "{overshoot}");
    [30, 60, 150, 240].map(|hz| {
        let found = swing(hz, bones, settings, by);
        let worst = found.iter().zip(&expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max);
        println!("{hz} Hz: {:.4} % of the overshoot of {:.1}°", 100.0 * worst / overshoot, overshoot.to_degrees());
        worst / overshoot
    })
}

#[test]
fn a_bone_swings_alike_at_every_frame_rate() {
    let settings = SpringBones { max_angle: f32::INFINITY, ..SpringBones::new(12.0, 0.4) };
    for share in worst(1, settings, By::Spring) {
        assert!(share < 0.02, "{share}");
    }
}

#[test]
fn a_whip_of_twenty_bones_swings_alike_at_every_frame_rate() {
    let settings = SpringBones { gravity: -Vec3::Y, ..SpringBones::new(20.0, 1.0) };
    for share in worst(20, settings, By::Spring) {
        assert!(share < 0.02, "{share}");
    }
}

#[test]
fn behind_a_root_that_other_code_moves_the_error_shrinks_with_the_frame() {
    let settings = SpringBones { max_angle: f32::INFINITY, ..SpringBones::new(12.0, 0.4) };
    let shares = worst(1, settings, By::OtherCode);
    assert!(shares[0] < 0.2 && shares[1] < 0.1 && shares[3] < 0.02, "{shares:?}");
}

/// Cameras may move on the real clock; bones, and what they hang on, do not.
#[test]
fn slow_motion_slows_the_swing_also_beside_cameras_on_the_real_clock() {
    let swing = |cameras: MotionOptions, speed: f32| {
        let mut stage = Stage::with(cameras);
        let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(16.0))).id();
        let chain = stage.chain(root, 1, 0.1, SpringBones::new(12.0, 0.4));
        stage.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(speed);
        let frame = 1.0 / (64.0 * f64::from(speed));
        for _ in 0..5 {
            stage.frame(frame);
        }
        stage.aim(root, 0.2 * Vec3::X);
        (0..64)
            .map(|_| {
                stage.frame(frame);
                stage.angle(chain[0])
            })
            .collect::<Vec<f64>>()
    };
    let expected = swing(MotionOptions::default(), 1.0);
    for (found, expected) in swing(MotionOptions::frame_real(), 0.25).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found}, {expected}");
    }
}
