//! Shots that somebody else moves: their velocity is known from where they were, as well as that can be.

use std::{f64::consts::E, time::Duration};

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{app::Bench, stage::cameras_at_rate};

const RATE: f64 = 64.0;
/// Of the blend. Unit: rad/s.
const OMEGA: f64 = 8.0;
/// Of the way of the foreign shot. Units: m, rad/s.
const AMPLITUDE: f64 = 0.4;
const FREQUENCY: f64 = 5.0;

/// Where the foreign shot is, and how fast: 2 m/s, 10 m/s², 50 m/s³.
fn flown(t: f64) -> (DVec3, DVec3) {
    let (sin, cos) = (FREQUENCY * t).sin_cos();
    (DVec3::new(3.0 + AMPLITUDE * sin, 2.0, AMPLITUDE * cos), AMPLITUDE * FREQUENCY * DVec3::new(cos, 0.0, -sin))
}

/// Frames of a tick each, after each of which the foreign shot is put to where it is then.
fn fly(bench: &mut Bench, shot: Entity, frames: usize) {
    for _ in 0..frames {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let place = flown(bench.elapsed()).0.as_vec3();
        bench.edit::<Transform>(shot, |transform| transform.translation = place);
    }
}

/// What is left after `t` (s) of an offset and its rate.
fn left(offset: DVec3, rate: DVec3, t: f64) -> DVec3 {
    (offset + (rate + OMEGA * offset) * t) * (-OMEGA * t).exp()
}

/// How fast goes what is left of an offset that was at rest.
fn left_rate(offset: DVec3, t: f64) -> DVec3 {
    -OMEGA * OMEGA * t * (-OMEGA * t).exp() * offset
}

fn stage() -> (Bench, Entity, Entity, Blend) {
    let mut bench = cameras_at_rate(RATE);
    let foreign = bench.spawn(Transform::from_translation(flown(0.0).0.as_vec3()));
    let own = bench.spawn(Orbit::new(0.4, 0.3, 6.0));
    bench.frame(Duration::ZERO);
    (bench, foreign, own, Blend::Spring { angular_frequency: OMEGA as f32, path: BlendPath::Straight })
}

/// A velocity that is off by this makes the picture wrong by so much (m), and what is stored as f32 adds a little.
fn shifted(velocity: f64) -> f64 {
    velocity / (E * OMEGA) + 2e-6
}

#[test]
fn away_from_a_shot_of_others_its_velocity_is_that_of_a_parabola() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), Shows::new(foreign).by(blend)));
    for turn in [40, 11] {
        fly(&mut bench, foreign, turn);
        // It is drawn where it was put after the frame before.
        let (start, (x, v)) = (bench.elapsed(), flown(bench.elapsed() - 1.0 / RATE));
        bench.edit::<Shows>(camera, |shows| shows.shot = own);
        let base = bench.get::<Pose>(own).position.as_dvec3();
        // The parabola through three samples is off by h²/3 of the third derivative.
        let bound = shifted(AMPLITUDE * FREQUENCY.powi(3) / (3.0 * RATE * RATE));
        for _ in 0..60 {
            fly(&mut bench, foreign, 1);
            let expected = base + left(x - base, v, bench.elapsed() - start);
            let found = bench.get::<Pose>(camera).position.as_dvec3();
            assert!(found.distance(expected) <= bound, "{}: {found} should be {expected}", bench.elapsed() - start);
        }
        bench.edit::<Shows>(camera, |shows| *shows = Shows::new(foreign).by(Blend::Cut));
        fly(&mut bench, foreign, 5);
        bench.edit::<Shows>(camera, |shows| *shows = Shows::new(foreign).by(blend));
    }
}

#[test]
fn to_a_shot_of_others_its_velocity_is_known_a_frame_late() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), Shows::new(own).by(blend)));
    for frames in [40, 47] {
        fly(&mut bench, foreign, frames);
        let (start, place) = (bench.elapsed(), flown(bench.elapsed()).0);
        let shown = bench.get::<Pose>(camera).position.as_dvec3();
        bench.edit::<Shows>(camera, |shows| *shows = Shows::new(foreign).by(blend));
        // Until there are two samples, it counts as standing: what is shown then, and how fast.
        let standing = |t: f64| (place + left(shown - place, DVec3::ZERO, t), left_rate(shown - place, t));
        let (known, (x, v)) = (2.0 / RATE, standing(2.0 / RATE));
        let (base, velocity) = flown(start + 1.0 / RATE);
        // The line through the first two samples is off by h/2 of the second derivative.
        let bound = shifted(AMPLITUDE * FREQUENCY * FREQUENCY / (2.0 * RATE));
        for frame in 0..60 {
            fly(&mut bench, foreign, 1);
            let t = bench.elapsed() - start;
            let expected = if frame == 0 {
                standing(t).0
            } else {
                flown(bench.elapsed() - 1.0 / RATE).0 + left(x - base, v - velocity, t - known)
            };
            let found = bench.get::<Pose>(camera).position.as_dvec3();
            assert!(found.distance(expected) <= bound, "{frame}: {found} should be {expected}");
        }
        bench.edit::<Shows>(camera, |shows| *shows = Shows::new(own).by(Blend::Cut));
        bench.frame(Duration::ZERO);
    }
}

/// How far (m) the camera is at most from where it would go from the shot's last place, where that stood, to its own.
fn off_from_standing(bench: &mut Bench, camera: Entity, shot: Entity, own: Entity) -> f64 {
    let (start, x) = (bench.elapsed(), bench.get::<GlobalTransform>(shot).translation().as_dvec3());
    bench.edit::<Shows>(camera, |shows| shows.shot = own);
    let base = bench.get::<Pose>(own).position.as_dvec3();
    let mut worst = 0.0f64;
    for _ in 0..60 {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let expected = base + left(x - base, DVec3::ZERO, bench.elapsed() - start);
        worst = worst.max(bench.get::<Pose>(camera).position.as_dvec3().distance(expected));
    }
    worst
}

#[test]
fn a_shot_of_others_that_has_stopped_has_no_velocity_left() {
    let (mut bench, foreign, own, blend) = stage();
    let camera = bench.spawn((Transform::default(), Shows::new(foreign).by(blend)));
    fly(&mut bench, foreign, 20);
    // Twice as long as between its samples.
    for _ in 0..3 {
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
    }
    let off = off_from_standing(&mut bench, camera, foreign, own);
    assert!(off < 1e-5, "{off}");
}

#[test]
fn a_shot_of_others_that_is_teleported_has_not_gone_there() {
    for with_its_parent in [false, true] {
        let (mut bench, _, own, blend) = stage();
        let parent = bench.spawn((Transform::default(), Visibility::default()));
        let shot = bench.spawn((Transform::from_xyz(3.0, 2.0, 1.0), ChildOf(parent)));
        let camera = bench.spawn((Transform::default(), Shows::new(shot).by(blend)));
        for _ in 0..10 {
            bench.frame(Duration::from_secs_f64(1.0 / RATE));
        }
        let who = if with_its_parent { parent } else { shot };
        bench.edit::<Transform>(who, |transform| transform.translation.x += 30.0);
        bench.app.world_mut().trigger(Teleported::new(who));
        bench.frame(Duration::from_secs_f64(1.0 / RATE));
        let off = off_from_standing(&mut bench, camera, shot, own);
        assert!(off < 2e-5, "with its parent {with_its_parent}: {off}");
    }
}
