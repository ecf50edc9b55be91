//! Every tolerance of the tests, with its reason. Reference values are exact to `f64`, so each bar is what rounding alone may do.

/// The distance from 1 to the next `f64`.
pub(crate) const EPS: f64 = f64::EPSILON;

/// Added to every bar: below it `f64` has fewer digits, and an error cannot be relative.
pub(crate) const SUBNORMAL: f64 = f64::MIN_POSITIVE;

/// One step of the kernel: about a third is reached; the rest is room for another `libm`.
pub(crate) const KERNEL: f64 = 8.0 * EPS;

/// `(k, c)` rounded from `(ω, ζ)` costs `ε (ωt)²/6` near critical damping, in units of `ε ωt`: allowed for by `1 + ωt/16`.
pub(crate) const CONDITIONING: f64 = 1.0 / 16.0;

/// `pp − 1` and `vv − 1` are sums of two products of rounded coefficients.
pub(crate) const KERNEL_INCREMENT: f64 = 20.0 * EPS;

/// Share of the terms added up below which `pp − 1` and `vv − 1` are near one of their zeros, and are measured against those terms.
pub(crate) const NEAR_ZERO: f64 = 0.1;

/// Share of its scale below which a coefficient is beside a zero crossing: the `f64` has an absolute error only there, so the `f32` may be
/// another than the correctly rounded one. It has to keep the bar of the `f64` instead: at a crossing `ωt = 10` the rounding of `(k, c)` alone
/// costs 7.5 ε of the scale.
pub(crate) const ZERO_CROSSING: f64 = 1e-6;

/// Friction, gravity, exponential rate: a few roundings of the terms added.
pub(crate) const MOTION: f64 = 4.0 * EPS;

/// `v₀ + a t`: two roundings, and one in reserve.
pub(crate) const GRAVITY_RATE: f64 = 3.0 * EPS;

/// `φ₁` and `φ₂`: `expm1` within an ulp, one division or two.
pub(crate) const PHI: f64 = 4.0 * EPS;

/// The inverse of `φ₁`: 4.2 ulp reached after the last Halley step.
pub(crate) const PHI1_INVERSE: f64 = 8.0 * EPS;

/// Lambert W, the distance to the branch point known to 106 bits.
pub(crate) const LAMBERT_W: f64 = 4.0 * EPS;

/// Acceleration, start rate, position and turn of a contraction: two products and a quotient, relative to the terms.
pub(crate) const CONTRACTION: f64 = 8.0 * EPS;

/// Times and velocities of crossings, in units of what one rounding of the terms added may change.
pub(crate) const CROSSING: f64 = 8.0;

/// When dry friction lets a motion go: 8 ε of what is added up in the pull is held, as much again is its own rounding, and that of its time.
pub(crate) const BREAKS_FREE: f64 = 16.0 * EPS;

/// Settling times: bisection ends at neighbours, so only the measure's own rounding over its slope is left.
pub(crate) const SETTLE: f64 = 1e-13;

/// The measure at a settling time, where it is so flat that the time has no digits.
pub(crate) const SETTLE_MEASURE: f64 = 4.0 * EPS;

/// Overshoot, its time, half-life: one exponential or one root.
pub(crate) const FIGURE: f64 = 8.0 * EPS;

/// Orientation: sine and cosine of half an angle that is itself rounded.
pub(crate) const ROTATION: f64 = 8.0 * EPS;

/// Cameras: a few products of sines and cosines, in units of the magnitudes added.
pub(crate) const CAMERA: f64 = 8.0 * EPS;

/// RK4: `(h λ)⁴/120` per unit of `λ t` and of the motion's size, doubled for the higher orders; `λ` bounds the law's rates.
pub(crate) const RK4_ORDER: f64 = 2.0 / 120.0;

/// RK4's own rounding, per step.
pub(crate) const RK4_ROUNDING: f64 = 4.0 * EPS;

/// Published tables printed with all digits of an `f64` motion, which their source computed in one step from the start.
pub(crate) const PUBLISHED_EXACT: f64 = 1e-12;

/// Published in closed form with 16 digits or so; strong overdamping and a change of the unit of time must not cost more.
pub(crate) const PUBLISHED_RELATIVE: f64 = 1e-14;

/// The same in `f32`.
pub(crate) const PUBLISHED_SINGLE: f64 = 1e-6;

/// Published with four decimals.
pub(crate) const FOUR_DECIMALS: f64 = 5.1e-5;

/// How far Motion's hand-over to a spring, at the first sample past the bound, is from the one in time: its error, not ours.
pub(crate) const MOTION_HAND_OFF: f64 = 0.24;

/// How far semi-implicit Euler in steps of 1 ms (17 of them a frame) is from the motion: a bound on the publisher's error, not on ours.
pub(crate) const REACT_SPRING: f64 = 4.2e-3;

/// Explicit Euler at 60 steps per second is low by `a t h/2`; the publisher allows 1e-2 around that.
pub(crate) const HARMONICA: f64 = 1e-2;

/// Where a publisher says `exact` or `eq`, of a value that takes a power, a logarithm or a division here: its last digit or two.
pub(crate) const EXACT: f64 = 4.0 * EPS;

/// Flutter's default for `moreOrLessEquals`.
pub(crate) const FLUTTER: f64 = 1e-10;

/// A rate published with ten digits, as the exponent 4.6 of a share.
pub(crate) const TEN_DIGITS: f64 = 1e-9;

/// A lag is the difference of two positions 40 times as large.
pub(crate) const LAG: f64 = 1e-13;

/// `f32` state and coefficients, as a share of the range travelled.
pub(crate) const PUBLISHED_F32_OF_RANGE: f64 = 2e-5;

/// Distance at which a publisher puts a motion to rest: wobble's threshold.
pub(crate) const WOBBLE_REST: f64 = 1e-3;

/// The same for Motion over a distance of 1: its smallest.
pub(crate) const MOTION_REST_OF_1: f64 = 5e-3;

/// The same for Motion in its test of rounded values.
pub(crate) const MOTION_REST_OF_1000: f64 = 0.5;

/// The same for Motion's inertia, by rounding: its threshold is met at the last sample but not strictly.
pub(crate) const INERTIA_REST: f64 = 0.5 * (1.0 + 1e-2);

/// When dry friction stops a motion: the sum of its half swings, each an arc tangent or a logarithm over a rate. The same for the end
/// of all contacts with a floor, a sum that falls like a geometric series.
pub(crate) const STOP: f64 = 16.0 * EPS;

/// Time and velocity of a contact with a floor, for each contact up to it: one root, and one step to it.
pub(crate) const CONTACT: f64 = 12.0 * EPS;
