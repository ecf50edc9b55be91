extern crate std;

use super::*;
use crate::{Law, Rest};

#[test]
fn a_motion_with_the_turning_speed_turns_at_the_level() {
    let mut found = 0;
    for (k, c, dry) in [0.0, 0.3, 9.0, 400.0]
        .into_iter()
        .flat_map(|k| [0.0, 0.2, 6.0, 90.0].into_iter().flat_map(move |c| [0.0, 0.5, 20.0].map(|dry| (k, c, dry))))
    {
        for (a, target, level) in
            [(0.0, 0.0, 2.0), (-9.8, 0.0, 2.0), (9.8, 0.0, -2.0), (3.0, 0.5, 2.0), (0.0, -1.0, 0.25), (0.0, 3.0, 2.0)]
        {
            let law = Law { k, c, a, g: 0.0 };
            let resting = DryFriction { motion: Motion { law, target, start: 0.0, velocity: 0.0 }, dry };
            let what = std::format!("k {k}, c {c}, dry {dry}, a {a}, target {target}, level {level}");
            let Some(speed) = turning_speed(&resting, level) else {
                // The motion passes the level even from rest, or nothing stops it.
                let pull = (k * (target - level) + a) * level.signum();
                let coasts = pull == 0.0 && c == 0.0 && dry == 0.0;
                assert!(pull > -dry || coasts, "{what}: some speed turns there");
                continue;
            };
            found += 1;
            let velocity = level.signum() * speed;
            let moving = DryFriction { motion: Motion { velocity, ..resting.motion }, dry };
            let Phase::Sliding(slide) = moving.phase() else { panic!("{what}: it moves") };
            assert!((slide.first_turn() - level).abs() <= 1e-13 * (1.0 + target.abs()), "{what}: {speed}");
            if k == 0.0 && a == 0.0 {
                let exact = stopping_speed(level.abs(), c, dry);
                assert!((speed / exact - 1.0).abs() <= 16.0 * f64::EPSILON, "{what}: {speed} {exact}");
            }
        }
    }
    assert!(found > 150, "{found}");
}

#[test]
fn a_motion_that_does_not_turn_at_the_level_has_no_turning_speed() {
    let at = |k: f64, a: f64, target: f64| {
        let motion = Motion { law: Law { k, a, ..Law::default() }, target, start: 0.0, velocity: 0.0 };
        DryFriction { motion, dry: 0.0 }
    };
    assert_eq!(turning_speed(&at(0.0, 0.0, 0.0), 1.0), None);
    assert_eq!(turning_speed(&at(0.0, 1.0, 0.0), 1.0), None);
    // It oscillates between 0 and 6 even from rest.
    assert_eq!(turning_speed(&at(4.0, 0.0, 3.0), 1.0), None);
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(turning_speed(&at(bad, -1.0, 0.0), 1.0), None);
        assert_eq!(turning_speed(&at(4.0, bad, 0.0), 1.0), None);
        assert_eq!(turning_speed(&at(4.0, 0.0, bad), 1.0), None);
        assert_eq!(turning_speed(&at(4.0, 0.0, 0.0), bad), None);
    }
    assert_eq!(turning_speed(&at(4.0, 0.0, 0.0), 0.0), Some(0.0));
}

#[test]
fn a_jump_of_given_height_and_time_matches_reference_values() {
    let free = jump(2.0, 0.4, 0.0);
    assert!((free.gravity / 25.0 - 1.0).abs() < 1e-15 && (free.speed / 10.0 - 1.0).abs() < 1e-15);
    let slowed = jump(2.0, 0.4, 1.5);
    assert!((slowed.gravity / 20.259_428_702_516_452 - 1.0).abs() < 1e-15);
    assert!((slowed.speed / 11.103_771_481_006_58 - 1.0).abs() < 1e-15);
    assert_eq!(jump(0.0, 1.0, 1.0), Jump { gravity: 0.0, speed: 0.0 });
    for (h, t, c) in [(f64::NAN, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, -1.0), (-1.0, 1.0, 1.0)] {
        assert!(jump(h, t, c).gravity.is_nan() && jump(h, t, c).speed.is_nan());
    }
    assert!((jump(1.0, 1.0, 699.9).speed / 699.9 - 1.0).abs() < 1e-14);
    assert_eq!(jump(1.0, 1.0, 1e4).speed, 1e4);
}

#[test]
fn the_stopping_speed_over_a_distance_equals_the_speed_of_a_jump_of_that_height() {
    let speed = stopping_speed(2.0, 1.5, 20.259_428_702_516_452);
    assert!((speed / 11.103_771_481_006_58 - 1.0).abs() < 1e-15);
}

#[test]
fn a_motion_with_the_stopping_speed_stops_after_the_distance() {
    let sizes = [1e-12, 1e-3, 0.3, 1.0, 7.0, 200.0, 1e6];
    for (distance, c, d) in sizes.iter().flat_map(|x| sizes.iter().flat_map(move |c| sizes.map(|d| (*x, *c, d)))) {
        let velocity = stopping_speed(distance, c, d);
        let motion = Motion { law: Law { c, ..Law::default() }, target: 0.0, start: 0.0, velocity };
        let Rest::Stops { position, .. } = (DryFriction { motion, dry: d }).rest() else { panic!("it stops") };
        // The distance has up to twice the relative rounding error of the velocity, and the two terms of the position partly cancel.
        let terms = (velocity / c).min(2.0 * distance);
        assert!((position - distance).abs() <= 8.0 * f64::EPSILON * (distance + terms), "{distance} {c} {d}");
    }
}

#[test]
fn the_distance_left_at_the_settling_time_is_the_tolerance() {
    for (c, d) in [(0.0, 2.0), (1e-9, 2.0), (0.7, 2.0), (3.0, 1e-6), (3.0, 0.0)] {
        let motion = Motion { law: Law { c, ..Law::default() }, target: 0.0, start: 0.0, velocity: 5.0 };
        let sliding = DryFriction { motion, dry: d };
        let end = match sliding.rest() {
            Rest::Stops { position, .. } => position,
            Rest::Never { limit } => limit,
        };
        for tolerance in [1e-6, 0.01, 0.5] {
            let (x, _) = sliding.state(settling_time(5.0, c, d, tolerance));
            assert!((end - x - tolerance).abs() < 1e-14 * (1.0 + end), "{c} {d} {tolerance}: {}", end - x);
        }
        if let Rest::Stops { time, .. } = sliding.rest() {
            assert!((settling_time(5.0, c, d, 0.0) / time - 1.0).abs() < 1e-15);
        }
        assert_eq!(settling_time(5.0, c, d, 2.0 * end), 0.0);
    }
    assert_eq!(settling_time(5.0, 3.0, 0.0, 0.0), f64::INFINITY);
    assert_eq!(settling_time(5.0, 0.0, 0.0, 1.0), f64::INFINITY);
    assert_eq!(settling_time(0.0, 0.0, 0.0, 0.0), 0.0);
    for (v, c, d, tol) in [(f64::NAN, 1.0, 1.0, 0.1), (-1.0, 1.0, 1.0, 0.1), (1.0, 1.0, 1.0, f64::NAN)] {
        assert!(settling_time(v, c, d, tol).is_nan());
    }
}

#[test]
fn stopping_speed_is_exact_for_one_kind_of_friction_and_nan_for_invalid_arguments() {
    assert_eq!(stopping_speed(8.0, 0.0, 1.0), 4.0);
    assert_eq!(stopping_speed(8.0, 0.5, 0.0), 4.0);
    assert_eq!(stopping_speed(0.0, 0.5, 1.0), 0.0);
    assert_eq!(stopping_speed(8.0, 0.0, 0.0), 0.0);
    for (x, c, d) in [(f64::NAN, 1.0, 1.0), (1.0, f64::NAN, 1.0), (1.0, 1.0, f64::NAN), (-1.0, 1.0, 1.0)] {
        assert!(stopping_speed(x, c, d).is_nan());
    }
    for extreme in [5e-324, 1e-200, 1e200, f64::MAX] {
        assert!(!stopping_speed(1.0, extreme, 1.0).is_nan(), "{extreme}");
        assert!(!stopping_speed(1.0, 1.0, extreme).is_nan(), "{extreme}");
        assert!(!stopping_speed(extreme, 1.0, 1.0).is_nan(), "{extreme}");
    }
}
