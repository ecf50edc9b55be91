//! The operations of formulas that are written once and compute one orientation or several at a time.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or one per lane. No operation mixes lanes.
#[doc(hidden)]
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// This constant, in each lane.
    fn of(constant: f64) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// In each lane: `then` if this number is at most `bound`, `otherwise` if it is larger or NaN.
    fn at_most(self, bound: Self, then: Self, otherwise: Self) -> Self;

    /// In each lane: `found` if this number is at most `bound`; `beyond` of this number if it is larger or NaN.
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
