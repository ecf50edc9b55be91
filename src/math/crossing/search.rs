//! The first zero of a gap in a tick.
//!
//! Let `s > 0` solve the law without forcing, `s″ = −c s′ − k s`. Then `f/s` turns only where the drift `u = f′ − (s′/s) f` is 0, and
//! `(s e^{ct} u)′ = s e^{ct} Q`: between two zeros of the cubic `Q` the drift has at most one zero, and between two of those the gap has at
//! most one. Real roots have an `s` that is never 0, `e^{rt}`; complex ones have `e^{−bt} cos(w (t − m))` for a part of a swing around `m`.
//! So a tick falls into as many stretches as there are such parts and zeros of `Q`, in each of which one comparison of signs finds the
//! drift's zero, and two find the gap's.
//!
//! In a tick of many swings most of them are skipped: the swing around the drift never grows, and where it is smaller than the drift the
//! gap is not 0.
//!
//! On 150 000 random motions each, the gap is evaluated 4.6 times in the mean and 70 times at most for ticks of up to half a radian, and 5.7
//! and 69 times for up to 6; on 4000 each, 9.2 and 57 times for up to 60, and 18.5 and 210 times for up to 6e9.

use core::f64::consts::FRAC_PI_3;

use super::bracket::{self, Sample};
use super::cubic::Cubic;
use super::gap::{Gap, Point};
use crate::math::propagator::Roots;

/// A third of a swing, from −π/3 to π/3 around the middle, where the cosine is at least 1/2.
const PART: f64 = 2.0 * FRAC_PI_3;

/// After so many parts of swings a tick is searched no further, so that the search ends for any input.
const PARTS: u32 = 1 << 12;

/// Under a constant push a swing is never larger than the one before: what it has not reached after the first, with a greatest and
/// a least gap, it never reaches. Two swings, and the rest of a part.
const PARTS_OF_SWINGS: u32 = 7;

/// Share of the drift's magnitudes that is left aside for rounding.
const ASIDE: f64 = 1e-9;

/// After so many time constants a gap that nothing pushes has faded: e⁻³⁰⁰, from where it is still far from the least f64.
const FADED: f64 = 300.0;

/// The gap where it is 0, and from which side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub point: Point,
    /// The gap was positive before.
    pub falling: bool,
    /// A turning point, which touches.
    pub touches: bool,
}

/// The comparison `s`.
#[derive(Clone, Copy, Debug)]
enum Comparison {
    /// `e^{−bt} cos(w (t − middle))`.
    Swing { b: f64, w: f64, middle: f64 },
    /// `e^{small t}`.
    Decay { large: f64, small: f64 },
}

/// A part of the tick with one comparison.
#[derive(Clone, Copy, Debug)]
struct Part {
    comparison: Comparison,
    end: f64,
}

impl Gap {
    /// As [`Self::first_zero`], asked only where there may be one; `None` if anything is NaN or infinite.
    pub(super) fn search(&self, t_max: f64) -> Option<Found> {
        let may_be = self.may_close(t_max) && t_max > 0.0 && t_max.is_finite() && self.is_finite();
        if may_be { self.first_zero(t_max) } else { None }
    }

    /// The first time in `(0, t_max]` at which the gap is 0, after it has not been.
    pub(super) fn first_zero(&self, t_max: f64) -> Option<Found> {
        let roots = Roots::of(self.k, self.c);
        let t_max = if self.push.is_zero() { t_max.min(self.fading(&roots)) } else { t_max };
        let zeros = self.push.zeros(t_max);
        let mut from = self.begin();
        let shrinks = self.push.is_constant() && self.c >= 0.0;
        for passed in 1..=if shrinks { PARTS_OF_SWINGS } else { PARTS } {
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
            // What is not reached by now is far off, or comes nearer slowly.
            if passed >= PARTS_OF_SWINGS {
                match self.next_within_reach(&roots, &from, t_max) {
                    Some(t) if t > from.t => from = self.at(t),
                    Some(_) => {}
                    None => return None,
                }
            }
        }
        None
    }

    /// The next time from `from` on, up to `t_max`, at which the swing around the drift may be as large as the drift: the gap is not 0
    /// before.
    ///
    /// The gap is the cubic `p` that obeys the law, and a swing `y` with `y″ = −c y′ − k y`, whose `y² + y′²/k` never grows.
    fn next_within_reach(&self, roots: &Roots, from: &Point, t_max: f64) -> Option<f64> {
        let drift = match roots {
            Roots::Complex { .. } if self.c >= 0.0 => self.drift_cubic(),
            _ => return Some(from.t),
        };
        let (y, rate) = (from.gap - drift.value(from.t), from.rate - drift.rate(from.t));
        let rounding = ASIDE * drift.size(t_max);
        let reach = libm::sqrt(y * y + rate * rate / self.k) * (1.0 + ASIDE) + rounding;
        if !reach.is_finite() {
            return Some(from.t);
        }
        if drift.value(from.t).abs() <= reach {
            return Some(from.t);
        }
        // Above: where it comes down to the reach. Below: where it comes up.
        let above = drift.value(from.t) > 0.0;
        let distance = Cubic { q0: if above { drift.q0 - reach } else { drift.q0 + reach }, ..drift };
        distance.zeros(t_max).into_iter().find(|t| *t > from.t && *t <= t_max)
    }

    /// The cubic that obeys the law with this push: what is left when swings have faded.
    fn drift_cubic(&self) -> Cubic {
        let Cubic { q0, q1, q2, q3 } = self.push;
        let p3 = q3 / self.k;
        let p2 = (q2 - 3.0 * self.c * p3) / self.k;
        let p1 = (q1 - 2.0 * self.c * p2 - 6.0 * p3) / self.k;
        let p0 = (q0 - self.c * p1 - 2.0 * p2) / self.k;
        Cubic { q0: p0, q1: p1, q2: p2, q3: p3 }
    }

    /// When a gap that nothing pushes has faded, which a level that is only approached is not reached by. Unit: s.
    fn fading(&self, roots: &Roots) -> f64 {
        let slowest = match *roots {
            Roots::Complex { b, .. } => b,
            Roots::Real { small, .. } => small.abs(),
        };
        if self.c > 0.0 { FADED / slowest } else { f64::INFINITY }
    }

    /// The point of a stretch where the drift changes its sign.
    fn turn(&self, comparison: &Comparison, from: &Point, to: &Point) -> Option<Point> {
        // Without a push the drift keeps its sign, though it may underflow.
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

    /// The zero between two points without a turning point between them; `turns` if `to` is one.
    fn zero_between(&self, from: &Point, to: &Point, turns: bool) -> Option<Found> {
        // On the level at first: the motion only leaves.
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
            // Where nothing pushes it, and nothing is left to add up, it has underflowed.
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

    /// The parabola at the stretch's start, or at its end if that is a turning point and nearer.
    fn first_guess(&self, from: &Point, to: &Point, turns: bool) -> f64 {
        if turns && to.gap.abs() < from.gap.abs() {
            return to.t - libm::sqrt(-2.0 * to.gap / self.acceleration(to));
        }
        let speed = libm::sqrt(from.rate * from.rate - 2.0 * self.acceleration(from) * from.gap);
        let signed = if from.gap > 0.0 { -speed } else { speed };
        from.t - 2.0 * from.gap / (from.rate + signed)
    }

    /// `u`, times the cosine of a swing.
    fn drift(&self, comparison: &Comparison, point: &Point) -> f64 {
        match *comparison {
            Comparison::Swing { b, w, middle } => {
                let angle = w * (point.t - middle);
                let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
                point.rate * cosine + (b * cosine + w * sine) * point.gap
            }
            Comparison::Decay { small, .. } => point.rate - small * point.gap,
        }
    }

    /// `u′`, likewise.
    fn drift_slope(&self, comparison: &Comparison, point: &Point, drift: f64) -> f64 {
        let push = self.push.value(point.t);
        match *comparison {
            Comparison::Swing { b, w, middle } => push * libm::cos(w * (point.t - middle)) - b * drift,
            Comparison::Decay { large, .. } => push + large * drift,
        }
    }
}

impl Part {
    /// The part that begins at `start`.
    fn new(roots: &Roots, start: f64, t_max: f64) -> Self {
        match *roots {
            Roots::Complex { b, w } => {
                let length = PART / w;
                let end = if start + length < t_max { start + length } else { t_max };
                Self { comparison: Comparison::Swing { b, w, middle: start + (end - start) / 2.0 }, end }
            }
            Roots::Real { large, small, .. } => Self { comparison: Comparison::Decay { large, small }, end: t_max },
        }
    }
}
