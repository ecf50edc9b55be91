use super::*;

const LAWS: [Law; 5] = [
    Law { k: 100.0, c: 20.0, g: 0.0, a: -9.8 },
    Law { k: 36.0, c: 2.0, g: 1.5, a: 0.0 },
    Law { k: 9.0, c: 40.0, g: 6.0, a: 3.0 },
    Law { k: 0.0, c: 1.3, g: 0.0, a: 2.0 },
    Law { k: 0.0, c: 0.0, g: 0.0, a: -9.8 },
];

const CURVE: Slope<f64> = Slope { e1: 3.0, e2: -8.0, e3: 5.0 };

fn close(found: (f64, f64), expected: (f64, f64), bar: f64) {
    let error = (found.0 - expected.0).abs().max((found.1 - expected.1).abs());
    assert!(error <= bar, "{found:?} should be {expected:?}");
}

#[test]
fn many_small_steps_equal_one_large_step() {
    for law in LAWS {
        for n in [2_u32, 8, 64, 1000] {
            let (t, h) = (0.75, 0.75 / f64::from(n));
            let (mut line, mut cubic) = ((0.5, -4.0), (0.5, -4.0));
            let mut path = CURVE;
            for i in 0..n {
                let begin = h * f64::from(i);
                line = law.step_line(line.0, line.1, 1.0 + 2.0 * begin, 2.0, h);
                cubic = law.step_cubic(cubic.0, cubic.1, 1.0 + CURVE.offset(begin), &path, h);
                path = CURVE.after(begin + h);
            }
            let bar = 2e-15 * f64::from(n) * 10.0;
            close(line, law.step_line(0.5, -4.0, 1.0, 2.0, t), bar);
            close(cubic, law.step_cubic(0.5, -4.0, 1.0, &CURVE, t), bar);
        }
    }
}

#[test]
fn a_corrected_step_equals_the_step_with_the_true_slope() {
    for law in LAWS.into_iter().filter(|law| law.k > 0.0) {
        let t = 0.2;
        let p = Propagator::new(law.k, law.c, t);
        let guess = Slope::line(7.0);
        let difference = Slope { e1: CURVE.e1 - 7.0, ..CURVE };
        let i = Integrals::new(law.k, law.c, t, &p);
        let correction = p.cubic_correction(&i, law.k, law.g, &difference);
        let guessed = law.step_cubic(0.5, -4.0, 1.0, &guess, t);
        let corrected = (guessed.0 + correction.position, guessed.1 + correction.velocity);
        close(corrected, law.step_cubic(0.5, -4.0, 1.0, &CURVE, t), 2e-14);
    }
}

#[test]
fn a_straight_cubic_equals_a_line_and_a_line_of_velocity_0_equals_a_held_target() {
    for law in LAWS {
        for t in [1e-9, 0.01, 0.4, 5.0] {
            let line = law.step_line(0.5, -4.0, 1.0, 2.0, t);
            let scale = 1e-14 * (1.0 + 100.0 * t);
            close(law.step_cubic(0.5, -4.0, 1.0, &Slope::line(2.0), t), line, scale);
            let held = law.step_held(0.5, -4.0, 1.0, t);
            close(law.step_line(0.5, -4.0, 1.0, 0.0, t), held, scale);
        }
    }
}

#[test]
fn the_lag_behind_a_target_of_constant_velocity_is_the_same_at_every_tick_rate() {
    for law in LAWS.into_iter().filter(|law| law.k > 0.0) {
        let u = 10.0;
        let lag = ((law.c - law.g) * u - law.a) / law.k;
        for rate in [30_u32, 60, 144] {
            let h = 1.0 / f64::from(rate);
            let mut lagging = (0.0, 0.0);
            for _ in 0..rate * 200 {
                // The state is relative to the target, so that the rounding of a large position does not matter.
                let (x, v) = law.step_line(lagging.0, lagging.1, 0.0, u, h);
                lagging = (x - u * h, v);
            }
            close(lagging, (-lag, u), 1e-12 * lag.abs());
        }
    }
}

#[test]
fn without_a_spring_the_target_has_no_effect() {
    for law in LAWS.into_iter().filter(|law| law.k == 0.0) {
        let expected = law.step_held(0.5, -4.0, 0.0, 0.3);
        for e in [1e300, f64::INFINITY, f64::NAN] {
            assert_eq!(law.step_held(0.5, -4.0, e, 0.3), expected);
            assert_eq!(law.step_line(0.5, -4.0, e, e, 0.3), expected);
            assert_eq!(law.step_cubic(0.5, -4.0, e, &Slope::line(e), 0.3), expected);
        }
    }
}

#[test]
fn an_infinitely_stiff_spring_is_on_its_target() {
    for c in [0.0, 3.0, f64::INFINITY] {
        let law = Law { k: f64::INFINITY, c, g: 0.5 * c, a: -9.8 };
        for t in [1e-300, 0.1, 5.0] {
            assert_eq!(law.step_held(0.5, -4.0, 1.0, t), (1.0, 0.0));
            assert_eq!(law.step_line(0.5, -4.0, 1.0, 2.0, t), (1.0 + 2.0 * t, 2.0));
            assert_eq!(law.step_cubic(0.5, -4.0, 1.0, &CURVE, t), (1.0 + CURVE.offset(t), CURVE.rate(t)));
        }
        assert_eq!(law.step_cubic(0.5, -4.0, 1.0, &CURVE, 0.0), (0.5, -4.0));
        assert!(law.step_held(f64::NAN, -4.0, 1.0, 0.1).0.is_nan());
    }
    // A very stiff spring is close to this limit.
    let stiff = Law { k: 1e24, c: 2e12, g: 1e12, a: -9.8 };
    close(stiff.step_cubic(0.5, -4.0, 1.0, &CURVE, 0.3), (1.0 + CURVE.offset(0.3), CURVE.rate(0.3)), 1e-10);
}

#[test]
fn a_time_of_0_changes_nothing_and_nan_in_gives_nan_out() {
    for law in LAWS {
        assert_eq!(law.step_held(0.5, -4.0, 1.0, 0.0), (0.5, -4.0));
        assert_eq!(law.step_line(0.5, -4.0, 1.0, 2.0, 0.0), (0.5, -4.0));
        assert_eq!(law.step_cubic(0.5, -4.0, 1.0, &CURVE, 0.0), (0.5, -4.0));
        assert!(law.step_held(f64::NAN, 1.0, 1.0, 0.1).0.is_nan());
        assert!(law.step_held(0.5, f64::NAN, 1.0, 0.1).1.is_nan());
    }
}
