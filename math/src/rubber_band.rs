//! The rubber band of iOS: a value that is dragged beyond an edge follows the pointer less and less.

use super::parameter::{ParameterError, non_negative, positive};

/// A grab at more than this fraction of the size widens the band.
const MAX_GRABBED_FRACTION: f64 = 0.9;

/// A rubber band: if the pointer is `x` beyond an edge, the dragged value is shown `y` beyond the edge.
///
/// ```text
/// y = R(x) = c x d/(d + c x) < d          R′ = c (1 − y/d)²          x = R⁻¹(y) = d y/(c (d − y))
/// ```
///
/// # Examples
///
/// A value that is grabbed in the middle of a bounce does not jump, because the pointer's movement is measured from the shown value:
///
/// ```
/// use exact_motion::RubberBand;
///
/// # fn main() -> Result<(), exact_motion::ParameterError> {
/// let band = RubberBand::new(RubberBand::IOS, 600.0)?;
/// let shown = band.shown(200.0);
/// assert!((shown - 92.95774647887323).abs() < 1e-13);
/// assert!((band.past(shown) - 200.0).abs() < 1e-12);
/// // While the pointer moves at 800/s, the shown value moves at 314.2/s.
/// assert!((band.slope(shown) * 800.0 - 314.2233683792898).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// Negative values are beyond the opposite edge, and are mirrored. `d = ∞` is the linear band `y = c x`. For a value shown at `d` or
/// beyond, the pointer is at ∞. NaN in gives NaN out.
///
/// # Accuracy
///
/// `R`: 2 ε. `R′` and `R⁻¹`: 3 ε `(1 + cx/d)`. A conversion and its inverse together: 2.7 ε `(1 + cx/d)` for `x`, 2.9 ε for `y`.
///
/// # Reference
///
/// Reverse engineered from `UIScrollView`: "Analysis of Apple's rubber band scrolling" (squareb, 2013).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RubberBand {
    /// `c`, the fraction of the pointer's movement that the value follows right at the edge. Unit: 1. Range: ≥ 0; with 1 there is no kink
    /// at the edge, with 0 the value stays on the edge.
    pub factor: f64,
    /// `d`, the size of the view, beyond which no value is shown. Unit: length. Range: > 0; ∞ is a linear band.
    pub size: f64,
}

impl RubberBand {
    /// The factor of iOS. Unit: 1.
    pub const IOS: f64 = 0.55;

    /// A band with this `factor` (1, ≥ 0) for a view of this `size` (length, > 0; ∞ is allowed).
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges or for NaN.
    pub fn new(factor: f64, size: f64) -> Result<Self, ParameterError> {
        let factor = non_negative("rubber band's factor", factor)?;
        let size = if size == f64::INFINITY { size } else { positive("view's size", size, |_| true)? };
        Ok(Self { factor, size })
    }

    /// How far beyond the edge (length) the value is shown for a pointer that is `past` the edge (length).
    #[must_use]
    pub fn shown(&self, past: f64) -> f64 {
        let linear = self.factor * past;
        let size = libm::copysign(self.size, past);
        // Divides by the larger of `linear` and `size`, so that the quotient does not overflow.
        if linear.abs() <= self.size { linear / (1.0 + linear / size) } else { size / (1.0 + size / linear) }
    }

    /// The velocity of the shown value divided by that of the pointer, for a value that is `shown` beyond the edge (length): `R′`. Unit: 1.
    #[must_use]
    pub fn slope(&self, shown: f64) -> f64 {
        let left = 1.0 - shown.abs() / self.size;
        if left <= 0.0 { 0.0 } else { self.factor * left * left }
    }

    /// How far beyond the edge (length) the pointer is for a value that is `shown` beyond it (length): the inverse of [`Self::shown`].
    #[must_use]
    pub fn past(&self, shown: f64) -> f64 {
        if shown == 0.0 {
            return shown;
        }
        let left = 1.0 - shown.abs() / self.size;
        if left <= 0.0 { libm::copysign(f64::INFINITY, shown) } else { shown / self.factor / left }
    }

    /// The band for a drag that grabs a value `shown` beyond the edge (length).
    ///
    /// If `shown` is more than 0.9 of the size, as after a hard bounce, the band is widened to a size of `shown`/0.9, because the pointer
    /// would otherwise be very far beyond the edge.
    #[must_use]
    pub fn grabbed_at(self, shown: f64) -> Self {
        let reach = shown.abs() / MAX_GRABBED_FRACTION;
        if reach > self.size { Self { size: reach, ..self } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_is_the_inverse_of_shown() {
        for exponent in -40..14 {
            for digit in 1..60 {
                let past = f64::from(digit) * libm::exp2(f64::from(exponent));
                let band = RubberBand { factor: 0.55, size: 600.0 };
                let shown = band.shown(past);
                let conditioning = 1.0 + 0.55 * past / 600.0;
                assert!((band.past(shown) / past - 1.0).abs() <= 2.7 * f64::EPSILON * conditioning, "{past}");
                assert_eq!((band.shown(-past), band.past(-shown)), (-shown, -band.past(shown)));
                assert!((band.shown(band.past(shown)) / shown - 1.0).abs() <= 2.9 * f64::EPSILON, "{past}");
                let slope = 0.55 / (conditioning * conditioning);
                assert!((band.slope(shown) / slope - 1.0).abs() <= 3.0 * f64::EPSILON * conditioning, "{past}");
            }
        }
    }

    #[test]
    fn a_pointer_200_beyond_an_edge_matches_reference_values() {
        let band = RubberBand::new(RubberBand::IOS, 600.0).unwrap();
        let shown = band.shown(200.0);
        assert!((shown / 92.957_746_478_873_24 - 1.0).abs() < 4e-16);
        assert!((band.slope(shown) / 0.392_779_210_474_112_3 - 1.0).abs() < 1e-15);
        assert!((band.slope(shown) * 800.0 / 314.223_368_379_289_8 - 1.0).abs() < 1e-15);
        // A list of height 500 with Flutter's factor. Applying the factor to each movement, as Flutter does, gives 147.25 to 208 instead.
        assert!((RubberBand { factor: 0.52, size: 500.0 }.shown(400.0) - 146.893).abs() < 1e-3);
    }

    #[test]
    fn a_grab_after_a_hard_bounce_widens_the_band() {
        let band = RubberBand { factor: 0.55, size: 100.0 };
        assert_eq!(band.grabbed_at(80.0), band);
        let wider = band.grabbed_at(-180.0);
        assert_eq!(wider.size, 200.0);
        assert!((wider.shown(wider.past(-180.0)) + 180.0).abs() < 1e-12);
    }

    #[test]
    fn limits_are_exact_and_invalid_parameters_are_errors() {
        let band = RubberBand { factor: 0.55, size: 100.0 };
        assert_eq!((band.shown(0.0), band.past(0.0), band.slope(0.0)), (0.0, 0.0, 0.55));
        assert_eq!((band.shown(f64::INFINITY), band.past(100.0), band.slope(100.0)), (100.0, f64::INFINITY, 0.0));
        assert_eq!(band.past(-101.0), f64::NEG_INFINITY);
        let linear = RubberBand { factor: 0.5, size: f64::INFINITY };
        assert_eq!((linear.shown(5.0), linear.past(2.5), linear.slope(2.5)), (2.5, 5.0, 0.5));
        assert_eq!(RubberBand { factor: 0.0, size: 100.0 }.shown(5.0), 0.0);
        assert!(band.shown(f64::NAN).is_nan() && band.past(f64::NAN).is_nan() && band.slope(f64::NAN).is_nan());
        for (factor, size) in
            [(-0.1, 1.0), (f64::NAN, 1.0), (f64::INFINITY, 1.0), (0.5, 0.0), (0.5, -1.0), (0.5, f64::NAN)]
        {
            assert!(RubberBand::new(factor, size).is_err(), "{factor} {size}");
        }
        assert!(RubberBand::new(0.5, f64::INFINITY).is_ok());
    }
}
