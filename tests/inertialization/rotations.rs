//! What is shown at jumps of the rotation.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

use crate::{
    app::Bench,
    written::{bench, decayed},
};

const W: f64 = 9.0;
const FRAME: f64 = 1.0 / 128.0;

/// Plays a rotation that jumps at these frames, and returns what is shown after each of 600 frames.
fn play(path: impl Fn(u32) -> Quat, jumps: &[u32]) -> Vec<Quat> {
    let mut bench: Bench = bench();
    let entity = bench.spawn((Transform::default(), Inertialization::<Rotation>::of(W as f32)));
    (1..=600)
        .map(|frame| {
            bench.edit(entity, |transform: &mut Transform| transform.rotation = path(frame));
            if jumps.contains(&frame) {
                bench.app.world_mut().trigger(Jumped { entity });
            }
            bench.frame(Duration::from_secs_f64(FRAME));
            bench.get::<Transform>(entity).rotation
        })
        .collect()
}

/// The small angle (rad) between two orientations, to f32's accuracy.
fn angle(one: Quat, other: Quat) -> f32 {
    2.0 * (one * other.inverse()).xyz().length()
}

#[test]
fn about_one_axis_the_angle_obeys_the_closed_form() {
    let turned = |frame: u32| {
        let t = f64::from(frame) * FRAME;
        if frame < 100 { 0.5 * t } else { 2.0 - 1.5 * t }
    };
    let shown = play(|frame| Quat::from_rotation_y(turned(frame) as f32), &[100]);
    let t = 100.0 * FRAME;
    for (frame, shown) in (1u32..).zip(shown).skip(99) {
        let after = f64::from(frame - 100) * FRAME;
        let expected = turned(frame) + decayed(0.5 * t - (2.0 - 1.5 * t), 2.0, W, after).0;
        let apart = angle(shown, Quat::from_rotation_y(expected as f32));
        // The velocities are differences of f32 quaternions: 2e-7 rad / FRAME, times the largest t e^(−ωt).
        assert!(apart < 3e-6, "frame {frame}: {apart}");
    }
}

#[test]
fn between_different_axes_orientation_and_angular_velocity_are_continuous() {
    let jumps = [100, 101, 130, 200, 205];
    let path = |frame: u32| {
        let t = (f64::from(frame) * FRAME) as f32;
        let parts = jumps.iter().filter(|jump| frame >= **jump).count();
        let axis = [Vec3::X, Vec3::Y, Vec3::new(1.0, -1.0, 0.5), Vec3::Z, Vec3::NEG_Y, Vec3::ONE][parts].normalize();
        Quat::from_axis_angle(axis, 1.1 * parts as f32 + (2.0 - parts as f32) * t)
    };
    let shown = play(path, &jumps);
    let turns: Vec<Vec3> =
        shown.windows(2).map(|two| (two[1] * two[0].inverse()).to_scaled_axis() / FRAME as f32).collect();
    let change = turns.windows(2).skip(8).map(|two| (two[1] - two[0]).length()).fold(0.0, f32::max);
    // At most ω² π + 2 ω |o′| with 12 rad/s.
    let bound = ((W * W * 3.2 + 2.0 * W * 12.0) * FRAME) as f32;
    assert!(change < bound, "{change} rad/s in a frame, {bound}");
    let last = shown.last().unwrap();
    assert!(angle(*last, path(600)) < 1e-6);
}
