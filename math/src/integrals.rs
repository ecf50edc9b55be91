//! Repeated integrals of the response `pv`, for targets that move on a cubic.

use super::propagator::{Propagator, Roots};
use super::{short_step::Responses, special::phi2_to_phi4};

/// Below this `s = |ct| + kt²` the power series is used, above it the recurrences. If the switch were at 1, the recurrences would have a
/// relative error of 4.9e-12 in `i4`.
const SERIES_BELOW: f64 = 4.0;

/// The second, third and fourth repeated integral of `pv` from 0 to `t`.
///
/// The response to a forcing `tⁿ/n!` is the `n+1`-th integral in position and the `n`-th in velocity. `pv` and `h2` of [`Propagator`] are
/// the zeroth and the first integral.
///
/// # Accuracy
///
/// Relative errors of `i2`, `i3` and `i4` for `t > 0`: 2.0e-15, 8.2e-15 and 3.8e-14, for `k` 1e-20 … 1e13, `ct` up to 1e6 and `ωt` up to
/// 1e3.
///
/// # Special cases
///
/// All are 0 at `t = 0`. NaN in gives NaN out.
///
/// # Reference
///
/// Derived here: integrate `I″ = tⁿ/n! − c I′ − k I` once for complex roots; for real ones `I_n = (I_{n−1} − tⁿ φ_n(rt))/R`, which follows
/// from `pv ∗ e^{Rt}` and has no `k` in a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Integrals {
    /// Second repeated integral. Unit: s³.
    pub i2: f64,
    /// Third repeated integral. Unit: s⁴.
    pub i3: f64,
    /// Fourth repeated integral. Unit: s⁵.
    pub i4: f64,
}

impl Integrals {
    /// The integrals for stiffness `k` (1/s², ≥ 0) and damping `c` (1/s, ≥ 0) after `t` (s, ≥ 0). `propagator` belongs to the same `k`, `c`
    /// and `t`.
    #[must_use]
    pub fn new(k: f64, c: f64, t: f64, propagator: &Propagator) -> Self {
        if (c * t).abs() + k * t * t < SERIES_BELOW {
            let Responses { i2: [i2], i3: [i3], i4: [i4], .. } = Responses::of_short_step([k], [c], t);
            return Self { i2, i3, i4 };
        }
        let (i0, i1) = (propagator.pv, propagator.h2);
        match Roots::of(k, c) {
            Roots::Complex { .. } => {
                let i2 = (t - c * i1 - i0) / k;
                let i3 = (t * t / 2.0 - c * i2 - i1) / k;
                let i4 = (t * t * t / 6.0 - c * i3 - i2) / k;
                Self { i2, i3, i4 }
            }
            Roots::Real { large, small, .. } => {
                let (phi2, phi3, phi4) = phi2_to_phi4(small * t);
                let i2 = (i1 - t * t * phi2) / large;
                let i3 = (i2 - t * t * t * phi3) / large;
                let i4 = (i3 - t * t * t * t * phi4) / large;
                Self { i2, i3, i4 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derivative_of_each_integral_is_the_previous_one() {
        // The five-point difference has an error of h⁴/30 times the fifth derivative.
        let h = 1e-3;
        for (k, c) in [(0.0, 3.0), (4.0, 0.2), (4.0, 4.0), (1e-9, 5.0), (1.0, 60.0)] {
            let at = |t: f64| {
                let p = Propagator::new(k, c, t);
                (p, Integrals::new(k, c, t, &p))
            };
            for t in [0.05, 0.7, 3.0, 20.0] {
                let slope = |of: fn(&Integrals) -> f64| {
                    let value = |steps: f64| of(&at(t + steps * h).1);
                    (8.0 * (value(1.0) - value(-1.0)) - (value(2.0) - value(-2.0))) / (12.0 * h)
                };
                let (p, i) = at(t);
                let bar = 1e-11 * (1.0 + t * t * t);
                assert!((slope(|i| i.i2) - p.h2).abs() < bar, "{k} {c} {t}");
                assert!((slope(|i| i.i3) - i.i2).abs() < bar, "{k} {c} {t}");
                assert!((slope(|i| i.i4) - i.i3).abs() < bar, "{k} {c} {t}");
            }
        }
    }

    #[test]
    fn series_and_recurrence_agree_at_the_switch() {
        for i in 0..=1000 {
            let share = f64::from(i) / 1000.0;
            // The integrals for `|ct| + kt² = s`.
            let at = |s: f64| {
                let (c, k) = (share * s, (1.0 - share) * s);
                Integrals::new(k, c, 1.0, &Propagator::new(k, c, 1.0))
            };
            let (below, above) = (at(SERIES_BELOW * (1.0 - 1e-15)), at(SERIES_BELOW));
            assert!((above.i2 / below.i2 - 1.0).abs() < 8e-15);
            assert!((above.i3 / below.i3 - 1.0).abs() < 2e-14);
            assert!((above.i4 / below.i4 - 1.0).abs() < 8e-14);
        }
    }

    #[test]
    fn integrals_are_0_at_time_0_and_nan_for_nan() {
        let none = Integrals::new(4.0, 1.0, 0.0, &Propagator::IDENTITY);
        assert_eq!((none.i2, none.i3, none.i4), (0.0, 0.0, 0.0));
        let p = Propagator::new(f64::NAN, 1.0, 1.0);
        assert!(Integrals::new(f64::NAN, 1.0, 1.0, &p).i4.is_nan());
    }
}
