//! Forecasts: the start speed with which a motion stops or turns at a given position, the time until it settles, and jumps of a given
//! height.

use super::crossing::Motion;
use super::special::{phi1, phi2};
use super::{DryFriction, Phase};

/// Number of Newton steps in [`stopping_speed`]. From its first guess, six suffice for any friction.
const NEWTON_STEPS: u32 = 8;

/// The start speed (length/s) of a motion that stops after `distance` (length, ≥ 0) under viscous `friction` (1/s, ≥ 0) and a constant
/// `deceleration` (length/s², ≥ 0).
///
/// The deceleration can be dry friction, or gravity on an upward motion. With gravity, the result is the speed of a jump to the height
/// `distance`.
///
/// # Examples
///
/// ```
/// use exact_motion::forecast::stopping_speed;
///
/// assert_eq!(stopping_speed(2.0, 0.0, 25.0), 10.0); // √(2 d D)
/// assert_eq!(stopping_speed(200.0, 2.0, 0.0), 400.0); // c D
/// ```
///
/// # Special cases
///
/// 0 if friction and deceleration are both 0, because nothing would stop a motion with another speed. NaN or a negative argument gives NaN.
///
/// # Accuracy
///
/// 4 ε.
///
/// # Reference
///
/// Derived here, for the distance `D`, the friction `c`, the deceleration `d` and the time `T` to the stop: with `u = cT`,
/// `u² φ₂(u) = c² D/d` and `v = d T φ₁(u)`.
#[must_use]
pub fn stopping_speed(distance: f64, friction: f64, deceleration: f64) -> f64 {
    if !(distance >= 0.0 && friction >= 0.0 && deceleration >= 0.0) {
        return f64::NAN;
    }
    // The speeds under viscous friction alone and under the deceleration alone.
    let viscous = friction * distance;
    let squared = 2.0 * deceleration * distance;
    let dry =
        if squared.is_normal() { libm::sqrt(squared) } else { libm::sqrt(2.0 * deceleration) * libm::sqrt(distance) };
    if dry == 0.0 || viscous == 0.0 {
        return viscous + dry;
    }
    let root = viscous / dry * core::f64::consts::SQRT_2;
    let wanted = root * root;
    // Below the first bound, viscous friction changes the speed by a relative amount of u/3, which is less than rounding. Above the second
    // bound, the deceleration changes the speed by a relative amount of u/wanted, which is also less than rounding.
    if wanted < f64::EPSILON * f64::EPSILON {
        return dry;
    }
    if wanted > 1e19 {
        return viscous;
    }
    let mut u = (core::f64::consts::SQRT_2 * root).min(libm::log1p(wanted + core::f64::consts::SQRT_2 * root));
    for _ in 0..NEWTON_STEPS {
        u -= (u * u * phi2(u) - wanted) / (u * phi1(u));
    }
    // v = d expm1(u)/c, and expm1(u) = u + c² D/d.
    viscous + deceleration / friction * u
}

/// The time (s) after which a motion of `speed` (length/s, ≥ 0) has at most `tolerance` (length, ≥ 0) left to travel, under viscous
/// `friction` (1/s, ≥ 0) and a constant `deceleration` (length/s², ≥ 0).
///
/// # Examples
///
/// ```
/// use exact_motion::forecast::settling_time;
///
/// assert_eq!(settling_time(4.0, 0.0, 2.0, 0.0), 2.0); // it stops
/// assert_eq!(settling_time(4.0, 0.0, 2.0, 1.0), 1.0);
/// ```
///
/// # Special cases
///
/// 0 if at most `tolerance` is left at the start. ∞ if the motion never settles: without friction and deceleration, or for a tolerance of 0
/// without a deceleration. NaN or a negative argument gives NaN.
///
/// # Accuracy
///
/// 8 ε of the time to the stop.
///
/// # Reference
///
/// Derived here: the tolerance is left to travel when the speed has fallen from `v` to `w`, the [`stopping_speed`] for the tolerance. That
/// takes `log1p(c (v − w)/(d + c w))/c`.
#[must_use]
pub fn settling_time(speed: f64, friction: f64, deceleration: f64, tolerance: f64) -> f64 {
    let left = stopping_speed(tolerance, friction, deceleration);
    if left.is_nan() || speed.is_nan() || speed < 0.0 {
        return f64::NAN;
    }
    if speed == 0.0 || (speed <= left && left > 0.0) {
        return 0.0;
    }
    let uniform = (speed - left) / (deceleration + friction * left);
    let scaled = friction * uniform;
    if scaled == 0.0 || uniform == f64::INFINITY { uniform } else { libm::log1p(scaled) / friction }
}

/// The start speed (length/s, ≥ 0) towards `level` (length) with which the first turning point of `motion` is at `level`. The motion may
/// have a spring, viscous and dry friction, and a constant acceleration. Its own velocity is ignored.
///
/// # Examples
///
/// ```
/// use exact_motion::{DryFriction, Law, crossing::Motion, forecast::turning_speed};
///
/// // An undamped spring with ω = 3 rad/s, at its target.
/// let motion = Motion { law: Law { k: 9.0, ..Law::default() }, target: 0.0, start: 0.0, velocity: 0.0 };
/// assert_eq!(turning_speed(&DryFriction { motion, dry: 0.0 }, 2.0), Some(6.0));
/// ```
///
/// # Special cases
///
/// Returns `None` if the motion passes the level even from rest, if nothing turns the motion, and for NaN or infinite input.
///
/// # Accuracy
///
/// 16 ε; less accurate if the turning point hardly depends on the speed.
///
/// # Reference
///
/// Derived here: of two motions from the same position, the faster one is ahead until either turns, so the first turning point is a
/// monotonic function of the speed. It is inverted by bisection down to two adjacent `f64` values.
#[must_use]
pub fn turning_speed(motion: &DryFriction, level: f64) -> Option<f64> {
    let start = motion.motion.start;
    let direction = (level - start).signum();
    let distance = (level - start).abs();
    let reach = |speed: f64| {
        let moving = DryFriction { motion: Motion { velocity: direction * speed, ..motion.motion }, ..*motion };
        match moving.phase() {
            Phase::Sliding(slide) if slide.direction() == direction => direction * (slide.first_turn() - start),
            Phase::Sliding(slide) if slide.direction().is_nan() => f64::NAN,
            Phase::Sliding(_) | Phase::Stuck => 0.0,
        }
    };
    if distance == 0.0 {
        return Some(0.0);
    }
    let still = reach(0.0);
    if still > distance || still.is_nan() {
        return None;
    }
    let mut high = distance;
    while reach(high) < distance && high.is_finite() {
        high *= 2.0;
    }
    let mut low = high / 2.0;
    while low > 0.0 && reach(low) > distance {
        high = low;
        low /= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if !(low < middle && middle < high) {
            break;
        }
        if reach(middle) < distance {
            low = middle;
        } else {
            high = middle;
        }
    }
    (high.is_finite() && reach(high).is_finite()).then_some(high)
}

/// The gravity and the start speed of a jump. [`jump()`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// The gravity, downward. Unit: length/s². Range: ≥ 0.
    pub gravity: f64,
    /// The start speed, upward. Unit: length/s. Range: ≥ 0.
    pub speed: f64,
}

/// The jump that reaches its top at `height` (length, ≥ 0) after `time` (s, > 0) under viscous `friction` (1/s, ≥ 0).
///
/// # Examples
///
/// ```
/// use exact_motion::forecast::jump;
///
/// let hop = jump(2.0, 0.4, 0.0);
/// assert!((hop.gravity - 25.0).abs() < 1e-14 && (hop.speed - 10.0).abs() < 1e-14);
/// ```
///
/// # Special cases
///
/// NaN, a negative height or friction, or a time that is not above 0 gives NaN.
///
/// # Accuracy
///
/// Speed: 2 ε. Gravity: 2 ε `(1 + cT)`.
///
/// # Reference
///
/// Derived here: backward in time, the jump is a fall from its top, with `h = g T² φ₂(cT)` and `v = g T φ₁(cT)`.
#[must_use]
pub fn jump(height: f64, time: f64, friction: f64) -> Jump {
    if !(height >= 0.0 && friction >= 0.0 && time > 0.0) {
        return Jump { gravity: f64::NAN, speed: f64::NAN };
    }
    let z = friction * time;
    let gravity = height / time / time / phi2(z);
    // For large z, φ₁ and φ₂ overflow, but their quotient is z.
    let speed = if z < 700.0 { gravity * time * phi1(z) } else { height / time * z };
    Jump { gravity, speed }
}

#[cfg(test)]
mod tests;
