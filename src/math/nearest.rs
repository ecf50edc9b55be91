//! Numbers that an error suggests: each is valid, has few digits, and is the nearest such number to the invalid one.

use core::fmt::{self, Write};

/// Significant digits of what is offered, where so many are enough.
const DIGITS: usize = 4;

/// Significant digits that tell every f64 from its neighbours.
const ALL_DIGITS: usize = 17;

/// The decimal exponents of all positive f64.
const EXPONENTS: core::ops::RangeInclusive<i32> = -324..=308;

/// The number nearest to `edge` that `works`, to a few digits where these are enough. None where nothing near works.
///
/// From an edge at 0, which is as near as one likes to any number: the least above it, to one digit.
pub(super) fn nearest_working(edge: f64, works: impl Fn(f64) -> bool) -> Option<f64> {
    if edge == 0.0 {
        return if works(0.0) { Some(0.0) } else { least_positive(works) };
    }
    (DIGITS..=ALL_DIGITS)
        .flat_map(|digits| {
            let (mantissa, exponent) = Decimal::of(edge, digits - 1).parts();
            [0, -1, 1].map(|step| Decimal::new(mantissa + step, exponent).value())
        })
        .find(|&candidate| candidate.is_finite() && works(candidate))
}

/// The least number above 0 that `works`, to one digit; where one does, so should those up to ten times as large.
pub(super) fn least_positive(works: impl Fn(f64) -> bool) -> Option<f64> {
    let usable = |candidate: &f64| *candidate > 0.0 && candidate.is_finite() && works(*candidate);
    let decade = |exponent| move |digit| Decimal::new(digit, exponent).value();
    // By decades first, because some callers need long to say whether a number works.
    let exponent = EXPONENTS.into_iter().find(|&exponent| usable(&decade(exponent)(9)))?;
    (1..=9).map(decade(exponent)).find(usable)
}

/// A number as an error prints it: very large and very small ones by their exponent, not by hundreds of zeros.
pub(super) struct Short(pub(super) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = self;
        if !number.is_finite() || *number == 0.0 || (1e-5..1e9).contains(&number.abs()) {
            write!(f, "{number}")
        } else {
            write!(f, "{number:e}")
        }
    }
}

/// A number in decimal notation, which core rounds correctly both ways.
struct Decimal {
    text: [u8; 32],
    length: usize,
}

impl Decimal {
    const EMPTY: Self = Self { text: [0; 32], length: 0 };

    /// `number`, rounded to so many digits after the first.
    fn of(number: f64, digits: usize) -> Self {
        let mut decimal = Self::EMPTY;
        // 24 characters at most: sign, 17 digits, point, and an exponent of at most five.
        let _ = write!(decimal, "{number:.digits$e}");
        decimal
    }

    fn new(mantissa: i64, exponent: i32) -> Self {
        let mut decimal = Self::EMPTY;
        let _ = write!(decimal, "{mantissa}e{exponent}");
        decimal
    }

    fn text(&self) -> &str {
        self.text.get(..self.length).and_then(|text| core::str::from_utf8(text).ok()).unwrap_or_default()
    }

    fn value(&self) -> f64 {
        self.text().parse().unwrap_or(f64::NAN)
    }

    /// Its digits as one whole number, and the power of ten that this has to be multiplied by.
    fn parts(&self) -> (i64, i32) {
        let (digits, exponent) = self.text().split_once('e').unwrap_or_default();
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let joined = Self::joined(whole, fraction);
        let shift = i32::try_from(fraction.len()).unwrap_or_default();
        (joined.text().parse().unwrap_or_default(), exponent.parse::<i32>().unwrap_or_default() - shift)
    }

    fn joined(whole: &str, fraction: &str) -> Self {
        let mut decimal = Self::EMPTY;
        let _ = write!(decimal, "{whole}{fraction}");
        decimal
    }
}

impl Write for Decimal {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.text.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn what_is_offered_is_near_and_short() {
        assert_eq!(nearest_working(1.0, |x| x <= 1.0), Some(1.0));
        assert_eq!(nearest_working(-1.0, |x| x > -1.0), Some(-0.999));
        assert_eq!(nearest_working(-23.591_160_220_994_475, |x| x > -23.591_160_220_994_475), Some(-23.59));
        assert_eq!(nearest_working(2.0 / 3.0, |x| x <= 2.0 / 3.0), Some(0.6666));
        assert_eq!(nearest_working(0.0, |x| x >= 0.0), Some(0.0));
        assert_eq!(nearest_working(0.0, |x| x > 0.0), Some(5e-324));
        assert_eq!(nearest_working(0.0, |x| (1.0 / x).is_finite()), Some(6e-309));
        assert_eq!(nearest_working(f64::MAX, |_| true), Some(1.797e308));
        // A window narrower than four digits: as many as it takes.
        assert_eq!(nearest_working(0.123_456_7, |x| (x - 0.123_456_7).abs() < 1e-9), Some(0.123_456_7));
        assert_eq!(nearest_working(1.0, |_| false), None);
    }

    #[test]
    fn extremes_are_printed_by_their_exponent() {
        let printed = [0.0, -0.5, 1e-5, 5e-324, 1e8, -1e300, f64::NAN, f64::INFINITY].map(|x| Short(x).to_string());
        assert_eq!(printed, ["0", "-0.5", "0.00001", "5e-324", "100000000", "-1e300", "NaN", "inf"]);
    }
}
