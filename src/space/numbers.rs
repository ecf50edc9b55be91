//! The numbers that vectors are made of.

use bevy::math::{DVec2, DVec3, DVec4};

/// Numbers that add up each by itself.
#[doc(hidden)]
pub trait Numbers: Copy {
    /// How many.
    const COUNT: usize;

    fn get(self, index: usize) -> f64;

    /// The same ones with another one there.
    fn with(self, index: usize, number: f64) -> Self;
}

impl Numbers for f64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn get(self, _: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn with(self, _: usize, number: f64) -> Self {
        number
    }
}

macro_rules! numbers {
    ($($vector:ty: $count:literal;)*) => { $(
        impl Numbers for $vector {
            const COUNT: usize = $count;

            #[inline(always)]
            fn get(self, index: usize) -> f64 {
                self.as_ref().get(index).copied().unwrap_or(f64::NAN)
            }

            #[inline(always)]
            fn with(mut self, index: usize, number: f64) -> Self {
                if let Some(there) = self.as_mut().get_mut(index) {
                    *there = number;
                }
                self
            }
        }
    )* };
}

numbers! {
    DVec2: 2;
    DVec3: 3;
    DVec4: 4;
}
