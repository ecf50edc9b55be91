//! One phase of a motion under dry friction: held, or sliding until it turns.

use super::DryFriction;
use super::crossing::Motion;

/// What a motion under dry friction does now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// At rest, and held: the pull on it is at most the friction.
    Stuck,
    /// Moving, or about to.
    Sliding(Slide),
}

/// A stretch on which the velocity does not change its sign.
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

    /// The smooth motion of this phase, with the friction as a part of its acceleration: for [`Motion::first_crossing`] up to [`Self::end`].
    #[must_use]
    pub fn motion(&self) -> Motion {
        let mut motion = self.motion;
        // Without friction no sign is told apart, so that the law is taken as it is.
        if self.dry != 0.0 || self.direction.is_nan() {
            motion.law.a -= self.direction * self.dry;
        }
        motion
    }

    /// The time (s) at which the velocity has fallen to 0; `None` if it never does, or without dry friction, where nothing changes then.
    #[must_use]
    pub fn end(&self) -> Option<f64> {
        if self.dry == 0.0 || self.direction.is_nan() {
            return None;
        }
        let (first, _) = self.motion().turning_times();
        first.filter(|t| *t >= 0.0 && t.is_finite())
    }

    /// Position (length) and velocity (length/s) at the time `t` (s) of this phase; at its end, and after it, exactly at rest.
    #[must_use]
    pub fn at(&self, t: f64) -> (f64, f64) {
        let Motion { law, target, start, velocity } = self.motion();
        match self.end() {
            Some(end) if t >= end => (law.step_held(start, velocity, target, end).0, 0.0),
            _ => law.step_held(start, velocity, target, t),
        }
    }

    /// The motion from the end of this phase on, if it has one: at rest there, to be held or to slide back.
    #[must_use]
    pub fn next(&self) -> Option<DryFriction> {
        let end = self.end()?;
        let (start, velocity) = self.at(end);
        Some(DryFriction { motion: Motion { start, velocity, ..self.motion }, dry: self.dry })
    }

    /// Where a phase without an end leads.
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
    use crate::math::Law;

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
