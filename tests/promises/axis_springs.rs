//! [`AxisSprings`]: each axis has its own spring.

use core::f32::consts::FRAC_PI_2;

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::{events::InvalidMotion, math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

const OMEGA: Vec3 = Vec3::new(12.0, 3.0, 6.0);
const ZETA: Vec3 = Vec3::new(0.5, 1.0, 1.5);
const START: Vec3 = Vec3::new(2.0, -1.0, 3.0);
const KICK: Vec3 = Vec3::new(-4.0, 2.0, 1.0);

/// The expected position and velocity along one axis at `t`. The law is that of the axis's spring plus `more`.
fn along(axis: usize, x: f64, v: f64, target: f64, more: Law, t: f64) -> (f64, f64) {
    let (omega, zeta) = (f64::from(OMEGA[axis]), f64::from(ZETA[axis]));
    Law { k: omega * omega + more.k, c: 2.0 * zeta * omega + more.c, g: 0.0, a: more.a }.step_held(x, v, target, t)
}

#[test]
fn each_axis_has_its_own_spring_and_shares_the_other_forces() {
    let friction = 0.75;
    let gravity = Vec3::new(0.0, -9.0, 0.0);
    for rate in [30.0, 64.0, 144.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        let body = bench.spawn((
            Transform::from_translation(START),
            Velocity::new(KICK),
            AxisSprings::new(OMEGA, ZETA),
            Spring::new(2.0, 0.0),
            Friction::new(friction),
            Gravity::new(gravity),
            Target::new(Vec3::ONE),
        ));
        for t in [0.5, 1.0] {
            bench.run_to(t);
            let (place, velocity) = (bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0);
            for axis in 0..3 {
                let more = Law { k: 4.0, c: friction.into(), g: 0.0, a: gravity[axis].into() };
                let (x, v) = along(axis, START[axis].into(), KICK[axis].into(), 1.0, more, t);
                assert_ulps(place[axis], x, 1.0, 4.0, &format!("{rate} Hz, axis {axis}"));
                assert_ulps(velocity[axis], v, 1.0, 8.0, &format!("{rate} Hz, axis {axis}"));
            }
        }
    }
}

#[test]
fn in_own_frame_rotates_the_springs_with_the_entity() {
    let turn = Quat::from_rotation_y(0.6) * Quat::from_rotation_x(-0.4);
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((
        Transform::from_translation(turn * START).with_rotation(turn),
        Velocity::new(turn * KICK),
        AxisSprings::new(OMEGA, ZETA).in_own_frame(),
        Target::new(Vec3::ZERO),
    ));
    bench.run_to(0.5);
    let own = turn.inverse() * bench.get::<Transform>(body).translation;
    for axis in 0..3 {
        let (x, _) = along(axis, START[axis].into(), KICK[axis].into(), 0.0, Law::default(), 0.5);
        // Start and result are each rotated in f32.
        assert_ulps(own[axis], x, 4.0, 4.0, &format!("axis {axis}"));
    }
}

#[test]
fn a_rotation_written_in_flight_rotates_the_springs_from_the_next_tick() {
    let turn = Quat::from_rotation_z(1.0);
    let paths = [60.0, 600.0].map(|frames| {
        let mut bench = Bench::at_rate(30.0);
        let body = bench.spawn((
            Transform::from_translation(START),
            AxisSprings::new(OMEGA, ZETA).in_own_frame(),
            Target::new(Vec3::ZERO),
        ));
        let mut turned = false;
        while bench.elapsed() < 1.0 - 1e-9 {
            bench.frame(std::time::Duration::from_secs_f64(1.0 / frames));
            if bench.elapsed() > 0.3 && !turned {
                turned = true;
                bench.edit::<Transform>(body, |transform| transform.rotation = turn);
            }
        }
        bench.get::<Transform>(body).translation
    });
    assert!((paths[0] - paths[1]).length() < 1e-6, "the frame rate should not matter: {} {}", paths[0], paths[1]);
    let mut unturned = Bench::at_rate(30.0);
    let body =
        unturned.spawn((Transform::from_translation(START), AxisSprings::new(OMEGA, ZETA), Target::new(Vec3::ZERO)));
    unturned.run_to(1.0);
    assert!((unturned.get::<Transform>(body).translation - paths[0]).length() > 1e-2, "the rotation should act");
}

#[test]
fn in_own_frame_follows_a_rotation_that_the_plugin_moves() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((
        Transform::from_translation(START),
        AxisSprings::new(OMEGA, ZETA).in_own_frame(),
        Target::new(Vec3::ZERO),
        Velocity::<Rotation>::of(Vec3::new(0.5, 1.0, 2.0)),
    ));
    let (mut x, mut v) = (START.as_dvec3(), DVec3::ZERO);
    for tick in 1..=64 {
        // The orientation at the start of a tick applies to the whole tick.
        let frame = bench.get::<Transform>(body).rotation.as_dquat().normalize();
        let (own_x, own_v) = (frame.inverse() * x, frame.inverse() * v);
        let own = [0, 1, 2].map(|axis| along(axis, own_x[axis], own_v[axis], 0.0, Law::default(), 1.0 / 64.0));
        (x, v) = (frame * DVec3::from_array(own.map(|own| own.0)), frame * DVec3::from_array(own.map(|own| own.1)));
        bench.run_to(f64::from(tick) / 64.0);
        for axis in 0..3 {
            let found = bench.get::<Transform>(body).translation[axis];
            assert_ulps(found, x[axis], 1.0, 4.0, &format!("tick {tick}, axis {axis}"));
        }
    }
}

#[test]
fn a_rotation_wakes_an_entity_that_hangs_at_rest() {
    let mut bench = Bench::at_rate(64.0);
    let hung = bench.spawn((
        Transform::default(),
        (AxisSprings::new(OMEGA, ZETA).in_own_frame(), Gravity::new(9.0 * Vec3::NEG_Y), Target::new(Vec3::ZERO)),
        (Spring::critical(10.0).on::<Rotation>(), Target::<Rotation>::of(Quat::IDENTITY)),
    ));
    bench.run_to(20.0);
    assert!(bench.rests(hung));
    assert_eq!(bench.get::<Transform>(hung).translation, Vec3::NEG_Y, "9/3² below its target");
    bench.edit::<Target<Rotation>>(hung, |target| target.value = Quat::from_rotation_z(FRAC_PI_2));
    bench.run_to(40.0);
    assert!(bench.rests(hung));
    // Its stiffest axis, x, is vertical now, up to the rounding of an f32 orientation.
    let Vec3 { x, y, z } = bench.get::<Transform>(hung).translation;
    assert_ulps(y, -9.0 / 144.0, 2.0, 1.0, "9/12² below its target");
    assert!(x.abs() < 1e-6 && z == 0.0, "{x} {z}");
}

#[test]
fn an_axis_without_spring_or_friction_keeps_moving() {
    let mut bench = Bench::at_rate(64.0);
    let open =
        || (Transform::default(), AxisSprings::new(OMEGA * Vec3::new(1.0, 0.0, 1.0), ZETA), Target::new(Vec3::ZERO));
    let creeping = bench.spawn((open(), Velocity::new(1e-4 * Vec3::Y)));
    let sinking = bench.spawn((open(), Gravity::new(1e-6 * Vec3::NEG_Y)));
    let swinging = bench.spawn((
        Transform::from_translation(1e-4 * Vec3::X),
        AxisSprings::new(OMEGA, Vec3::ZERO),
        Target::new(Vec3::ZERO),
    ));
    bench.run_to(20.0);
    let y = |entity| bench.get::<Transform>(entity).translation.y;
    assert_ulps(y(creeping), 20.0 * f64::from(1e-4f32), 1.0, 1.0, "creeping");
    assert_ulps(y(sinking), -0.5 * 400.0 * f64::from(1e-6f32), 1.0, 1.0, "sinking");
    for body in [creeping, sinking, swinging] {
        assert!(!bench.rests(body));
    }
}

#[test]
fn an_entity_rests_once_all_axes_rest() {
    let mut bench = Bench::at_rate(64.0);
    let hung = bench.spawn((
        Transform::from_translation(START),
        AxisSprings::new(OMEGA, ZETA),
        Gravity::new(9.0 * Vec3::NEG_Y),
        Target::new(Vec3::ONE),
    ));
    // Without a spring along y, friction ends the motion along y.
    let sliding = bench.spawn((
        Transform::from_translation(START),
        Velocity::new(KICK),
        AxisSprings::new(OMEGA * Vec3::new(1.0, 0.0, 1.0), ZETA),
        Friction::new(2.0),
        Target::new(Vec3::ONE),
    ));
    let coasting = bench.spawn((
        Transform::from_translation(START),
        Velocity::new(KICK),
        AxisSprings::new(OMEGA * Vec3::new(1.0, 0.0, 1.0), ZETA),
        Target::new(Vec3::ONE),
    ));
    bench.run_to(20.0);
    assert!(bench.rests(hung));
    assert_eq!(bench.get::<Transform>(hung).translation, Vec3::new(1.0, 0.0, 1.0), "9/3² below its target");
    assert!(bench.rests(sliding));
    let slid = bench.get::<Transform>(sliding).translation;
    assert_eq!((slid.x, slid.z), (1.0, 1.0));
    assert_ulps(slid.y, -1.0 + 2.0 / 2.0, 1.0, 1e-3 / f64::from(f32::EPSILON), "it rests within its tolerance");
    assert!(!bench.rests(coasting));
}

#[test]
fn each_axis_has_its_own_lag_behind_a_leader() {
    let mut bench = Bench::at_rate(30.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::ONE)));
    let follower = bench.spawn((Transform::default(), AxisSprings::new(OMEGA, ZETA), Follow::new(leader)));
    let close =
        bench.spawn((Transform::default(), AxisSprings::new(OMEGA, ZETA), Follow::new(leader).with_feed_forward(1.0)));
    bench.run_to(16.0);
    let [ahead, behind, near] = [leader, follower, close].map(|entity| bench.get::<Transform>(entity).translation);
    for axis in 0..3 {
        let lag = f64::from(2.0 * ZETA[axis] / OMEGA[axis]);
        assert_ulps(ahead[axis] - behind[axis], lag, 1.0, 16.0, &format!("axis {axis}"));
        assert_ulps(near[axis], ahead[axis].into(), 1.0, 16.0, &format!("axis {axis}, fed forward"));
    }
}

/// Covers axes that are fixed or turn with the entity, with and without a common [`Spring`].
#[test]
fn each_axis_stays_at_its_steady_lag_after_a_cut() {
    for common in [0.0, 3.0] {
        for turns in [false, true] {
            let mut bench = Bench::at_rate(64.0);
            let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::ONE)));
            let turned = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2));
            let springs = AxisSprings::new(OMEGA, ZETA);
            let springs = if turns { springs.in_own_frame() } else { springs };
            let follower = bench.spawn((turned, springs, Follow::new(leader), Gravity::new(-9.0 * Vec3::Y)));
            if common > 0.0 {
                bench.app.world_mut().entity_mut(follower).insert(Spring::critical(common));
            }
            bench.run_to(0.5);
            bench.app.world_mut().trigger(Cut::new(follower));
            for t in [0.6, 1.0, 2.0] {
                bench.run_to(t);
                let [ahead, behind] = [leader, follower].map(|entity| bench.get::<Transform>(entity).translation);
                for axis in 0..3 {
                    // After a quarter turn about z, the entity's own x points along y, and its own y against x.
                    let own = if turns { [1, 0, 2][axis] } else { axis };
                    let (omega, zeta) = (f64::from(OMEGA[own]), f64::from(ZETA[own]));
                    let k = omega * omega + f64::from(common * common);
                    let c = 2.0 * zeta * omega + 2.0 * f64::from(common);
                    let lag = (c + if axis == 1 { 9.0 } else { 0.0 }) / k;
                    // The rotation is rounded to f32, which mixes the axes slightly.
                    let what = format!("axis {axis} at {t}, turned {turns}, common {common}");
                    assert_ulps(ahead[axis] - behind[axis], lag, 4.0, 2.0, &what);
                }
            }
        }
    }
}

#[test]
fn invalid_axis_springs_are_reported_and_the_entity_holds_still() {
    #[derive(Resource, Default)]
    struct Reported(Vec<&'static str>);

    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Reported>();
    bench.app.add_observer(|invalid: On<InvalidMotion>, mut all: ResMut<Reported>| all.0.push(invalid.field));
    bench.app.add_observer(|invalid: On<InvalidMotion<Rotation>>, mut all: ResMut<Reported>| all.0.push(invalid.field));
    for omega in [Vec3::new(1.0, -1.0, 1.0), Vec3::new(f32::NAN, 1.0, 1.0)] {
        let body = bench.spawn((Transform::default(), AxisSprings::new(omega, Vec3::ONE), Target::new(Vec3::ONE)));
        bench.run_to(bench.elapsed() + 0.5);
        assert_eq!(bench.get::<Transform>(body).translation, Vec3::ZERO, "it should hold still");
    }
    bench.spawn((Transform::default(), AxisSprings::<Rotation>::of(Vec3::ONE, Vec3::ONE)));
    bench.run_to(bench.elapsed() + 0.5);
    assert_eq!(bench.app.world().resource::<Reported>().0, ["AxisSprings::angular_frequency"; 3]);
}
