//! Every tolerance ("bar") of the tests, with its reason. Reference values are exact to `f64`, so each bar allows for rounding only.

/// The distance from 1 to the next `f64`.
pub(crate) const EPS: f64 = f64::EPSILON;

/// Added to every bar: below this value, `f64` has fewer digits, and an error cannot be relative.
pub(crate) const SUBNORMAL: f64 = f64::MIN_POSITIVE;

/// One step of the kernel: about a third of it is reached; the rest is a reserve for another `libm`.
pub(crate) const KERNEL: f64 = 8.0 * EPS;

/// Rounding `(k, c)` from `(ω, ζ)` costs `ε (ωt)²/6` near critical damping, in units of `ε ωt`. The factor `1 + ωt/16` allows for it.
pub(crate) const CONDITIONING: f64 = 1.0 / 16.0;

/// `pp − 1` and `vv − 1` are sums of two products of rounded coefficients.
pub(crate) const KERNEL_INCREMENT: f64 = 20.0 * EPS;

/// The share of their terms below which `pp − 1` and `vv − 1` count as near a zero. Their error is then relative to the terms.
pub(crate) const NEAR_ZERO: f64 = 0.1;

/// The share of its scale below which a coefficient counts as near a zero crossing. There, the `f64` has only an absolute error, so the
/// `f32` may differ from the correctly rounded one, and has to meet the bar of the `f64` instead. At a crossing with `ωt = 10`, rounding
/// `(k, c)` alone costs 7.5 ε of the scale.
pub(crate) const ZERO_CROSSING: f64 = 1e-6;

/// Friction, gravity, exponential rate: a few roundings of their terms.
pub(crate) const MOTION: f64 = 4.0 * EPS;

/// `v₀ + a t`: two roundings, and one as a reserve.
pub(crate) const GRAVITY_RATE: f64 = 3.0 * EPS;

/// `φ₁` and `φ₂`: `expm1` within an ulp, one division or two.
pub(crate) const PHI: f64 = 4.0 * EPS;

/// The inverse of `φ₁`: the error reaches 4.2 ulp after the last Halley step.
pub(crate) const PHI1_INVERSE: f64 = 8.0 * EPS;

/// Lambert W, with the distance to the branch point known to 106 bits.
pub(crate) const LAMBERT_W: f64 = 4.0 * EPS;

/// Acceleration, start rate, position and turn of a contraction: two products and a quotient, relative to the terms.
pub(crate) const CONTRACTION: f64 = 8.0 * EPS;

/// Times and velocities of crossings, in units of the change that one rounding of their terms may cause.
pub(crate) const CROSSING: f64 = 8.0;

/// When dry friction releases a motion: it holds until the pull exceeds it by 8 ε of the pull's terms, and rounding the pull and the time
/// costs as much again.
pub(crate) const BREAKS_FREE: f64 = 16.0 * EPS;

/// Settling times: bisection ends at neighbouring numbers, so only the rounding of the measure, divided by its slope, is left.
pub(crate) const SETTLE: f64 = 1e-13;

/// The measure at a settling time, where the measure is so flat that the time has no correct digits.
pub(crate) const SETTLE_MEASURE: f64 = 4.0 * EPS;

/// Overshoot, its time, half-life: one exponential or one root.
pub(crate) const FIGURE: f64 = 8.0 * EPS;

/// Orientation: sine and cosine of half an angle that is itself rounded.
pub(crate) const ROTATION: f64 = 8.0 * EPS;

/// Cameras: a few products of sines and cosines, in units of the magnitudes of their terms.
pub(crate) const CAMERA: f64 = 8.0 * EPS;

/// RK4: `(h λ)⁴/120` per unit of `λ t` and of the motion's size, doubled for the higher orders. `λ` is an upper bound of the law's rates.
pub(crate) const RK4_ORDER: f64 = 2.0 / 120.0;

/// RK4's own rounding, per step.
pub(crate) const RK4_ROUNDING: f64 = 4.0 * EPS;

/// Published tables printed with all digits of an `f64` motion, which their source computed in one step from the start.
pub(crate) const PUBLISHED_EXACT: f64 = 1e-12;

/// Published in closed form with about 16 digits. Strong overdamping and a change of the unit of time must not cost more.
pub(crate) const PUBLISHED_RELATIVE: f64 = 1e-14;

/// The same in `f32`.
pub(crate) const PUBLISHED_SINGLE: f64 = 1e-6;

/// Published with four decimals.
pub(crate) const FOUR_DECIMALS: f64 = 5.1e-5;

/// The error of the JavaScript library Motion, which hands over to a spring at the first sample past the bound, not at the exact time.
pub(crate) const MOTION_HAND_OFF: f64 = 0.24;

/// A bound on the publisher's error: semi-implicit Euler in steps of 1 ms, 17 of them in a frame.
pub(crate) const REACT_SPRING: f64 = 4.2e-3;

/// Explicit Euler at 60 steps per second is low by `a t h/2`; the publisher allows 1e-2 around that.
pub(crate) const HARMONICA: f64 = 1e-2;

/// For values that a publisher marks as `exact` or `eq`, and that take a power, a logarithm or a division here: the last digit or two.
pub(crate) const EXACT: f64 = 4.0 * EPS;

/// Flutter's default tolerance for `moreOrLessEquals`.
pub(crate) const FLUTTER: f64 = 1e-10;

/// A rate that is published with ten digits, as the exponent 4.6 of a share.
pub(crate) const TEN_DIGITS: f64 = 1e-9;

/// A lag is the difference of two positions 40 times as large.
pub(crate) const LAG: f64 = 1e-13;

/// State and coefficients in `f32`, as a share of the range of the motion.
pub(crate) const PUBLISHED_F32_OF_RANGE: f64 = 2e-5;

/// The distance at which wobble puts a motion to rest.
pub(crate) const WOBBLE_REST: f64 = 1e-3;

/// The same for Motion over a distance of 1: its smallest threshold.
pub(crate) const MOTION_REST_OF_1: f64 = 5e-3;

/// The same for Motion in its test of rounded values.
pub(crate) const MOTION_REST_OF_1000: f64 = 0.5;

/// The same for Motion's inertia, plus 1 % for rounding: the last sample meets the threshold, but not strictly.
pub(crate) const INERTIA_REST: f64 = 0.5 * (1.0 + 1e-2);

/// When dry friction stops a motion: the sum of its half swings, each an arc tangent or a logarithm divided by a rate. Also for the end of
/// all contacts with a floor, a sum whose terms fall like a geometric series.
pub(crate) const STOP: f64 = 16.0 * EPS;

/// The time and velocity of a contact with a floor, per contact so far: one root, and one step to it.
pub(crate) const CONTACT: f64 = 12.0 * EPS;
