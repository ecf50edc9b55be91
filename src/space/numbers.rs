//! Access to the coordinates of vectors by index.

use bevy::math::{DVec2, DVec3, DVec4};

/// A vector's coordinates; a scalar has one.
#[doc(hidden)]
pub trait Coordinates: Copy {
    /// The number of coordinates.
    const COUNT: usize;

    fn get(self, index: usize) -> f64;

    /// The same vector with one coordinate replaced.
    fn with(self, index: usize, coordinate: f64) -> Self;
}

impl Coordinates for f64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn get(self, _: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn with(self, _: usize, coordinate: f64) -> Self {
        coordinate
    }
}

/// Of each coordinate, the median of three.
pub(crate) fn median<V: Coordinates>(first: V, second: V, third: V) -> V {
    (0..V::COUNT).fold(first, |median, index| {
        let (a, b, c) = (first.get(index), second.get(index), third.get(index));
        median.with(index, a.min(b).max(a.max(b).min(c)))
    })
}

macro_rules! coordinates {
    ($($vector:ty: $count:literal;)*) => { $(
        impl Coordinates for $vector {
            const COUNT: usize = $count;

            #[inline(always)]
            fn get(self, index: usize) -> f64 {
                self.as_ref().get(index).copied().unwrap_or(f64::NAN)
            }

            #[inline(always)]
            fn with(mut self, index: usize, coordinate: f64) -> Self {
                if let Some(replaced) = self.as_mut().get_mut(index) {
                    *replaced = coordinate;
                }
                self
            }
        }
    )* };
}

coordinates! {
    DVec2: 2;
    DVec3: 3;
    DVec4: 4;
}
