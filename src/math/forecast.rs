//! The start velocity with which a motion stops or turns at a given place.

use super::crossing::Motion;
use super::special::{phi1, phi2};
use super::{DryFriction, Phase};

/// Newton steps for [`stopping_speed`]; from its start six suffice, whatever the friction.
const ROUNDS: u32 = 8;

/// The speed (length/s) that stops after `distance` (length, ≥ 0) under viscous friction of the rate `friction` (1/s, ≥ 0) and a constant
/// deceleration `deceleration` (length/s², ≥ 0).
///
/// The deceleration is dry friction, or gravity on the way up: then this is the speed to reach a height.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::forecast::stopping_speed;
///
/// assert_eq!(stopping_speed(2.0, 0.0, 25.0), 10.0); // √(2 d D)
/// assert_eq!(stopping_speed(200.0, 2.0, 0.0), 400.0); // c D
/// ```
///
/// # Special cases
///
/// 0 without both: nothing stops it, and any speed above 0 is too much. NaN or a negative argument gives NaN.
///
/// # Accuracy
///
/// 4 ε.
///
/// # Reference
///
/// Ours: with `u = cT`, `u² φ₂(u) = c² D/d` and `v = d T φ₁(u)`.
#[must_use]
pub fn stopping_speed(distance: f64, friction: f64, deceleration: f64) -> f64 {
    if !(distance >= 0.0 && friction >= 0.0 && deceleration >= 0.0) {
        return f64::NAN;
    }
    // What the viscous friction alone takes, over what the deceleration alone takes.
    let viscous = friction * distance;
    let squared = 2.0 * deceleration * distance;
    let dry =
        if squared.is_normal() { libm::sqrt(squared) } else { libm::sqrt(2.0 * deceleration) * libm::sqrt(distance) };
    if dry == 0.0 || viscous == 0.0 {
        return viscous + dry;
    }
    let root = viscous / dry * core::f64::consts::SQRT_2;
    let wanted = root * root;
    // Below the first, viscous friction adds less than rounding, u/3 of the speed; above the second, dry friction does, u/wanted.
    if wanted < f64::EPSILON * f64::EPSILON {
        return dry;
    }
    if wanted > 1e19 {
        return viscous;
    }
    let mut u = (core::f64::consts::SQRT_2 * root).min(libm::log1p(wanted + core::f64::consts::SQRT_2 * root));
    for _ in 0..ROUNDS {
        u -= (u * u * phi2(u) - wanted) / (u * phi1(u));
    }
    // v = d expm1(u)/c, and expm1(u) = u + c² D/d.
    viscous + deceleration / friction * u
}

/// The time (s) from which on a motion of `speed` (length/s, ≥ 0) has at most `tolerance` (length, ≥ 0) left to travel, under viscous
/// friction of the rate `friction` (1/s, ≥ 0) and a constant deceleration `deceleration` (length/s², ≥ 0).
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::forecast::settling_time;
///
/// assert_eq!(settling_time(4.0, 0.0, 2.0, 0.0), 2.0); // it stops
/// assert_eq!(settling_time(4.0, 0.0, 2.0, 1.0), 1.0);
/// ```
///
/// # Special cases
///
/// 0 where no more than that is left at the start; ∞ if never: without both, or for a tolerance of 0 without a deceleration. NaN or a
/// negative argument gives NaN.
///
/// # Accuracy
///
/// 8 ε of the time to the stop.
///
/// # Reference
///
/// Ours: the way is left at the speed `w` of [`stopping_speed`], and a speed falls from `v` to `w` in `log1p(c (v − w)/(d + c w))/c`.
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

/// The speed (length/s, ≥ 0) towards `level` (length) with which `motion`, whose own velocity is not used, turns there first: under a
/// spring, viscous and dry friction and a constant acceleration.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::{DryFriction, Law, crossing::Motion, forecast::turning_speed};
///
/// // An undamped swing of ω = 3 about 0.
/// let motion = Motion { law: Law { k: 9.0, ..Law::default() }, target: 0.0, start: 0.0, velocity: 0.0 };
/// assert_eq!(turning_speed(&DryFriction { motion, dry: 0.0 }, 2.0), Some(6.0));
/// ```
///
/// # Special cases
///
/// None where the motion is pulled beyond the level without any speed, where nothing turns it, and for NaN.
///
/// # Accuracy
///
/// 16 ε, more where the place of the turn hardly depends on the speed.
///
/// # Reference
///
/// Ours: of two motions from one place the faster one is ahead until either turns, so the place of the first turn rises with the speed, and
/// bisection ends at neighbours among `f64`.
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

/// A jump: the gravity that it needs, and the speed with which it starts. [`jump()`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// The gravity, downward. Unit: length/s². Range: ≥ 0.
    pub gravity: f64,
    /// The start speed, upward. Unit: length/s. Range: ≥ 0.
    pub speed: f64,
}

/// The jump whose top is at `height` (length, ≥ 0) after `time` (s, > 0) under viscous friction of the rate `friction` (1/s, ≥ 0).
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::forecast::jump;
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
/// Speed 2 ε, gravity 2 ε `(1 + cT)`.
///
/// # Reference
///
/// Ours: backward from its top the jump falls, with `h = g T² φ₂(cT)` and `v = g T φ₁(cT)`.
#[must_use]
pub fn jump(height: f64, time: f64, friction: f64) -> Jump {
    if !(height >= 0.0 && friction >= 0.0 && time > 0.0) {
        return Jump { gravity: f64::NAN, speed: f64::NAN };
    }
    let z = friction * time;
    let gravity = height / time / time / phi2(z);
    // φ₁/φ₂ stays finite where both overflow: it is z there.
    let speed = if z < 700.0 { gravity * time * phi1(z) } else { height / time * z };
    Jump { gravity, speed }
}

#[cfg(test)]
mod tests;
