//! Paths against closed forms, and against themselves in smaller steps.

use super::{
    rail::{Cubic, Point, nearest},
    rotation::Vector3,
};

const fn vector(x: f64, y: f64, z: f64) -> Vector3 {
    Vector3::new(x, y, z)
}

/// `(t, t², 0)`.
const PARABOLA: Cubic = Cubic {
    coefficients: [vector(0.0, 0.0, 0.0), vector(1.0, 0.0, 0.0), vector(0.0, 1.0, 0.0), vector(0.0, 0.0, 0.0)],
};
const TWISTED: Cubic = Cubic {
    coefficients: [vector(0.0, 0.0, 0.0), vector(1.0, 0.0, 0.0), vector(0.0, 1.0, 0.0), vector(0.0, 0.0, 1.0)],
};

/// The length of the parabola from 0 to `t`.
fn parabola_length(t: f64) -> f64 {
    0.5 * t * libm::sqrt(1.0 + 4.0 * t * t) + 0.25 * libm::asinh(2.0 * t)
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, {expected}: {:e}", found - expected);
}

#[test]
fn the_length_of_a_line_is_the_distance_of_its_ends() {
    let line = Cubic {
        coefficients: [
            vector(1.0, 2.0, 3.0),
            vector(3.0, 0.0, 4.0) * 0.2,
            vector(3.0, 0.0, 4.0) * 0.3,
            vector(3.0, 0.0, 4.0),
        ],
    };
    for (from, to) in [(0.0, 1.0), (0.25, 0.5)] {
        let distance = (line.point(to).position - line.point(from).position).length();
        assert_close(line.length(from, to), distance, 4.0 * f64::EPSILON * distance);
    }
    let middle = line.point(0.5);
    assert_close(middle.curvature.length(), 0.0, 2.0 * f64::EPSILON);
    assert_close((middle.tangent - vector(0.6, 0.0, 0.8)).length(), 0.0, 2.0 * f64::EPSILON);
}

#[test]
fn the_length_of_a_parabola_is_the_closed_form() {
    // The nearest singularity of the speed is i/2, so an interval of a quarter is resolved to rounding.
    let length: f64 = (0..4).map(|part| PARABOLA.length(0.25 * f64::from(part), 0.25 * f64::from(part + 1))).sum();
    assert_close(length, parabola_length(1.0), 4.0 * f64::EPSILON);
}

#[test]
fn a_parameter_is_the_inverse_of_a_length() {
    for share in [0.0, 1e-9, 0.1, 0.5, 0.77, 1.0] {
        let t = 0.25 + 0.25 * share;
        let length = TWISTED.length(0.25, t);
        assert_close(TWISTED.parameter(0.25, 0.5, length), t, 4.0 * f64::EPSILON);
    }
}

#[test]
fn parameters_of_hostile_lengths_end() {
    for length in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        let found = PARABOLA.parameter(0.0, 1.0, length);
        assert!(found.is_nan() || (0.0..=1.0).contains(&found), "{length}: {found}");
    }
    let nothing = Vector3::default();
    let point = Cubic { coefficients: [vector(1.0, 1.0, 1.0), nothing, nothing, nothing] };
    assert_eq!(point.point(0.5).tangent, Vector3::default());
    let found = point.parameter(0.0, 1.0, 0.5);
    assert!(found.is_nan() || (0.0..=1.0).contains(&found), "{found}");
}

/// Carries a normal along the twisted cubic in this many steps.
fn carried(steps: u32) -> Vector3 {
    let at = |step: u32| TWISTED.point(f64::from(step) / f64::from(steps));
    (0..steps).fold(vector(0.0, 0.0, 1.0), |normal, step| at(step).carried(normal, &at(step + 1)))
}

#[test]
fn a_carried_normal_converges_with_the_fourth_order() {
    let exact = carried(4096);
    let error = |steps| (carried(steps) - exact).length();
    for steps in [16, 32, 64] {
        let order = libm::log2(error(steps) / error(2 * steps));
        assert!((3.7..4.3).contains(&order), "{steps} steps: order {order}");
    }
    let end = TWISTED.point(1.0);
    assert_close(exact.dot(end.tangent), 0.0, 1e-12);
    assert_close(exact.length(), 1.0, 1e-12);
}

/// The twist of a frame that does not turn about its tangent is 0: `N′·(T × N) = 0`.
#[test]
fn a_carried_normal_does_not_turn_about_the_tangent() {
    let h = 1e-4;
    for t in [0.1, 0.5, 0.8] {
        let (before, after) = (TWISTED.point(t - h), TWISTED.point(t + h));
        let normal = before.tangent.cross(vector(0.3, -0.4, 0.9));
        let normal = normal * normal.length().recip();
        let change = before.carried(normal, &after) - normal;
        let middle = TWISTED.point(t).tangent;
        // Seen from the middle, what is left is of the third order.
        assert_close(change.dot(middle.cross(normal)), 0.0, 20.0 * h * h);
    }
}

/// The parabola by its length; parameters are solved on quarters.
fn parabola_at(s: f64) -> Point {
    let quarter = (0..3).find(|quarter| s < parabola_length(0.25 * f64::from(quarter + 1))).unwrap_or(3);
    let from = 0.25 * f64::from(quarter);
    PARABOLA.point(PARABOLA.parameter(from, from + 0.25, s - parabola_length(from)))
}

#[test]
fn the_nearest_point_of_a_parabola_is_found() {
    let length = parabola_length(1.0);
    for (target, t) in
        [(vector(0.0, 0.4, 0.0), 0.0), (vector(0.5 + 0.3, 0.25 - 0.3, 0.0), 0.5), (vector(5.0, 5.0, 0.0), 1.0)]
    {
        for from in [0.1, 0.7, 1.2] {
            let found = nearest(parabola_at, from, target, [0.0, length], 0.1);
            assert_close(found, parabola_length(t), 8.0 * f64::EPSILON);
        }
    }
}

#[test]
fn the_nearest_point_moves_as_fast_as_it_is_said_to() {
    let length = parabola_length(1.0);
    let velocity = vector(0.4, 0.3, 0.0);
    let target = vector(0.8, -0.05, 0.0);
    let h = 1e-4;
    let found = |t: f64| nearest(parabola_at, 0.6, target + velocity * t, [0.0, length], 0.1);
    let expected = (found(h) - found(-h)) / (2.0 * h);
    // The error of the difference quotient is of the order of h².
    assert_close(parabola_at(found(0.0)).nearest_velocity(target, velocity), expected, 1e-7);
}

#[test]
fn hostile_numbers_end() {
    for value in [f64::NAN, f64::INFINITY, f64::MAX] {
        let target = vector(value, 0.0, 0.0);
        let found = nearest(parabola_at, 0.3, target, [0.0, 1.0], 0.1);
        assert!((0.0..=1.0).contains(&found), "{value}: {found}");
        assert!(nearest(parabola_at, 0.3, target, [0.0, f64::NAN], 0.1) >= 0.0);
    }
}
