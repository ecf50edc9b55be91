//! Values that errors suggest: the valid value nearest to the invalid one, with few digits.

use core::fmt::{self, Write};

/// The minimum number of significant digits of a suggested value.
const DIGITS: usize = 4;

/// The number of significant digits that distinguishes every `f64` from its neighbours.
const ALL_DIGITS: usize = 17;

/// The decimal exponents of all positive `f64`.
const EXPONENTS: core::ops::RangeInclusive<i32> = -324..=308;

/// The number nearest to `edge` that `works`, with as few digits as possible, but at least [`DIGITS`]. Returns `None` if no number near
/// `edge` works.
///
/// If `edge` is 0 and 0 does not work, returns the smallest positive number that works, with one digit.
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

/// The smallest positive number that `works`, with one digit. Assumes that if a number works, all numbers up to ten times as large work,
/// too.
pub(super) fn least_positive(works: impl Fn(f64) -> bool) -> Option<f64> {
    let usable = |candidate: &f64| *candidate > 0.0 && candidate.is_finite() && works(*candidate);
    let decade = |exponent| move |digit| Decimal::new(digit, exponent).value();
    // Finds the decade first, because `works` is slow for some callers.
    let exponent = EXPONENTS.into_iter().find(|&exponent| usable(&decade(exponent)(9)))?;
    (1..=9).map(decade(exponent)).find(usable)
}

/// Displays a number in an error message; a very large or very small one with an exponent instead of hundreds of zeros.
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

/// A number in decimal notation. `core` rounds correctly both when it prints and when it parses.
struct Decimal {
    text: [u8; 32],
    length: usize,
}

impl Decimal {
    const EMPTY: Self = Self { text: [0; 32], length: 0 };

    /// `number`, rounded to `digits` digits after the first.
    fn of(number: f64, digits: usize) -> Self {
        let mut decimal = Self::EMPTY;
        // At most 24 characters: sign, 17 digits, point, and up to five for the exponent.
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

    /// Two integers, `mantissa` and `exponent`, for which the number is `mantissa · 10^exponent`.
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
    fn suggested_values_are_near_the_edge_and_have_few_digits() {
        assert_eq!(nearest_working(1.0, |x| x <= 1.0), Some(1.0));
        assert_eq!(nearest_working(-1.0, |x| x > -1.0), Some(-0.999));
        assert_eq!(nearest_working(-23.591_160_220_994_475, |x| x > -23.591_160_220_994_475), Some(-23.59));
        assert_eq!(nearest_working(2.0 / 3.0, |x| x <= 2.0 / 3.0), Some(0.6666));
        assert_eq!(nearest_working(0.0, |x| x >= 0.0), Some(0.0));
        assert_eq!(nearest_working(0.0, |x| x > 0.0), Some(5e-324));
        assert_eq!(nearest_working(0.0, |x| (1.0 / x).is_finite()), Some(6e-309));
        assert_eq!(nearest_working(f64::MAX, |_| true), Some(1.797e308));
        // A range that is too narrow for four digits takes more digits.
        assert_eq!(nearest_working(0.123_456_7, |x| (x - 0.123_456_7).abs() < 1e-9), Some(0.123_456_7));
        assert_eq!(nearest_working(1.0, |_| false), None);
    }

    #[test]
    fn very_large_and_small_numbers_are_printed_with_an_exponent() {
        let printed = [0.0, -0.5, 1e-5, 5e-324, 1e8, -1e300, f64::NAN, f64::INFINITY].map(|x| Short(x).to_string());
        assert_eq!(printed, ["0", "-0.5", "0.00001", "5e-324", "100000000", "-1e300", "NaN", "inf"]);
    }
}
