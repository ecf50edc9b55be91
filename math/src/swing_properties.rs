//! Swings against closed forms, against themselves in other steps, and against the pendulum that they are linear in.

use super::{
    Propagator,
    rotation::{Quaternion, Vector3},
    swing::{Bone, BonePose, Swing},
};

const ZERO: Vector3 = Vector3::new(0.0, 0.0, 0.0);
const DOWN: Vector3 = Vector3::new(0.0, -1.0, 0.0);
const BONE: Bone = Bone { stiffness: 64.0, damping: 4.0, feed_forward: 0.0, length: 0.1, acceleration: ZERO };

fn still(direction: Vector3) -> BonePose {
    BonePose { head: ZERO, head_velocity: ZERO, direction, direction_velocity: ZERO }
}

/// The direction at this angle (rad) from down, towards x.
fn at(angle: f64) -> Vector3 {
    Vector3::new(libm::sin(angle), -libm::cos(angle), 0.0)
}

fn angle(swing: &Swing) -> f64 {
    libm::atan2(swing.direction.x, -swing.direction.y)
}

fn rate(swing: &Swing) -> f64 {
    let Vector3 { x, y, .. } = swing.direction;
    -swing.velocity.x * y + swing.velocity.y * x
}

/// A swing through steps of equal length, along a path of poses.
fn stepped(bone: &Bone, path: impl Fn(f64) -> BonePose, time: f64, steps: u32) -> Swing {
    let h = time / f64::from(steps);
    (0..steps).fold(Swing::at_pose(&path(0.0)), |swing, step| {
        let t = f64::from(step) * h;
        swing.step(bone, &path(t), &path(t + h), h)
    })
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, {expected}: {:e}", found - expected);
}

#[test]
fn behind_a_pose_at_rest_the_angle_is_that_of_the_spring() {
    for (start, h) in [(0.3, 0.01), (-1.2, 0.25), (2.9, 0.1)] {
        let (sine, cosine) = (libm::sin(start), libm::cos(start));
        let swing = Swing { direction: at(start), velocity: Vector3::new(cosine, sine, 0.0) * 1.5 };
        let after = swing.step(&BONE, &still(DOWN), &still(DOWN), h);
        let Propagator { pp, pv, vp, vv, .. } = Propagator::new(BONE.stiffness, BONE.damping, h);
        assert_close(angle(&after), start * pp + 1.5 * pv, 4e-15);
        assert_close(rate(&after), start * vp + 1.5 * vv, 6e-14);
        assert_close(after.direction.length(), 1.0, 3e-16);
    }
}

/// Out of a plane, too: the offset is a vector in the tangent plane.
#[test]
fn both_coordinates_swing_alike() {
    let swing = Swing { direction: at(0.4), velocity: Vector3::new(0.0, 0.0, 2.0) };
    let whole = swing.step(&BONE, &still(DOWN), &still(DOWN), 0.2);
    let half = swing.step(&BONE, &still(DOWN), &still(DOWN), 0.1).step(&BONE, &still(DOWN), &still(DOWN), 0.1);
    assert!((whole.direction - half.direction).length() < 2e-15);
    assert!((whole.velocity - half.velocity).length() < 2e-14);
    assert!(whole.direction.z > 0.1);
}

#[test]
fn a_head_on_a_cubic_gives_the_same_swing_in_steps_of_any_length() {
    for (size, tolerance) in [(1e-5, 1e-18), (1.0, 1e-4)] {
        let path = |t: f64| BonePose {
            head: Vector3::new(0.03 * t - 0.2 * t * t + 0.5 * t * t * t, 0.0, 7.0) * size,
            head_velocity: Vector3::new(0.03 - 0.4 * t + 1.5 * t * t, 0.0, 0.0) * size,
            ..still(DOWN)
        };
        for feed_forward in [0.0, 0.3, 1.0] {
            let bone = Bone { feed_forward, ..BONE };
            let (few, many) = (stepped(&bone, path, 0.5, 8), stepped(&bone, path, 0.5, 1000));
            assert_close(angle(&few), angle(&many), tolerance);
            assert_close(rate(&few), rate(&many), 20.0 * tolerance);
        }
    }
}

#[test]
fn a_uniformly_accelerated_head_leaves_the_bone_behind_by_its_acceleration() {
    let path = |t: f64| BonePose {
        head: Vector3::new(t * t, 0.0, 0.0),
        head_velocity: Vector3::new(2.0 * t, 0.0, 0.0),
        ..still(DOWN)
    };
    let bone = Bone { feed_forward: 1.0, ..BONE };
    let found = angle(&stepped(&bone, path, 10.0, 100));
    assert_close(found, -2.0 * libm::cos(found) / (bone.length * bone.stiffness), 1e-8);
}

#[test]
fn a_pose_that_turns_uniformly_gives_the_same_swing_in_steps_of_any_length() {
    let path = |t: f64| {
        let direction = at(3.0 * t);
        let direction_velocity = Vector3::new(-direction.y, direction.x, 0.0) * 3.0;
        BonePose { direction, direction_velocity, ..still(DOWN) }
    };
    let (few, many) = (stepped(&BONE, path, 1.0, 7), stepped(&BONE, path, 1.0, 100));
    assert!((few.direction - many.direction).length() < 1e-13, "{:e}", (few.direction - many.direction).length());
    assert!((few.velocity - many.velocity).length() < 1e-12);
}

/// The equation that the swing is linear in: a pendulum with drag in the air, integrated by Runge and Kutta's method.
fn pendulum(bone: &Bone, path: &impl Fn(f64) -> (BonePose, Vector3), time: f64) -> f64 {
    let force = |t: f64, [angle, rate]: [f64; 2]| {
        let (pose, acceleration) = path(t);
        let across = Vector3::new(libm::cos(angle), libm::sin(angle), 0.0);
        let pull = pose.direction * bone.stiffness + (bone.acceleration - acceleration) * bone.length.recip();
        let drag = bone.damping * (1.0 - bone.feed_forward) / bone.length;
        [rate, pull.dot(across) - bone.damping * rate - drag * pose.head_velocity.dot(across)]
    };
    let (steps, mut state) = (20_000, [libm::atan2(path(0.0).0.direction.x, -path(0.0).0.direction.y), 0.0]);
    let h = time / f64::from(steps);
    let moved = |[a, b]: [f64; 2], [c, d]: [f64; 2], by: f64| [a + c * by, b + d * by];
    for step in 0..steps {
        let t = f64::from(step) * h;
        let first = force(t, state);
        let second = force(t + h / 2.0, moved(state, first, h / 2.0));
        let third = force(t + h / 2.0, moved(state, second, h / 2.0));
        let fourth = force(t + h, moved(state, third, h));
        for (by, of) in [(first, 1.0), (second, 2.0), (third, 2.0), (fourth, 1.0)] {
            state = moved(state, by, h * of / 6.0);
        }
    }
    state[0]
}

/// A bone of 0.1 m is moved by 0.2 m in 0.25 s: the case of the public reports.
#[test]
fn a_bone_that_is_moved_swings_as_the_pendulum_does_to_third_order_in_the_angle() {
    for reach in [0.002, 0.02] {
        let path = |t: f64| {
            let share = (t / 0.25).min(1.0);
            let turn = core::f64::consts::PI * share;
            let (speed, rise) = (core::f64::consts::PI / 0.25, if t < 0.25 { 1.0 } else { 0.0 });
            let along = |of: f64| Vector3::new(of * reach, 0.0, 0.0);
            let pose = BonePose {
                head: along((1.0 - libm::cos(turn)) / 2.0),
                head_velocity: along(libm::sin(turn) / 2.0 * speed * rise),
                ..still(DOWN)
            };
            (pose, along(libm::cos(turn) / 2.0 * speed * speed * rise))
        };
        let bone = Bone { acceleration: Vector3::new(0.0, -1.0, 0.0), ..BONE };
        for (time, steps) in [(0.1, 40), (0.25, 100), (0.4, 160)] {
            let expected = pendulum(&bone, &path, time);
            let found = angle(&stepped(&bone, |t| path(t).0, time, steps));
            std::println!("{reach} m, {time} s: {found:.6} rad, {expected:.6} rad");
            // The largest angle until then is about six times the reach in metres.
            assert_close(found, expected, (6.0 * reach) * (6.0 * reach) * (6.0 * reach));
        }
    }
}

#[test]
fn gravity_and_stiffness_are_one_field() {
    let bone = Bone { acceleration: Vector3::new(3.0, 0.0, 0.0), ..BONE };
    let rest = Swing::at_rest(&bone, &still(DOWN));
    assert_close(angle(&rest), libm::atan2(30.0, 64.0), 1e-15);
    let later =
        (0..200).fold(Swing::at_pose(&still(DOWN)), |swing, _| swing.step(&bone, &still(DOWN), &still(DOWN), 0.1));
    assert_close(angle(&later), angle(&rest), 1e-14);
    let hanging = Bone { stiffness: 0.0, ..bone };
    let later =
        (0..400).fold(Swing::at_pose(&still(DOWN)), |swing, _| swing.step(&hanging, &still(DOWN), &still(DOWN), 0.1));
    assert_close(angle(&later), core::f64::consts::FRAC_PI_2, 1e-14);
}

#[test]
fn no_step_leaves_the_sphere_or_the_numbers() {
    let directions = [DOWN, DOWN * -1.0, at(1e-9), at(core::f64::consts::PI - 5e-8), Vector3::new(0.0, 0.6, 0.8)];
    for before in directions {
        for after in directions {
            for (stiffness, damping) in [(0.0, 0.0), (64.0, 4.0), (1e12, 1e6), (1e-12, 0.0)] {
                for h in [1e-9, 0.016, 10.0] {
                    let bone = Bone { stiffness, damping, ..BONE };
                    let moved = BonePose { head: Vector3::new(1e3, 0.0, 0.0), ..still(after) };
                    let swing = Swing::at_pose(&still(before)).step(&bone, &still(before), &moved, h);
                    assert_close(swing.direction.length(), 1.0, 1e-9);
                    assert!(swing.velocity.length().is_finite(), "{before:?} {after:?} {bone:?} {h}");
                }
            }
        }
    }
}

/// A bone and its pose that both turn, at a time (s).
fn turning(t: f64) -> (Swing, BonePose, Quaternion) {
    let turn = Quaternion::exp(SPIN * t);
    let direction = turn.rotate(Vector3::new(0.6, 0.0, 0.8));
    let own = Vector3::new(-0.3, 0.9, 0.2);
    let bone = Quaternion::exp(own * t).rotate(Vector3::new(0.0, 0.8, 0.6));
    let pose = BonePose { direction_velocity: SPIN.cross(direction), ..still(direction) };
    (Swing { direction: bone, velocity: own.cross(bone) }, pose, turn)
}

/// The angular velocity of the pose (rad/s).
const SPIN: Vector3 = Vector3::new(0.4, -1.1, 0.7);

/// The difference quotient over `2 × STEP` has an error of about its square, and rounding errors of about 1e-16 / `STEP`.
const STEP: f64 = 1e-5;

#[test]
fn the_angular_velocity_of_a_shown_bone_is_the_rate_of_its_rotation() {
    for instant in [0.0, 0.7, 2.0, 5.1] {
        let shown = |t: f64| {
            let (swing, pose, turn) = turning(t);
            let (rotation, spin) = swing.rotation(&pose, SPIN);
            assert!((rotation.rotate(pose.direction) - swing.direction).length() < 1e-15);
            (rotation * turn, spin)
        };
        let (before, after) = (shown(instant - STEP).0, shown(instant + STEP).0);
        let expected = (after * before.conjugate()).log() * (0.5 / STEP);
        assert!((shown(instant).1 - expected).length() < 1e-8, "{:?}, {expected:?}", shown(instant).1);
    }
}

#[test]
fn the_velocity_of_a_limited_swing_is_the_rate_of_its_direction() {
    for (max_angle, influence) in [(1.0, 1.0), (0.9, 0.4), (f64::INFINITY, 0.7), (0.0, 1.0), (2.0, 0.0)] {
        for instant in [0.0, 0.7, 2.0, 5.1] {
            let shown = |t: f64| {
                let (swing, pose, _) = turning(t);
                let shown = swing.limited(&pose, max_angle, influence);
                let angle = libm::acos(shown.direction.dot(pose.direction).clamp(-1.0, 1.0));
                assert!(angle <= max_angle * influence + 1e-7, "{angle}");
                shown
            };
            let (before, after) = (shown(instant - STEP), shown(instant + STEP));
            let expected = (after.direction - before.direction) * (0.5 / STEP);
            assert!((shown(instant).velocity - expected).length() < 1e-8);
        }
    }
}

#[test]
fn a_limit_is_smooth_and_free_in_the_middle() {
    let limited = |angle: f64, max_angle: f64| {
        libm::acos(-Swing { direction: at(angle), velocity: ZERO }.limited(&still(DOWN), max_angle, 1.0).direction.y)
    };
    assert_close(limited(0.4, 1.0), 0.4, 1e-15);
    assert_close(limited(3.0, f64::INFINITY), 3.0, 4e-15);
    let slope = |angle: f64| (limited(angle + STEP, 1.0) - limited(angle - STEP, 1.0)) / (2.0 * STEP);
    assert_close(slope(0.5), 1.0, 2.0 * STEP);
    let angles: [f64; 30] = core::array::from_fn(|tenths| limited((tenths + 1) as f64 * 0.1, 1.0));
    assert!(angles.windows(2).all(|pair| pair[0] < pair[1] && pair[1] <= 1.0), "{angles:?}");
}

#[test]
fn a_bone_is_kept_out_of_a_cone_and_slides_along_it() {
    let cosine = libm::cos(0.5);
    let inside = Swing { direction: at(0.2), velocity: Vector3::new(-libm::cos(0.2), -libm::sin(0.2), 3.0) };
    let outside = inside.kept_out(DOWN, cosine);
    assert_close(angle(&outside), 0.5, 1e-15);
    assert_close(rate(&outside), 0.0, 1e-15);
    assert_close(outside.velocity.z, 3.0, 1e-15);
    assert_eq!(outside.kept_out(DOWN, cosine).velocity.z, outside.velocity.z);
    let leaving = Swing { velocity: -inside.velocity, ..inside }.kept_out(DOWN, cosine);
    assert!(rate(&leaving) > 0.5);
    let centre = Swing { direction: DOWN, velocity: ZERO }.kept_out(DOWN, -1.0);
    assert_close(centre.direction.y, 1.0, 1e-15);
}

#[test]
fn a_bone_at_rest_stays_within_the_tolerance() {
    let rest = |start: f64, speed: f64| {
        let swing = Swing { direction: at(start), velocity: Vector3::new(speed, 0.0, 0.0) };
        swing.is_at_rest(&BONE, &still(DOWN), 1e-4)
    };
    assert!(rest(0.99e-4, 0.0) && rest(0.0, 7.9e-4));
    assert!(!rest(1.01e-4, 0.0) && !rest(0.0, 8.1e-4) && !rest(0.8e-4, 6e-4));
    let free = Bone { stiffness: 0.0, ..BONE };
    let drifts = |speed: f64| Swing { direction: DOWN, velocity: Vector3::new(0.0, 0.0, speed) };
    assert!(drifts(3.9e-4).is_at_rest(&free, &still(DOWN), 1e-4));
    assert!(!drifts(4.1e-4).is_at_rest(&free, &still(DOWN), 1e-4));
}
