//! The operations on complex numbers that rings need.

use crate::Vector;

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Complex {
    pub(super) const ONE: Self = Self { re: 1.0, im: 0.0 };

    pub(super) const fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }

    pub(super) fn modulus(self) -> f64 {
        libm::hypot(self.re, self.im)
    }

    pub(super) fn scaled(self, by: f64) -> Self {
        Self { re: self.re * by, im: self.im * by }
    }

    /// The reciprocal by Smith's algorithm (1962), so that no square overflows.
    pub(super) fn reciprocal(self) -> Self {
        let Self { re, im } = self;
        if re.abs() >= im.abs() {
            let ratio = im / re;
            let size = re + im * ratio;
            Self { re: 1.0 / size, im: -ratio / size }
        } else {
            let ratio = re / im;
            let size = re * ratio + im;
            Self { re: ratio / size, im: -1.0 / size }
        }
    }

    pub(super) fn times<V: Vector>(self, [re, im]: [V; 2]) -> [V; 2] {
        [re * self.re - im * self.im, re * self.im + im * self.re]
    }
}

impl core::ops::Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl core::ops::Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

impl core::ops::Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}
