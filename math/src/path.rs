//! A target's path over one step.

use super::Vector;

/// A target's path over a step, relative to its start: `e(t) − e₀ = e₁ t + e₂ t² + e₃ t³`.
///
/// # Examples
///
/// ```
/// use exact_motion::Slope;
///
/// // From 0 with velocity 1 to 2 with velocity 4, in 1 s.
/// let path = Slope::hermite(2.0, 1.0, 4.0, 1.0);
/// assert_eq!(path.offset(1.0), 2.0);
/// assert_eq!((path.rate(0.0), path.rate(1.0)), (1.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Slope<V> {
    /// Velocity at the start. Unit: length/s.
    pub e1: V,
    /// Half the acceleration at the start. Unit: length/s².
    pub e2: V,
    /// A sixth of the jerk. Unit: length/s³.
    pub e3: V,
}

impl<V: Vector> Slope<V> {
    /// A straight path with the velocity `u` (length/s).
    pub fn line(u: V) -> Self {
        Self { e1: u, ..Self::default() }
    }

    /// The cubic that covers `difference` (length) in `h` (s, > 0), with the velocities `w0` at its start and `w1` at its end (length/s).
    ///
    /// # Special cases
    ///
    /// With `h = 0` the path is the line of velocity `w0`.
    ///
    /// # Reference
    ///
    /// Cubic Hermite interpolation, in powers of `t`: de Boor, *A Practical Guide to Splines* (1978), ch. IV.
    pub fn hermite(difference: V, w0: V, w1: V, h: f64) -> Self {
        if h == 0.0 {
            return Self::line(w0);
        }
        let per_second = 1.0 / h;
        let u = difference * per_second;
        Self { e1: w0, e2: (u * 3.0 - w0 * 2.0 - w1) * per_second, e3: (w0 + w1 - u * 2.0) * per_second * per_second }
    }

    /// The target's displacement after `t` (s): `e(t) − e₀`.
    #[must_use]
    #[inline]
    pub fn offset(&self, t: f64) -> V {
        ((self.e3 * t + self.e2) * t + self.e1) * t
    }

    /// The target's velocity after `t` (s).
    #[must_use]
    #[inline]
    pub fn rate(&self, t: f64) -> V {
        (self.e3 * (3.0 * t) + self.e2 * 2.0) * t + self.e1
    }

    /// The same path, with its point at `t` (s) as the new start.
    #[inline]
    pub fn after(&self, t: f64) -> Self {
        Self { e1: self.rate(t), e2: self.e3 * (3.0 * t) + self.e2, e3: self.e3 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hermite_has_the_given_displacement_and_velocities() {
        let h = 0.25;
        let path = Slope::hermite(-3.0, 2.0, -7.0, h);
        assert!((path.offset(h) + 3.0).abs() < 1e-15);
        assert!((path.rate(h) + 7.0).abs() < 1e-14);
        assert_eq!(path.rate(0.0).to_bits(), 2.0_f64.to_bits());
    }

    #[test]
    fn a_path_from_a_later_point_is_the_same_path() {
        let path = Slope { e1: 1.0, e2: -2.0, e3: 0.5 };
        let later = path.after(0.3);
        assert!((path.offset(0.3) + later.offset(0.4) - path.offset(0.7)).abs() < 1e-15);
        assert!((later.rate(0.4) - path.rate(0.7)).abs() < 1e-15);
    }

    #[test]
    fn hermite_is_a_line_if_both_velocities_equal_the_mean_or_the_duration_is_0() {
        assert_eq!(Slope::hermite(2.0, 4.0, 4.0, 0.5), Slope::line(4.0));
        assert_eq!(Slope::hermite(2.0, 4.0, 5.0, 0.0), Slope::line(4.0));
    }
}
