//! The step of VRM 1.0 and of Godot's `SpringBoneSimulator3D`, and what it depends on.

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, SpringBones, prelude::*};

use crate::stage::Stage;

/// One bone that hangs down from a head that moves. Returns the time (s) and the angle (rad) of each frame.
pub(crate) fn verlet(
    stiffness: f64,
    drag: f64,
    length: f64,
    hz: f64,
    head: impl Fn(f64) -> f64,
    seconds: f64,
) -> Vec<(f64, f64)> {
    let (mut last, mut now) = ([head(0.0), -length], [head(0.0), -length]);
    let mut angles = Vec::new();
    for frame in 1..=(seconds * hz) as u32 {
        let t = f64::from(frame) / hz;
        let x = head(t);
        let next =
            [now[0] + (now[0] - last[0]) * (1.0 - drag), now[1] + (now[1] - last[1]) * (1.0 - drag) - stiffness / hz];
        let (dx, dy) = (next[0] - x, next[1]);
        let size = libm::sqrt(dx * dx + dy * dy) / length;
        (last, now) = (now, [x + dx / size, dy / size]);
        angles.push((t, libm::atan2(now[0] - x, -now[1])));
    }
    angles
}

/// The largest angle (°) in the direction in which the head moves.
fn overshoot(angles: impl IntoIterator<Item = f64>) -> f64 {
    angles.into_iter().fold(0.0, f64::max).to_degrees()
}

/// The figures in the issues of VRM's and Godot's projects: a head that moves by 0.2 m in 0.25 s.
#[test]
fn the_verlet_step_overshoots_by_16_9_or_4_degrees() {
    let head = |t: f64| 0.2 * (t / 0.25).min(1.0);
    let found = [30.0, 60.0, 240.0]
        .map(|hz| overshoot(verlet(1.0, 0.1, 0.1, hz, head, 1.0).into_iter().map(|(_, angle)| angle)).round());
    assert_eq!(found, [16.0, 9.0, 4.0]);
}

/// The table in the guide.
#[test]
fn the_overshoot_is_the_same_at_every_frame_rate() {
    let head = |t: f64| 0.2 * (1.0 - (1.0 + 16.0 * t) * libm::exp(-16.0 * t));
    let rates = [30, 60, 144, 240];
    let ours = rates.map(|hz| {
        let mut stage = Stage::new();
        let root = (Transform::default(), Spring::critical(16.0), RestTolerance::<Translation>::new(1e-6));
        let root = stage.app.world_mut().spawn(root).id();
        let settings = SpringBones::from_vrm(1.0, 0.1, Vec3::ZERO, 0.1, 60.0);
        let chain = stage.chain(root, 1, 0.1, SpringBones { max_angle: f32::INFINITY, ..settings });
        let frame = 1.0 / f64::from(hz);
        stage.frame(frame);
        stage.aim(root, 0.2 * Vec3::X);
        overshoot((0..hz).map(|_| {
            stage.frame(frame);
            stage.angle(chain[0])
        }))
    });
    let theirs =
        rates.map(|hz| overshoot(verlet(1.0, 0.1, 0.1, hz.into(), head, 1.0).into_iter().map(|(_, angle)| angle)));
    println!("| frames a second | {} |", rates.map(|hz| hz.to_string()).join(" | "));
    println!("| `SpringBones` | {} |", ours.map(|angle| format!("{angle:.2}°")).join(" | "));
    println!("| Verlet step | {} |", theirs.map(|angle| format!("{angle:.2}°")).join(" | "));
    // The frames of 30 frames/s are too far apart to show the largest angle: half a frame from it, the angle is ω²/2 (h/2)² of it less.
    let largest = ours.into_iter().fold(0.0, f64::max);
    let least = ours.into_iter().fold(f64::INFINITY, f64::min);
    let between_frames = 0.5 * 600.0 / (60.0_f64 * 60.0);
    assert!(least > (1.0 - between_frames) * largest, "{ours:?}");
    assert!(theirs[0] > 4.0 * theirs[3], "{theirs:?}");
}
