use super::*;
use crate::Law;

fn spring(k: f64, c: f64, dry: f64, start: f64, velocity: f64) -> DryFriction {
    let law = Law { k, c, ..Law::default() };
    DryFriction { motion: Motion { law, target: 0.0, start, velocity }, dry }
}

/// The state, computed phase by phase as in an event loop.
fn by_phases(motion: DryFriction, t: f64) -> (f64, f64) {
    let (mut here, mut left) = (motion, t);
    for _ in 0..100_000 {
        match here.phase() {
            Phase::Stuck => return (here.motion.start, 0.0),
            Phase::Sliding(slide) => match slide.end() {
                Some(end) if end <= left => {
                    left -= end;
                    here = slide.next().unwrap();
                }
                _ => return slide.at(left),
            },
        }
    }
    panic!("too many phases");
}

#[test]
fn skipping_half_periods_matches_computing_each() {
    for (c, dry) in [(0.0, 1e-3), (1e-9, 1e-3), (1e-4, 1e-4), (0.01, 1e-6), (0.3, 1e-30)] {
        for (start, velocity) in [(2.0, 0.0), (-1.5, 3.0)] {
            let motion = spring(4.0, c, dry, start, velocity);
            for t in [0.1, 20.0, 90.0, 333.3, 2500.0, 9000.0] {
                let (x, v) = motion.state(t);
                let (slow_x, slow_v) = by_phases(motion, t);
                // The remaining time is rounded in every phase.
                let bar = 4.0 * f64::EPSILON * (1.0 + 2.0 * t) * (1.0 + t);
                assert!((x - slow_x).abs() < bar && (v - slow_v).abs() < 2.0 * bar, "{c} {dry} {t}: {x} {slow_x}");
            }
        }
    }
}

#[test]
fn the_stop_of_a_very_long_oscillation_is_computed_in_closed_form() {
    // Each half period reduces the amplitude by 2d/k.
    let Rest::Stops { time, position } = spring(4.0, 0.0, 1e-12, 2.0, 0.0).rest() else { panic!("it stops") };
    let half_periods = 2.0 / (2.0 * 1e-12 / 4.0);
    assert!((time / (half_periods * core::f64::consts::PI / 2.0) - 1.0).abs() < 1e-15);
    assert!(position.abs() <= 1e-12 / 4.0 + 8.0 * f64::EPSILON);
    for dry in [1e-18, 1e-100, 1e-300] {
        assert!(matches!(spring(4.0, 0.0, dry, 2.0, 0.0).rest(), Rest::Stops { time, .. } if time > 1e18));
        assert!(matches!(spring(4.0, 0.1, dry, 2.0, 0.0).rest(), Rest::Stops { time, .. } if time < 2e4));
    }
    let negligible = spring(4.0, 0.0, 5e-324, 2.0, 0.0);
    assert!(matches!(negligible.rest(), Rest::Never { limit } if limit.is_nan()));
    assert_eq!(spring(4.0, 0.1, 5e-324, 2.0, 0.0).rest(), Rest::Never { limit: 0.0 });
    let (x, v) = negligible.state(1e3);
    assert!((x - 2.0 * libm::cos(2e3)).abs() < 1e-12 && (v + 4.0 * libm::sin(2e3)).abs() < 1e-12);
}

#[test]
fn a_motion_stops_where_its_pull_equals_the_friction_in_spite_of_rounding() {
    for i in 1..300 {
        let k = f64::from(i) * 0.37;
        let Rest::Stops { time, position } = spring(k, 0.0, 0.7, 3.0 * (0.7 / k), 0.0).rest() else {
            panic!("it stops")
        };
        assert!((time * libm::sqrt(k) / core::f64::consts::PI - 1.0).abs() < 1e-15, "{k}: {time}");
        assert!((position * k / -0.7 - 1.0).abs() < 4e-15);
    }
}

#[test]
fn the_state_at_rest_is_the_predicted_position_bit_for_bit() {
    let motion = spring(9.0, 0.4, 0.3, 1.0, 7.0);
    let Rest::Stops { time, position } = motion.rest() else { panic!("it stops") };
    for t in [time, time * (1.0 + 1e-9), 1e6, f64::INFINITY] {
        assert_eq!(motion.state(t), (position, 0.0));
    }
    let (x, v) = motion.state(time * (1.0 - 1e-6));
    assert!(v != 0.0 && (x - position).abs() < 1e-10);
}

#[test]
fn on_a_slope_a_motion_sticks_coasts_or_slides_away() {
    let slope = |a: f64, c: f64, velocity: f64| DryFriction {
        motion: Motion { law: Law { a, c, ..Law::default() }, target: f64::NAN, start: 1.0, velocity },
        dry: 2.0,
    };
    assert_eq!(slope(-2.0, 0.0, 0.0).phase(), Phase::Stuck);
    assert_eq!(slope(-2.0, 0.0, -3.0).state(10.0), (-29.0, -3.0));
    assert_eq!(slope(-2.0, 0.0, -3.0).rest(), Rest::Never { limit: f64::NEG_INFINITY });
    assert_eq!(slope(-2.0, 0.5, -3.0).rest(), Rest::Never { limit: -5.0 });
    assert_eq!(slope(-3.0, 0.0, 0.0).state(1.0), (0.5, -1.0));
}

#[test]
fn without_dry_friction_the_law_acts_alone() {
    let free = spring(4.0, 0.6, 0.0, 2.0, -5.0);
    let Motion { law, target, start, velocity } = free.motion;
    assert_eq!(free.state(7.0), law.step_held(start, velocity, target, 7.0));
    assert_eq!(free.rest(), Rest::Never { limit: 0.0 });
    assert_eq!(spring(4.0, 0.6, 0.0, 0.0, 0.0).rest(), Rest::Stops { time: 0.0, position: 0.0 });
    assert!(matches!(spring(4.0, 0.0, 0.0, 1.0, 0.0).rest(), Rest::Never { limit } if limit.is_nan()));
}

#[test]
fn input_out_of_range_gives_nan() {
    for (k, c, dry, velocity) in [
        (f64::NAN, 0.1, 0.1, 1.0),
        (-1.0, 0.1, 0.1, 1.0),
        (1.0, f64::NAN, 0.1, 1.0),
        (1.0, -1.0, 0.1, 1.0),
        (1.0, 0.1, f64::NAN, 0.0),
        (1.0, 0.1, -1.0, 1.0),
        (1.0, 0.1, 0.1, f64::NAN),
    ] {
        let motion = spring(k, c, dry, 2.0, velocity);
        assert!(motion.state(1.0).0.is_nan(), "{k} {c} {dry} {velocity}");
        let rest = motion.rest();
        assert!(matches!(rest, Rest::Never { limit } if limit.is_nan()), "{k} {c} {dry} {velocity}: {rest:?}");
    }
    assert!(spring(1.0, 0.0, 0.1, 2.0, 0.0).state(f64::NAN).0.is_nan());
}

#[test]
fn extreme_input_does_not_hang() {
    let sizes = [0.0, 5e-324, 1e-200, 1e-9, 1.0, 1e9, 1e200, f64::MAX];
    for k in sizes {
        for c in sizes {
            for dry in sizes {
                for (start, velocity) in sizes.into_iter().flat_map(|x| sizes.map(|v| (x, -v))) {
                    let motion = spring(k, c, dry, start, velocity);
                    let _ = (motion.rest(), motion.state(1.0), motion.state(f64::MAX), motion.state(f64::INFINITY));
                }
            }
        }
    }
}
