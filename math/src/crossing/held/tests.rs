use super::*;

fn spring(k: f64, c: f64, start: f64, velocity: f64) -> Motion {
    let law = Law { k, c, ..Law::default() };
    Motion { law, target: 1.0, start, velocity }
}

#[test]
fn velocity_is_zero_at_every_turn() {
    for (k, c) in [(4.0, 0.0), (4.0, 0.4), (4.0, 4.0), (4.0, 40.0), (0.0, 2.0)] {
        let motion = Motion { law: Law { a: -3.0, k, c, g: 0.0 }, ..spring(k, c, 0.5, 7.0) };
        let (first, second) = motion.turning_times();
        assert!(motion.at(first.unwrap()).v.abs() < 1e-14);
        assert_eq!(second.is_some(), c * c < 4.0 * k);
        if let Some(t) = second {
            assert!(motion.at(t).v.abs() < 1e-14);
        }
    }
}

#[test]
fn a_mirrored_motion_turns_at_exactly_the_same_times() {
    for velocity in [1e-12, 1e-3, 0.7, 30.0] {
        let motion = spring(0.04, 0.05, 3.0, velocity);
        let mirrored = Motion { target: -1.0, start: -3.0, velocity: -velocity, ..motion };
        assert_eq!(motion.turning_times(), mirrored.turning_times());
    }
    // With a small velocity v at the distance y from the target, the first turn is at v/(k y), here with y = 2.
    let (first, _) = spring(0.04, 0.0, -1.0, -1e-12).turning_times();
    assert!((first.unwrap() / (1e-12 / 0.08) - 1.0).abs() < 4.0 * f64::EPSILON);
}

#[test]
fn the_position_at_a_crossing_is_the_level() {
    for (k, c, level) in [(9.0, 0.6, 1.2), (9.0, 6.0, 0.99), (9.0, 60.0, 0.5), (9.0, 0.0, 0.3)] {
        let motion = spring(k, c, 0.0, 0.0);
        let crossing = motion.first_crossing(level, f64::INFINITY).unwrap();
        assert!((motion.at(crossing.time).x - level).abs() < 1e-15);
    }
}

#[test]
fn a_level_that_is_only_approached_is_never_reached() {
    let critical = spring(4.0, 4.0, 0.0, 0.0);
    assert_eq!(critical.first_crossing(1.0, f64::INFINITY), None);
    assert_eq!(critical.first_crossing(1.1, f64::INFINITY), None);
    assert_eq!(critical.first_crossing(-0.1, f64::INFINITY), None);
    let glide = Motion { law: Law { c: 2.0, ..Law::default() }, ..spring(0.0, 2.0, 0.0, 4.0) };
    assert_eq!(glide.first_crossing(2.0, f64::INFINITY), None);
    assert!(glide.first_crossing(1.99, f64::INFINITY).is_some());
    assert_eq!(glide.first_crossing(1.99, f64::NEG_INFINITY), None);
}

#[test]
fn a_motion_that_starts_on_the_level_has_to_leave_it_first() {
    let crossing = spring(4.0, 0.0, 2.0, 0.0).first_crossing(2.0, 10.0).unwrap();
    assert!((crossing.time - PI).abs() < 1e-15);
    assert_eq!(crossing.velocity, 0.0);
    assert_eq!(spring(4.0, 1.0, 1.0, 0.0).first_crossing(1.0, 10.0), None);
}

#[test]
fn an_undamped_spring_touches_its_start_after_one_period_in_spite_of_rounding() {
    for i in 1..300 {
        let k = f64::from(i) * 0.37;
        let motion = spring(k, 0.0, f64::from(i % 17) - 8.3, 0.0);
        let crossing = motion.first_crossing(motion.start, 1e3).unwrap();
        assert!((crossing.time * libm::sqrt(k) / (2.0 * PI) - 1.0).abs() < 1e-15);
        assert_eq!(crossing.velocity, 0.0);
    }
}

#[test]
fn a_touched_level_is_found_even_if_the_rounded_turning_point_misses_it() {
    let law = Law { k: 11.987_788_262_094_726, ..Law::default() };
    let target = -8.919_139_441_102_743;
    let motion = Motion { law, target, start: -4.631_649_215_705_693, velocity: 0.0 };
    let level = -13.206_629_666_499_794;
    let (first, _) = motion.turning_times();
    assert_ne!(motion.at(first.unwrap()).x, level);
    let crossing = motion.first_crossing(level, 40.0).unwrap();
    assert!((crossing.time - 0.907_361_485_495_227_5).abs() < 1e-15);
    assert_eq!(motion.first_crossing(level - 1e-7, 40.0), None);
}

#[test]
fn the_search_includes_its_end_and_nothing_later() {
    let law = Law { a: -2.0, ..Law::default() };
    let thrown = Motion { law, target: 0.0, start: 0.0, velocity: 5.0 };
    assert_eq!(thrown.first_crossing(-6.0, 6.0), Some(Crossing { time: 6.0, velocity: -7.0 }));
    assert_eq!(thrown.first_crossing(-6.0, 5.999_999_999_999_999), None);
}

#[test]
fn a_motion_with_nan_input_reaches_no_level() {
    for motion in [
        spring(f64::NAN, 0.0, 0.0, 1.0),
        spring(1.0, f64::NAN, 0.0, 1.0),
        spring(1.0, 0.0, f64::NAN, 1.0),
        spring(1.0, 0.0, 0.0, f64::NAN),
    ] {
        assert_eq!(motion.first_crossing(0.5, 10.0), None);
    }
    assert_eq!(spring(1.0, 0.0, 0.0, 1.0).first_crossing(f64::NAN, 1.0), None);
    assert_eq!(spring(1.0, 0.0, 0.0, 1.0).first_crossing(0.5, f64::NAN), None);
}
