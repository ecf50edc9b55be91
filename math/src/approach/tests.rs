use super::*;

fn thrown(velocity: f64) -> Landing {
    Landing::new(0.0, velocity, velocity / 2.0)
}

fn spring(why: SpringReason) -> Result<Approach, FlingError> {
    Ok(Approach::Spring(why))
}

#[test]
fn a_throw_snapped_to_multiples_of_160_matches_reference_values() {
    let landing = thrown(1000.0);
    let end = landing.on_steps(160.0, 0.0).unwrap();
    assert_eq!((landing.rest, end), (500.0, 480.0));
    let Ok(Approach::Throw(fling)) = landing.approach(end, 2.0, 3.0) else { panic!("it is feasible") };
    // The friction, 0.95 velocity/displacement, is rounded twice. Duration and deceleration have the error bounds of `Fling`: 3 ε and 4.3
    // ε, divided by 1 − p.
    let relative = |found: f64, expected: f64| (found / expected - 1.0).abs();
    assert!(relative(fling.friction(), 1.979_166_666_666_666_7) <= f64::EPSILON);
    assert!(relative(fling.duration(), 2.280_713_705_945_019_9) <= 3.0 * f64::EPSILON / 0.05);
    assert!(relative(fling.dry(), 21.922_962_040_201_52) <= 4.3 * f64::EPSILON / 0.05);
    assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (480.0, 0.0));
}

#[test]
fn approach_returns_the_reason_for_a_spring() {
    let fast = thrown(300.0).with_min_speed(50.0);
    for mirror in [1.0, -1.0] {
        let at = |velocity: f64| Landing { velocity: mirror * velocity, ..fast };
        assert_eq!(at(-300.0).approach(mirror * 160.0, 2.0, 1.0), spring(SpringReason::Behind));
        assert_eq!(at(300.0).approach(0.0, 2.0, 1.0), spring(SpringReason::Behind));
        assert_eq!(at(0.0).approach(mirror * 160.0, 2.0, 1.0), spring(SpringReason::NoVelocity));
        assert_eq!(at(49.0).approach(mirror * 1.0, 2.0, 1.0), spring(SpringReason::Slow));
        assert!(matches!(at(50.0).approach(mirror * 1.0, 2.0, 1.0), Ok(Approach::Throw(_))));
    }
    assert_eq!(thrown(0.0).approach(0.0, 2.0, 1.0), Ok(Approach::Rest));
    assert_eq!(thrown(-0.0).with_min_speed(50.0).approach(0.0, 2.0, 1.0), Ok(Approach::Rest));
    assert_eq!(thrown(300.0).approach(1e308, 2.0, 1.0), spring(SpringReason::TooLong));
    assert_eq!(thrown(1e-300).approach(1e300, 2.0, f64::INFINITY), spring(SpringReason::TooLong));
    assert_eq!(thrown(1e-300).with_min_speed(1.0).approach(1e300, 2.0, 1.0), spring(SpringReason::Slow));
}

#[test]
fn a_throw_that_would_exceed_the_maximum_duration_gets_less_friction() {
    // The shortest duration is 2 displacement/velocity, without friction.
    let landing = thrown(1000.0);
    for (displacement, friction, max_duration, lands_after) in [
        (400.0, 2.0, 3.0, Some(1.330_199_529_231_842_5)),
        (400.0, 2.0, 1.0, Some(1.0)),
        (400.0, 2.0, 0.8, Some(0.8)),
        (400.0, 2.0, 0.79, None),
        (400.0, 0.0, 3.0, Some(0.8)),
        (400.0, 0.0, 0.79, None),
        (900.0, 2.0, 1.9, Some(1.9)),
        (900.0, 2.0, 1.7, None),
        (400.0, 2.0, 0.0, None),
    ] {
        let found = landing.approach(displacement, friction, max_duration);
        match lands_after {
            Some(seconds) => assert!(
                matches!(found, Ok(Approach::Throw(fling)) if (fling.duration() / seconds - 1.0).abs() < 1e-14),
                "{displacement} {friction} {max_duration}: {found:?}"
            ),
            None => assert_eq!(found, spring(SpringReason::TooLong), "{displacement} {friction} {max_duration}"),
        }
    }
    // Pointer jitter along an axis on which the landing place is far away.
    assert_eq!(Landing::new(0.0, 0.0015, 0.0).approach(8.88, 0.0, 3.0), spring(SpringReason::TooLong));
}

#[test]
fn a_spring_is_used_if_dry_friction_stops_the_throw_short_of_its_end() {
    let landing = thrown(300.0).with_dry(200.0);
    assert!(matches!(landing.approach(224.0, 2.0, 10.0), Ok(Approach::Throw(fling)) if fling.dry() >= 200.0));
    assert_eq!(landing.approach(226.0, 2.0, 10.0), spring(SpringReason::StopsShort));
    assert_eq!(landing.with_min_speed(301.0).approach(226.0, 2.0, 10.0), spring(SpringReason::Slow));
    assert!(matches!(thrown(300.0).with_dry(-1.0).approach(1.0, 2.0, 1.0), Err(FlingError::Dry { .. })));
}

#[test]
fn approach_in_uses_a_throw_if_feasible_and_a_spring_otherwise() {
    for mirror in [1.0, -1.0] {
        let landing = Landing { velocity: mirror * 1000.0, ..thrown(1000.0) };
        let Ok(Approach::Throw(fling)) = landing.approach_in(mirror * 400.0, 1.0) else { panic!("it is feasible") };
        // Friction and deceleration lose digits as velocity · duration/displacement, here 2.5, approaches 2: their error grows with 2 + cT.
        let bar = 4.0 * f64::EPSILON * (2.0 + fling.friction());
        assert!((fling.friction() / 1.229_933_200_381_957_5 - 1.0).abs() <= bar);
        assert!((fling.dry() / 508.026_719_847_217 - 1.0).abs() <= bar);
        assert_eq!((fling.duration(), fling.value(1.0), fling.rate(1.0)), (1.0, mirror * 400.0, 0.0));
        // A throw of 2 D/v = 0.8 s is a parabola. A shorter one would need a negative friction.
        let Ok(Approach::Throw(edge)) = landing.approach_in(mirror * 400.0, 0.8) else { panic!("the parabola") };
        assert_eq!((edge.friction(), edge.dry()), (0.0, 1250.0));
        assert_eq!(landing.approach_in(mirror * 400.0, 0.799), spring(SpringReason::TooShort));
        assert_eq!(landing.approach_in(-mirror, 1.0), spring(SpringReason::Behind));
        assert_eq!(landing.approach_in(0.0, 1.0), spring(SpringReason::Behind));
        assert!(matches!(landing.with_dry(500.0).approach_in(mirror * 400.0, 1.0), Ok(Approach::Throw(_))));
        assert_eq!(landing.with_dry(520.0).approach_in(mirror * 400.0, 1.0), spring(SpringReason::TooLong));
        let slow = landing.with_min_speed(1001.0);
        assert_eq!(slow.approach_in(mirror * 400.0, 1.0), spring(SpringReason::Slow));
        assert_eq!(slow.approach_in(mirror * 400.0, 0.1), spring(SpringReason::Slow));
    }
    let still = thrown(0.0);
    assert_eq!(still.approach_in(0.0, 1.0), Ok(Approach::Rest));
    assert_eq!(still.approach_in(1.0, 1.0), spring(SpringReason::NoVelocity));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(still.approach_in(0.0, bad).is_err() && still.approach_in(bad, 1.0).is_err());
    }
    assert!(still.with_min_speed(f64::NAN).approach_in(0.0, 1.0).is_err());
    assert!(still.with_dry(f64::NAN).approach_in(0.0, 1.0).is_err());
}

#[test]
fn a_duration_of_0_gives_a_throw_that_is_already_at_its_end() {
    for (velocity, end) in [(1000.0, 400.0), (-1.0, 400.0), (0.0, -3.0), (5.0, 0.0)] {
        for landing in [thrown(velocity), thrown(velocity).with_dry(500.0).with_min_speed(1e4)] {
            let Ok(Approach::Throw(fling)) = landing.approach_in(end, 0.0) else { panic!("{velocity} {end}") };
            assert_eq!((fling.duration(), fling.value(0.0), fling.rate(0.0)), (0.0, end, 0.0));
        }
    }
    assert_eq!(thrown(0.0).approach_in(0.0, 0.0), Ok(Approach::Rest));
    assert!(thrown(1.0).approach_in(f64::NAN, 0.0).is_err());
}

#[test]
fn non_finite_input_and_negative_friction_are_errors() {
    let landing = thrown(300.0);
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(landing.approach(bad, 2.0, 1.0).is_err());
        assert!(landing.approach(1.0, bad, 1.0).is_err());
        assert!(Landing { position: bad, ..landing }.approach(1.0, 2.0, 1.0).is_err());
        assert!(Landing { velocity: bad, ..landing }.approach(1.0, 2.0, 1.0).is_err());
    }
    assert!(landing.approach(1.0, 2.0, f64::NAN).is_err());
    assert!(landing.with_dry(f64::NAN).approach(1.0, 2.0, 1.0).is_err());
    assert!(landing.with_min_speed(f64::NAN).approach(1.0, 2.0, 1.0).is_err());
    assert!(matches!(landing.approach(1.0, -2.0, 1.0), Err(FlingError::Friction { .. })));
}
