//! Arithmetic for formulas that compute a single orientation or several at once.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// An `f64`, or one `f64` per lane. No operation mixes lanes.
#[doc(hidden)]
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The constant, in every lane.
    fn of(constant: f64) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// In each lane: `then` if this number is at most `bound`, `otherwise` if it is larger or NaN.
    fn at_most(self, bound: Self, then: Self, otherwise: Self) -> Self;

    /// In each lane: `found` if this number is at most `bound`, the result of `beyond` for this number if it is larger or NaN.
    fn beyond(self, bound: f64, found: [Self; 2], beyond: fn(f64) -> [f64; 2]) -> [Self; 2];
}

impl Number for f64 {
    #[inline(always)]
    fn of(constant: f64) -> Self {
        constant
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        libm::sqrt(self)
    }

    #[inline(always)]
    fn at_most(self, bound: Self, then: Self, otherwise: Self) -> Self {
        if self <= bound { then } else { otherwise }
    }

    #[inline(always)]
    fn beyond(self, bound: f64, found: [Self; 2], beyond: fn(f64) -> [f64; 2]) -> [Self; 2] {
        if self <= bound { found } else { beyond(self) }
    }
}
