//! The response of `x″ = −c x′ − k x` over a time: four coefficients, and one for a constant acceleration.

use super::special::phi1;

/// Terms of the power series, `n = 2 ..= 22`. At `s = 1` the first dropped term is below 2⁻⁵⁶ of the sum.
const SERIES_LAST: usize = 22;

/// The exact solution of `x″ = a − c x′ − k x` over a time `t`, as seven coefficients.
///
/// ```text
/// x(t) = pp x₀ + pv v₀ + h2 a          pp − 1 = −k h2          h2 = ∫ pv
/// v(t) = vp x₀ + vv v₀ + pv a          vv − 1 = −(c pv + k h2)     vp = −k pv
/// ```
///
/// `pp_minus_1` and `vv_minus_1` keep the digits that `pp` and `vv` lose in short steps.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::Propagator;
///
/// // ω = 2 rad/s, undamped: pp = cos(2t), pv = sin(2t)/2.
/// let p = Propagator::new(4.0, 0.0, 0.25);
/// assert!((p.pp - 0.8775825618903728).abs() < 1e-15);
/// assert!((p.pv - 0.2397127693021015).abs() < 1e-15);
/// ```
///
/// # Special cases
///
/// - `t = 0` is [`Self::IDENTITY`], bit for bit.
/// - Negative `t` evaluates backward; negative `c` is growth.
/// - `k = 0` is friction alone, `k = c = 0` is `x₀ + v₀ t + a t²/2`.
/// - `k = ∞` with `t > 0` is [`Self::RIGID`], whatever `c`: a spring that is on its target at once.
/// - NaN in any argument, `k < 0` outside the power series, or `t = ±∞` gives NaN.
///
/// # Accuracy
///
/// `8 ε (1 + ω|t|)` of the magnitude of the terms added, for every `k`, `c` and `t` an `f32` can hold. The damping regime is decided by
/// the sign of `c²/4 − k` alone, and no formula is singular there: there is no critical case.
///
/// # Reference
///
/// W. Rugh, *Linear System Theory*, 2nd ed. (1996), ch. 5, for the matrix exponential of a second-order system; the cancellation-free
/// evaluation by `φ₁` is ours: with roots `R`, `r` of `λ² + cλ + k`, `pv = (e^{rt} − e^{Rt})/(r − R) = t e^{m} φ₁(−|r − R||t|)`, where
/// `m` is the larger exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Propagator {
    /// Position by position. Unit: 1.
    pub pp: f64,
    /// Position by velocity. Unit: s.
    pub pv: f64,
    /// Velocity by position. Unit: 1/s.
    pub vp: f64,
    /// Velocity by velocity. Unit: 1.
    pub vv: f64,
    /// `pp − 1`, rounded once. Unit: 1.
    pub pp_minus_1: f64,
    /// `vv − 1`, rounded once. Unit: 1.
    pub vv_minus_1: f64,
    /// Position by acceleration. Unit: s². Range: ≥ 0 for `t ≥ 0`.
    pub h2: f64,
}

impl Propagator {
    /// Nothing happens: the coefficients at `t = 0`.
    pub const IDENTITY: Self = Self { pp: 1.0, pv: 0.0, vp: 0.0, vv: 1.0, pp_minus_1: 0.0, vv_minus_1: 0.0, h2: 0.0 };

    /// The limit `k → ∞` (with `c = 2ζ√k`) for any time above 0: nothing is left of the start, and no finite acceleration moves it.
    pub const RIGID: Self = Self { pp: 0.0, pv: 0.0, vp: 0.0, vv: 0.0, pp_minus_1: -1.0, vv_minus_1: -1.0, h2: 0.0 };

    /// The coefficients for stiffness `k` (1/s², ≥ 0) and damping `c` (1/s) after the time `t` (s, any sign, finite).
    #[must_use]
    pub fn new(k: f64, c: f64, t: f64) -> Self {
        if t == 0.0 && !(k.is_nan() || c.is_nan()) {
            return Self::IDENTITY;
        }
        if k == f64::INFINITY && t > 0.0 && !c.is_nan() {
            return Self::RIGID;
        }
        if (c * t).abs() + k * t * t < 1.0 {
            return Self::by_series(k, c, t);
        }
        match Roots::of(k, c) {
            Roots::Complex { b, w } => Self::swinging(k, c, t, b, w),
            Roots::Real { large, small, d } => Self::creeping(k, c, t, large, small, d),
        }
    }

    // Required for small s = |ct| + kt², not merely fast: both closed forms lose about ε/s of h2 there.
    fn by_series(k: f64, c: f64, t: f64) -> Self {
        let (mut sum, mut slope) = (0.0, 0.0);
        terms(k, c, t, SERIES_LAST).for_each(|(n, term)| {
            sum += term;
            slope += n * term;
        });
        let h2 = t * t * sum;
        let pv = t * slope;
        Self { pp: 1.0 - k * h2, vv: 1.0 - (c * pv + k * h2), ..Self::from_integrals(k, c, pv, h2) }
    }

    fn swinging(k: f64, c: f64, t: f64, b: f64, w: f64) -> Self {
        let decay = libm::exp(-b * t);
        let sine = libm::sin(w * t) / w;
        let cosine = libm::cos(w * t);
        let pv = decay * sine;
        let pp = decay * (cosine + b * sine);
        let vv = decay * (cosine - b * sine);
        Self { pp, vv, ..Self::from_integrals(k, c, pv, (1.0 - pp) / k) }
    }

    fn creeping(k: f64, c: f64, t: f64, large: f64, small: f64, d: f64) -> Self {
        // The larger exponent is taken out, so that φ₁ has an argument ≤ 0 and nothing overflows early.
        let exponent = (large * t).max(small * t);
        let pv = t * libm::exp(exponent) * phi1(-2.0 * d * t.abs());
        let pp = libm::exp(small * t) - small * pv;
        let vv = libm::exp(large * t) + small * pv;
        let h2 = (pv - t * phi1(small * t)) / large;
        Self { pp, vv, ..Self::from_integrals(k, c, pv, h2) }
    }

    /// All that a step takes, from two of the coefficients; `pp` and `vv`, which no step takes, are those of no time.
    #[inline(always)]
    pub(crate) const fn from_integrals(k: f64, c: f64, pv: f64, h2: f64) -> Self {
        Self { pv, vp: -k * pv, pp_minus_1: -k * h2, vv_minus_1: -(c * pv + k * h2), h2, ..Self::IDENTITY }
    }
}

/// The roots of `λ² + cλ + k`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Roots {
    /// `−b ± iw`, both in 1/s.
    Complex { b: f64, w: f64 },
    /// The root of larger magnitude, the other one, and half their distance, in 1/s.
    Real { large: f64, small: f64, d: f64 },
}

impl Roots {
    pub(super) fn of(k: f64, c: f64) -> Self {
        let b = c / 2.0;
        let w0 = libm::sqrt(k);
        // Not b² − k: b, k and w0 are exact when ω and ζ come from f32, and this keeps ten times more digits near ζ = 1.
        let discriminant = (b - w0) * (b + w0);
        if discriminant < 0.0 {
            return Self::Complex { b, w: libm::sqrt(-discriminant) };
        }
        let d = libm::sqrt(discriminant);
        let large = if b >= 0.0 { -(b + d) } else { d - b };
        Self::Real {
            large,
            // The product of the roots is k: no cancellation, so a strongly overdamped spring keeps its slow mode.
            small: if k == 0.0 { 0.0 } else { k / large },
            d,
        }
    }
}

/// `n`, `1/n` and `1/(n (n − 1))` from `n = 3` to 28: a division takes as long as all else in a term.
#[cfg_attr(not(test), expect(clippy::indexing_slicing, reason = "the compiler evaluates it"))]
const INVERSES: [[f64; 3]; 26] = {
    let mut inverses = [[0.0; 3]; 26];
    let mut index = 0;
    while index < inverses.len() {
        let n = index + 3;
        inverses[index] = [n as f64, 1.0 / n as f64, 1.0 / (n * (n - 1)) as f64];
        index += 1;
    }
    inverses
};

/// `(n, p_n)` for `n = 2 ..= last`, with `h2 = t² Σ p_n`: the Taylor terms of the response to a unit constant, over `t²`. Fewer
/// where those that follow are below 2⁻⁵⁷ of the sum and of its derivatives.
///
/// With `ρ` the magnitude of the larger root times `t`, `|p_n| ≤ (n − 1) ρⁿ⁻²/n!`, because `p_n n!` is the complete symmetric
/// polynomial of both.
#[inline]
pub(super) fn terms(k: f64, c: f64, t: f64, last: usize) -> impl Iterator<Item = (f64, f64)> {
    /// Up to this `ρ`, so many.
    const ENOUGH: [(f64, usize); 6] = [(0.027, 9), (0.087, 11), (0.196, 13), (0.359, 15), (0.576, 17), (0.84, 19)];
    let (damping, stiffness) = (-(c * t), -(k * t * t));
    let reach = damping.abs().max(libm::sqrt(stiffness.abs()));
    let last = ENOUGH.iter().find(|(up_to, _)| reach <= *up_to).map_or(last, |(_, enough)| *enough);
    let (mut before, mut term) = (0.0, 0.5);
    let rest = INVERSES.iter().take(last - 2).map(move |&[n, inverse, inverse_of_both]| {
        let next = (damping * inverse) * term + (stiffness * inverse_of_both) * before;
        (before, term) = (term, next);
        (n, term)
    });
    core::iter::once((2.0, term)).chain(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coefficients on a common scale: at `|ct| + kt² = 1` all are of order 1.
    fn scaled(p: &Propagator, t: f64) -> [f64; 7] {
        [p.pp, p.pv / t, p.vp * t, p.vv, p.pp_minus_1, p.vv_minus_1, p.h2 / (t * t)]
    }

    fn by_closed_form(k: f64, c: f64, t: f64) -> Propagator {
        match Roots::of(k, c) {
            Roots::Complex { b, w } => Propagator::swinging(k, c, t, b, w),
            Roots::Real { large, small, d } => Propagator::creeping(k, c, t, large, small, d),
        }
    }

    #[test]
    fn no_time_is_the_identity_bit_for_bit() {
        for (k, c) in [(0.0, 0.0), (1e30, 0.0), (4.0, 4.0), (1.0, 1e20), (3.0, -1.0)] {
            for t in [0.0, -0.0] {
                assert_eq!(Propagator::new(k, c, t), Propagator::IDENTITY);
            }
        }
    }

    #[test]
    fn series_and_closed_forms_agree_where_they_meet() {
        // Half of s = 1 from 0 % to 100 % damping: complex, equal and real roots.
        for i in 0..=1000 {
            let share = f64::from(i) / 1000.0;
            for t in [1.0_f64, 1e-3, -0.7] {
                let (c, k) = (share / t.abs(), (1.0 - share) / (t * t));
                let series = scaled(&Propagator::by_series(k, c, t), t);
                let closed = scaled(&by_closed_form(k, c, t), t);
                // Backward in time the terms of vv − 1, which are c pv and k h2, cancel.
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
    fn the_determinant_is_the_loss_of_phase_space() {
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
    fn damping_passes_the_critical_without_a_step() {
        let at = |zeta: f64, t: f64| scaled(&Propagator::new(100.0, 20.0 * zeta, t), t);
        for t in [0.05, 0.2, 1.0, 2.0] {
            let critical = at(1.0, t);
            for exponent in 3..48 {
                let d = libm::exp2(-f64::from(exponent));
                for (above, (below, middle)) in at(1.0 + d, t).into_iter().zip(at(1.0 - d, t).into_iter().zip(critical))
                {
                    // The slopes on both sides are bounded by (ωt)², so that is all that may be between.
                    let slope = 10.0 * (1.0 + 100.0 * t * t) * middle.abs().max(1e-3);
                    let noise = 1e-14 * (1.0 + 10.0 * t);
                    assert!((above - middle).abs() <= slope * d + noise, "{t} {d}");
                    assert!((below - middle).abs() <= slope * d + noise, "{t} {d}");
                }
            }
        }
    }

    #[test]
    fn near_critical_damping_keeps_the_digits_that_f32_parameters_have() {
        // Computed with 60 digits. With b² − k for the discriminant the error is 1.6e-13.
        let (omega, zeta) = (f64::from(22.813_87_f32), 1.0 - libm::exp2(-10.0));
        let p = Propagator::new(omega * omega, 2.0 * zeta * omega, 60.0 / omega);
        assert!((p.pv / 4.339_859_909_686_661e-27 - 1.0).abs() < 2e-14, "{}", p.pv);
    }

    #[test]
    fn the_slow_mode_of_strong_damping_is_kept() {
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
    fn an_infinite_stiffness_is_the_limit_of_great_ones() {
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
    fn nan_in_is_nan_out() {
        for (k, c, t) in [
            (f64::NAN, 1.0, 1.0),
            (1.0, f64::NAN, 1.0),
            (1.0, 1.0, f64::NAN),
            (f64::NAN, 1.0, 0.0),
            (1.0, f64::NAN, 0.0),
        ] {
            let p = Propagator::new(k, c, t);
            for value in [p.pp, p.pv, p.vp, p.vv, p.pp_minus_1, p.vv_minus_1, p.h2] {
                assert!(value.is_nan(), "{k} {c} {t}: {p:?}");
            }
        }
    }
}
