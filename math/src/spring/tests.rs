use super::*;

const RATIOS: [f64; 6] = [0.0, 0.3, 0.999_999, 1.0, 1.5, 200.0];

#[test]
fn the_start_is_kept_bit_for_bit_and_the_end_is_the_target() {
    for ratio in RATIOS {
        let spring = Spring::new(7.0, ratio).unwrap();
        let spring = spring.with_start(0.1).with_velocity(-3.7).with_target(1e6);
        assert_eq!(spring.value(0.0).to_bits(), 0.1_f64.to_bits());
        assert_eq!(spring.rate(0.0).to_bits(), (-3.7_f64).to_bits());
        if ratio > 0.0 {
            assert_eq!(spring.final_value(), 1e6);
            assert_eq!(spring.value(1e4), 1e6);
        }
    }
}

#[test]
fn limits_at_infinity_agree_with_values_at_large_times() {
    for ratio in [1.0, 1.5, 20.0] {
        for (start, velocity) in [(0.0, 0.0), (3.0, -40.0), (3.0, 40.0), (1.0, 2.0)] {
            let spring = Spring::new(2.0, ratio).unwrap();
            let spring = spring.with_start(start).with_velocity(velocity);
            let (value, rate) = (spring.value(f64::NEG_INFINITY), spring.rate(f64::NEG_INFINITY));
            assert_eq!(value, f64::INFINITY * spring.value(-3.0));
            assert_eq!(rate, f64::INFINITY * spring.rate(-3.0));
            assert_eq!(spring.rate(f64::INFINITY), 0.0);
        }
    }
    let free = Spring::new(0.0, 1.0).unwrap().with_velocity(-2.0);
    assert_eq!(free.value(f64::INFINITY), f64::NEG_INFINITY);
    assert_eq!(free.value(f64::NEG_INFINITY), f64::INFINITY);
    assert_eq!(free.with_velocity(0.0).with_start(4.0).final_value(), 4.0);
    assert!(Spring::new(2.0, 0.0).unwrap().final_value().is_nan());
}

#[test]
fn without_a_fast_mode_the_slow_mode_sets_the_limit_backward_in_time() {
    let spring = Spring::new(2.0, 1.25).unwrap(); // roots −1 and −4
    let slow = spring.with_target(0.0).with_start(3.0).with_velocity(-3.0);
    assert_eq!(slow.value(f64::NEG_INFINITY), f64::INFINITY);
    assert_eq!(slow.rate(f64::NEG_INFINITY), f64::NEG_INFINITY);
}

#[test]
fn time_at_returns_the_time_at_which_the_position_is_the_level() {
    for ratio in RATIOS {
        let spring = Spring::new(3.0, ratio).unwrap();
        let t = spring.time_at(0.7).unwrap();
        assert!((spring.value(t) - 0.7).abs() < 4e-16, "ζ = {ratio}");
        assert_eq!(spring.time_at(0.0), Some(0.0));
        assert_eq!(spring.time_at(-0.1), None);
    }
    let peak = Spring::new(3.0, 0.3).unwrap();
    assert!((peak.value(peak.peak_time()) - 1.0 - peak.overshoot()).abs() < 1e-15);
}

#[test]
fn the_energy_distance_at_the_settling_time_is_the_tolerance() {
    for ratio in [0.01, 0.3, 1.0, 1.5, 200.0] {
        let spring = Spring::new(3.0, ratio).unwrap();
        let t = spring.settling_time(1e-3);
        assert!((spring.energy_distance(t) / 1e-3 - 1.0).abs() < 1e-12);
    }
    assert_eq!(Spring::new(3.0, 0.0).unwrap().settling_time(0.1), f64::INFINITY);
}

#[test]
fn a_spring_of_infinite_frequency_is_on_its_target_immediately() {
    for ratio in RATIOS {
        let spring = Spring::new(f64::INFINITY, ratio).unwrap().with_start(3.0).with_velocity(-7.0).with_target(5.0);
        assert_eq!((spring.value(0.0), spring.rate(0.0)), (3.0, -7.0));
        for t in [1e-300, 0.1, 1e300, f64::INFINITY] {
            assert_eq!((spring.value(t), spring.rate(t), spring.energy_distance(t)), (5.0, 0.0, 0.0));
        }
        assert!(spring.value(-1.0).is_nan() && spring.value(f64::NAN).is_nan());
        assert!(spring.with_velocity(f64::NAN).value(1.0).is_nan());
        assert_eq!((spring.final_value(), spring.settling_time(1e-3), spring.half_life()), (5.0, 0.0, 0.0));
        assert_eq!((spring.overshoot(), spring.peak_time()), (0.0, f64::INFINITY));
        assert_eq!((spring.energy_distance(0.0), spring.stiffness()), (2.0, f64::INFINITY));
        for (level, time) in [(3.0, Some(0.0)), (4.0, Some(0.0)), (5.0, Some(0.0)), (5.1, None), (2.9, None)] {
            assert_eq!(spring.time_at(level), time);
        }
    }
}

#[test]
fn invalid_parameters_are_errors_and_nan_in_gives_nan_out() {
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(Spring::new(bad, 1.0).is_err() != (bad == f64::INFINITY));
        assert!(Spring::new(1.0, bad).is_err());
    }
    assert!(Spring::new(1e200, 1.0).is_err());
    assert!(Spring::new(1e150, 1e200).is_err());
    let spring = Spring::new(2.0, 0.5).unwrap();
    assert!(spring.with_velocity(f64::NAN).value(1.0).is_nan());
    assert!(spring.with_start(f64::NAN).final_value().is_nan());
    assert!(spring.with_target(f64::NAN).time_at(0.5).is_none());
    assert!(spring.value(f64::NAN).is_nan());
}
