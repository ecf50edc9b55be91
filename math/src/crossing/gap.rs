//! The gap between a motion and a moving level. It obeys the same law as the motion, with another forcing.

use super::cubic::Cubic;
use super::tracking::{Level, Start, Tracking};
use crate::{Integrals, Propagator, Slope};

/// A turning point counts as touching the level if its distance from the level is at most this times the sum of the terms' magnitudes.
const TOUCH_TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// Rounding margin of the fast check [`Gap::may_close`], relative to the sum of the terms' magnitudes: 2⁹ times [`TOUCH_TOLERANCE`].
const ROUNDING_MARGIN: f64 = 4096.0 * f64::EPSILON;

/// The gap `f = x − l` between a motion and a level. If target `e` and level `l` are cubics, it obeys `f″ = Q(t) − c f′ − k f` with the
/// cubic `Q = a + g e′ + k (e − l) − c l′ − l″`. `Q` is the acceleration, relative to the level, of a motion on the level with the level's
/// velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub k: f64,
    pub c: f64,
    /// `f` at `t = 0`.
    pub start: f64,
    /// `f′` at `t = 0`.
    pub rate: f64,
    /// `Q`.
    pub push: Cubic,
    /// The sum of the magnitudes of the terms of `Q`, without `k (e₀ − l₀)`. That term contributes at most twice `start_size` to the gap,
    /// so its rounding is already covered where `start_size` is counted.
    pub push_size: Cubic,
    /// The sum of the magnitudes of the terms of `start`.
    start_size: f64,
    /// The sum of the magnitudes of the terms of `rate`.
    pub rate_size: f64,
    /// The magnitude of `k (e − x)` at `t = 0`.
    pull: f64,
}

/// The gap and its rate at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub t: f64,
    /// `f`.
    pub gap: f64,
    /// `f′`.
    pub rate: f64,
    /// The sum of the magnitudes of the terms of `gap`.
    pub size: f64,
}

impl Gap {
    #[inline]
    pub(super) fn new(motion: &Tracking, level: &Level, start: Start) -> Self {
        let law = motion.law;
        let (k, c) = (law.k, law.c);
        // Without a spring the target has no effect, and may be NaN.
        let (g, e0, e) =
            if k == 0.0 { (0.0, 0.0, Slope::default()) } else { (law.g, motion.target, motion.target_slope) };
        let from_level = if k == 0.0 { 0.0 } else { e0 - level.position };
        let l = level.slope;
        let (d1, d2, d3) = (k * (e.e1 - l.e1), k * (e.e2 - l.e2), k * (e.e3 - l.e3));
        let (led1, led2, led3) = (g * e.e1, 2.0 * g * e.e2, 3.0 * g * e.e3);
        let (dragged1, dragged2, dragged3) = (c * l.e1, 2.0 * c * l.e2, 3.0 * c * l.e3);
        let (bend, turn) = (2.0 * l.e2, 6.0 * l.e3);
        Self {
            k,
            c,
            start: match start {
                Start::Free => motion.position - level.position,
                Start::On => 0.0,
            },
            rate: motion.velocity - l.e1,
            push: Cubic {
                q0: law.a + k * from_level + (led1 - dragged1) - bend,
                q1: d1 + (led2 - dragged2) - turn,
                q2: d2 + (led3 - dragged3),
                q3: d3,
            },
            push_size: Cubic {
                q0: law.a.abs() + led1.abs() + dragged1.abs() + bend.abs(),
                q1: d1.abs() + led2.abs() + dragged2.abs() + turn.abs(),
                q2: d2.abs() + led3.abs() + dragged3.abs(),
                q3: d3.abs(),
            },
            start_size: motion.position.abs() + level.position.abs() + e0.abs(),
            rate_size: motion.velocity.abs() + l.e1.abs(),
            pull: if k == 0.0 { 0.0 } else { (k * (e0 - motion.position)).abs() },
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        let Cubic { q0, q1, q2, q3 } = self.push;
        (self.start + self.rate + self.k + self.c + q0 + q1 + q2 + q3).is_finite()
    }

    /// Fast check: if this returns `false`, `f` has no zero in `(0, t_max]`.
    ///
    /// Proof. `d = f − f₀` obeys `d″ = P − c d′ − k d` with `P = Q − k f₀`. With `|P| ≤ M` and `c, k ≥ 0` the energy `E = d′² + k d²` has
    /// `E′ = 2 d′ (P − c d′) ≤ 2 M √E`, so `|d′| ≤ √E ≤ |f₀′| + M t` and `|d| ≤ |f₀′| t + M t²/2`.
    #[inline]
    pub(super) fn may_close(&self, t_max: f64) -> bool {
        // The level's position cancels in P: k (e − l) − k (x − l) = k (e − x).
        let push = self.pull + self.push_size.value(t_max);
        let reach = (self.rate.abs() + 0.5 * push * t_max) * t_max;
        let margin = ROUNDING_MARGIN * (self.start_size + self.rate_size * t_max + reach);
        let out_of_reach = self.start.abs() > reach + margin;
        // NaN counts as in reach. So does any motion with c < 0, which the proof does not cover.
        !out_of_reach || self.c < 0.0
    }

    /// The gap at `t`.
    #[inline]
    pub(super) fn at(&self, t: f64) -> Point {
        #[cfg(test)]
        super::properties::count_evaluation();
        let p = Propagator::new(self.k, self.c, t);
        let Cubic { q0, q1, q2, q3 } = self.push;
        let (by_start, by_rate, by_push) = (p.pp * self.start, p.pv * self.rate, p.h2 * q0);
        let mut gap = by_start + by_rate + by_push;
        let mut size = by_start.abs() + by_rate.abs() + by_push.abs();
        let mut rate = p.vp * self.start + p.vv * self.rate + p.pv * q0;
        if !self.push.is_constant() {
            let Integrals { i2, i3, i4 } = Integrals::new(self.k, self.c, t, &p);
            let (by_q1, by_q2, by_q3) = (q1 * i2, 2.0 * q2 * i3, 6.0 * q3 * i4);
            gap += by_q1 + by_q2 + by_q3;
            size += by_q1.abs() + by_q2.abs() + by_q3.abs();
            rate += q1 * p.h2 + 2.0 * q2 * i2 + 6.0 * q3 * i3;
        }
        Point { t, gap, rate, size }
    }

    /// The gap at `t = 0`.
    pub(super) fn begin(&self) -> Point {
        Point { t: 0.0, gap: self.start, rate: self.rate, size: self.start.abs() }
    }

    /// `f″` at `point`.
    pub(super) fn acceleration(&self, point: &Point) -> f64 {
        self.push.value(point.t) - self.c * point.rate - self.k * point.gap
    }

    /// Whether the gap at a turning point is so small that it may be only rounding.
    pub(super) fn touches(&self, turn: &Point) -> bool {
        let t = turn.t;
        let p = Propagator::new(self.k, self.c, t);
        let Integrals { i2, i3, i4 } = Integrals::new(self.k, self.c, t, &p);
        let Cubic { q0, q1, q2, q3 } = self.push_size;
        let own = self.start_size + p.pv.abs() * self.rate_size + p.h2 * q0;
        turn.gap.abs() <= TOUCH_TOLERANCE * (own + i2 * q1 + 2.0 * i3 * q2 + 6.0 * i4 * q3)
    }
}
