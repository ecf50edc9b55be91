//! Compares the closed forms of random laws with Runge–Kutta integration, which uses only the differential equation.

#[path = "common/rk4.rs"]
mod rk4;
#[path = "common/tolerance.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod tolerance;

use bevy_exact_motion::math::{Contraction, ExponentialRate, Friction, Gravity, Law, Slope, Spring};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use tolerance as bar;

/// The number of integrator steps per comparison.
const STEPS: u32 = 4000;

/// Fails unless `found` matches the integrator's result. The tolerance is the integrator's error for a law whose fastest rate is `rate`,
/// and a motion whose magnitude is `size`.
fn agrees(
    acceleration: impl Fn(f64, f64, f64) -> f64,
    start: (f64, f64),
    t: f64,
    rate: f64,
    size: f64,
    found: (f64, f64),
) -> Result<(), TestCaseError> {
    let expected = rk4::integrate(acceleration, start, t, STEPS);
    let h = t / f64::from(STEPS);
    let order = bar::RK4_ORDER * (rate * h) * (rate * h) * (rate * h) * (rate * h) * rate * t;
    let allowed = size * (order + bar::RK4_ROUNDING * f64::from(STEPS));
    let (x, v) = ((found.0 - expected.0).abs(), (found.1 - expected.1).abs());
    prop_assert!(x <= allowed, "x {} instead of {}", found.0, expected.0);
    prop_assert!(v <= allowed * (1.0 + rate), "v {} instead of {}", found.1, expected.1);
    Ok(())
}

/// Returns an upper bound of the fastest rate: the larger root of the law, plus 1/t for a target that curves within the step.
fn fastest(law: &Law, t: f64) -> f64 {
    law.c + law.k.sqrt() + 1.0 / t
}

prop_compose! {
    fn laws()(
        omega in prop_oneof![Just(0.0), 0.1..30.0],
        zeta in prop_oneof![Just(0.0), Just(1.0), 0.01..3.0],
        friction in prop_oneof![Just(0.0), 0.01..5.0],
        follow in 0.0..1.0,
        a in prop_oneof![Just(0.0), -20.0..20.0],
    ) -> Law {
        let spring = 2.0 * zeta * omega;
        Law { k: omega * omega, c: spring + friction, g: follow * spring, a }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn a_step_of_any_law_matches_the_integrator(
        law in laws(),
        x0 in -5.0..5.0,
        v0 in -20.0..20.0,
        e0 in -5.0..5.0,
        e1 in -10.0..10.0,
        e2 in -10.0..10.0,
        e3 in -10.0..10.0,
        t in 0.01..3.0,
    ) {
        let size = 200.0 * (1.0 + t) * (1.0 + t) * (1.0 + t);
        let paths = [Slope::default(), Slope::line(e1), Slope { e1, e2, e3 }];
        let found = [
            law.step_held(x0, v0, e0, t),
            law.step_line(x0, v0, e0, e1, t),
            law.step_cubic(x0, v0, e0, &paths[2], t),
        ];
        for (path, found) in paths.into_iter().zip(found) {
            let acceleration = |t: f64, x: f64, v: f64| {
                let (offset, rate) = (path.offset(t), path.rate(t));
                law.a - law.c * v - law.k * (x - e0 - offset) + law.g * rate
            };
            agrees(acceleration, (x0, v0), t, fastest(&law, t), size, found)?;
        }
    }

    #[test]
    fn a_spring_matches_the_integrator(
        omega in 0.1..30.0,
        zeta in 0.0..3.0,
        x0 in -5.0..5.0,
        v0 in -20.0..20.0,
        target in -5.0..5.0,
        t in 0.01..3.0,
    ) {
        let spring = Spring { angular_frequency: omega, damping_ratio: zeta, start: x0, velocity: v0, target };
        let acceleration = |_: f64, x: f64, v: f64| -omega * omega * (x - target) - 2.0 * zeta * omega * v;
        let rate = omega * (1.0 + 2.0 * zeta);
        agrees(acceleration, (x0, v0), t, rate, 200.0 * (1.0 + t), (spring.value(t), spring.rate(t)))?;
    }

    #[test]
    fn friction_and_gravity_match_the_integrator(
        c in 0.0..8.0,
        a in -20.0..20.0,
        x0 in -5.0..5.0,
        v0 in -20.0..20.0,
        t in 0.01..3.0,
    ) {
        let glide = Friction { coefficient: c, start: x0, velocity: v0 };
        agrees(|_, _, v| -c * v, (x0, v0), t, c, 30.0 * (1.0 + t), (glide.value(t), glide.rate(t)))?;
        let fall = Gravity { acceleration: a, start: x0, velocity: v0 };
        agrees(|_, _, _| a, (x0, v0), t, 1.0, 60.0 * (1.0 + t) * (1.0 + t), (fall.value(t), fall.rate(t)))?;
    }

    #[test]
    fn an_exponential_rate_matches_the_integrator_at_its_end(
        distance in 0.5..10.0,
        ratio in 0.1..20.0,
        duration in 0.1..3.0,
    ) {
        let motion = ExponentialRate::over(distance, distance / duration / ratio, duration);
        let motion = motion.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let lambda = motion.lambda();
        let size = 10.0 * (distance + motion.start_rate() + motion.end_rate());
        let end = (motion.final_value(), motion.end_rate());
        agrees(|_, _, v| -lambda * v, (0.0, motion.start_rate()), duration, lambda.abs(), size, end)?;
    }

    #[test]
    fn a_contraction_matches_the_integrator_at_its_end(
        distance in -10.0..10.0,
        end_rate in -10.0..10.0,
        duration in 0.1..3.0,
        c in 0.0..8.0,
    ) {
        let motion = Contraction::over(distance, end_rate, duration, c);
        let motion = motion.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let a = motion.acceleration();
        let size = 10.0 + distance.abs() + (motion.start_rate().abs() + a.abs() * duration) * (1.0 + duration);
        let end = (motion.final_value(), motion.end_rate());
        agrees(|_, _, v| a - c * v, (0.0, motion.start_rate()), duration, c, size, end)?;
    }
}
