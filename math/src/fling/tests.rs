use super::*;
use crate::special::phi1_inverse;
use crate::{DryFriction, ExponentialRate, Friction, Phase, Rest, Spring};

fn close(found: f64, expected: f64) -> bool {
    (found / expected - 1.0).abs() < 2e-15
}

#[test]
fn a_minimum_deceleration_reduces_the_friction_but_keeps_the_end() {
    // A throw to the position where the friction 2 and the deceleration 300 stop the motion has this friction and deceleration.
    let Rest::Stops { position, .. } = moving(2.0, 300.0, 1000.0).rest() else { panic!("it stops") };
    let natural = Fling::with_dry_at_least(0.0, position, 1000.0, 2.0, 300.0).unwrap();
    assert!((natural.dry() / 300.0 - 1.0).abs() < 1e-12 && (natural.friction() / 2.0 - 1.0).abs() < 1e-12);
    for distance in [10.0, 100.0, 300.0, 400.0, 600.0, 1000.0, 1666.0] {
        let fling = Fling::with_dry_at_least(0.0, distance, 1000.0, 2.0, 300.0).unwrap();
        assert!(fling.dry() >= 300.0 && (0.0..=2.0).contains(&fling.friction()), "{distance}: {fling:?}");
        assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (distance, 0.0));
        let short = distance < position;
        assert_eq!(short, (fling.friction() - 2.0).abs() < 1e-9, "{distance}: {fling:?}");
        assert!(short || (fling.dry() / 300.0 - 1.0).abs() < 1e-9, "{distance}: {fling:?}");
    }
    assert!(Fling::with_dry_at_least(0.0, 1667.0, 1000.0, 2.0, 300.0).is_err());
}

fn moving(c: f64, dry: f64, velocity: f64) -> DryFriction {
    let law = Law { c, ..Law::default() };
    DryFriction { motion: Motion { law, target: 0.0, start: 0.0, velocity }, dry }
}

#[test]
fn a_throw_to_400_matches_reference_values() {
    let fling = Fling::between(0.0, 400.0, 1000.0, 2.0).unwrap();
    assert!(close(fling.duration() * 2.0, 2.660_399_058_463_685));
    assert!(close(fling.duration(), 1.330_199_529_231_842_5));
    assert!(close(fling.dry(), 150.353_383_537_502_14));
    assert!(close(fling.value(0.5), 302.232_299_735_775_9));
    assert!((fling.value(1.0) - 389.656_983_060_660_4).abs() < 4.0 * f64::EPSILON * 1000.0);
    for t in [fling.duration(), 2.0, f64::INFINITY] {
        assert_eq!((fling.value(t), fling.rate(t)), (400.0, 0.0));
    }
    assert_eq!(fling, Fling::with_friction_at_most(0.0, 400.0, 1000.0, 2.0).unwrap());
}

#[test]
fn a_throw_snapped_to_multiples_of_160_matches_reference_values() {
    // The stopping point under viscous friction alone, rounded to a multiple of 160.
    let Rest::Never { limit } = moving(2.0, 0.0, 1000.0).rest() else { panic!("it is approached") };
    assert_eq!(limit, 500.0);
    let end = 160.0 * (limit / 160.0).round();
    let fling = Fling::with_friction_at_most(0.0, end, 1000.0, 2.0).unwrap();
    assert_eq!(fling.final_value(), 480.0);
    assert!(close(fling.friction(), 1.979_166_666_666_666_7));
    assert!((fling.duration() / 2.280_713_705_945_019_9 - 1.0).abs() < 1e-14);
    assert!((fling.dry() / 21.922_962_040_201_52 - 1.0).abs() < 1e-14);
}

#[test]
fn a_throw_of_1_second_matches_reference_values() {
    let fling = Fling::over_duration(0.0, 400.0, 1000.0, 1.0).unwrap();
    assert!(close(fling.friction(), 1.229_933_200_381_957_5));
    assert!(close(fling.dry(), 508.026_719_847_217));
    assert_eq!((fling.value(1.0), fling.rate(1.0)), (400.0, 0.0));
    // An exponential rate over the same distance and duration is still moving at the end.
    let exponent = -phi1_inverse(400.0 / 1000.0);
    assert!(close(exponent, 2.231_611_884_023_023));
    let gliding = ExponentialRate::over(400.0, 1000.0 - exponent * 400.0, 1.0).unwrap();
    assert!(close(gliding.end_rate(), 107.355_246_390_790_88));
    assert!((gliding.start_rate() / 1000.0 - 1.0).abs() < 1e-14);
}

#[test]
fn a_throw_that_starts_at_rest_at_its_end_has_duration_0_for_any_requested_duration() {
    let at_rest = Fling::between(3.0, 3.0, 0.0, 0.0).unwrap();
    assert_eq!((at_rest.duration(), at_rest.value(1.0), at_rest.rate(1.0)), (0.0, 3.0, 0.0));
    for duration in [0.0, 1e-300, 0.5, 1e9] {
        assert_eq!(Fling::over_duration(3.0, 3.0, 0.0, duration).unwrap(), at_rest, "{duration}");
    }
    assert!(matches!(Fling::over_duration(3.0, 3.0, 0.0, -1.0), Err(FlingError::TooShort { .. })));
}

#[test]
fn without_friction_a_throw_is_a_parabola() {
    let fling = Fling::between(1.0, -7.0, -4.0, 0.0).unwrap();
    assert_eq!((fling.duration(), fling.dry()), (4.0, 1.0));
    assert_eq!((fling.value(2.0), fling.rate(2.0)), (-5.0, -2.0));
    assert_eq!(Fling::over_duration(1.0, -7.0, -4.0, 4.0).unwrap(), fling);
    assert_eq!(fling.time_at(-5.0), Some(2.0));
    assert_eq!((fling.time_at(-7.0), fling.time_at(1.0), fling.time_at(-7.1)), (Some(4.0), Some(0.0), None));
}

#[test]
fn the_law_of_a_throw_stops_it_at_its_end_after_its_duration() {
    for (friction, velocity) in [(2.0, 1000.0), (0.1, -30.0), (1e-9, 3.0), (40.0, 1e5)] {
        let end = 0.8 * velocity / (friction + 1.0);
        let fling = Fling::with_friction_at_most(0.0, end, velocity, friction).unwrap();
        let Rest::Stops { time, position } = moving(fling.friction(), fling.dry(), velocity).rest() else {
            panic!("it stops")
        };
        assert!((time / fling.duration() - 1.0).abs() < 1e-14);
        assert!((position / end - 1.0).abs() < 1e-14);
        assert_eq!(fling.time_at(end), Some(fling.duration()));
    }
}

#[test]
fn with_friction_at_most_reaches_every_end_ahead_in_finite_time() {
    // Displacement/velocity is 1.
    for (friction, duration, dry) in
        [(0.8, 3.33, 0.060), (0.9, 4.02, 0.0249), (0.95, 4.75, 0.0105), (0.99, 6.54, 0.0015)]
    {
        let fling = Fling::between(0.0, 3.0, 3.0, friction).unwrap();
        assert!((fling.duration() - duration).abs() < 0.01 && (fling.dry() / 3.0 / dry - 1.0).abs() < 0.04);
    }
    let limited = Fling::with_friction_at_most(0.0, 3.0, 3.0, 50.0).unwrap();
    assert_eq!(limited.friction(), Fling::VISCOUS_SHARE);
}

#[test]
fn an_end_behind_the_motion_needs_a_spring() {
    assert!(matches!(Fling::between(0.0, 160.0, -300.0, 2.0), Err(FlingError::WrongDirection { .. })));
    let spring = Spring::critical(12.0).unwrap().with_target(160.0).with_velocity(-300.0);
    // The motion turns after v/(ω (v − ωD)).
    let turn = -300.0 / (12.0 * (-300.0 - 12.0 * 160.0));
    assert!(close(turn, 0.011_261_261_261_261_26));
    let motion =
        Motion { law: Law { k: 144.0, c: 24.0, ..Law::default() }, target: 160.0, start: 0.0, velocity: -300.0 };
    assert!(close(motion.turning_times().0.unwrap(), turn));
    assert!(close(spring.value(turn), -1.615_602_240_299_163_4));
    assert_eq!(motion.first_crossing(160.0, f64::INFINITY), None);
}

#[test]
fn an_edge_is_reached_at_the_exact_instant_and_a_spring_continues_the_motion() {
    let glide = Friction::new(2.0).unwrap().with_velocity(1000.0);
    let at = glide.time_at(300.0).unwrap();
    assert!((at / 0.458_145_365_937_077_53 - 1.0).abs() <= 3.0 * f64::EPSILON);
    assert!(close(glide.rate(at), 400.0));
    let spring = Spring::critical(18.0).unwrap().with_start(300.0).with_target(300.0).with_velocity(400.0);
    for (t, x, v) in
        [(0.5, 307.881_579_879_493_6, 46.439_979_049_424_56), (0.75, 300.610_535_831_408_49, -8.897_727_414_107_504)]
    {
        assert!((spring.value(t - at) - x).abs() < 1e-12 && (spring.rate(t - at) - v).abs() < 1e-12);
    }
    let peak = 0.513_700_921_492_633_1 - at;
    assert!((spring.value(peak) - 308.175_098_692_698_7).abs() < 1e-12 && spring.rate(peak).abs() < 1e-11);
    // The same edge, under dry friction alone.
    let sliding = moving(0.0, 1250.0, 1000.0);
    let Rest::Stops { time, position } = sliding.rest() else { panic!("it stops") };
    assert!(time == 0.8 && close(position, 400.0));
    let Phase::Sliding(slide) = sliding.phase() else { panic!("it moves") };
    let crossing = slide.motion().first_crossing(300.0, 0.8).unwrap();
    assert!(close(crossing.time, 0.4) && close(crossing.velocity, 500.0));
}

#[test]
fn a_motion_released_beyond_an_edge_comes_back_and_glides_on() {
    let spring = Spring::critical(12.0).unwrap().with_start(350.0).with_target(300.0).with_velocity(-1000.0);
    let at = spring.time_at(300.0).unwrap();
    assert!(close(at, 0.125));
    assert!((spring.rate(at) / -89.252_064_059_371_93 - 1.0).abs() < 1e-14);
    let glide = Friction::new(2.0).unwrap().with_start(300.0).with_velocity(spring.rate(at));
    assert!(close(glide.final_value(), 255.373_967_970_314_03));
}

#[test]
fn a_moving_edge_is_reached_at_the_exact_instant() {
    // The motion is relative to the edge, which is at 300 + 50 t.
    let law = Law { c: 2.0, a: -2.0 * 50.0, ..Law::default() };
    let glide = Motion { law, target: 0.0, start: -300.0, velocity: 1000.0 - 50.0 };
    let crossing = glide.first_crossing(0.0, 10.0).unwrap();
    assert!(close(crossing.time, 0.529_083_157_029_486_7));
    assert!(close(crossing.velocity, 297.091_684_297_051_3));
}

#[test]
fn values_at_minus_infinity_are_limits_and_nan_in_gives_nan_out() {
    let fling = Fling::between(0.0, 4.0, 10.0, 2.0).unwrap();
    assert_eq!((fling.value(f64::NEG_INFINITY), fling.rate(f64::NEG_INFINITY)), (f64::NEG_INFINITY, f64::INFINITY));
    assert!(fling.value(f64::NAN).is_nan() && fling.rate(f64::NAN).is_nan());
    assert_eq!((fling.value(0.0), fling.rate(0.0)), (0.0, 10.0));
}
