//! Foreign shots, which user code moves: their velocities are estimated from samples.

use std::{f64::consts::E, time::Duration};

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{app::Bench, stage::cameras_at_rate};

const RATE: f64 = 64.0;
/// The angular frequency of the blend. Unit: rad/s.
const OMEGA: f64 = 8.0;
/// The amplitude of the foreign shot's path. Unit: m.
const AMPLITUDE: f64 = 0.4;
/// The angular frequency of the foreign shot's path. Unit: rad/s.
const FREQUENCY: f64 = 5.0;

/// The foreign shot's position and velocity at `t` (s). The first three derivatives of its path have lengths of 2 m/s, 10 m/s² and 50 m/s³.
fn flown(t: f64) -> (DVec3, DVec3) {
    let (sin, cos) = (FREQUENCY * t).sin_cos();
    (DVec3::new(3.0 + AMPLITUDE * sin, 2.0, AMPLITUDE * cos), AMPLITUDE * FREQUENCY * DVec3::new(cos, 0.0, -sin))
}

/// Runs frames of one tick each. After each frame, moves the foreign shot to its path's position at that instant.
fn fly(bench: &mut Bench, shot: Entity, frames: usize) {
    for _ in 0..frames {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let place = flown(bench.elapsed()).0.as_vec3();
        bench.edit::<Transform>(shot, |transform| transform.translation = place);
    }
}

/// A blend's offset after `t` (s), from its initial value and its initial rate.
fn decayed(offset: DVec3, rate: DVec3, t: f64) -> DVec3 {
    (offset + (rate + OMEGA * offset) * t) * (-OMEGA * t).exp()
}

/// The rate of [`decayed`] after `t` (s), for an offset that starts at rest.
fn decayed_rate(offset: DVec3, t: f64) -> DVec3 {
    -OMEGA * OMEGA * t * (-OMEGA * t).exp() * offset
}

fn stage() -> (Bench, Entity, Entity, Blend) {
    let mut bench = cameras_at_rate(RATE);
    let foreign = bench.spawn(Transform::from_translation(flown(0.0).0.as_vec3()));
    let own = bench.spawn(Orbit::new(0.4, 0.3, 6.0));
    bench.frame(Duration::ZERO);
    (bench, foreign, own, Blend::Spring { angular_frequency: OMEGA as f32, around: false })
}

/// The greatest error of the camera's position (m) if the blend starts with a velocity that is off by `velocity` (m/s). Includes the
/// rounding to f32.
fn position_bound(velocity: f64) -> f64 {
    velocity / (E * OMEGA) + 2e-6
}

#[test]
fn a_blend_from_a_foreign_shot_starts_with_the_velocity_of_a_parabola_through_three_samples() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), ActiveShot::new(foreign).with_blend(blend)));
    for turn in [40, 11] {
        fly(&mut bench, foreign, turn);
        // The shot is drawn at the position that was written after the previous frame.
        let (start, (x, v)) = (bench.elapsed(), flown(bench.elapsed() - 1.0 / RATE));
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = own);
        let base = bench.get::<Pose>(own).position.as_dvec3();
        // The velocity of the parabola through three samples is off by h²/3 times the third derivative.
        let bound = position_bound(AMPLITUDE * FREQUENCY.powi(3) / (3.0 * RATE * RATE));
        for _ in 0..60 {
            fly(&mut bench, foreign, 1);
            let expected = base + decayed(x - base, v, bench.elapsed() - start);
            let found = bench.get::<Pose>(camera).position.as_dvec3();
            assert!(found.distance(expected) <= bound, "{}: {found} should be {expected}", bench.elapsed() - start);
        }
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(foreign).with_blend(Blend::Cut));
        fly(&mut bench, foreign, 5);
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(foreign).with_blend(blend));
    }
}

#[test]
fn the_velocity_of_a_foreign_shot_is_known_a_frame_late() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), ActiveShot::new(own).with_blend(blend)));
    for frames in [40, 47] {
        fly(&mut bench, foreign, frames);
        let (start, place) = (bench.elapsed(), flown(bench.elapsed()).0);
        let shown = bench.get::<Pose>(camera).position.as_dvec3();
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(foreign).with_blend(blend));
        // Until there are two samples, the shot counts as resting. `resting` is the camera's position and velocity until then.
        let resting = |t: f64| (place + decayed(shown - place, DVec3::ZERO, t), decayed_rate(shown - place, t));
        let (known, (x, v)) = (2.0 / RATE, resting(2.0 / RATE));
        let (base, velocity) = flown(start + 1.0 / RATE);
        // The velocity of the line through the first two samples is off by h/2 times the second derivative.
        let bound = position_bound(AMPLITUDE * FREQUENCY * FREQUENCY / (2.0 * RATE));
        for frame in 0..60 {
            fly(&mut bench, foreign, 1);
            let t = bench.elapsed() - start;
            let expected = if frame == 0 {
                resting(t).0
            } else {
                flown(bench.elapsed() - 1.0 / RATE).0 + decayed(x - base, v - velocity, t - known)
            };
            let found = bench.get::<Pose>(camera).position.as_dvec3();
            assert!(found.distance(expected) <= bound, "{frame}: {found} should be {expected}");
        }
        bench.edit::<ActiveShot>(camera, |shows| *shows = ActiveShot::new(own).with_blend(Blend::Cut));
        bench.frame(Duration::ZERO);
    }
}

/// Blends from `shot` to `own`. Returns the camera's greatest distance (m) from the path that it would take if `shot` were at rest.
fn off_from_resting(bench: &mut Bench, camera: Entity, shot: Entity, own: Entity) -> f64 {
    let (start, x) = (bench.elapsed(), bench.get::<GlobalTransform>(shot).translation().as_dvec3());
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = own);
    let base = bench.get::<Pose>(own).position.as_dvec3();
    let mut worst = 0.0f64;
    for _ in 0..60 {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let expected = base + decayed(x - base, DVec3::ZERO, bench.elapsed() - start);
        worst = worst.max(bench.get::<Pose>(camera).position.as_dvec3().distance(expected));
    }
    worst
}

#[test]
fn a_foreign_shot_that_has_stopped_has_no_velocity() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), ActiveShot::new(foreign).with_blend(blend)));
    fly(&mut bench, foreign, 20);
    // A shot counts as resting once it has not moved for 2.5 times the time between its samples.
    for _ in 0..3 {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
    }
    let off = off_from_resting(&mut bench, camera, foreign, own);
    assert!(off < 1e-5, "{off}");
}

#[test]
fn a_teleport_of_a_foreign_shot_is_not_mistaken_for_a_velocity() {
    for with_its_parent in [false, true] {
        let (mut bench, _, own, blend) = stage();
        let parent = bench.spawn((Transform::default(), Visibility::default()));
        let shot = bench.spawn((Transform::from_xyz(3.0, 2.0, 1.0), ChildOf(parent)));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(shot).with_blend(blend)));
        for _ in 0..10 {
            bench.frame(Duration::from_secs_f64(1.0 / RATE));
        }
        let moved = if with_its_parent { parent } else { shot };
        bench.edit::<Transform>(moved, |transform| transform.translation.x += 30.0);
        bench.app.world_mut().trigger(Teleported::new(moved));
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let off = off_from_resting(&mut bench, camera, shot, own);
        assert!(off < 2e-5, "with its parent {with_its_parent}: {off}");
    }
}
