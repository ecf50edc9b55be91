//! What a formula needs of a number that it moves, so that it is written once for one orientation and for several.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or one in each lane. No operation mixes lanes.
#[doc(hidden)]
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// This constant, in each lane.
    fn of(constant: f64) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// `then` where this is at most `bound`, `otherwise` where it is larger or NaN.
    fn at_most(self, bound: Self, then: Self, otherwise: Self) -> Self;

    /// `found` where this is at most `bound`; where it is larger or NaN, what `beyond` returns for it.
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
