//! The same swing at every frame rate.

use bevy::prelude::*;
use bevy_exact_motion::{SpringBones, prelude::*};

use crate::stage::Stage;

/// The angles of the last bone of a chain, once in 1/30 s, while this crate moves its root by 0.2 units in about 0.25 s.
fn swing(hz: u32, bones: usize, settings: SpringBones) -> Vec<f64> {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(16.0), Target::new(0.2 * Vec3::X))).id();
    let chain = stage.chain(root, bones, 0.1, settings);
    let last = chain[bones - 1];
    let mut angles = Vec::new();
    for frame in 0..hz {
        stage.frame(1.0 / f64::from(hz));
        if (frame + 1) % (hz / 30) == 0 {
            angles.push(stage.angle(last));
        }
    }
    angles
}

fn most(angles: &[f64]) -> f64 {
    angles.iter().copied().fold(0.0, f64::max)
}

#[test]
fn a_bone_swings_alike_at_every_frame_rate() {
    let settings = SpringBones { max_angle: f32::INFINITY, ..SpringBones::new(12.0, 0.4) };
    let expected = swing(960, 1, settings);
    let overshoot = most(&expected);
    assert!(overshoot > 0.1, "{overshoot}");
    for hz in [30, 60, 150, 240] {
        let found = swing(hz, 1, settings);
        let worst = found.iter().zip(&expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max);
        println!("{hz} Hz: {:.3} % of the overshoot of {:.1}°", 100.0 * worst / overshoot, overshoot.to_degrees());
        assert!(worst < 0.02 * overshoot, "{hz} Hz: {worst} of {overshoot}");
    }
}

#[test]
fn a_whip_of_twenty_bones_swings_alike_at_every_frame_rate() {
    let settings = SpringBones { gravity: -Vec3::Y, ..SpringBones::new(14.0, 0.5) };
    let expected = swing(960, 20, settings);
    let overshoot = most(&expected);
    for hz in [30, 60, 150, 240] {
        let found = swing(hz, 20, settings);
        let worst = found.iter().zip(&expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max);
        println!("{hz} Hz: {:.3} % of the overshoot of {:.1}°", 100.0 * worst / overshoot, overshoot.to_degrees());
    }
}
