//! Figures that are kept in convex polygons, against a clamp along each axis, and against a search of all corners and sides.

use std::vec::Vec;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{
    convex::{area, keep_in_polygon},
    soft_clamp::soft_clamp,
};

type Point = [f64; 2];

const SQUARE: [Point; 4] = [[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]];
/// A figure that is not centred on its point.
const FIGURE: [Point; 4] = [[-2.0, -1.0], [2.0, -1.0], [3.0, 2.0], [-3.0, 2.0]];

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn distance(a: Point, b: Point) -> f64 {
    libm::hypot(a[0] - b[0], a[1] - b[1])
}

#[track_caller]
fn assert_close(found: Point, expected: Point, tolerance: f64) {
    assert!(distance(found, expected) <= tolerance, "{found:?}, {expected:?}");
}

/// How far a figure is beyond the sides of a polygon with counterclockwise corners. Negative: how far inside.
fn overhang(place: Point, figure: &[Point], polygon: &[Point]) -> f64 {
    let corners = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let beyond = corners.map(|(a, b)| {
        let length = distance(*a, *b);
        let normal = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
        figure
            .iter()
            .map(|corner| dot(normal, [place[0] + corner[0] - a[0], place[1] + corner[1] - a[1]]))
            .fold(f64::MIN, f64::max)
    });
    beyond.fold(f64::MIN, f64::max)
}

/// The nearest place without an overhang, from all feet on lines of sides and all points where two of them meet.
fn nearest_of_all(point: Point, figure: &[Point], polygon: &[Point]) -> Option<Point> {
    let lines: Vec<(Point, f64)> = polygon
        .iter()
        .zip(polygon.iter().cycle().skip(1))
        .map(|(a, b)| {
            let length = distance(*a, *b);
            let normal = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
            let reach = figure.iter().map(|&corner| dot(normal, corner)).fold(f64::MIN, f64::max);
            (normal, dot(normal, *a) - reach)
        })
        .collect();
    let feet = lines.iter().map(|&(n, d)| {
        let outside = dot(n, point) - d;
        [point[0] - outside * n[0], point[1] - outside * n[1]]
    });
    let meetings = lines.iter().flat_map(|&(m, d)| {
        lines.iter().map(move |&(n, e)| {
            let determinant = m[0] * n[1] - m[1] * n[0];
            [(d * n[1] - e * m[1]) / determinant, (e * m[0] - d * n[0]) / determinant]
        })
    });
    core::iter::once(point)
        .chain(feet)
        .chain(meetings)
        // The rounding of places up to 1e4 units away.
        .filter(|&place| place.iter().all(|x| x.is_finite()) && overhang(place, figure, polygon) <= 1e-9)
        .min_by(|&a, &b| distance(a, point).total_cmp(&distance(b, point)))
}

/// Corners on an ellipse, counterclockwise.
fn polygons() -> impl Strategy<Value = Vec<Point>> {
    let angles = proptest::collection::vec(0.2..1.0_f64, 3..9);
    (angles, 3.0..30.0_f64, 3.0..30.0_f64).prop_map(|(parts, width, height)| {
        let (sum, mut passed) = (parts.iter().sum::<f64>(), 0.0);
        let corner = |part: f64| {
            passed += part;
            let angle = core::f64::consts::TAU * passed / sum;
            [width * libm::cos(angle), height * libm::sin(angle)]
        };
        parts.into_iter().map(corner).collect()
    })
}

fn points() -> impl Strategy<Value = Point> {
    [-60.0..60.0_f64, -60.0..60.0_f64]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn without_a_margin_the_nearest_place_is_found(point in points(), polygon in polygons()) {
        let found = keep_in_polygon(point, &FIGURE, &polygon, 0.0);
        if let Some(expected) = nearest_of_all(point, &FIGURE, &polygon) {
            assert_close(found, expected, 1e-6);
        }
    }

    #[test]
    fn a_figure_that_fits_stays_inside_and_one_that_does_not_is_hardly_farther_out_than_needed(
        point in points(), polygon in polygons(), margin in 0.0..8.0_f64
    ) {
        let found = keep_in_polygon(point, &FIGURE, &polygon, margin);
        // A search for the place with the smallest overhang, which is a convex function of the place.
        let (mut least, mut best, mut step) = (f64::MAX, [0.0; 2], 30.0);
        while step > 1e-7 {
            let last = least;
            for direction in 0..16 {
                let angle = f64::from(direction) * core::f64::consts::PI / 8.0;
                let place = [best[0] + step * libm::cos(angle), best[1] + step * libm::sin(angle)];
                let beyond = overhang(place, &FIGURE, &polygon);
                if beyond < least {
                    (least, best) = (beyond, place);
                }
            }
            if least >= last {
                step *= 0.5;
            }
        }
        let allowed = if least > 0.0 { 1.1 * least } else { 0.0 };
        prop_assert!(overhang(found, &FIGURE, &polygon) <= allowed + 1e-6, "{found:?}, {least}");
    }

    #[test]
    fn the_result_never_moves_farther_than_the_point(
        point in points(), moved in points(), polygon in polygons(), margin in 0.0..8.0_f64
    ) {
        let by = 0.01;
        let other = [point[0] + by * moved[0], point[1] + by * moved[1]];
        let ends = [point, other].map(|point| keep_in_polygon(point, &FIGURE, &polygon, margin));
        prop_assert!(distance(ends[0], ends[1]) <= distance(point, other) + 1e-9);
    }

    #[test]
    fn the_direction_of_the_corners_is_irrelevant(point in points(), polygon in polygons(), margin in 0.0..8.0_f64) {
        let reversed: Vec<Point> = polygon.iter().rev().copied().collect();
        prop_assert!(area(&polygon) > 0.0 && area(&reversed) < 0.0);
        let [found, other] = [&polygon, &reversed].map(|polygon| keep_in_polygon(point, &FIGURE, polygon, margin));
        assert_close(found, other, 1e-6);
    }
}

#[test]
fn beside_one_side_of_a_square_the_result_is_a_clamp() {
    for (x, margin) in [(3.0, 0.0), (9.0, 0.0), (8.0, 3.0), (-8.5, 3.0), (50.0, 3.0), (-7.0, 0.0)] {
        let expected = [soft_clamp(x, [-10.0 + 3.0, 10.0 - 3.0], margin), 0.5];
        assert_close(keep_in_polygon([x, 0.5], &FIGURE, &SQUARE, margin), expected, 1e-12);
    }
}

#[test]
fn a_figure_as_large_as_the_polygon_stays_in_the_middle() {
    let place = keep_in_polygon([30.0, -70.0], &SQUARE, &SQUARE, 2.0);
    assert_close(place, [0.0; 2], 1e-12);
}

#[test]
fn in_a_corridor_that_is_too_narrow_the_point_is_in_the_middle_and_still_moves_along() {
    // Parallel except for rounding.
    let corridor = [[-100.0, -1.0], [100.0, -1.0 + 1e-7], [100.0, 1.0], [-100.0, 1.0]];
    let figure = [[-3.0, -2.0], [3.0, -2.0], [3.0, 2.0], [-3.0, 2.0]];
    for x in [-50.0, 0.0, 20.0, 80.0] {
        let place = keep_in_polygon([x, 7.0], &figure, &corridor, 2.0);
        // It is 1 unit beyond both sides, or up to a tenth more on one of them.
        assert_close(place, [x, 0.1], 1e-6);
    }
}

#[test]
fn while_a_figure_grows_until_it_does_not_fit_its_place_is_continuous() {
    let diamond = [[20.0, 0.0], [0.0, 12.0], [-20.0, 0.0], [0.0, -12.0]];
    let place = |size: f64| {
        let figure = [[-1.6, -0.9], [1.6, -0.9], [1.6, 0.9], [-1.6, 0.9]].map(|corner: Point| corner.map(|x| size * x));
        keep_in_polygon([15.0, 9.0], &figure, &diamond, 1.0)
    };
    let mut last = place(1.0);
    for step in 1..20_000 {
        let next = place(1.0 + 0.001 * f64::from(step));
        // The figure's width across a side grows by 0.001 (1.6 · 12 + 0.9 · 20)/√(12² + 20²). The corner at (20, 0), where two sides meet,
        // moves by √(12² + 20²)/12 times as much.
        let most = 0.001 * (1.6 * 12.0 + 0.9 * 20.0) / 12.0;
        assert!(distance(last, next) < most + 1e-9, "{step}: {last:?}, {next:?}");
        last = next;
    }
    // Less than a tenth of the overhang in the middle, which is measured across the sides, away from it.
    let size = 1.0 + 0.001 * 19_999.0;
    let [across, along] = [12.0, 20.0].map(|x: f64| x / libm::hypot(12.0, 20.0));
    let beyond = across * (1.6 * size - 20.0) + along * 0.9 * size;
    assert_close(last, [0.1 * beyond / across, 0.0], 1e-6);
}

#[test]
fn any_number_gives_a_number_or_nan() {
    let numbers = [0.0, -1.0, 1e-300, 1e300, f64::MAX, f64::INFINITY, f64::NAN];
    for a in numbers {
        for b in numbers {
            assert!(keep_in_polygon([a, b], &FIGURE, &SQUARE, 1.0).iter().all(|x| !x.is_infinite()));
            _ = keep_in_polygon([1.0, 2.0], &[[a, b]], &SQUARE, b);
            _ = keep_in_polygon([1.0, 2.0], &FIGURE, &[[a, b], [b, a], [1.0, a], [b, 0.0]], a);
            _ = keep_in_polygon([1.0, 2.0], &[], &[], a);
            _ = area(&[[a, b], [b, a], [1.0, a]]);
        }
    }
}
