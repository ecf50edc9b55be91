//! Promise 2: orientations match the closed form and the reference table at every tick rate. They take the shortest arc, and their angular
//! velocity is continuous.

use std::f64::consts::{PI, TAU};
use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, math::DQuat, prelude::*};
use bevy_exact_motion::{
    events::InvalidMotion,
    math::{
        Propagator,
        rotation::{Quaternion, Spin, Vector3, left_jacobian_inverse},
    },
    prelude::*,
};

use crate::{
    app::{Bench, Random, ulp},
    table,
};

const COLUMNS: &str =
    "tag omega zeta t q0_x q0_y q0_z q0_w w0_x w0_y w0_z qt_x qt_y qt_z qt_w q_x q_y q_z q_w w_x w_y w_z";

/// Ticks per second. `None` means ticks of random length.
const RATES: [Option<f64>; 6] = [Some(30.0), Some(60.0), Some(64.0), Some(144.0), Some(1000.0), None];

#[derive(Resource, Default)]
struct Reports {
    settled: usize,
    invalid: Vec<&'static str>,
}

fn bench() -> Bench {
    let mut bench = Bench::at_rate(64.0);
    bench
        .app
        .init_resource::<Reports>()
        .add_observer(|_: On<Settled<Rotation>>, mut reports: ResMut<Reports>| reports.settled += 1)
        .add_observer(|event: On<InvalidMotion<Rotation>>, mut reports: ResMut<Reports>| {
            reports.invalid.push(event.field);
        });
    bench
}

fn reports(bench: &Bench) -> &Reports {
    bench.app.world().resource::<Reports>()
}

fn ticks(rate: Option<f64>) -> impl FnMut() -> Duration {
    let mut random = Random(29);
    move || Duration::from_secs_f64(rate.map_or_else(|| random.between(1e-4, 0.05), |hz| 1.0 / hz))
}

/// Runs ticks until `end`; the last one may be shorter.
fn play_to(bench: &mut Bench, end: Duration, mut next: impl FnMut() -> Duration) {
    loop {
        let now = bench.app.world().resource::<Time<Fixed>>().elapsed();
        if now >= end {
            return;
        }
        bench.tick(next().min(end - now));
    }
}

fn rotation(bench: &Bench, entity: Entity) -> Quat {
    bench.get::<Transform>(entity).rotation
}

fn angular_velocity(bench: &Bench, entity: Entity) -> Vec3 {
    bench.get::<Velocity<Rotation>>(entity).0
}

fn rests(bench: &Bench, entity: Entity) -> bool {
    bench.app.world().get::<Resting<Rotation>>(entity).is_some()
}

fn wide(q: Quat) -> Quaternion {
    let [x, y, z, w] = q.to_array().map(f64::from);
    Quaternion { vector: Vector3::new(x, y, z), scalar: w }.normalized()
}

fn vector(v: Vec3) -> Vector3 {
    Vector3::new(v.x.into(), v.y.into(), v.z.into())
}

fn angle_between(a: Quaternion, b: Quaternion) -> f64 {
    (a * b.conjugate()).log().length()
}

fn spring(omega: f32, zeta: f32, t: f64) -> Propagator {
    let (omega, zeta) = (f64::from(omega), f64::from(zeta));
    Propagator::new(omega * omega, 2.0 * zeta * omega, t)
}

fn transform(q: Quat) -> Transform {
    Transform::from_rotation(q)
}

/// Tolerance in ulp. The written value is the f64 state rounded to f32, so each component is within half an ulp. The remaining 0.001 is
/// for the error of f64.
const SHOWN: f64 = 0.501;

#[track_caller]
fn assert_shown(bench: &Bench, entity: Entity, expected: &Spin, what: &str) {
    let found = rotation(bench, entity);
    let [x, y, z, w] = found.to_array().map(f64::from);
    let Quaternion { vector: v, scalar } = expected.orientation;
    let sign = if x * v.x + y * v.y + z * v.z + w * scalar < 0.0 { -1.0 } else { 1.0 };
    for (part, exact) in [(x, v.x), (y, v.y), (z, v.z), (w, scalar)] {
        // The unit is the ulp just below 1, the largest value of a component.
        let error = (sign * part - exact).abs() / ulp(0.999);
        assert!(error <= SHOWN, "{what}: {found} should be {:?}, is {error:.3} ulp off", expected.orientation);
    }
    let found = vector(angular_velocity(bench, entity));
    let exact = expected.angular_velocity;
    for (part, exact) in [(found.x, exact.x), (found.y, exact.y), (found.z, exact.z)] {
        // Another 1e-12 rad/s is for the error of f64 over a thousand steps, at up to 60 rad/s.
        let error = ((part - exact).abs() - 1e-12).max(0.0) / ulp(exact.abs().max(1e-3));
        assert!(error <= SHOWN, "{what}: angular velocity {found:?} should be {exact:?}, is {error:.3} ulp off");
    }
}

/// Returns the largest angle from the target in the first `t` seconds.
fn farthest(omega: f64, zeta: f64, y: Vector3, rate: Vector3, t: f64) -> f64 {
    (0..=2000)
        .map(|i| {
            let p = Propagator::new(omega * omega, 2.0 * zeta * omega, t * f64::from(i) / 2000.0);
            (y + p.held(y, rate, Vector3::default()).position).length()
        })
        .fold(0.0, f64::max)
}

#[test]
fn every_row_of_the_reference_table_that_stays_below_half_a_turn_matches_at_every_rate() {
    let table = table::Table::read(&table::folder("GOLDEN_DIR", "golden"), "rotation.csv", COLUMNS);
    for rate in RATES {
        let mut bench = bench();
        let mut next = ticks(rate);
        let (mut played, mut settled) = (0, 0);
        for row in table.rows() {
            let [omega, zeta, t] = row.numbers(["omega", "zeta", "t"]);
            let q0 = row.numbers(["q0_x", "q0_y", "q0_z", "q0_w"]);
            let target = row.numbers(["qt_x", "qt_y", "qt_z", "qt_w"]);
            let w0 = row.numbers(["w0_x", "w0_y", "w0_z"]);
            let [q0, target] = [q0, target].map(|q| Quat::from_array(q.map(|part| part as f32)));
            let w0 = Vec3::from_array(w0.map(|part| part as f32));
            let (omega, zeta) = (omega as f32, zeta as f32);

            let y = (wide(q0) * wide(target).conjugate()).log();
            let rate_of_y = left_jacobian_inverse(y, vector(w0));
            if t <= 0.0 || farthest(omega.into(), zeta.into(), y, rate_of_y, t) > PI - 1e-3 {
                continue;
            }
            played += 1;
            let begin = bench.app.world().resource::<Time<Fixed>>().elapsed();
            let body = bench.spawn((
                transform(q0),
                Velocity::<Rotation>::of(w0),
                Spring::new(omega, zeta).on::<Rotation>(),
                Target::<Rotation>::of(target),
            ));
            let end = begin + Duration::from_secs_f64(t);
            play_to(&mut bench, end, &mut next);
            let t = (end - begin).as_secs_f64();
            let start = Spin { orientation: wide(q0), angular_velocity: vector(w0) };
            if omega == 0.0 {
                // Without a spring, the rotation vector of the table changes at a constant rate, but the plugin keeps the angular velocity
                // constant instead.
                let coasting = start.step_free(&spring(omega, zeta, t), 0.0, t, Vector3::default());
                assert_shown(&bench, body, &coasting, &format!("{row} at {rate:?} Hz"));
                bench.app.world_mut().despawn(body);
                continue;
            }
            let expected = start.step_held(&spring(omega, zeta, t), wide(target), Vector3::default());
            if rests(&bench, body) {
                settled += 1;
                assert_eq!(rotation(&bench, body), target, "{row}: at rest");
                let left = angle_between(expected.orientation, wide(target));
                // The bound is the rest tolerance of 1e-3 times the Jacobian, which is at most π/2.
                assert!(left <= 1.6e-3, "{row}: at rest {left} rad from the target");
            } else {
                assert_shown(&bench, body, &expected, &format!("{row} at {rate:?} Hz"));
            }
            // The table's inputs are f64; here they are rounded to f32.
            let golden = row.numbers(["q_x", "q_y", "q_z", "q_w"]);
            let golden =
                Quaternion { vector: Vector3::new(golden[0], golden[1], golden[2]), scalar: golden[3] }.normalized();
            let angles = 1.0 + (f64::from(omega) * (1.0 + f64::from(zeta)) + f64::from(w0.length())) * t;
            let error = angle_between(expected.orientation, golden);
            assert!(error <= 4e-7 * angles, "{row}: {error:e} rad from the table");
            bench.app.world_mut().despawn(body);
        }
        assert!(played >= 100, "only {played} rows could be played");
        assert!(settled <= 20, "{settled} of {played} rows came to rest before they were compared");
    }
}

const SPIN: Vec3 = Vec3::new(0.4, -2.0, 1.1);

fn start() -> Quat {
    Quat::from_rotation_x(0.5) * Quat::from_rotation_y(1.2)
}

fn goal() -> Quat {
    Quat::from_rotation_z(-0.9) * Quat::from_rotation_x(0.3)
}

fn spinning() -> Spin {
    Spin { orientation: wide(start()), angular_velocity: vector(SPIN) }
}

#[test]
fn every_drawn_orientation_lies_on_the_exact_path_with_frames_of_random_length() {
    let mut bench = bench();
    let body = bench.spawn((
        transform(start()),
        Velocity::<Rotation>::of(SPIN),
        Spring::new(7.0, 0.2).on::<Rotation>(),
        Target::<Rotation>::of(goal()),
    ));
    let mut random = Random(5);
    let mut elapsed = Duration::ZERO;
    for _ in 0..500 {
        let frame = Duration::from_secs_f64(random.between(1e-4, 0.02));
        elapsed += frame;
        bench.frame(frame);
        let t = elapsed.as_secs_f64();
        if rests(&bench, body) {
            break;
        }
        let expected = spinning().step_held(&spring(7.0, 0.2, t), wide(goal()), Vector3::default());
        assert_shown(&bench, body, &expected, &format!("drawn at {t}"));
    }
    assert!(elapsed > Duration::from_secs(2), "it should not rest as early as {elapsed:?}");
}

#[test]
fn the_angular_velocity_is_continuous_when_the_target_jumps() {
    for rate in RATES {
        let mut bench = bench();
        let body = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(SPIN),
            Spring::new(9.0, 0.4).on::<Rotation>(),
            Target::<Rotation>::of(goal()),
        ));
        let mut next = ticks(rate);
        let mut expected = spinning();
        let mut target = goal();
        for (leg, axis) in [Vec3::X, Vec3::NEG_Y, Vec3::ONE.normalize(), Vec3::Z].into_iter().enumerate() {
            let begin = bench.app.world().resource::<Time<Fixed>>().elapsed();
            let end = begin + Duration::from_millis(150);
            play_to(&mut bench, end, &mut next);
            expected =
                expected.step_held(&spring(9.0, 0.4, (end - begin).as_secs_f64()), wide(target), Vector3::default());
            assert_shown(&bench, body, &expected, &format!("leg {leg} at {rate:?} Hz"));
            target = Quat::from_axis_angle(axis, 1.9);
            bench.edit::<Target<Rotation>>(body, |written| written.value = target);
            let before = angular_velocity(&bench, body);
            bench.frame(Duration::ZERO);
            assert_eq!(angular_velocity(&bench, body), before, "a retarget does not change the velocity");
        }
        assert!(expected.angular_velocity.length() > 1.0, "it should still move when it is compared");
    }
}

#[test]
fn the_shortest_arc_is_taken_for_any_signs_of_the_quaternions() {
    for (q, goal) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        let mut bench = bench();
        let body = bench.spawn((
            transform(Quat::from_rotation_y(3.0) * q),
            Spring::critical(8.0).on::<Rotation>(),
            Target::<Rotation>::of(Quat::from_rotation_y(-3.0) * goal),
        ));
        bench.run_to(0.25);
        let law = bevy_exact_motion::math::Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };
        let (angle, rate) = law.step_held(0.0, 0.0, TAU - 6.0, 0.25);
        let expected = Quaternion::exp(Vector3::new(0.0, 3.0 + angle, 0.0));
        // The tolerance is for the rounding of the two f32 quaternions, 3e-8 each in half of the angle.
        assert!(angle_between(wide(rotation(&bench, body)), expected) < 3e-7, "signs {q}, {goal}");
        assert!((f64::from(angular_velocity(&bench, body).y) - rate).abs() < 2e-6, "signs {q}, {goal}");
    }
}

#[test]
fn writing_the_negated_quaternion_does_not_change_the_motion() {
    // Each write also rounds the state to f32. The spring damps that error.
    let mut bench = bench();
    let body = bench.spawn((
        transform(start()),
        Velocity::<Rotation>::of(SPIN),
        Spring::new(7.0, 0.5).on::<Rotation>(),
        Target::<Rotation>::of(goal()),
    ));
    for i in 1..=20 {
        bench.run_to(f64::from(i) / 64.0);
        bench.edit::<Transform>(body, |transform| transform.rotation = -transform.rotation);
        if i == 10 {
            bench.edit::<Target<Rotation>>(body, |target| target.value = -target.value);
        }
    }
    bench.run_to(0.5);
    let expected = spinning().step_held(&spring(7.0, 0.5, 0.5), wide(goal()), Vector3::default());
    let error = angle_between(wide(rotation(&bench, body)), expected.orientation);
    assert!(error < 3e-7, "{error:e} rad off");
    let turning = vector(angular_velocity(&bench, body)) - expected.angular_velocity;
    assert!(turning.length() < 2e-6, "{turning:?} rad/s off");
}

/// Returns targets that user code may write, such as negated or inexactly normalized quaternions.
fn goals() -> Vec<Quat> {
    vec![
        goal(),
        -goal(),
        Quat::IDENTITY,
        -Quat::IDENTITY,
        Quat::from_rotation_y(3.1),
        Quat::from_xyzw(0.1, 0.2, 0.3, 0.927_361_8),
        // Not quite of length 1, but still normalized according to glam.
        (0..300).fold(start(), |q, _| q * goal()),
        Quat::from_array(goal().to_array().map(|part| part * 1.000_05)),
        Quat::from_euler(EulerRot::YXZ, 1.0, 0.5, -0.3),
        Quat::from_rotation_arc(Vec3::X, Vec3::new(-0.6, 0.8, 0.0)),
    ]
}

#[test]
fn a_rotation_settles_once_on_exactly_the_target() {
    for goal in goals() {
        assert!(goal.is_normalized());
        for (omega, zeta) in [(10.0, 1.0), (20.0, 0.3), (4.0, 3.0)] {
            let mut bench = bench();
            let body = bench.spawn((
                transform(start()),
                Velocity::<Rotation>::of(SPIN),
                Spring::new(omega, zeta).on::<Rotation>(),
                Target::<Rotation>::of(goal),
            ));
            bench.run_to(20.0);
            let bits = |q: Quat| q.to_array().map(f32::to_bits);
            assert_eq!(bits(rotation(&bench, body)), bits(goal), "ω {omega}, ζ {zeta}, to {goal}");
            assert_eq!(angular_velocity(&bench, body), Vec3::ZERO);
            assert!(rests(&bench, body));
            assert_eq!(reports(&bench).settled, 1, "reported once: ω {omega}, ζ {zeta}, to {goal}");
        }
    }
}

#[test]
fn an_orientation_on_its_target_keeps_its_bits_and_is_not_reported() {
    let mut bench = bench();
    let bodies: Vec<_> = goals()
        .into_iter()
        .map(|q| {
            let spring = Spring::critical(8.0).on::<Rotation>();
            (q, [bench.spawn((transform(q), spring)), bench.spawn((transform(q), spring, Target::<Rotation>::of(q)))])
        })
        .collect();
    bench.run_to(1.0);
    for (q, entities) in bodies {
        for entity in entities {
            assert_eq!(rotation(&bench, entity), q);
            assert!(rests(&bench, entity));
        }
    }
    assert_eq!(reports(&bench).settled, 0);
}

#[test]
fn a_target_quaternion_that_is_not_of_unit_length_is_normalized() {
    let mut bench = bench();
    let body = bench.spawn((
        transform(start()),
        Spring::critical(10.0).on::<Rotation>(),
        Target::<Rotation>::of(Quat::from_array(goal().to_array().map(|part| part * 3.0))),
    ));
    bench.run_to(0.3);
    assert!(rotation(&bench, body).is_normalized());
    bench.run_to(10.0);
    assert!(rests(&bench, body));
    assert!(angle_between(wide(rotation(&bench, body)), wide(goal())) < 3e-7);
    assert!((rotation(&bench, body).length() - 1.0).abs() < 2e-7);
    assert_eq!(reports(&bench).settled, 1);
}

/// Returns the rotation vector from the leader's orientation to the follower's.
fn lag(bench: &Bench, leader: Entity, follower: Entity) -> Vector3 {
    (wide(rotation(bench, follower)) * wide(rotation(bench, leader)).conjugate()).log()
}

#[test]
fn the_steady_lag_behind_a_turning_leader_is_about_the_leaders_axis_at_every_rate() {
    #[derive(Component)]
    struct Foreign;

    const TURNING: Vec3 = Vec3::new(1.2, -0.4, 2.0);
    for rate in RATES {
        for feed_forward in [0.0, 0.5, 1.0] {
            let mut bench = bench();
            bench.app.add_systems(FixedUpdate, |time: Res<Time>, mut leader: Single<&mut Transform, With<Foreign>>| {
                let turned = (TURNING.as_dvec3() * time.elapsed_secs_f64()).to_array();
                let [x, y, z] = turned;
                let Quaternion { vector: v, scalar } = Quaternion::exp(Vector3::new(x, y, z));
                let turned = DQuat::from_xyzw(v.x, v.y, v.z, scalar).as_quat();
                // Flips the sign of the quaternion in every tick.
                leader.rotation = if turned.dot(leader.rotation) > 0.0 { -turned } else { turned };
            });
            let moved = bench.spawn((transform(start()), Velocity::<Rotation>::of(TURNING)));
            let foreign = bench.spawn((Transform::default(), Foreign));
            let followers = [moved, foreign].map(|leader| {
                let follow = Follow::<Rotation>::of(leader).with_feed_forward(feed_forward);
                bench.spawn((transform(start()), Spring::critical(10.0).on::<Rotation>(), follow))
            });
            let mut next = ticks(rate);
            while bench.elapsed() < 3.0 {
                bench.tick(next());
            }
            let expected = vector(TURNING) * (-0.2 * (1.0 - f64::from(feed_forward)));
            let what = format!("at {rate:?} Hz, f {feed_forward}");
            for (leader, follower) in [moved, foreign].into_iter().zip(followers) {
                // The quaternions of leader and follower are each rounded by half an ulp. A quaternion holds half of the angle, so that is
                // an ulp of the angle.
                let error = (lag(&bench, leader, follower) - expected).length() / ulp(0.999);
                // The samples of a foreign leader are rounded, too, so its sampled angular velocity varies by an ulp per tick.
                let bar = if leader == moved { 2.0 } else { 8.0 };
                assert!(error <= bar, "lag {what}: {error:.1} ulp off");
            }
            let turning = vector(angular_velocity(&bench, followers[0])) - vector(TURNING);
            assert!(turning.length() <= 1e-6, "angular velocity {what}: {turning:?} off");
        }
    }
}

#[test]
fn the_error_of_a_follower_whose_leader_changes_its_axis_is_of_second_order_in_the_tick() {
    // The leader is on a spring, too. The error is the largest angle from the path at the finest rate, measured every eighth of a second.
    let run = |hz: f64| -> Vec<Quaternion> {
        let mut bench = Bench::new(Duration::from_nanos((1e9 / hz) as u64));
        let leader = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(4.0 * SPIN),
            Spring::new(6.0, 0.05).on::<Rotation>(),
            Target::<Rotation>::of(goal()),
        ));
        let follower =
            bench.spawn((transform(start()), Spring::critical(10.0).on::<Rotation>(), Follow::<Rotation>::of(leader)));
        let eighths = (1..=16).map(f64::from).map(|eighth| {
            bench.run_to(eighth / 8.0);
            wide(rotation(&bench, follower))
        });
        eighths.collect()
    };
    let exact = run(2048.0);
    let error = |hz: f64| run(hz).into_iter().zip(&exact).map(|(q, e)| angle_between(q, *e)).fold(0.0, f64::max);
    let (coarse, fine) = (error(32.0), error(64.0));
    assert!((coarse / fine / 4.0 - 1.0).abs() < 0.15, "{coarse:e} at 32 Hz should be four times {fine:e} at 64 Hz");
    assert!(fine < 5e-3, "{fine:e} rad at 64 Hz");
}

#[test]
fn a_rotation_under_friction_alone_is_exact_about_any_axis_and_comes_to_rest() {
    for rate in RATES {
        let mut bench = bench();
        let body = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(5.0 * SPIN),
            Friction::new(1.5).on::<Rotation>(),
        ));
        let mut next = ticks(rate);
        let end = Duration::from_millis(1900);
        play_to(&mut bench, end, &mut next);
        let spin = Spin { angular_velocity: vector(5.0 * SPIN), ..spinning() };
        let p = Propagator::new(0.0, 1.5, 1.9);
        assert_shown(&bench, body, &spin.step_free(&p, 1.5, 1.9, Vector3::default()), &format!("{rate:?} Hz"));
        play_to(&mut bench, Duration::from_secs(12), &mut next);
        assert!(rests(&bench, body));
        let whole = Quaternion::exp(vector(5.0 * SPIN) * (1.0 / 1.5)) * spin.orientation;
        let error = angle_between(wide(rotation(&bench, body)), whole);
        assert!(error < 1e-7, "{error:e} rad from where it should rest");
        assert_eq!(reports(&bench).settled, 1);
    }
}

#[test]
fn a_torque_turns_a_free_body_and_deflects_a_spring() {
    const TORQUE: Vec3 = Vec3::new(2.0, -1.0, 0.5);
    for rate in RATES {
        let mut bench = bench();
        let along = 3.0 * TORQUE;
        let free = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(along),
            Friction::new(0.7).on::<Rotation>(),
            Gravity::<Rotation>::of(TORQUE),
        ));
        let sprung = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(SPIN),
            Spring::new(5.0, 0.6).on::<Rotation>(),
            Target::<Rotation>::of(goal()),
            Gravity::<Rotation>::of(TORQUE),
        ));
        let mut next = ticks(rate);
        let end = Duration::from_millis(650);
        play_to(&mut bench, end, &mut next);
        let t = end.as_secs_f64();
        // The component holds 0.7 rounded to f32.
        let c = f64::from(0.7f32);
        let spin = Spin { angular_velocity: vector(along), ..spinning() };
        let expected = spin.step_free(&Propagator::new(0.0, c, t), c, t, vector(TORQUE));
        assert_shown(&bench, free, &expected, &format!("free at {rate:?} Hz"));
        let expected = spinning().step_held(&spring(5.0, 0.6, t), wide(goal()), vector(TORQUE));
        assert_shown(&bench, sprung, &expected, &format!("sprung at {rate:?} Hz"));
        play_to(&mut bench, Duration::from_secs(10), &mut next);
        assert!(rests(&bench, sprung) && !rests(&bench, free));
        let deflected = Quaternion::exp(vector(TORQUE) * (1.0 / 25.0)) * wide(goal());
        let error = angle_between(wide(rotation(&bench, sprung)), deflected);
        assert!(error < 1.2e-7, "{error:e} rad from the equilibrium with the torque");
    }
}

#[test]
fn the_error_under_a_torque_across_the_axis_of_rotation_is_of_fourth_order_in_the_tick() {
    const TORQUE: Vec3 = Vec3::new(6.0, 1.0, -4.0);
    let exact = {
        let h = 0.5 / 4096.0;
        let p = Propagator::new(0.0, 2.0, h);
        (0..4096).fold(spinning(), |spin, _| spin.step_free(&p, 2.0, h, vector(TORQUE)))
    };
    for (rate, bar) in RATES.into_iter().zip([1.2e-6, 1.5e-7, 1.5e-7, 1.2e-7, 1.2e-7, 1e-5]) {
        let mut bench = bench();
        let body = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(SPIN),
            Friction::new(2.0).on::<Rotation>(),
            Gravity::<Rotation>::of(TORQUE),
        ));
        play_to(&mut bench, Duration::from_millis(500), ticks(rate));
        let error = angle_between(wide(rotation(&bench, body)), exact.orientation);
        assert!(error < bar, "{rate:?} Hz: {error:e} rad off");
    }
}

#[test]
fn an_exponential_rate_of_a_rotation_turns_by_its_displacement() {
    let mut bench = bench();
    let turn = Vec3::new(0.0, 2.5, 1.0);
    let rate = ExponentialRate::<Rotation>::of(turn, 0.2, 0.81).expect("it should be feasible");
    let body = bench.spawn((transform(start()), rate));
    bench.run_to(2.0);
    let end = Quaternion::exp(vector(turn)) * wide(start());
    let error = angle_between(wide(rotation(&bench, body)), end);
    assert!(error < 1.2e-7, "{error:e} rad from its end");
    assert_eq!(angular_velocity(&bench, body), Vec3::ZERO);
}

#[test]
fn invalid_orientations_are_reported_and_never_written() {
    let bad = [
        Quat::from_array([0.0; 4]),
        Quat::from_array([f32::NAN; 4]),
        Quat::from_xyzw(0.0, f32::INFINITY, 0.0, 1.0),
        Quat::from_xyzw(0.0, 0.0, 0.0, f32::NEG_INFINITY),
    ];
    for bad in bad {
        let mut bench = bench();
        let body = bench.spawn((
            transform(start()),
            Velocity::<Rotation>::of(SPIN),
            Spring::new(5.0, 0.3).on::<Rotation>(),
            Target::<Rotation>::of(goal()),
        ));
        let spawned = bench.spawn((transform(bad), Spring::critical(5.0).on::<Rotation>()));
        bench.run_to(0.1);
        bench.edit::<Transform>(body, |transform| transform.rotation = bad);
        bench.run_to(0.2);
        bench.edit::<Target<Rotation>>(body, |target| target.value = bad);
        bench.run_to(0.3);
        bench.edit::<Velocity<Rotation>>(body, |velocity| velocity.0.y = f32::NAN);
        bench.run_to(0.4);
        let expected = spinning().step_held(&spring(5.0, 0.3, bench.elapsed()), wide(goal()), Vector3::default());
        assert_shown(&bench, body, &expected, &format!("{bad} rejected"));
        assert_eq!(reports(&bench).invalid, ["value", "value", "Target::value", "Velocity::0"], "{bad}");
        for entity in [body, spawned] {
            assert!(rotation(&bench, entity).is_normalized(), "{bad}: wrote {}", rotation(&bench, entity));
        }
    }
}

/// Spawns an entity whose spring, target and start depend on `number`.
fn spawn_numbered(bench: &mut Bench, number: u8) -> Entity {
    let n = f32::from(number);
    let spring = Spring::new(2.0 + n, 0.2 + 0.05 * n).on::<Rotation>();
    let start = Quat::from_rotation_x(0.1 * n) * Quat::from_rotation_y(1.0 - 0.07 * n);
    let goal = Quat::from_rotation_z(0.2 * n - 1.5);
    bench.spawn((
        transform(start),
        Velocity::<Rotation>::of(Vec3::new(0.3 * n, -1.0, 0.5)),
        spring,
        Target::<Rotation>::of(goal),
    ))
}

/// In some frames, changes the entity with a certain number: grabs it, disables it, makes its target invalid, and so on.
fn interfere(bench: &mut Bench, number: u8, frame: usize, body: Entity) {
    let Ok(mut entity) = bench.app.world_mut().get_entity_mut(body) else { return };
    match (number, frame) {
        (1, 20) => entity.get_mut::<Target<Rotation>>().unwrap().value.x = f32::NAN,
        (2, 25) => drop(entity.insert(Grabbed::<Rotation>::default())),
        (2, 45) => drop(entity.remove::<Grabbed<Rotation>>()),
        (5, 30) => drop(entity.insert(Disabled)),
        (5, 50) => drop(entity.remove::<Disabled>()),
        (9, 35) => entity.get_mut::<Target<Rotation>>().unwrap().value = Quat::from_rotation_x(1.0),
        (11, 40) => drop(entity.remove::<Spring<Rotation>>()),
        (13, 42) => drop(entity.insert(Gravity::<Rotation>::of(Vec3::new(3.0, 0.0, -1.0)))),
        (17, 60) => entity.despawn(),
        _ => {}
    }
}

#[test]
fn orientations_that_are_stepped_together_move_like_single_ones() {
    // Orientations are stepped in groups. `COUNT` orientations make more than two groups, of which the last one is not full.
    const COUNT: u8 = 21;
    const FRAME: Duration = Duration::from_millis(12);
    let mut together = bench();
    let bodies: Vec<Entity> = (0..COUNT).map(|number| spawn_numbered(&mut together, number)).collect();
    let mut alone: Vec<(Bench, Entity)> = (0..COUNT)
        .map(|number| {
            let mut bench = bench();
            let body = spawn_numbered(&mut bench, number);
            (bench, body)
        })
        .collect();
    for frame in 0..400 {
        for (number, body) in bodies.iter().enumerate() {
            interfere(&mut together, number as u8, frame, *body);
        }
        together.frame(FRAME);
        for (number, (bench, body)) in alone.iter_mut().enumerate() {
            interfere(bench, number as u8, frame, *body);
            bench.frame(FRAME);
            let state = |bench: &Bench, body: Entity| {
                let entity = bench.app.world().get_entity(body).ok()?;
                let velocity = entity.get::<Velocity<Rotation>>().map(|velocity| velocity.0);
                Some((entity.get::<Transform>()?.rotation, velocity, entity.contains::<Resting<Rotation>>()))
            };
            let (found, expected) = (state(&together, bodies[number]), state(bench, *body));
            assert_eq!(found, expected, "number {number} in frame {frame}");
        }
    }
    // The stiff springs have come to rest.
    assert!(rests(&together, bodies[20]));
}

#[test]
fn beyond_half_a_turn_the_motion_is_smooth_and_comes_to_rest() {
    // Beyond half a turn, the path depends on the tick rate, but it is smooth and ends at any rate.
    for kick in [5.0, 12.0, 60.0, 3000.0] {
        let mut bench = bench();
        let body = bench.spawn((
            transform(Quat::from_rotation_y(2.5)),
            Velocity::<Rotation>::of(Vec3::new(0.3, kick, 0.0)),
            Spring::new(6.0, 0.4).on::<Rotation>(),
            Target::<Rotation>::of(Quat::IDENTITY),
        ));
        let mut before = rotation(&bench, body);
        for _ in 0..64 * 20 {
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
            let now = rotation(&bench, body);
            assert!(now.is_normalized());
            let turned = angle_between(wide(now), wide(before));
            // The bound is the largest speed times the tick, or half a turn, which is the largest angle between two orientations.
            let most = (f64::from(kick) + 40.0) / 64.0;
            assert!(turned <= most.min(PI + 1e-6), "kick {kick}: {turned} rad in a tick");
            before = now;
        }
        assert!(rests(&bench, body), "kick {kick}");
        assert_eq!(rotation(&bench, body), Quat::IDENTITY);
        assert_eq!(reports(&bench).settled, 1, "kick {kick}");
    }
}

#[test]
fn user_code_that_flips_the_quaternions_sign_does_not_disturb_the_motion() {
    let mut bench = bench();
    // User code keeps the scalar part of the quaternion negative.
    bench.app.add_systems(Update, |mut bodies: Query<&mut Transform>| {
        for mut transform in &mut bodies {
            if transform.rotation.w > 0.0 {
                transform.rotation = -transform.rotation;
            }
        }
    });
    let goal = Quat::from_rotation_z(-0.9) * Quat::from_rotation_x(0.3);
    assert!(goal.w > 0.0);
    let body = bench.spawn((
        transform(start()),
        Velocity::<Rotation>::of(SPIN),
        Spring::new(7.0, 0.5).on::<Rotation>(),
        Target::<Rotation>::of(goal),
    ));
    bench.run_to(0.5);
    let expected = spinning().step_held(&spring(7.0, 0.5, 0.5), wide(goal), Vector3::default());
    assert_shown(&bench, body, &expected, "with the other sign");
    bench.run_to(20.0);
    assert!(rests(&bench, body));
    assert_eq!(rotation(&bench, body), -goal);
    assert_eq!(reports(&bench).settled, 1, "reported once");
}

#[test]
fn an_offset_from_a_turning_leader_is_kept_at_every_rate() {
    const TURNING: Vec3 = Vec3::new(0.5, 2.0, -1.0);
    for rate in RATES {
        let mut bench = bench();
        let leader = bench.spawn((transform(start()), Velocity::<Rotation>::of(TURNING)));
        let offset = Vec3::new(0.8, 0.0, 0.6);
        let follow = Follow::<Rotation>::of(leader).with_offset(offset).with_feed_forward(1.0);
        let follower = bench.spawn((transform(start()), Spring::critical(10.0).on::<Rotation>(), follow));
        let mut next = ticks(rate);
        while bench.elapsed() < 3.0 {
            bench.tick(next());
        }
        let error = (lag(&bench, leader, follower) - vector(offset)).length();
        assert!(error <= 2.0 * ulp(0.999), "at {rate:?} Hz: {error:e} rad from its offset");
    }
}
