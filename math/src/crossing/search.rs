//! Finds the first zero of a gap `f` in a tick.
//!
//! Let `s > 0` solve the law without forcing, `s″ = −c s′ − k s`. Then `f/s` has a turning point only where the drift `u = f′ − (s′/s) f`
//! is 0, and `(s e^{ct} u)′ = s e^{ct} Q`. So the drift has at most one zero between two zeros of the cubic `Q`, and the gap has at most
//! one zero between two zeros of the drift. If the roots of `λ² + cλ + k` are real, `s = e^{rt}` is never 0. If they are complex,
//! `s = e^{−bt} cos(w (t − m))` is positive in a part of a period around `m`. A tick is split at the ends of these parts and at the zeros
//! of `Q`. In each interval, one comparison of signs brackets the drift's zero, and two bracket the gap's.
//!
//! In a tick of many periods, most periods are skipped. The gap is the sum of a cubic, the steady solution, and an oscillation whose
//! amplitude never grows. While that amplitude is smaller than the cubic's magnitude, the gap is not 0.
//!
//! Evaluations of the gap in a search, mean and maximum: 4.6 and 70 for ticks with `√k t` up to 0.5 rad, 5.7 and 69 for up to 6 rad
//! (150 000 random motions each); 9.2 and 57 for up to 60 rad, 18.5 and 210 for up to 6e9 rad (4000 random motions each).

use core::f64::consts::FRAC_PI_3;

use super::bracket::{self, Sample};
use super::cubic::Cubic;
use super::gap::{Gap, Point};
use crate::propagator::Roots;

/// Length of a part of a period, as an angle: from −π/3 to π/3 around its middle, where the cosine is at least 1/2.
const PART_ANGLE: f64 = 2.0 * FRAC_PI_3;

/// Maximum number of parts that are searched in a tick, so that the search ends for any input.
const MAX_PARTS: u32 = 1 << 12;

/// Number of parts that are searched before any part is skipped: a little over two periods. If the push is constant and `c ≥ 0`, the search
/// ends after these parts: the amplitude never grows, so the first period contains the largest and the smallest gap, and a level that is
/// not reached in the first period is never reached.
const PARTS_UNTIL_SKIPPING: u32 = 7;

/// Rounding margin of the amplitude, relative to the amplitude and to the sum of the magnitudes of the steady solution's terms.
const ROUNDING_MARGIN: f64 = 1e-9;

/// Number of time constants after which a gap without push counts as faded. It is then about e⁻³⁰⁰ of the gap at the start, which is still
/// far above the smallest `f64`.
const FADE_TIME_CONSTANTS: f64 = 300.0;

/// A zero of the gap, and the side from which the motion reaches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub point: Point,
    /// Whether the gap was positive before the zero.
    pub falling: bool,
    /// Whether the zero is a turning point, at which the motion only touches the level.
    pub touches: bool,
}

/// The comparison function `s`.
#[derive(Clone, Copy, Debug)]
enum Comparison {
    /// `e^{−bt} cos(w (t − middle))`.
    Oscillation { b: f64, w: f64, middle: f64 },
    /// `e^{small t}`.
    Decay { large: f64, small: f64 },
}

/// A part of the tick, and its comparison function.
#[derive(Clone, Copy, Debug)]
struct Part {
    comparison: Comparison,
    end: f64,
}

impl Gap {
    /// Runs the fast check, then [`Self::first_zero`]. Also returns `None` if any input is NaN or infinite.
    pub(super) fn search(&self, t_max: f64) -> Option<Found> {
        let may_close = self.may_close(t_max) && t_max > 0.0 && t_max.is_finite() && self.is_finite();
        if may_close { self.first_zero(t_max) } else { None }
    }

    /// The first time in `(0, t_max]` at which the gap is 0 after having been different from 0.
    pub(super) fn first_zero(&self, t_max: f64) -> Option<Found> {
        let roots = Roots::of(self.k, self.c);
        let t_max = if self.push.is_zero() { t_max.min(self.fade_time(&roots)) } else { t_max };
        let zeros = self.push.zeros(t_max);
        let mut from = self.begin();
        let shrinks = self.push.is_constant() && self.c >= 0.0;
        for passed in 1..=if shrinks { PARTS_UNTIL_SKIPPING } else { MAX_PARTS } {
            let part = Part::new(&roots, from.t, t_max);
            let begin = from.t;
            let ends = zeros.into_iter().filter(|zero| begin < *zero && *zero < part.end);
            for end in ends.chain(core::iter::once(part.end)) {
                let to = self.at(end);
                if !to.gap.is_finite() {
                    return None;
                }
                if let Some(turn) = self.turn(&part.comparison, &from, &to) {
                    if let Some(found) = self.zero_between(&from, &turn, true) {
                        return Some(found);
                    }
                    from = turn;
                }
                if let Some(found) = self.zero_between(&from, &to, false) {
                    return Some(found);
                }
                from = to;
            }
            if part.end >= t_max {
                return None;
            }
            // From here on, the parts in which the oscillation cannot reach the level are skipped.
            if passed >= PARTS_UNTIL_SKIPPING {
                match self.next_within_reach(&roots, &from, t_max) {
                    Some(t) if t > from.t => from = self.at(t),
                    Some(_) => {}
                    None => return None,
                }
            }
        }
        None
    }

    /// The next time in `[from, t_max]` at which the oscillation's amplitude may be as large as the steady solution. Before that time, the
    /// gap is not 0. Returns `None` if there is no such time.
    ///
    /// The gap is the sum of the steady solution `p`, a cubic, and an oscillation `y` with `y″ = −c y′ − k y`, whose `y² + y′²/k` never
    /// grows.
    fn next_within_reach(&self, roots: &Roots, from: &Point, t_max: f64) -> Option<f64> {
        let steady = match roots {
            Roots::Complex { .. } if self.c >= 0.0 => self.steady_cubic(),
            _ => return Some(from.t),
        };
        let (y, rate) = (from.gap - steady.value(from.t), from.rate - steady.rate(from.t));
        let rounding = ROUNDING_MARGIN * steady.size(t_max);
        let reach = libm::sqrt(y * y + rate * rate / self.k) * (1.0 + ROUNDING_MARGIN) + rounding;
        if !reach.is_finite() {
            return Some(from.t);
        }
        if steady.value(from.t).abs() <= reach {
            return Some(from.t);
        }
        // A positive steady solution is next within reach when it has fallen to the amplitude, a negative one when it has risen to minus
        // the amplitude.
        let above = steady.value(from.t) > 0.0;
        let distance = Cubic { q0: if above { steady.q0 - reach } else { steady.q0 + reach }, ..steady };
        distance.zeros(t_max).into_iter().find(|t| *t > from.t && *t <= t_max)
    }

    /// The steady solution: the cubic that obeys the law with the push `Q`. The gap converges to it as the oscillation fades.
    fn steady_cubic(&self) -> Cubic {
        let Cubic { q0, q1, q2, q3 } = self.push;
        let p3 = q3 / self.k;
        let p2 = (q2 - 3.0 * self.c * p3) / self.k;
        let p1 = (q1 - 2.0 * self.c * p2 - 6.0 * p3) / self.k;
        let p0 = (q0 - self.c * p1 - 2.0 * p2) / self.k;
        Cubic { q0: p0, q1: p1, q2: p2, q3: p3 }
    }

    /// The time (s) at which a gap without push counts as faded. The search ends then, so that a gap that only approaches 0 does not reach
    /// it by underflow.
    fn fade_time(&self, roots: &Roots) -> f64 {
        let slowest = match *roots {
            Roots::Complex { b, .. } => b,
            Roots::Real { small, .. } => small.abs(),
        };
        if self.c > 0.0 { FADE_TIME_CONSTANTS / slowest } else { f64::INFINITY }
    }

    /// The point at which the drift changes its sign between `from` and `to`, if it does.
    fn turn(&self, comparison: &Comparison, from: &Point, to: &Point) -> Option<Point> {
        // Without a push the drift keeps its sign, but it may underflow.
        if self.push.is_zero() {
            return None;
        }
        let (before, after) = (self.drift(comparison, from), self.drift(comparison, to));
        if after == 0.0 {
            return Some(*to);
        }
        if before == 0.0 || (before < 0.0) == (after < 0.0) {
            return None;
        }
        let at = |t: f64| {
            let point = self.at(t);
            let value = self.drift(comparison, &point);
            Sample { value, slope: self.drift_slope(comparison, &point, value), noise: 0.0, point }
        };
        let share = before / (before - after);
        let guess = from.t + (to.t - from.t) * share;
        Some(bracket::root((from.t, to.t), after > 0.0, guess, at).1)
    }

    /// The zero of the gap between two points without a turning point between them. `turns` tells whether `to` is a turning point.
    fn zero_between(&self, from: &Point, to: &Point, turns: bool) -> Option<Found> {
        // If the motion is on the level at the start of the interval, it only leaves the level in the interval.
        if from.gap == 0.0 {
            return None;
        }
        let falling = from.gap > 0.0;
        let passes = (from.gap < 0.0) != (to.gap < 0.0);
        let nearer = passes || to.gap.abs() < from.gap.abs();
        if turns && nearer && self.touches(to) {
            return Some(Found { point: *to, falling, touches: true });
        }
        if to.gap == 0.0 {
            // Without a push, a gap whose terms are all 0 has underflowed.
            if self.push.is_zero() && to.size == 0.0 {
                return None;
            }
            return Some(Found { point: *to, falling, touches: false });
        }
        if !passes {
            return None;
        }
        let at = |t: f64| {
            let point = self.at(t);
            Sample { value: point.gap, slope: point.rate, noise: 0.5 * f64::EPSILON * point.size, point }
        };
        let guess = self.first_guess(from, to, turns);
        let (_, point) = bracket::root((from.t, to.t), !falling, guess, at);
        Some(Found { point, falling, touches: false })
    }

    /// A first guess of the zero's time: the root of the parabola that has the gap's value, slope and curvature at `from`, or at `to` if
    /// `to` is a turning point and nearer to the level.
    fn first_guess(&self, from: &Point, to: &Point, turns: bool) -> f64 {
        if turns && to.gap.abs() < from.gap.abs() {
            return to.t - libm::sqrt(-2.0 * to.gap / self.acceleration(to));
        }
        let speed = libm::sqrt(from.rate * from.rate - 2.0 * self.acceleration(from) * from.gap);
        let signed = if from.gap > 0.0 { -speed } else { speed };
        from.t - 2.0 * from.gap / (from.rate + signed)
    }

    /// The drift `u`. If the comparison function is an oscillation, `u` is multiplied by its cosine.
    fn drift(&self, comparison: &Comparison, point: &Point) -> f64 {
        match *comparison {
            Comparison::Oscillation { b, w, middle } => {
                let angle = w * (point.t - middle);
                let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
                point.rate * cosine + (b * cosine + w * sine) * point.gap
            }
            Comparison::Decay { small, .. } => point.rate - small * point.gap,
        }
    }

    /// The derivative of [`Self::drift`], whose value at `point` is `drift`.
    fn drift_slope(&self, comparison: &Comparison, point: &Point, drift: f64) -> f64 {
        let push = self.push.value(point.t);
        match *comparison {
            Comparison::Oscillation { b, w, middle } => push * libm::cos(w * (point.t - middle)) - b * drift,
            Comparison::Decay { large, .. } => push + large * drift,
        }
    }
}

impl Part {
    /// The part of the tick that begins at `start`.
    fn new(roots: &Roots, start: f64, t_max: f64) -> Self {
        match *roots {
            Roots::Complex { b, w } => {
                let length = PART_ANGLE / w;
                let end = if start + length < t_max { start + length } else { t_max };
                Self { comparison: Comparison::Oscillation { b, w, middle: start + (end - start) / 2.0 }, end }
            }
            Roots::Real { large, small, .. } => Self { comparison: Comparison::Decay { large, small }, end: t_max },
        }
    }
}
