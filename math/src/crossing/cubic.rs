//! A cubic polynomial and its zeros.

use super::bracket::{self, Sample};

/// The polynomial `q₀ + q₁ t + q₂ t² + q₃ t³`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cubic {
    pub q0: f64,
    pub q1: f64,
    pub q2: f64,
    pub q3: f64,
}

impl Cubic {
    pub(super) fn value(&self, t: f64) -> f64 {
        ((self.q3 * t + self.q2) * t + self.q1) * t + self.q0
    }

    /// The sum of the terms' magnitudes at `t` (≥ 0). It never decreases as `t` grows.
    pub(super) fn size(&self, t: f64) -> f64 {
        ((self.q3.abs() * t + self.q2.abs()) * t + self.q1.abs()) * t + self.q0.abs()
    }

    pub(super) fn rate(&self, t: f64) -> f64 {
        (self.q3 * (3.0 * t) + self.q2 * 2.0) * t + self.q1
    }

    pub(super) fn is_finite(&self) -> bool {
        (self.q0 + self.q1 + self.q2 + self.q3).is_finite()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.q0 == 0.0 && self.is_constant()
    }

    pub(super) fn is_constant(&self) -> bool {
        self.q1 == 0.0 && self.q2 == 0.0 && self.q3 == 0.0
    }

    pub(super) fn times(&self, factor: f64) -> Self {
        Self { q0: self.q0 * factor, q1: self.q1 * factor, q2: self.q2 * factor, q3: self.q3 * factor }
    }

    /// The first time in `[0, t_max)` immediately after which the value is positive.
    pub(super) fn positive_from(&self, t_max: f64) -> Option<f64> {
        let zeros = self.zeros(t_max);
        let ends = zeros.into_iter().map(|zero| zero.min(t_max)).chain(core::iter::once(t_max));
        // Between two zeros, the value has the sign that it has at the midpoint.
        core::iter::once(0.0)
            .chain(zeros)
            .zip(ends)
            .find(|(begin, end)| begin < end && self.value(begin + (end - begin) / 2.0) > 0.0)
            .map(|(begin, _)| begin)
    }

    /// The times in `(0, t_max]` at which the sign changes, in ascending order. Unused items are ∞. A zero without a change of sign may be
    /// included.
    pub(super) fn zeros(&self, t_max: f64) -> [f64; 3] {
        let mut zeros = [f64::INFINITY; 3];
        let change = ((self.q3.abs() * t_max + self.q2.abs()) * t_max + self.q1.abs()) * t_max;
        if self.q0.abs() >= change {
            return zeros;
        }
        let mut free = zeros.iter_mut();
        let (first, second) = self.turns(t_max);
        let (mut low, mut before) = (0.0, self.q0);
        for high in [first, second, t_max] {
            if high <= low {
                continue;
            }
            let after = self.value(high);
            let zero = if after == 0.0 {
                Some(high)
            } else if before != 0.0 && (before < 0.0) != (after < 0.0) {
                let at = |t| Sample { value: self.value(t), slope: self.rate(t), noise: 0.0, point: () };
                Some(bracket::root((low, high), after > 0.0, f64::NAN, at).0)
            } else {
                None
            };
            if let Some(zero) = zero
                && let Some(free) = free.next()
            {
                *free = zero;
            }
            (low, before) = (high, after);
        }
        zeros
    }

    /// The times in `(0, t_max)` at which the derivative is 0, in ascending order. Missing ones are `t_max`.
    fn turns(&self, t_max: f64) -> (f64, f64) {
        // Roots of q₁ + 2 q₂ t + 3 q₃ t²: first the one of larger magnitude, then the other one from their product.
        let (leading, half) = (3.0 * self.q3, self.q2);
        let root = libm::sqrt(half * half - leading * self.q1);
        let sum = if half < 0.0 { half - root } else { half + root };
        let inside = |t: f64| if 0.0 < t && t < t_max { t } else { t_max };
        let (one, other) = (inside(-sum / leading), inside(-self.q1 / sum));
        (one.min(other), one.max(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `s (t − a)(t − b)(t − c)`.
    fn with_zeros(s: f64, a: f64, b: f64, c: f64) -> Cubic {
        Cubic { q0: -s * a * b * c, q1: s * (a * b + b * c + c * a), q2: -s * (a + b + c), q3: s }
    }

    #[test]
    fn all_zeros_up_to_the_maximum_time_are_found_in_ascending_order() {
        for s in [1.0, -3e8] {
            let cases: [(Cubic, &[f64]); 10] = [
                (with_zeros(s, 0.5, 1.0, 1.5), &[0.5, 1.0, 1.5]),
                (with_zeros(s, -0.5, 1.0, 1.75), &[1.0, 1.75]),
                (with_zeros(s, -0.5, 3.0, 0.25), &[0.25]),
                (with_zeros(s, -0.5, -3.0, 9.0), &[]),
                (Cubic { q0: s, q1: -s, q2: 0.0, q3: 0.0 }, &[1.0]),
                (Cubic { q0: 2.0 * s, q1: -3.0 * s, q2: s, q3: 0.0 }, &[1.0, 2.0]),
                (Cubic { q0: -s, q1: 0.0, q2: s, q3: 0.0 }, &[1.0]),
                (Cubic { q0: -s, q1: 0.0, q2: 0.0, q3: s }, &[1.0]),
                (Cubic { q0: s, ..Cubic::default() }, &[]),
                (Cubic::default(), &[]),
            ];
            for (cubic, expected) in cases {
                let found = cubic.zeros(2.0).into_iter().filter(|t| t.is_finite());
                assert_eq!(found.clone().count(), expected.len(), "{cubic:?}: {:?}", cubic.zeros(2.0));
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-14, "{cubic:?}: {found} {expected}");
                }
            }
        }
    }
}
