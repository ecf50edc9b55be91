//! Blends with views within 5° of straight up or down, where yaw and roll are hard to distinguish: nothing jumps there either.

use std::time::Duration;

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{app::Bench, app::ulp, compare_poses::assert_same, stage::cameras_at_rate};

/// The angular frequency of the blends. Unit: rad/s.
const OMEGA: f32 = 6.0;
/// The pitch beyond which a view is steep: 5° from straight down. Unit: rad.
const STEEP: f32 = 85.0 * std::f32::consts::PI / 180.0;

fn blends() -> [Blend; 4] {
    let spring = |around| Blend::Spring { angular_frequency: OMEGA, around };
    let eased = |around| Blend::Eased { angular_frequency: OMEGA, around };
    [spring(false), eased(false), spring(true), eased(true)]
}

/// Spawns a moving pivot, and a shot that orbits it. The orbit's range allows views nearly straight up and down.
fn shot(bench: &mut Bench, place: Vec3, orbit: Orbit, turn_rate: Vec2) -> Entity {
    let velocity = Velocity::new(Vec3::new(1.0, 0.2, -0.5));
    let pivot = bench.spawn((Transform::from_translation(place), Visibility::default(), velocity));
    let range = OrbitRange { pitch: [-1.55, 1.55], ..default() };
    bench.spawn((orbit, range, OrbitInput { turn_rate, ..default() }, ChildOf(pivot)))
}

/// The pitch of a view, positive if it looks down. Unit: rad.
fn pitch(pose: &Pose) -> f32 {
    (pose.rotation * Vec3::Z).y.asin()
}

/// Runs frames of 1 ms, and asserts that poses change at their velocities and that velocities do not jump.
fn assert_no_jump(bench: &mut Bench, camera: Entity, frames: usize, what: &str) {
    let dt = 0.001;
    let mut poses = vec![*bench.get::<Pose>(camera)];
    for _ in 0..frames {
        bench.frame(Duration::from_millis(1));
        poses.push(*bench.get::<Pose>(camera));
    }
    // The greatest jerk: an offset of 10 m or π rad on a spring of ω causes at most 5 ω³ times the offset. Shots that turn at 2 rad/s
    // cause less.
    let (jerk, turn_jerk) = (50.0 * f64::from(OMEGA).powi(3), 16.0 * f64::from(OMEGA).powi(3));
    let change = |a: Vec3, b: Vec3| (b.as_dvec3() - a.as_dvec3()).length();
    for (n, pair) in poses.windows(2).enumerate() {
        let [a, b] = pair else { unreachable!("windows of two") };
        let what = format!("{what}, frame {n}: {a:?} became {b:?}");
        // The trapezoidal rule is off by dt³/12 times the jerk. Rounding to f32 adds half an ulp for each position, and for each yaw, which
        // acts at the end of a boom of 8 m.
        let moved = b.position.as_dvec3() - a.position.as_dvec3();
        let expected = (a.velocity.as_dvec3() + b.velocity.as_dvec3()) * (0.5 * dt);
        let rounded = 2.0 * ulp(16.0) + 8.0 * ulp(std::f64::consts::PI);
        let error = (moved - expected).length();
        assert!(error <= rounded + jerk * dt.powi(3), "{what}: {error} m");
        let turned: DVec3 = (b.rotation.as_dquat().normalize() * a.rotation.as_dquat().normalize().conjugate())
            .normalize()
            .to_scaled_axis();
        let expected = (a.angular_velocity.as_dvec3() + b.angular_velocity.as_dvec3()) * (0.5 * dt);
        let error = (turned - expected).length();
        assert!(error <= 1e-6 + turn_jerk * dt.powi(3), "{what}: {error} rad");
    }
    // A jump of the velocity exceeds the changes in the frames before and after it; a jump of the acceleration does not.
    for (n, four) in poses.windows(4).enumerate() {
        let [a, b, c, d] = four else { unreachable!("windows of four") };
        let what = format!("{what}, frame {}: {b:?} became {c:?}", n + 1);
        let [before, here, after] = [(a, b), (b, c), (c, d)].map(|(from, to)| change(from.velocity, to.velocity));
        let rounded = 4.0 * ulp(f64::from(b.velocity.length()) + 1.0);
        assert!(here <= before + after + jerk * dt * dt + rounded, "{what}: {here} m/s after {before}, before {after}");
        let [before, here, after] =
            [(a, b), (b, c), (c, d)].map(|(from, to)| change(from.angular_velocity, to.angular_velocity));
        let rounded = 4.0 * ulp(f64::from(b.angular_velocity.length()) + 1.0);
        let most = before + after + turn_jerk * dt * dt + rounded;
        assert!(here <= most, "{what}: {here} rad/s after {before}, before {after}");
    }
}

#[test]
fn a_shot_that_becomes_steep_during_a_blend_does_not_make_the_camera_jump() {
    for blend in blends() {
        for down in [1.0, -1.0] {
            let mut bench = cameras_at_rate(64.0);
            let from = shot(&mut bench, Vec3::ZERO, Orbit::new(0.0, 0.3, 6.0), Vec2::new(0.6, 0.0));
            let to = Orbit::new(1.2, 1.2 * down, 8.0);
            let to = shot(&mut bench, Vec3::new(4.0, 1.0, -3.0), to, Vec2::new(0.4, 0.6 * down));
            let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
            bench.run_to(0.375);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
            bench.frame(Duration::ZERO);
            let start = bench.get::<Orbit>(to).pitch * down;
            assert!(start < STEEP, "the blend should begin with level views: {start}");
            assert_no_jump(&mut bench, camera, 350, &format!("{blend:?}, {down}"));
            let end = bench.get::<Orbit>(to).pitch * down;
            assert!(end > STEEP, "the shot should have become steep: {end}");
            bench.run_to(12.0);
            assert_eq!(bench.get::<Pose>(camera), bench.get::<Pose>(to), "{blend:?}");
        }
    }
}

#[test]
fn interrupted_blends_to_and_from_a_steep_shot_do_not_jump() {
    for blend in blends() {
        let mut bench = cameras_at_rate(64.0);
        let level = shot(&mut bench, Vec3::ZERO, Orbit::new(0.0, 0.3, 6.0), Vec2::new(0.6, 0.1));
        let steep = shot(&mut bench, Vec3::new(4.0, 1.0, -3.0), Orbit::new(2.0, 1.5, 8.0), Vec2::new(-0.4, 0.0));
        let other = shot(&mut bench, Vec3::Y * 3.0, Orbit::new(-1.5, 0.0, 5.0), Vec2::new(0.2, 0.3));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(level).with_blend(blend)));
        bench.run_to(0.25);
        let mut steepest = 0.0f32;
        for (index, shot) in [steep, level, steep, other, steep, level].into_iter().enumerate() {
            let before = *bench.get::<Pose>(camera);
            bench.edit::<ActiveShot>(camera, |shows| shows.shot = shot);
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(camera), &format!("{blend:?}, change {index}"));
            assert_no_jump(&mut bench, camera, 150, &format!("{blend:?}, after change {index}"));
            if index == 2 {
                // Let the blend end, so that the next change starts from a steep view.
                bench.run_to(bench.elapsed() + 2.0);
            }
            steepest = steepest.max(pitch(bench.get(camera)));
        }
        assert!(steepest > STEEP, "a view should have been nearly straight down: {steepest}");
    }
}

#[test]
fn a_shot_that_turns_upside_down_during_a_blend_does_not_make_the_camera_jump() {
    for blend in blends() {
        let mut bench = cameras_at_rate(64.0);
        let from = shot(&mut bench, Vec3::ZERO, Orbit::new(0.7, 0.3, 6.0), Vec2::new(0.6, 0.0));
        // Looks straight up after half a second.
        let turning = Velocity::<Rotation>::of(Vec3::X * std::f32::consts::PI);
        let over = bench.spawn((Transform::from_xyz(3.0, 1.0, 2.0), Velocity::new(Vec3::X), turning));
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
        bench.run_to(0.25);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = over);
        bench.frame(Duration::ZERO);
        assert_no_jump(&mut bench, camera, 450, &format!("{blend:?}"));
        assert!((bench.get::<Transform>(over).rotation * Vec3::Y).y < 0.0, "it should be upside down");
    }
}
