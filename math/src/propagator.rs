//! The coefficients of the exact solution of `x″ = a − c x′ − k x` over a time.

use super::{short_step::Responses, special::phi1};

/// The exact solution of `x″ = a − c x′ − k x` over a time `t`, as seven coefficients.
///
/// ```text
/// x(t) = pp x₀ + pv v₀ + h2 a          pp − 1 = −k h2          h2 = ∫ pv
/// v(t) = vp x₀ + vv v₀ + pv a          vv − 1 = −(c pv + k h2)     vp = −k pv
/// ```
///
/// In short steps, `pp_minus_1` and `vv_minus_1` keep digits that `pp` and `vv` lose.
///
/// # Examples
///
/// ```
/// use exact_motion::Propagator;
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
/// - Negative `t` evaluates backward in time. Negative `c` is growth.
/// - `k = 0` is friction alone, `k = c = 0` is `x₀ + v₀ t + a t²/2`.
/// - `k = ∞` with `t > 0` is [`Self::RIGID`] for any `c`: a spring that is on its target immediately.
/// - NaN in any argument or `t = ±∞` gives NaN. So does `k < 0` if `|ct| + kt² ≥ 1`; otherwise, the result is accurate only for small
///   `|k| t²`.
///
/// # Accuracy
///
/// `8 ε (1 + ω|t|)` times the sum of the terms' magnitudes, for all `k`, `c` and `t` that fit into an `f32`. Critical damping is not a
/// special case: it is where the formula changes with the sign of `c²/4 − k`, but neither formula is singular there.
///
/// # Reference
///
/// W. Rugh, *Linear System Theory*, 2nd ed. (1996), ch. 5, for the matrix exponential of a second-order system; the cancellation-free
/// evaluation by `φ₁` is derived here: with roots `R`, `r` of `λ² + cλ + k`, `pv = (e^{rt} − e^{Rt})/(r − R) = t e^{m} φ₁(−|r − R||t|)`,
/// where `m` is the larger exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Propagator {
    /// The new position per start position. Unit: 1.
    pub pp: f64,
    /// The new position per start velocity. Unit: s.
    pub pv: f64,
    /// The new velocity per start position. Unit: 1/s.
    pub vp: f64,
    /// The new velocity per start velocity. Unit: 1.
    pub vv: f64,
    /// `pp − 1`, computed without subtracting 1. Unit: 1.
    pub pp_minus_1: f64,
    /// `vv − 1`, computed without subtracting 1. Unit: 1.
    pub vv_minus_1: f64,
    /// The new position per acceleration. Unit: s². Range: ≥ 0 for `t ≥ 0`.
    pub h2: f64,
}

impl Propagator {
    /// The coefficients at `t = 0`, which leave the state unchanged.
    pub const IDENTITY: Self = Self { pp: 1.0, pv: 0.0, vp: 0.0, vv: 1.0, pp_minus_1: 0.0, vv_minus_1: 0.0, h2: 0.0 };

    /// The limit `k → ∞` (with `c = 2ζ√k`) for any time above 0. The start state and finite accelerations have no effect.
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
            Roots::Complex { b, w } => Self::underdamped(k, c, t, b, w),
            Roots::Real { large, small, d } => Self::overdamped(k, c, t, large, small, d),
        }
    }

    /// Evaluates the power series, for small `s = |ct| + kt²`. It is required for accuracy, not for speed: both closed forms have a
    /// relative error of about ε/s in `h2`.
    fn by_series(k: f64, c: f64, t: f64) -> Self {
        let Responses { pv: [pv], h2: [h2], .. } = Responses::of_short_step([k], [c], t);
        Self { pp: 1.0 - k * h2, vv: 1.0 - (c * pv + k * h2), ..Self::from_integrals(k, c, pv, h2) }
    }

    fn underdamped(k: f64, c: f64, t: f64, b: f64, w: f64) -> Self {
        let decay = libm::exp(-b * t);
        let sine = libm::sin(w * t) / w;
        let cosine = libm::cos(w * t);
        let pv = decay * sine;
        let pp = decay * (cosine + b * sine);
        let vv = decay * (cosine - b * sine);
        Self { pp, vv, ..Self::from_integrals(k, c, pv, (1.0 - pp) / k) }
    }

    fn overdamped(k: f64, c: f64, t: f64, large: f64, small: f64, d: f64) -> Self {
        // The larger exponent is factored out, so that the argument of φ₁ is ≤ 0 and no intermediate result overflows before `pv` does.
        let exponent = (large * t).max(small * t);
        let pv = t * libm::exp(exponent) * phi1(-2.0 * d * t.abs());
        let pp = libm::exp(small * t) - small * pv;
        let vv = libm::exp(large * t) + small * pv;
        let h2 = (pv - t * phi1(small * t)) / large;
        Self { pp, vv, ..Self::from_integrals(k, c, pv, h2) }
    }

    /// All coefficients that a step uses, computed from two of them. Steps do not use `pp` and `vv`, which are set to those of
    /// [`Self::IDENTITY`].
    #[inline(always)]
    #[doc(hidden)]
    pub const fn from_integrals(k: f64, c: f64, pv: f64, h2: f64) -> Self {
        Self { pv, vp: -k * pv, pp_minus_1: -k * h2, vv_minus_1: -(c * pv + k * h2), h2, ..Self::IDENTITY }
    }
}

/// The roots of `λ² + cλ + k`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Roots {
    /// `−b ± iw`, both in 1/s.
    Complex { b: f64, w: f64 },
    /// The root of larger magnitude, the other root, and half of their distance, in 1/s.
    Real { large: f64, small: f64, d: f64 },
}

impl Roots {
    pub(super) fn of(k: f64, c: f64) -> Self {
        let b = c / 2.0;
        let w0 = libm::sqrt(k);
        // More accurate than b² − k: if ω and ζ come from f32, then b, k and w0 are exact, and near ζ = 1 the error is ten times smaller.
        let discriminant = (b - w0) * (b + w0);
        if discriminant < 0.0 {
            return Self::Complex { b, w: libm::sqrt(-discriminant) };
        }
        let d = libm::sqrt(discriminant);
        let large = if b >= 0.0 { -(b + d) } else { d - b };
        Self::Real {
            large,
            // The product of the roots is k. This form has no cancellation, so a strongly overdamped spring keeps its slow mode.
            small: if k == 0.0 { 0.0 } else { k / large },
            d,
        }
    }
}

#[cfg(test)]
mod tests;
