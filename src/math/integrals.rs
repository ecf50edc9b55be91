//! The repeated integrals of the response, which a curved target needs.

use super::propagator::{Propagator, Roots, terms};
use super::special::phi2_to_phi4;

/// Terms of the power series, `n = 2 ..= 28`; 24 of them would leave 1.6e-12 at `s = 4`.
const SERIES_LAST: u32 = 28;

/// Below this `s = |ct| + kt²` the power series is used. At a switch of 1 the recurrences would lose 4.9e-12 of `i4`.
const SERIES_BELOW: f64 = 4.0;

/// The second, third and fourth repeated integral of `pv` from 0 to `t`.
///
/// A forcing `tⁿ/n!` answers with the `n+1`-th integral in position and the `n`-th in velocity; `pv` and `h2` of [`Propagator`] are the
/// zeroth and the first.
///
/// # Accuracy
///
/// For `t > 0`: relative 2.0e-15, 8.2e-15 and 3.8e-14, for `k` 1e-20 … 1e13, `ct` to 1e6 and `ωt` to 1e3.
///
/// # Special cases
///
/// All are 0 at `t = 0`. NaN in gives NaN out.
///
/// # Reference
///
/// Our derivation: integrate `I″ = tⁿ/n! − c I′ − k I` once for complex roots; for real ones `I_n = (I_{n−1} − tⁿ φ_n(rt))/R`, which follows from
/// `pv ∗ e^{Rt}` and has no `k` in a denominator.
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
    /// The integrals for stiffness `k` (1/s², ≥ 0) and damping `c` (1/s, ≥ 0) after `t` (s, ≥ 0); `propagator` is that of the same three.
    #[must_use]
    pub fn new(k: f64, c: f64, t: f64, propagator: &Propagator) -> Self {
        if (c * t).abs() + k * t * t < SERIES_BELOW {
            return Self::by_series(k, c, t);
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

    fn by_series(k: f64, c: f64, t: f64) -> Self {
        let (mut s2, mut s3, mut s4) = (0.0, 0.0, 0.0);
        for (n, term) in terms(k, c, t, SERIES_LAST) {
            let once = term / (n + 1.0);
            let twice = once / (n + 2.0);
            s2 += once;
            s3 += twice;
            s4 += twice / (n + 3.0);
        }
        let cube = t * t * t;
        Self { i2: cube * s2, i3: cube * t * s3, i4: cube * t * t * s4 }
    }
}
