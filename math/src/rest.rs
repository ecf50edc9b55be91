//! The state of a motion under dry friction at any time, and when and where it comes to rest, for any number of half periods.

use super::crossing::Motion;
use super::propagator::Roots;
use super::{DryFriction, Phase, Slide};

/// Number of half periods at the end of a motion that are computed one by one. All earlier ones are skipped in closed form.
const LAST_HALF_PERIODS: f64 = 16.0;

/// Maximum number of phases and skips. A motion needs fewer: at most 20 skips, because each one leaves only a fraction ε of the remaining
/// half periods, and twice [`LAST_HALF_PERIODS`] phases. The maximum is reached only if a half period is shorter than the rounding error of
/// the time.
const MAX_PHASES: u32 = 100;

/// Whether, when and where a motion comes to rest. [`DryFriction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rest {
    /// The motion comes to rest at a finite time.
    Stops {
        /// The time at which it comes to rest. Unit: s. Range: ≥ 0.
        time: f64,
        /// The position at which it rests. Unit: length.
        position: f64,
    },
    /// The motion never comes to rest.
    Never {
        /// The position that it approaches; ±∞ if it moves away without limit, NaN if it oscillates forever. Unit: length.
        limit: f64,
    },
}

impl DryFriction {
    /// Position (length) and velocity (length/s) at the time `t` (s, ≥ 0), across all phases.
    ///
    /// # Special cases
    ///
    /// At rest, the velocity is 0 and the position is that of [`Self::rest`], bit for bit. At `t = ∞`, a motion that never stops gives NaN.
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

    /// When and where the motion finally comes to rest.
    ///
    /// At most 100 phases are computed one by one. All others are skipped in closed form.
    #[must_use]
    pub fn rest(&self) -> Rest {
        let (last, begin) = self.last_phase_until(f64::INFINITY);
        match last.phase() {
            Phase::Stuck => Rest::Stops { time: begin, position: last.motion.start },
            Phase::Sliding(slide) => Rest::Never { limit: slide.limit() },
        }
    }

    /// The motion at the start of the phase that contains `t`, and the start time of that phase.
    fn last_phase_until(&self, t: f64) -> (Self, f64) {
        let (mut here, mut first, mut halves, mut half_time) = (*self, 0.0, 0.0, 0.0);
        // Each phase after the first is a half period if it ends. All half periods have the same duration.
        for _ in 0..MAX_PHASES {
            let begin = first + halves * half_time;
            let Phase::Sliding(slide) = here.phase() else { return (here, begin) };
            let (Some(end), Some(next)) = (slide.end(), slide.next()) else { return (here, begin) };
            let from_rest = here.motion.velocity == 0.0;
            let over = if from_rest {
                half_time = end;
                halves + 1.0
            } else {
                first = end;
                0.0
            };
            let skipped = if from_rest { here.half_periods_to_skip(&slide, (t - begin) / half_time) } else { 0.0 };
            if skipped > 0.0 {
                here = here.after_half_periods(&slide, skipped);
                halves += skipped;
            } else if first + over * half_time <= t {
                here = next;
                halves = over;
            } else {
                return (here, begin);
            }
            if !(first + halves * half_time).is_finite() {
                // The time overflows: dry friction is too small to stop the motion within the range of `f64`, so it is ignored.
                return (Self { dry: 0.0, ..*self }, 0.0);
            }
        }
        (here, first + halves * half_time)
    }

    /// How many half periods can be skipped from a turning point: those until the motion stops, but at most `in_time`. The last
    /// [`LAST_HALF_PERIODS`] of these are not skipped.
    fn half_periods_to_skip(&self, slide: &Slide, in_time: f64) -> f64 {
        let HalfPeriod { stick_distance, distance, loss, .. } = self.half_period(slide);
        // r^n (y + A) ≤ d/k + A with A = (1 + r)/(1 − r) d/k, solved for n. Using ln 1/r for 1 − r adds at most half a half period.
        let undamped = (distance - stick_distance) / (2.0 * stick_distance);
        let count = if loss == 0.0 { undamped } else { libm::log1p(undamped * loss) / loss };
        let skipped = libm::floor(count.min(in_time) - LAST_HALF_PERIODS);
        if skipped > LAST_HALF_PERIODS { skipped } else { 0.0 }
    }

    /// The motion at its turning point `count` half periods later.
    fn after_half_periods(&self, slide: &Slide, count: f64) -> Self {
        let HalfPeriod { middle, side, stick_distance, distance, loss } = self.half_period(slide);
        let total = count * loss;
        // The distance lost to dry friction is (1 + r)(1 + r + … + r^(n−1)) d/k.
        let taken =
            if loss == 0.0 { 2.0 * count } else { libm::expm1(-total) / libm::expm1(-loss) * (1.0 + libm::exp(-loss)) };
        let left = libm::exp(-total) * distance - taken * stick_distance;
        let turned = if libm::fmod(count, 2.0) == 0.0 { side } else { -side };
        Self { motion: Motion { start: middle + turned * left, ..self.motion }, dry: self.dry }
    }

    fn half_period(&self, slide: &Slide) -> HalfPeriod {
        let Motion { law, target, start, .. } = self.motion;
        let loss = match Roots::of(law.k, law.c) {
            Roots::Complex { b, w } => b * (core::f64::consts::PI / w),
            Roots::Real { .. } => f64::INFINITY,
        };
        let middle = target + law.a / law.k;
        HalfPeriod {
            middle,
            side: -slide.direction,
            stick_distance: self.dry / law.k,
            distance: (start - middle).abs(),
            loss,
        }
    }
}

/// A half period of a motion: from rest at one turning point to the next one.
struct HalfPeriod {
    /// The position of equilibrium without dry friction.
    middle: f64,
    /// The side of the middle on which the half period starts: ±1.
    side: f64,
    /// The largest distance from the middle at which dry friction holds the motion: `d/k`.
    stick_distance: f64,
    /// The distance of the start from the middle.
    distance: f64,
    /// `cπ/(2w)`, the logarithmic decrement of a half period by viscous friction.
    loss: f64,
}

#[cfg(test)]
mod tests;
