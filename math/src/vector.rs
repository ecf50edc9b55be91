//! Values that this crate can move.

use core::ops::{Add, Mul, Sub};

/// A value that can be moved: a number or a vector. It is implemented for every type with these operators, whose default has to be 0. You
/// need its name only for code that is generic over values, such as [`Decay`](super::camera::Decay).
pub trait Vector: Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self> {}

impl<V> Vector for V where V: Copy + Default + Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V> {}
