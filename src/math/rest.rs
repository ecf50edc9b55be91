//! Through all half swings of a motion under dry friction, to where it rests.

use super::crossing::Motion;
use super::propagator::Roots;
use super::{DryFriction, Phase, Slide};

/// Half swings that are followed one by one at the end of a motion; those before are skipped in closed form.
const FOLLOWED: f64 = 16.0;

/// Phases and skips that are looked at, at most. The longest way, 20 skips that each leave an ε of what was left, and two times
/// [`FOLLOWED`] half swings, is shorter; only where a half swing is less than the time's rounding would it go on.
const LOOKED_AT: u32 = 100;

/// Whether, when and where a motion comes to rest. [`DryFriction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rest {
    /// It is at rest from a time on.
    Stops {
        /// From when on. Unit: s. Range: ≥ 0.
        time: f64,
        /// Where. Unit: length.
        position: f64,
    },
    /// It never rests.
    Never {
        /// What it approaches; ±∞ if it leaves, NaN if it swings for ever. Unit: length.
        limit: f64,
    },
}

impl DryFriction {
    /// Position (length) and velocity (length/s) at the time `t` (s, ≥ 0), through all half swings.
    ///
    /// # Special cases
    ///
    /// At rest the velocity is 0 and the position that of [`Self::rest`], bit for bit. At ∞ a motion that never stops gives NaN.
    #[must_use]
    pub fn state(&self, t: f64) -> (f64, f64) {
        if t.is_nan() {
            return (f64::NAN, f64::NAN);
        }
        let (last, begin) = self.last_phase_until(t);
        match last.phase() {
            Phase::Stuck => (last.motion.start, 0.0),
            Phase::Sliding(slide) => slide.at(t - begin),
        }
    }

    /// When and where the motion rests for good.
    ///
    /// At most 100 half swings are looked at, however many there are.
    #[must_use]
    pub fn rest(&self) -> Rest {
        let (last, begin) = self.last_phase_until(f64::INFINITY);
        match last.phase() {
            Phase::Stuck => Rest::Stops { time: begin, position: last.motion.start },
            Phase::Sliding(slide) => Rest::Never { limit: slide.limit() },
        }
    }

    /// The motion from the beginning of the phase that it is in at `t`, and when that begins.
    fn last_phase_until(&self, t: f64) -> (Self, f64) {
        let (mut here, mut first, mut swings, mut half) = (*self, 0.0, 0.0, 0.0);
        // The first phase may end anywhere; each later one that ends is a half swing, and all these take the same time.
        for _ in 0..LOOKED_AT {
            let begin = first + swings * half;
            let Phase::Sliding(slide) = here.phase() else { return (here, begin) };
            let (Some(end), Some(next)) = (slide.end(), slide.next()) else { return (here, begin) };
            let swinging = here.motion.velocity == 0.0;
            let over = if swinging {
                half = end;
                swings + 1.0
            } else {
                first = end;
                0.0
            };
            let skipped = if swinging { here.half_swings_to_skip(&slide, (t - begin) / half) } else { 0.0 };
            if skipped > 0.0 {
                here = here.after_half_swings(&slide, skipped);
                swings += skipped;
            } else if first + over * half <= t {
                here = next;
                swings = over;
            } else {
                return (here, begin);
            }
            if !(first + swings * half).is_finite() {
                // Longer than any time: what friction takes of a swing is below the numbers' range.
                return (Self { dry: 0.0, ..*self }, 0.0);
            }
        }
        (here, first + swings * half)
    }

    /// How many half swings from rest need not be followed: all but the last ones before it stops, and before `in_time` of them are over.
    fn half_swings_to_skip(&self, slide: &Slide, in_time: f64) -> f64 {
        let Swing { shift, distance, loss, .. } = self.swing(slide);
        // r^n (y + A) ≤ d/k + A with A = (1 + r)/(1 − r) d/k, solved for n; with ln 1/r for 1 − r, which adds at most half a swing.
        let undamped = (distance - shift) / (2.0 * shift);
        let count = if loss == 0.0 { undamped } else { libm::log1p(undamped * loss) / loss };
        let skipped = libm::floor(count.min(in_time) - FOLLOWED);
        if skipped > FOLLOWED { skipped } else { 0.0 }
    }

    /// The state at rest after so many half swings from rest.
    fn after_half_swings(&self, slide: &Slide, count: f64) -> Self {
        let Swing { middle, side, shift, distance, loss } = self.swing(slide);
        let total = count * loss;
        // 1 + r + … + r^(n−1), of which every shift takes two.
        let taken =
            if loss == 0.0 { 2.0 * count } else { libm::expm1(-total) / libm::expm1(-loss) * (1.0 + libm::exp(-loss)) };
        let left = libm::exp(-total) * distance - taken * shift;
        let turned = if libm::fmod(count, 2.0) == 0.0 { side } else { -side };
        Self { motion: Motion { start: middle + turned * left, ..self.motion }, dry: self.dry }
    }

    fn swing(&self, slide: &Slide) -> Swing {
        let Motion { law, target, start, .. } = self.motion;
        let loss = match Roots::of(law.k, law.c) {
            Roots::Complex { b, w } => b * (core::f64::consts::PI / w),
            Roots::Real { .. } => f64::INFINITY,
        };
        let middle = target + law.a / law.k;
        Swing { middle, side: -slide.direction, shift: self.dry / law.k, distance: (start - middle).abs(), loss }
    }
}

/// A motion from rest, between two turns.
struct Swing {
    /// Where it would rest without dry friction.
    middle: f64,
    /// On which side of that it is.
    side: f64,
    /// How far from there friction holds: `d/k`.
    shift: f64,
    /// How far from there it is.
    distance: f64,
    /// `cπ/(2w)`: the logarithm of what viscous friction takes.
    loss: f64,
}

#[cfg(test)]
mod tests;
