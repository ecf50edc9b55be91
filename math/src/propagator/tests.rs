use super::*;

/// The coefficients on a common scale: all are of order 1 at `|ct| + kt² = 1`.
fn scaled(p: &Propagator, t: f64) -> [f64; 7] {
    [p.pp, p.pv / t, p.vp * t, p.vv, p.pp_minus_1, p.vv_minus_1, p.h2 / (t * t)]
}

fn by_closed_form(k: f64, c: f64, t: f64) -> Propagator {
    match Roots::of(k, c) {
        Roots::Complex { b, w } => Propagator::underdamped(k, c, t, b, w),
        Roots::Real { large, small, d } => Propagator::overdamped(k, c, t, large, small, d),
    }
}

#[test]
fn a_time_of_0_is_the_identity_bit_for_bit() {
    for (k, c) in [(0.0, 0.0), (1e30, 0.0), (4.0, 4.0), (1.0, 1e20), (3.0, -1.0)] {
        for t in [0.0, -0.0] {
            assert_eq!(Propagator::new(k, c, t), Propagator::IDENTITY);
        }
    }
}

#[test]
fn series_and_closed_forms_agree_at_the_switch() {
    // `share` is the part of s = 1 that damping contributes. From 0 to 1, the roots are complex, then equal, then real.
    for i in 0..=1000 {
        let share = f64::from(i) / 1000.0;
        for t in [1.0_f64, 1e-3, -0.7] {
            let (c, k) = (share / t.abs(), (1.0 - share) / (t * t));
            let series = scaled(&Propagator::by_series(k, c, t), t);
            let closed = scaled(&by_closed_form(k, c, t), t);
            // Backward in time, the two terms of vv − 1, which are c pv and k h2, cancel.
            let [_, pv, .., h2] = series;
            let cancelling = if t < 0.0 { share * pv.abs() + (1.0 - share) * h2.abs() } else { 0.0 };
            for (summed, solved) in series.into_iter().zip(closed) {
                let size = summed.abs().max(solved.abs()).max(cancelling);
                assert!((summed - solved).abs() <= 4e-15 * size, "{share} {t}: {summed} {solved}");
            }
        }
    }
}

#[test]
fn the_determinant_is_exp_of_minus_ct() {
    for c in [0.0, 1e-6, 0.3, 4.0, 50.0] {
        for k in [0.0, 1e-6, 1.0, 4.0, 900.0] {
            for t in [1e-5, 0.02, 0.5, 3.0] {
                let p = Propagator::new(k, c, t);
                let determinant = p.pp * p.vv - p.pv * p.vp;
                let scale = (p.pp * p.vv).abs() + (p.pv * p.vp).abs();
                let error = (determinant - libm::exp(-c * t)).abs();
                let angles = 1.0 + (c + libm::sqrt(k)) * t;
                assert!(error <= 8.0 * f64::EPSILON * angles * scale, "{k} {c} {t}: {error}");
            }
        }
    }
}

#[test]
fn coefficients_are_continuous_at_critical_damping() {
    let at = |zeta: f64, t: f64| scaled(&Propagator::new(100.0, 20.0 * zeta, t), t);
    for t in [0.05, 0.2, 1.0, 2.0] {
        let critical = at(1.0, t);
        for exponent in 3..48 {
            let d = libm::exp2(-f64::from(exponent));
            for (above, (below, middle)) in at(1.0 + d, t).into_iter().zip(at(1.0 - d, t).into_iter().zip(critical)) {
                // On both sides, the slope with respect to ζ is of the order of 1 + (ωt)², which bounds the difference.
                let slope = 10.0 * (1.0 + 100.0 * t * t) * middle.abs().max(1e-3);
                let noise = 1e-14 * (1.0 + 10.0 * t);
                assert!((above - middle).abs() <= slope * d + noise, "{t} {d}");
                assert!((below - middle).abs() <= slope * d + noise, "{t} {d}");
            }
        }
    }
}

#[test]
fn near_critical_damping_no_digits_of_f32_parameters_are_lost() {
    // Reference value computed with 60 digits. With b² − k as the discriminant, the error would be 1.6e-13.
    let (omega, zeta) = (f64::from(22.813_87_f32), 1.0 - libm::exp2(-10.0));
    let p = Propagator::new(omega * omega, 2.0 * zeta * omega, 60.0 / omega);
    assert!((p.pv / 4.339_859_909_686_661e-27 - 1.0).abs() < 2e-14, "{}", p.pv);
}

#[test]
fn strong_damping_keeps_the_digits_of_the_slow_mode() {
    let p = Propagator::new(1.0, 1e9, 1e9);
    assert!((p.pp / libm::exp(-1.0) - 1.0).abs() < 1e-15);
}

#[test]
fn friction_and_gravity_are_limits_of_the_same_formula() {
    let glide = Propagator::new(0.0, 2.0, 3.0);
    assert_eq!((glide.pp, glide.vp), (1.0, 0.0));
    assert!((glide.vv / libm::exp(-6.0) - 1.0).abs() < 1e-15);
    assert!((glide.pv - (1.0 - libm::exp(-6.0)) / 2.0).abs() < 1e-15);
    let fall = Propagator::new(0.0, 0.0, 3.0);
    assert_eq!((fall.pv, fall.h2, fall.vv), (3.0, 4.5, 1.0));
}

#[test]
fn an_infinite_stiffness_is_the_limit_of_large_ones() {
    for zeta in [0.1, 1.0, 7.0] {
        let stiff = Propagator::new(1e40, 2.0 * zeta * 1e20, 1e-3);
        let rigid = Propagator::new(f64::INFINITY, 2.0 * zeta * 1e20, 1e-3);
        assert_eq!((stiff.pp, stiff.vv), (0.0, 0.0));
        assert!((stiff.pp_minus_1 + 1.0).abs().max((stiff.vv_minus_1 + 1.0).abs()) <= 4.0 * f64::EPSILON);
        assert!(stiff.pv.abs() < 1e-20 && stiff.h2 < 1e-39);
        assert_eq!(rigid, Propagator::RIGID);
    }
    assert_eq!(Propagator::new(f64::INFINITY, f64::INFINITY, 1e-300), Propagator::RIGID);
    assert_eq!(Propagator::new(f64::INFINITY, 1.0, 0.0), Propagator::IDENTITY);
    assert!(Propagator::new(f64::INFINITY, f64::NAN, 1.0).pv.is_nan());
    assert!(Propagator::new(f64::INFINITY, 1.0, f64::NAN).pv.is_nan());
}

#[test]
fn nan_in_gives_nan_out() {
    for (k, c, t) in
        [(f64::NAN, 1.0, 1.0), (1.0, f64::NAN, 1.0), (1.0, 1.0, f64::NAN), (f64::NAN, 1.0, 0.0), (1.0, f64::NAN, 0.0)]
    {
        let p = Propagator::new(k, c, t);
        for value in [p.pp, p.pv, p.vp, p.vv, p.pp_minus_1, p.vv_minus_1, p.h2] {
            assert!(value.is_nan(), "{k} {c} {t}: {p:?}");
        }
    }
}
