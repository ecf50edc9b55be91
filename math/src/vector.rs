//! Values that this crate can move.

use core::ops::{Add, Mul, Sub};

/// A value that can move: a number or a vector. Every type with these operators implements this trait; the type's default must be 0. Only
/// generic code needs the trait, for example [`Decay`](super::camera::Decay).
pub trait Vector: Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self> {}

impl<V> Vector for V where V: Copy + Default + Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V> {}
