//! The vectors that the mathematics moves.

use core::ops::{Add, Mul, Sub};

/// What a value must offer to be moved; everything with these operators has it. Its default is the zero. You name it only to be generic
/// over values, as [`Decay`](super::camera::Decay) is.
pub trait Vector: Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self> {}

impl<V> Vector for V where V: Copy + Default + Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V> {}
