//! When a motion with a held target reverses, and when it first reaches a level.
//!
//! With `c ≥ 0`, only the path up to the second turning point is searched, however long a spring oscillates. After that, the motion stays
//! between its first two turning points, a range that it has already passed through.

use core::f64::consts::PI;

use super::bracket::{self, Sample};
use super::tracking::{Level, Start, Tracking};
use crate::propagator::Roots;
use crate::{Law, Propagator, Slope};

/// An instant at which a motion is at a level. [`Motion::first_crossing`] returns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The time. Unit: s. Range: > 0.
    pub time: f64,
    /// The motion's velocity; 0 if the motion only touches the level. Unit: length/s.
    pub velocity: f64,
}

/// A motion under a law with a held target, from a state at `t = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// The law; `c ≥ 0`, and `g` has no effect.
    pub law: Law,
    /// The held target. Unit: length.
    pub target: f64,
    /// Position at `t = 0`. Unit: length.
    pub start: f64,
    /// Velocity at `t = 0`. Unit: length/s.
    pub velocity: f64,
}

/// A time, and the position and velocity at that time.
#[derive(Clone, Copy, Debug)]
struct Point {
    t: f64,
    x: f64,
    v: f64,
}

impl Motion {
    /// The first two times > 0 (s) at which the velocity is 0, each `None` if it does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::{Law, crossing::Motion};
    ///
    /// let law = Law { a: -10.0, ..Law::default() };
    /// let thrown = Motion { law, target: 0.0, start: 0.0, velocity: 20.0 };
    /// assert_eq!(thrown.turning_times(), (Some(2.0), None));
    /// ```
    ///
    /// # Reference
    ///
    /// Derived here: with `f = k (x₀ − e) − a`, the velocity is proportional to `v₀ cos wt − (b v₀ + f)/w · sin wt` if the roots of
    /// `λ² + cλ + k` are `−b ± iw`. If they are real, with the distance `2d`, it is proportional to `1 + … − e^{2dt}`, whose zero `log1p`
    /// gives without cancellation.
    #[must_use]
    pub fn turning_times(&self) -> (Option<f64>, Option<f64>) {
        let Law { k, c, a, .. } = self.law;
        let v0 = self.velocity;
        let pull = self.pull();
        if k == 0.0 {
            return (time_to_stop(-v0 / a, c), None);
        }
        match Roots::of(k, c) {
            Roots::Complex { b, w } => {
                let half = PI / w;
                // If the velocity is negative, the mirrored motion is used. Otherwise the angle would be negative, and adding half a period
                // to it would lose the digits of a short time.
                let against = if v0 < 0.0 { -(b * v0 + pull) } else { b * v0 + pull };
                let first = if v0 == 0.0 { half } else { libm::atan2(w * v0.abs(), against) / w };
                if v0 == 0.0 && pull == 0.0 { (None, None) } else { (Some(first), Some(first + half)) }
            }
            Roots::Real { large, d, .. } => (time_to_stop(v0 / (pull - k * v0 / large), 2.0 * d), None),
        }
    }

    /// The first time in `(0, t_max]` (s; ∞ is allowed) at which the position is `level` (length).
    ///
    /// A motion that starts at `level` has to leave it first. Touching the level without passing it is a crossing with velocity 0. Missing
    /// the level by at most 8 ε of the sum of the terms' magnitudes counts as touching it.
    ///
    /// # Special cases
    ///
    /// Returns `None` if the level is not reached, for a motion at rest, even on the level, and if any input is NaN or infinite, except for
    /// `t_max = ∞` and, if `k = 0`, for the target. A level that is only approached is never reached, such as the target of a critically
    /// damped spring that starts at rest.
    ///
    /// # Accuracy
    ///
    /// The error is below 8 `dt`, where `dt = ε t + min(ε S/|v|, √(2 ε S/|x″|))` is the best possible error and `S` the sum of the terms'
    /// magnitudes.
    ///
    /// # Reference
    ///
    /// Derived here: turning times in closed form, then Newton's method inside a monotonic interval, safeguarded by bisection.
    #[must_use]
    pub fn first_crossing(&self, level: f64, t_max: f64) -> Option<Crossing> {
        let finite = self.start + self.velocity + self.pull() + self.law.c + level;
        if !finite.is_finite() || (self.velocity == 0.0 && self.pull() == 0.0) || !self.may_cross(level, t_max) {
            return None;
        }
        let (first, second) = self.turning_times();
        let mut from = Point { t: 0.0, x: self.start, v: self.velocity };
        for turn in [first, second] {
            let turns = turn.filter(|t| *t <= t_max);
            let to = turns.map(|t| self.turn(t)).or_else(|| self.search_end(&from, level, t_max))?;
            if from.t > 0.0 || self.start != level {
                // A turning point counts as on the level within a tolerance, because rounding can make a touch look like a miss. The
                // tolerance is used neither for the end of the search nor for a turning point that leads away from the level.
                let nearer = (from.x < level) != (to.x < level) || (to.x - level).abs() < (from.x - level).abs();
                let noise = 8.0 * f64::EPSILON * self.magnitude(level, to.t);
                let touches = turns.is_some() && nearer && (to.x - level).abs() <= noise;
                if touches || to.x == level {
                    return Some(Crossing { time: to.t, velocity: to.v });
                }
                if (from.x < level) != (to.x < level) {
                    return Some(self.root(level, from, to));
                }
            }
            turns?;
            from = to;
        }
        // After the second turning point, the motion stays between the two turning points, a range that has been searched.
        None
    }

    /// Fast check: if this returns `false`, [`Self::first_crossing`] finds no crossing.
    ///
    /// # Reference
    ///
    /// See [`Tracking::may_cross`].
    #[must_use]
    #[inline]
    pub fn may_cross(&self, level: f64, t_max: f64) -> bool {
        let Self { law, target, start, velocity } = *self;
        let motion =
            Tracking { law: Law { g: 0.0, ..law }, target, target_slope: Slope::default(), position: start, velocity };
        motion.may_cross(&Level::at_rest(level), Start::Free, t_max)
    }

    fn pull(&self) -> f64 {
        let Law { k, a, .. } = self.law;
        if k == 0.0 { -a } else { k * (self.start - self.target) - a }
    }

    fn acceleration(&self, point: &Point) -> f64 {
        let Law { k, c, a, .. } = self.law;
        let force = a - c * point.v;
        if k == 0.0 { force } else { force - k * (point.x - self.target) }
    }

    fn at(&self, t: f64) -> Point {
        let (x, v) = self.law.step_held(self.start, self.velocity, self.target, t);
        Point { t, x, v }
    }

    fn turn(&self, t: f64) -> Point {
        Point { v: 0.0, ..self.at(t) }
    }

    /// The sum of the magnitudes of the terms of `x(t) − level`.
    fn magnitude(&self, level: f64, t: f64) -> f64 {
        let Law { k, c, a, .. } = self.law;
        let p = Propagator::new(k, c, t);
        let target = if k == 0.0 { 0.0 } else { self.target.abs() };
        self.start.abs() + target + level.abs() + (p.pv * self.velocity).abs() + (p.h2 * a).abs()
    }

    /// The end of the last interval to search, which begins at `from`: `t_max`, or, if `t_max` is infinite, some time after the motion has
    /// passed the level. Returns `None` if the motion never passes the level, and if `t_max` is 0, negative or NaN.
    fn search_end(&self, from: &Point, level: f64, t_max: f64) -> Option<Point> {
        if t_max.is_finite() {
            return (t_max > 0.0).then(|| self.at(t_max));
        }
        let limit = self.limit();
        let margin = 8.0 * f64::EPSILON * (self.start.abs() + limit.abs() + level.abs());
        let inside = (level - from.x) * (limit - level) > 0.0;
        if t_max.is_nan() || t_max < 0.0 || !inside || (limit.is_finite() && (limit - level).abs() <= margin) {
            return None;
        }
        let rate = self.law.c + libm::sqrt(self.law.k);
        let mut span = if rate > 0.0 { 1.0 / rate } else { 1.0 };
        while span.is_finite() {
            let to = self.at(from.t + span);
            if (from.x < level) != (to.x < level) {
                return Some(to);
            }
            span *= 2.0;
        }
        None
    }

    /// The limit of the position as `t → ∞`, for a motion that does not oscillate forever.
    fn limit(&self) -> f64 {
        let Law { k, c, a, .. } = self.law;
        if k > 0.0 {
            self.target + a / k
        } else if a != 0.0 {
            a * f64::INFINITY
        } else {
            self.start + self.velocity / c
        }
    }

    /// The crossing between two points of a monotonic interval, one on either side of `level`.
    fn root(&self, level: f64, from: Point, to: Point) -> Crossing {
        let at = |t: f64| {
            let point = self.at(t);
            let noise = 0.5 * f64::EPSILON * self.magnitude(level, t);
            Sample { value: point.x - level, slope: point.v, noise, point }
        };
        let guess = self.first_guess(level, &from, &to);
        let (time, point) = bracket::root((from.t, to.t), to.x > from.x, guess, at);
        Crossing { time, velocity: point.v }
    }

    /// A first guess of the crossing's time: the root of the parabola that has the path's value, slope and curvature at `from`, or at `to`
    /// if `to` is a turning point and nearer to the level.
    fn first_guess(&self, level: f64, from: &Point, to: &Point) -> f64 {
        if to.v == 0.0 && (to.x - level).abs() < (from.x - level).abs() {
            let squared = 2.0 * (level - to.x) / self.acceleration(to);
            return to.t - libm::sqrt(squared);
        }
        let gap = level - from.x;
        let acceleration = self.acceleration(from);
        let speed = libm::sqrt(from.v * from.v + 2.0 * acceleration * gap);
        let signed = if gap < 0.0 { -speed } else { speed };
        from.t + 2.0 * gap / (from.v + signed)
    }
}

/// The time (s) at which a velocity reaches 0 under friction with the rate `r` (1/s) and an opposing acceleration: `log1p(r q)/r`, where
/// `q` (s) is the velocity divided by the acceleration. Returns `None` if the velocity never reaches 0.
fn time_to_stop(q: f64, r: f64) -> Option<f64> {
    let scaled = r * q;
    let ratio = if scaled == 0.0 { 1.0 } else { libm::log1p(scaled) / scaled };
    let t = q * ratio;
    (q > 0.0 && t.is_finite()).then_some(t)
}

#[cfg(test)]
mod tests;
