//! A value that is dragged past an edge follows less and less: iOS's rubber band, its slope and its inverse.

use super::parameter::{ParameterError, non_negative, positive};

/// The share of the size up to which a grabbed place is taken back to where the pointer would have had to be.
const GRABBED_UP_TO: f64 = 0.9;

/// A rubber band: if the pointer is past an edge by `x`, what it drags is shown past the edge by `y`.
///
/// ```text
/// y = R(x) = c x d/(d + c x) < d          R′ = c (1 − y/d)²          x = R⁻¹(y) = d y/(c (d − y))
/// ```
///
/// # Examples
///
/// A value that is grabbed in mid-bounce does not jump, because the pointer's movement is measured from what is shown:
///
/// ```
/// use bevy_exact_motion::math::RubberBand;
///
/// # fn main() -> Result<(), bevy_exact_motion::math::ParameterError> {
/// let band = RubberBand::new(RubberBand::IOS, 600.0)?;
/// let shown = band.shown(200.0);
/// assert!((shown - 92.95774647887323).abs() < 1e-13);
/// assert!((band.past(shown) - 200.0).abs() < 1e-12);
/// // Let go at 800/s, it moves at
/// assert!((band.slope(shown) * 800.0 - 314.2233683792898).abs() < 1e-12);
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// Below 0, past the other edge, all is mirrored. `d = ∞` is the linear band `y = c x`. What is shown at `d` or beyond comes from a pointer
/// at ∞. NaN in gives NaN out.
///
/// # Accuracy
///
/// `R` 2 ε, `R′` 3 ε `(1 + cx/d)`, `R⁻¹` 3 ε `(1 + cx/d)`; there and back `x` keeps 2.7 ε `(1 + cx/d)`, `y` 2.9 ε.
///
/// # Reference
///
/// Reverse engineered from `UIScrollView`: "Analysis of Apple's rubber band scrolling" (squareb, 2013).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RubberBand {
    /// `c`, the share of the pointer's movement that is shown right at the edge. Unit: 1. Range: ≥ 0; 1: no corner there, 0: the value
    /// stays on the edge.
    pub factor: f64,
    /// `d`, the view's size, which is never reached. Unit: length. Range: > 0; ∞ is a linear band.
    pub size: f64,
}

impl RubberBand {
    /// The factor of iOS. Unit: 1.
    pub const IOS: f64 = 0.55;

    /// A band of `factor` (1, ≥ 0) for a view of `size` (length, > 0; ∞ is allowed).
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside these ranges or for NaN.
    pub fn new(factor: f64, size: f64) -> Result<Self, ParameterError> {
        let factor = non_negative("rubber band's factor", factor)?;
        let size = if size == f64::INFINITY { size } else { positive("view's size", size, |_| true)? };
        Ok(Self { factor, size })
    }

    /// How far past the edge (length) it is shown for a pointer that is `past` it (length).
    #[must_use]
    pub fn shown(&self, past: f64) -> f64 {
        let linear = self.factor * past;
        let size = libm::copysign(self.size, past);
        // Divided by the larger, so that neither overflows.
        if linear.abs() <= self.size { linear / (1.0 + linear / size) } else { size / (1.0 + size / linear) }
    }

    /// How fast what is shown follows the pointer, where it is `shown` past the edge (length): `R′`. Unit: 1.
    #[must_use]
    pub fn slope(&self, shown: f64) -> f64 {
        let left = 1.0 - shown.abs() / self.size;
        if left <= 0.0 { 0.0 } else { self.factor * left * left }
    }

    /// How far past the edge (length) the pointer is for what is `shown` past it (length): the inverse of [`Self::shown`].
    #[must_use]
    pub fn past(&self, shown: f64) -> f64 {
        if shown == 0.0 {
            return shown;
        }
        let left = 1.0 - shown.abs() / self.size;
        if left <= 0.0 { libm::copysign(f64::INFINITY, shown) } else { shown / self.factor / left }
    }

    /// The band for a drag that grabs something `shown` past the edge (length): a wider one where this one would need a pointer far away.
    ///
    /// From 0.9 of the size on, as after a hard bounce, the size becomes `shown`/0.9.
    #[must_use]
    pub fn grabbed_at(self, shown: f64) -> Self {
        let reach = shown.abs() / GRABBED_UP_TO;
        if reach > self.size { Self { size: reach, ..self } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_where_it_was() {
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
    fn a_pointer_200_past_an_edge_has_these_figures() {
        let band = RubberBand::new(RubberBand::IOS, 600.0).unwrap();
        let shown = band.shown(200.0);
        assert!((shown / 92.957_746_478_873_24 - 1.0).abs() < 4e-16);
        assert!((band.slope(shown) / 0.392_779_210_474_112_3 - 1.0).abs() < 1e-15);
        assert!((band.slope(shown) * 800.0 / 314.223_368_379_289_8 - 1.0).abs() < 1e-15);
        // The band of a list 500 high under Flutter's factor, where adding up increments gives 147.25 to 208.
        assert!((RubberBand { factor: 0.52, size: 500.0 }.shown(400.0) - 146.893).abs() < 1e-3);
    }

    #[test]
    fn hard_bounces_are_grabbed_by_a_wider_band() {
        let band = RubberBand { factor: 0.55, size: 100.0 };
        assert_eq!(band.grabbed_at(80.0), band);
        let wider = band.grabbed_at(-180.0);
        assert_eq!(wider.size, 200.0);
        assert!((wider.shown(wider.past(-180.0)) + 180.0).abs() < 1e-12);
    }

    #[test]
    fn edges_of_every_range() {
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
