//! An avatar that is extrapolated from snapshots of a server: late, at uneven times, and with losses.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

use crate::written::bench;

const W: f32 = 12.0;
const FRAME: f64 = 1.0 / 64.0;

/// What the server sends: where the avatar is and how it moves, at its time (s).
#[derive(Clone, Copy)]
struct Snapshot {
    time: f64,
    place: Vec3,
    velocity: Vec3,
    rotation: Quat,
    angular_velocity: Vec3,
}

impl Snapshot {
    /// The avatar runs along a curve, turns into it, and changes its direction abruptly every second.
    fn of(time: f64) -> Self {
        let t = time as f32;
        let leg = t.floor();
        let heading = 1.3 * leg * leg;
        let direction = Vec3::new(heading.cos(), 0.0, heading.sin());
        let start: Vec3 = (0..leg as i32)
            .map(|leg| {
                let heading = 1.3 * (leg * leg) as f32;
                4.0 * Vec3::new(heading.cos(), 0.0, heading.sin())
            })
            .sum();
        let angular_velocity = Vec3::Y * 2.0 * (leg % 3.0 - 1.0);
        Self {
            time,
            place: start + 4.0 * (t - leg) * direction,
            velocity: 4.0 * direction,
            rotation: Quat::from_scaled_axis(angular_velocity * (t - leg)) * Quat::from_rotation_y(heading),
            angular_velocity,
        }
    }

    /// Where the avatar would be at a time (s) if nothing changed.
    fn extrapolated(&self, time: f64) -> Transform {
        let passed = (time - self.time) as f32;
        let turned = Quat::from_scaled_axis(self.angular_velocity * passed) * self.rotation;
        Transform::from_translation(self.place + self.velocity * passed).with_rotation(turned)
    }
}

/// Twenty snapshots a second with the time (s) of their arrival: 150 ms later, ± 30 ms, one in ten is lost.
fn arrivals() -> Vec<(f64, Snapshot)> {
    let mut seed = 7u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24)
    };
    let mut all: Vec<_> = (0..160)
        .filter_map(|index| {
            let sent = f64::from(index) / 20.0;
            let arrived = sent + 0.15 + 0.06 * (random() - 0.5);
            (random() > 0.1).then(|| (arrived, Snapshot::of(sent)))
        })
        .collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all
}

/// The largest changes of what is shown from one frame to the next: of the place, its velocity, the rotation and its velocity.
#[derive(Debug, Default)]
struct Greatest {
    velocity: f32,
    angular_velocity: f32,
}

/// Plays eight seconds. Returns the greatest changes, and the distance from the written place at the end of each second.
fn play(smooth: bool) -> (Greatest, Vec<f32>) {
    let mut bench = bench();
    let avatar = bench.spawn(Transform::default());
    if smooth {
        let settings = Inertialization::new(W);
        bench.app.world_mut().entity_mut(avatar).insert((settings, settings.on::<Rotation>()));
    }
    let (arrivals, mut next, mut known) = (arrivals(), 0, Snapshot::of(0.0));
    let (mut shown, mut apart) = (Vec::new(), Vec::new());
    for frame in 1..=512 {
        let now = f64::from(frame) * FRAME;
        let mut is_corrected = false;
        while let Some((arrived, snapshot)) = arrivals.get(next).filter(|(arrived, _)| *arrived <= now) {
            let _ = arrived;
            if snapshot.time > known.time {
                (known, is_corrected) = (*snapshot, true);
            }
            next += 1;
        }
        let written = known.extrapolated(now);
        bench.edit(avatar, |transform: &mut Transform| *transform = written);
        if is_corrected {
            bench.app.world_mut().trigger(Jumped { entity: avatar });
        }
        bench.frame(Duration::from_secs_f64(FRAME));
        let drawn = *bench.get::<Transform>(avatar);
        apart.push((drawn.translation - written.translation).length());
        shown.push(drawn);
    }
    let velocities: Vec<(Vec3, Vec3)> = shown
        .windows(2)
        .map(|two| {
            let turn = two[1].rotation * two[0].rotation.inverse();
            let turn = if turn.w < 0.0 { -turn } else { turn }.to_scaled_axis();
            ((two[1].translation - two[0].translation) / FRAME as f32, turn / FRAME as f32)
        })
        .collect();
    let mut greatest = Greatest::default();
    for two in velocities.windows(2).skip(20) {
        greatest.velocity = greatest.velocity.max((two[1].0 - two[0].0).length());
        greatest.angular_velocity = greatest.angular_velocity.max((two[1].1 - two[0].1).length());
    }
    (greatest, apart)
}

#[test]
fn the_drawn_path_of_a_corrected_avatar_has_no_kinks() {
    let ((smooth, apart), (raw, _)) = (play(true), play(false));
    println!("largest changes from one frame to the next: {smooth:.2?} with an inertialization, {raw:.0?} without");
    // A turn that is noticed 0.25 s late is a jump of up to 2 m and 8 m/s.
    let bound = (W * W * 2.0 + 2.0 * W * 8.0) * FRAME as f32;
    assert!(smooth.velocity < bound, "{smooth:?}, {bound}");
    assert!(raw.velocity > 10.0 * bound, "{raw:?}");
    assert!(smooth.angular_velocity < 0.2 * raw.angular_velocity, "{smooth:?}, {raw:?}");
    // In the last half of each second nothing turns: what is left of the offset is small.
    for second in 1..8 {
        assert!(apart[64 * second - 2] < 0.05, "{second} s: {}", apart[64 * second - 2]);
    }
}
