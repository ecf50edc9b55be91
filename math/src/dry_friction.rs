//! Dry friction: a constant deceleration that opposes the motion, stops it after a finite time, and then holds it until the pull on it
//! exceeds the friction.

use super::crossing::Motion;

/// A motion under dry friction, with a held target.
///
/// ```text
/// x″ = a − c x′ − k (x − e) − d sign(x′)          stuck where x′ = 0 and |a − k (x − e)| ≤ d
/// ```
///
/// While the velocity keeps its sign `s`, the motion obeys the law with `a − s d` instead of `a`. A [`Phase`] is an interval in which the
/// velocity keeps its sign, or in which the motion is at rest. An event loop computes one phase at a time; [`Self::state`] and
/// [`Self::rest`] compute all phases.
///
/// # Examples
///
/// A curling stone: 4 m/s, slowed by 2 m/s².
///
/// ```
/// use exact_motion::{DryFriction, Law, Phase, Rest, crossing::Motion};
///
/// let motion = Motion { law: Law::default(), target: 0.0, start: 0.0, velocity: 4.0 };
/// let stone = DryFriction { motion, dry: 2.0 };
/// assert_eq!(stone.rest(), Rest::Stops { time: 2.0, position: 4.0 });
/// assert_eq!(stone.state(0.5), (1.75, 3.0));
///
/// let Phase::Sliding(slide) = stone.phase() else { panic!("it moves") };
/// assert_eq!(slide.end(), Some(2.0));
/// assert_eq!(slide.next().map(|rest| rest.phase()), Some(Phase::Stuck));
/// ```
///
/// # Special cases
///
/// With `d = 0` there is a single phase, which obeys the law alone, and the motion is at rest only if it starts at rest in equilibrium. NaN
/// in gives NaN out; a negative `k`, `c` or `d` also gives NaN.
///
/// # Accuracy
///
/// Position and velocity: 1.2 ε `(1 + (c + √k) t)` of the sum of the terms' magnitudes. Time of rest: 3.2 ε. Position of rest: 1.2 ε of the
/// sum of the terms' magnitudes.
///
/// # Reference
///
/// Derived here. From rest at the distance `y` from `e + a/k`, each half period takes `π/w` and reduces the distance to
/// `r y − (1 + r) d/k`, with `w = √(k − c²/4)` and `r = e^(−cπ/(2w))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction {
    /// The motion without dry friction. Its law has `c ≥ 0`.
    pub motion: Motion,
    /// `d`, the deceleration. Unit: length/s². Range: ≥ 0; 0 has no effect.
    pub dry: f64,
}

impl DryFriction {
    /// The current phase of the motion.
    ///
    /// A motion at rest stays stuck if the pull exceeds the friction only by rounding, at most 8 ε of the sum of the terms' magnitudes.
    #[must_use]
    pub fn phase(&self) -> Phase {
        let Self { motion, dry } = *self;
        let Motion { law, velocity, .. } = motion;
        let pull = self.pull();
        let valid = law.k >= 0.0 && law.c >= 0.0 && dry >= 0.0;
        if valid && velocity == 0.0 && pull.abs() <= dry + self.rounding_margin() {
            return Phase::Stuck;
        }
        let sign = if velocity == 0.0 { pull.signum() } else { velocity.signum() };
        let direction = if valid { sign } else { f64::NAN };
        Phase::Sliding(Slide { motion, dry, direction })
    }

    /// The acceleration that the motion would have from rest, without dry friction.
    fn pull(&self) -> f64 {
        let Motion { law, target, start, .. } = self.motion;
        if law.k == 0.0 { law.a } else { law.a - law.k * (start - target) }
    }

    fn rounding_margin(&self) -> f64 {
        let Motion { law, target, start, .. } = self.motion;
        let pulls = if law.k == 0.0 { 0.0 } else { law.k * (start.abs() + target.abs()) };
        if self.dry == 0.0 { 0.0 } else { 8.0 * f64::EPSILON * (law.a.abs() + pulls) }
    }
}

/// A phase of a motion under dry friction. [`DryFriction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The motion is at rest and stays so: the pull on it is at most the friction.
    Stuck,
    /// The motion moves, or starts to move.
    Sliding(Slide),
}

/// A phase in which the velocity keeps its sign. [`DryFriction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    pub(super) motion: Motion,
    pub(super) dry: f64,
    pub(super) direction: f64,
}

impl Slide {
    /// The sign of the velocity.
    #[must_use]
    pub const fn direction(&self) -> f64 {
        self.direction
    }

    /// The motion of this phase, with the dry friction in its constant acceleration. It is valid up to [`Self::end`], and can be used with
    /// [`Motion::first_crossing`].
    #[must_use]
    pub fn motion(&self) -> Motion {
        let mut motion = self.motion;
        // Without friction the law is unchanged, bit for bit.
        if self.dry != 0.0 || self.direction.is_nan() {
            motion.law.a -= self.direction * self.dry;
        }
        motion
    }

    /// The time (s) at which the velocity reaches 0. Returns `None` if it never does. Also returns `None` without dry friction, because
    /// then the law does not change at that time.
    #[must_use]
    pub fn end(&self) -> Option<f64> {
        if self.dry == 0.0 || self.direction.is_nan() {
            return None;
        }
        let (first, _) = self.motion().turning_times();
        first.filter(|t| *t >= 0.0 && t.is_finite())
    }

    /// Position (length) and velocity (length/s) at the time `t` (s) of this phase. At its end and after it, the motion is exactly at rest.
    #[must_use]
    pub fn at(&self, t: f64) -> (f64, f64) {
        let Motion { law, target, start, velocity } = self.motion();
        match self.end() {
            Some(end) if t >= end => (law.step_held(start, velocity, target, end).0, 0.0),
            _ => law.step_held(start, velocity, target, t),
        }
    }

    /// The motion at the end of this phase, at rest. From there it stays stuck or slides back. Returns `None` if the phase has no end.
    #[must_use]
    pub fn next(&self) -> Option<DryFriction> {
        let end = self.end()?;
        let (start, velocity) = self.at(end);
        Some(DryFriction { motion: Motion { start, velocity, ..self.motion }, dry: self.dry })
    }

    /// The position of the first turning point of this phase's motion, or the motion's limit if it never turns.
    pub(super) fn first_turn(&self) -> f64 {
        let Motion { law, target, start, velocity } = self.motion();
        let (first, second) = self.motion().turning_times();
        match [first, second].into_iter().flatten().find(|time| *time > 0.0 && time.is_finite()) {
            Some(time) => law.step_held(start, velocity, target, time).0,
            None => self.limit(),
        }
    }

    /// The limit of the position at `t = ∞`, for a phase without an end.
    pub(super) fn limit(&self) -> f64 {
        let Motion { law, target, start, velocity } = self.motion();
        if law.k > 0.0 && law.c > 0.0 {
            target + law.a / law.k
        } else if law.k != 0.0 || law.a.is_nan() {
            f64::NAN
        } else if law.a == 0.0 {
            start + velocity / law.c
        } else {
            law.a * f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Law;

    #[test]
    fn at_the_end_of_a_phase_the_velocity_is_exactly_0() {
        let law = Law { k: 9.0, c: 0.4, ..Law::default() };
        let motion = Motion { law, target: 0.0, start: 1.0, velocity: 7.0 };
        let moving = DryFriction { motion, dry: 0.3 };
        let Phase::Sliding(slide) = moving.phase() else { panic!("it moves") };
        let end = slide.end().unwrap();
        assert_eq!(slide.at(end).1, 0.0);
        assert!(slide.at(end * (1.0 - 1e-9)).1 > 0.0);
        let next = slide.next().unwrap();
        assert_eq!((next.motion.start, next.motion.velocity), slide.at(end));
        let Phase::Sliding(back) = next.phase() else { panic!("it slides back") };
        assert_eq!((slide.direction(), back.direction()), (1.0, -1.0));
        assert_eq!(back.motion().law.a, 0.3);
    }
}
