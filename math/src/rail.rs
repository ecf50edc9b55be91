//! Paths by their length: pieces of cubics, frames that do not twist, and nearest points.
//!
//! ```text
//! p(t) = c₀ + c₁ t + c₂ t² + c₃ t³     s(t) = ∫₀ᵗ |p′|     T = p′/|p′|     K = dT/ds = (p″ − (p″·T) T)/|p′|²
//! ```

use super::rotation::Vector3;

/// A piece of a path: a cubic in a parameter from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Cubic {
    /// The coefficients of the powers 0 to 3. Unit: units of length.
    pub coefficients: [Vector3; 4],
}

/// A point on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Point {
    /// Unit: units of length.
    pub position: Vector3,
    /// Where the path leads. Length: 1; 0 where a cubic is a single point.
    pub tangent: Vector3,
    /// How fast the tangent changes with the length. Unit: rad/unit of length.
    pub curvature: Vector3,
}

/// The positive nodes of Gauss–Legendre quadrature with eight nodes on [−1, 1], and their weights.
const NODES: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

impl Cubic {
    /// The point at a parameter.
    pub fn point(&self, t: f64) -> Point {
        let [c0, c1, c2, c3] = self.coefficients;
        let position = c0 + (c1 + (c2 + c3 * t) * t) * t;
        let first = self.derivative(t);
        let second = c2 * 2.0 + c3 * (6.0 * t);
        let speed = first.length();
        // Where the speed is 0, the path leads to where the next derivative points.
        let tangent = [first, second, c3].into_iter().find_map(unit).unwrap_or_default();
        let curvature = if speed > 0.0 {
            (second - tangent * second.dot(tangent)) * (speed * speed).recip()
        } else {
            Vector3::default()
        };
        Point { position, tangent, curvature }
    }

    /// The derivative by the parameter.
    pub fn derivative(&self, t: f64) -> Vector3 {
        let [_, c1, c2, c3] = self.coefficients;
        c1 + (c2 * 2.0 + c3 * (3.0 * t)) * t
    }

    /// The length between two parameters, `from` ≤ `to`.
    ///
    /// # Accuracy
    ///
    /// By quadrature with eight nodes, which is exact for a speed that is a polynomial of degree 15. Compare it with that of two halves to
    /// know its error.
    pub fn length(&self, from: f64, to: f64) -> f64 {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let speed = |t: f64| self.derivative(t).length();
        let sum = |sum: f64, (node, weight): (f64, f64)| {
            sum + weight * (speed(middle - half * node) + speed(middle + half * node))
        };
        half * NODES.into_iter().fold(0.0, sum)
    }

    /// The parameter between `from` and `to` at which the length from `from` on is `length`.
    ///
    /// # Accuracy
    ///
    /// To rounding, for the [`length`](Self::length) of this interval.
    #[must_use]
    pub fn parameter(&self, from: f64, to: f64, length: f64) -> f64 {
        /// Enough to halve an interval down to rounding.
        const MAX_STEPS: u32 = 64;
        let (mut low, mut high) = (from, to);
        let mut t = from + (to - from) * (length / self.length(from, to)).clamp(0.0, 1.0);
        for _ in 0..MAX_STEPS {
            let beyond = self.length(from, t) - length;
            if beyond > 0.0 {
                high = t;
            } else {
                low = t;
            }
            let newton = t - beyond / self.derivative(t).length();
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if next == t || beyond == 0.0 {
                break;
            }
            t = next;
        }
        t
    }
}

impl Point {
    /// The vector `normal`, at right angles to the tangent here, at another point: turned as little as possible on the way.
    ///
    /// # Accuracy
    ///
    /// The error is of the fifth order in the angle by which the path turns between the points.
    ///
    /// # Reference
    ///
    /// W. Wang, B. Jüttler, D. Zheng, Y. Liu, *Computation of rotation minimizing frames*, ACM Transactions on Graphics 27 (2008): two
    /// reflections.
    pub fn carried(&self, normal: Vector3, to: &Self) -> Vector3 {
        let along = to.position - self.position;
        let tangent = reflected(self.tangent, along);
        reflected(reflected(normal, along), to.tangent - tangent)
    }

    /// How fast the nearest point of the path moves along it, if this is the one that is nearest to a point at `target` with this velocity
    /// (units of length/s). Unit: units of length/s. Not finite at the centre of curvature, where the nearest point jumps.
    #[must_use]
    pub fn nearest_velocity(&self, target: Vector3, velocity: Vector3) -> f64 {
        velocity.dot(self.tangent) / (1.0 + (self.position - target).dot(self.curvature))
    }
}

/// The length at which a path is nearest to `target`, found downhill from the length `from`: the nearest one of the points around it, not of
/// the whole path. `at` is the path; lengths are clamped to `range`; a step is at most `max_step` (> 0).
#[must_use]
pub fn nearest(at: impl Fn(f64) -> Point, from: f64, target: Vector3, range: [f64; 2], max_step: f64) -> f64 {
    /// Enough for a path of a hundred steps.
    const MAX_STEPS: u32 = 128;
    /// After that many halvings, a step is below rounding.
    const MAX_HALVINGS: u32 = 52;
    let [low, high] = range;
    // Not `clamp`, which panics if a bound is NaN.
    let within = |s: f64| s.min(high).max(low);
    let away = |point: &Point| point.position - target;
    let mut s = within(from);
    let mut point = at(s);
    for _ in 0..MAX_STEPS {
        let slope = away(&point).dot(point.tangent);
        let bend = 1.0 + away(&point).dot(point.curvature);
        let newton = if bend > 0.0 { -slope / bend } else { libm::copysign(max_step, -slope) };
        let mut step = newton.clamp(-max_step, max_step);
        let nearer = (0..MAX_HALVINGS).find_map(|_| {
            let next = within(s + step);
            step *= 0.5;
            let found = at(next);
            // The change of the squared distance, without the rounding of a difference of squares.
            let change = (found.position - point.position).dot(away(&found) + away(&point));
            (change < 0.0).then_some((next, found))
        });
        let Some(nearer) = nearer else { break };
        (s, point) = nearer;
    }
    s
}

/// The vector with length 1 in this direction. `None` without a direction.
fn unit(v: Vector3) -> Option<Vector3> {
    let length = v.length();
    (length > 0.0 && length.is_finite()).then(|| v * length.recip())
}

/// The mirror image of `v` in the plane at right angles to `across`.
fn reflected(v: Vector3, across: Vector3) -> Vector3 {
    let square = across.dot(across);
    if square > 0.0 { v - across * (2.0 * across.dot(v) / square) } else { v }
}
