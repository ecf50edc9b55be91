use super::*;
use crate::math::{Integrals, Propagator};

/// Orientations computed by glam: normalized up to rounding.
fn samples() -> impl Iterator<Item = Quat> {
    (0..200u8).map(|i| {
        let i = f32::from(i);
        Quat::from_rotation_x(0.37 * i) * Quat::from_rotation_y(1.1 + 0.013 * i) * Quat::from_rotation_z(-0.71 * i)
    })
}

fn response(k: f64, c: f64, t: f64) -> Response {
    let propagator = Propagator::new(k, c, t);
    Response { t, propagator, integrals: Integrals::new(k, c, t, &propagator) }
}

#[test]
fn widening_and_then_narrowing_keeps_every_bit() {
    for q in samples() {
        assert_eq!(Quat::narrow(q.widen()).to_array().map(f32::to_bits), q.to_array().map(f32::to_bits));
        assert_eq!(Quat::offset(q.widen(), DVec3::ZERO), q.widen());
    }
}

#[test]
fn widening_normalizes_a_quaternion_and_a_zero_quaternion_is_invalid() {
    for scale in [1e-30, 0.5, 1.01, 1e30] {
        for q in samples() {
            let scaled = Quat::from_array(q.to_array().map(|component| component * scale));
            assert!(Space::is_finite(scaled));
            let wide = scaled.widen();
            assert!((wide.length() - 1.0).abs() < 4.0 * f64::EPSILON, "{scale}: {}", wide.length());
            assert!(Quat::difference(wide, q.widen()).length() < 4e-7);
        }
    }
    assert!(!Space::is_finite(Quat::from_array([0.0; 4])));
    assert!(!Space::is_finite(Quat::from_array([0.0, -0.0, 0.0, 0.0])));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!Space::is_finite(Quat::from_xyzw(0.0, bad, 0.0, 1.0)));
    }
}

#[test]
fn the_difference_is_the_shortest_arc_whatever_the_signs_of_the_quaternions() {
    for from in samples().step_by(17) {
        for to in samples().step_by(13) {
            let arc = Quat::difference(to.widen(), from.widen());
            assert!(arc.length() <= core::f64::consts::PI + 1e-15);
            for (to, from) in [(-to, from), (to, -from), (-to, -from)] {
                assert!((Quat::difference(to.widen(), from.widen()) - arc).length() < 1e-15);
            }
            let end = Quat::offset(from.widen(), arc);
            assert!(Quat::difference(end, to.widen()).length() < 2e-15, "{from} to {to}");
        }
    }
    for q in samples() {
        assert_eq!(Quat::difference(q.widen(), q.widen()), DVec3::ZERO);
        assert_eq!(Quat::difference(q.widen(), (-q).widen()), DVec3::ZERO);
    }
}

#[test]
fn an_orientation_at_rest_keeps_every_bit() {
    let law = Law { k: 64.0, c: 16.0, ..Law::default() };
    let free = Law { c: 2.0, ..Law::default() };
    for q in samples() {
        let state = State { position: q.widen(), velocity: DVec3::ZERO };
        assert_eq!(Quat::evolve(state, q.widen(), None, &law, &response(64.0, 16.0, 0.1)), state);
        let slope = Slope::default();
        assert_eq!(Quat::evolve(state, q.widen(), Some(&slope), &law, &response(64.0, 16.0, 0.1)), state);
        assert_eq!(Quat::evolve(state, DQuat::IDENTITY, None, &free, &response(0.0, 2.0, 0.1)), state);
    }
}

#[test]
fn the_length_of_a_written_quaternion_has_no_effect_on_the_motion() {
    // Longer than 1, but still normalized by glam's definition.
    let long = |q: Quat| Quat::from_array(q.to_array().map(|component| component * 1.000_09)).widen();
    let law = Law { k: 64.0, c: 5.0, g: 2.0, a: DVec3::new(1.0, 0.0, -2.0) };
    let line = Slope::line(DVec3::new(0.3, -2.0, 0.9));
    for (law, slope) in [(law, None), (law, Some(&line)), (Law { k: 0.0, g: 0.0, ..law }, None)] {
        let response = response(law.k, law.c, 0.1);
        for (q, target) in samples().zip(samples().skip(7)) {
            let velocity = DVec3::new(-1.0, 0.5, 2.0);
            let step =
                |q: DQuat, target: DQuat| Quat::evolve(State { position: q, velocity }, target, slope, &law, &response);
            let (exact, found) = (step(q.widen(), target.widen()), step(long(q), long(target)));
            assert!((found.position.length() - 1.0).abs() < 1e-15);
            // Scaling rounds the f32 once more.
            assert!(Quat::difference(found.position, exact.position).length() < 1e-6);
            assert!((found.velocity - exact.velocity).length() < 1e-5);
        }
    }
}

#[test]
fn a_path_is_a_rotation_at_constant_angular_velocity() {
    let from = State { position: Quat::from_rotation_y(3.0).widen(), velocity: DVec3::X };
    let to = State { position: Quat::from_rotation_y(-3.0).widen(), velocity: DVec3::Z };
    let path = Quat::path(&from, &to, 0.25);
    assert!((path.e1.y - 4.0 * (core::f64::consts::TAU - 6.0)).abs() < 1e-6);
    assert!(Quat::difference(Quat::offset(from.position, path.offset(0.25)), to.position).length() < 1e-15);
    assert_eq!((path.e2, path.e3), (DVec3::ZERO, DVec3::ZERO));
    assert_eq!(Quat::path(&from, &to, 0.0), Slope::line(DVec3::X));
}
