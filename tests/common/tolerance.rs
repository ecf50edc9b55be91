//! Tolerances ("bars") of the tests, with their reasons. The reference tables are exact to `f64`, so their bars allow only for rounding.
//! The bars of published tables also allow for the publisher's error.

/// The distance from 1 to the next `f64`.
pub(crate) const EPS: f64 = f64::EPSILON;

/// Added to every bar. Below this value, `f64` loses digits, so a relative bar would be too strict.
pub(crate) const SUBNORMAL: f64 = f64::MIN_POSITIVE;

/// The coefficients of a `Propagator`. The largest errors are about a third of this bar; the rest is a margin for other versions of `libm`.
pub(crate) const KERNEL: f64 = 8.0 * EPS;

/// Near critical damping, rounding `(k, c)` changes a coefficient by up to `ε (ωt)²/6` of its scale. To allow for that, [`KERNEL`] is
/// multiplied by `1 + ωt/16`.
pub(crate) const CONDITIONING: f64 = 1.0 / 16.0;

/// `pp − 1` and `vv − 1`, which are sums of at most two products of rounded coefficients.
pub(crate) const KERNEL_INCREMENT: f64 = 20.0 * EPS;

/// `pp − 1` and `vv − 1` count as near zero below this fraction of their terms. Their error is then measured relative to the terms.
pub(crate) const NEAR_ZERO: f64 = 0.1;

/// A coefficient counts as near a zero crossing below this fraction of its scale. There, its `f32` need not be the one nearest to the
/// reference; it only has to be within the bar of the `f64`. At a crossing with `ωt = 10`, rounding `(k, c)` alone changes the coefficient
/// by 7.5 ε of the scale.
pub(crate) const ZERO_CROSSING: f64 = 1e-6;

/// Friction, gravity, exponential rate: a few roundings of their terms.
pub(crate) const MOTION: f64 = 4.0 * EPS;

/// `v₀ + a t`: two roundings, and one more as a margin.
pub(crate) const GRAVITY_RATE: f64 = 3.0 * EPS;

/// `φ₁` and `φ₂`: an `expm1` with an error of up to an ulp, and one or two divisions.
pub(crate) const PHI: f64 = 4.0 * EPS;

/// The inverse of `φ₁`: the error reaches 4.2 ulp after the last Halley step.
pub(crate) const PHI1_INVERSE: f64 = 8.0 * EPS;

/// Lambert W, whose argument's distance to the branch point is known to 106 bits.
pub(crate) const LAMBERT_W: f64 = 4.0 * EPS;

/// Acceleration, start rate, position and turning point of a contraction: two products and a quotient, relative to the terms.
pub(crate) const CONTRACTION: f64 = 8.0 * EPS;

/// Times and velocities of crossings, in units of the change that one rounding of their terms may cause.
pub(crate) const CROSSING: f64 = 8.0;

/// The time at which dry friction releases a motion. Friction holds the motion until the pull exceeds the friction by 8 ε of the pull's
/// terms; rounding the pull and the time adds as much again.
pub(crate) const BREAKS_FREE: f64 = 16.0 * EPS;

/// Settling times. Bisection ends at neighbouring `f64` values, so the error is the rounding of the energy distance divided by its slope.
pub(crate) const SETTLE: f64 = 1e-13;

/// The energy distance at a settling time. Compared where the distance changes so slowly that the time is ill-conditioned.
pub(crate) const SETTLE_DISTANCE: f64 = 4.0 * EPS;

/// Overshoot, time of the overshoot, half-life, and peak after a kick: one exponential or one root.
pub(crate) const RESPONSE: f64 = 8.0 * EPS;

/// Orientations: sine and cosine of half of a rounded angle.
pub(crate) const ROTATION: f64 = 8.0 * EPS;

/// Cameras: a few products of sines and cosines, in units of the magnitudes of their terms.
pub(crate) const CAMERA: f64 = 8.0 * EPS;

/// The truncation error of RK4: `(h λ)⁴/120` times `λ t` and the size of the motion, doubled to allow for higher orders. `λ` is an upper
/// bound of the law's rates.
pub(crate) const RK4_ORDER: f64 = 2.0 / 120.0;

/// The rounding of RK4 in one step.
pub(crate) const RK4_ROUNDING: f64 = 4.0 * EPS;

/// Published tables that print all digits of an `f64`, computed in one step from the start of the motion.
pub(crate) const PUBLISHED_EXACT: f64 = 1e-12;

/// Published closed-form values with about 16 digits. Neither strong overdamping nor expressing the same system in another unit of time may
/// add to the error.
pub(crate) const PUBLISHED_RELATIVE: f64 = 1e-14;

/// Published closed-form values in `f32`.
pub(crate) const PUBLISHED_SINGLE: f64 = 1e-6;

/// Values published with four decimals.
pub(crate) const FOUR_DECIMALS: f64 = 5.1e-5;

/// The error of the JavaScript library Motion, which starts its spring at the first sample past the bound, not at the exact time.
pub(crate) const MOTION_LATE_SPRING: f64 = 0.24;

/// An upper bound of the error of react-spring, which integrates with semi-implicit Euler in 17 steps of 1 ms per frame.
pub(crate) const REACT_SPRING: f64 = 4.2e-3;

/// Positions of harmonica's projectile. Its explicit Euler at 60 steps per second is `a t h/2` too low; the publisher's tolerance is 1e-2.
pub(crate) const HARMONICA: f64 = 1e-2;

/// Values that a publisher marks as `exact` or `eq`. Here, a power, a logarithm or a division may change the last digit or two.
pub(crate) const EXACT: f64 = 4.0 * EPS;

/// Flutter's default tolerance for `moreOrLessEquals`.
pub(crate) const FLUTTER: f64 = 1e-10;

/// The fraction that remains after a decay. The rate of the decay is published with ten digits.
pub(crate) const TEN_DIGITS: f64 = 1e-9;

/// A lag: the difference of two positions that are 40 times as large.
pub(crate) const LAG: f64 = 1e-13;

/// Published values, compared with a computation in `f32`. As a fraction of the range of the motion.
pub(crate) const PUBLISHED_F32_OF_RANGE: f64 = 2e-5;

/// The distance from the target at which the library wobble ends a motion.
pub(crate) const WOBBLE_REST: f64 = 1e-3;

/// The distance from the target at which the library Motion ends a motion over a distance of 1: its smallest threshold.
pub(crate) const MOTION_REST_OF_1: f64 = 5e-3;

/// The distance from the target at which the library Motion ends a motion in its test of rounded values.
pub(crate) const MOTION_REST_OF_1000: f64 = 0.5;

/// The distance from the end at which the library Motion ends an `inertia` animation, plus 1 % for rounding, because the last sample lies
/// on the threshold.
pub(crate) const INERTIA_REST: f64 = 0.5 * (1.0 + 1e-2);

/// The time at which dry friction stops a motion: a sum over its half swings, each an arc tangent or a logarithm divided by a rate. Also
/// the time at which a bouncing ball comes to rest: a sum whose terms decrease like a geometric series.
pub(crate) const STOP: f64 = 16.0 * EPS;

/// The time and velocity of the n-th contact with a floor, divided by n: one root, and one step to that time.
pub(crate) const CONTACT: f64 = 12.0 * EPS;
