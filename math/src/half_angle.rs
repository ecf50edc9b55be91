//! Polynomials for the sine and cosine of half the angle of a rotation, and for the arc tangent that returns half the angle.
//!
//! They interpolate at Chebyshev nodes. The coefficients were computed with 60 digits.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::number::Number;

/// The largest square of half an angle for which the polynomials are accurate, just above (π/2)². Unit: rad².
const MAX_SQUARE: f64 = 2.5;

/// Coefficients of `p` in `sin(√z)/√z = 1 + z p(z)` up to [`MAX_SQUARE`], to 4e-17.
const SINE: [f64; 8] = [
    -0.16666666666666666,
    0.008333333333333314,
    -0.0001984126984125376,
    2.7557319218837673e-06,
    -2.505210757580932e-08,
    1.605897465969838e-10,
    -7.643886158204389e-13,
    2.730402537561207e-15,
];

/// Coefficients of `p` in `cos(√z) = 1 − z/2 + z² p(z)` up to [`MAX_SQUARE`], to 9e-17.
const COSINE: [f64; 7] = [
    0.04166666666666666,
    -0.0013888888888884431,
    2.4801587298733038e-05,
    -2.7557318538491203e-07,
    2.0876678550708953e-09,
    -1.1466133858006988e-11,
    4.644702707662925e-14,
];

/// `tan(π/8)`: above it, the arc tangent is computed relative to π/4 or π/2.
const TAN_EIGHTH: f64 = 0.41421356237309503;

/// Coefficients of `p` in `atan(√z)/√z = 1 + z p(z)` up to the square of [`TAN_EIGHTH`], to 8e-18.
const ARC_TANGENT: [f64; 11] = [
    -0.3333333333333333,
    0.19999999999995516,
    -0.14285714284665682,
    0.11111111015187018,
    -0.0909090457530649,
    0.07692183125376892,
    -0.06664510525508936,
    0.05858140904866328,
    -0.050854078345894844,
    0.03923044778479309,
    -0.019175404711104935,
];

/// The polynomial in `z` with these coefficients, constant term first. Even and odd powers are summed separately, so that the processor can
/// compute both sums in parallel.
#[inline(always)]
fn polynomial<T: Number, const N: usize>(coefficients: &[f64; N], z: T) -> T {
    let square = z * z;
    let (mut even, mut odd) = (T::of(0.0), T::of(0.0));
    for (power, coefficient) in coefficients.iter().enumerate().rev() {
        let sum = if power % 2 == 0 { &mut even } else { &mut odd };
        *sum = *sum * square + T::of(*coefficient);
    }
    even + z * odd
}

/// `sin(x)/x` and `cos(x)`, computed from the square of `x` (rad²).
///
/// # Accuracy
///
/// 3e-16, absolute.
#[inline(always)]
pub(super) fn sinc_and_cosine<T: Number>(square: T) -> [T; 2] {
    let sinc = T::of(1.0) + square * polynomial(&SINE, square);
    let cosine = T::of(1.0) - (T::of(0.5) * square - square * square * polynomial(&COSINE, square));
    square.beyond(MAX_SQUARE, [sinc, cosine], |square| {
        let angle = libm::sqrt(square);
        let (sine, cosine) = libm::sincos(angle);
        [sine / angle, cosine]
    })
}

/// `atan2(sine, cosine)` (rad, 0 to π/2) for arguments ≥ 0, which may have a common factor. NaN if both are 0.
///
/// # Accuracy
///
/// 4e-16 relative.
#[inline(always)]
pub(super) fn angle<T: Number>(sine: T, cosine: T) -> T {
    let (eighth, quarter, half) = (T::of(TAN_EIGHTH), T::of(FRAC_PI_4), T::of(FRAC_PI_2));
    let nearest = |to_0: T, to_quarter: T, to_half: T| {
        sine.at_most(eighth * cosine, to_0, cosine.at_most(eighth * sine, to_half, to_quarter))
    };
    let tangent = nearest(sine, sine - cosine, -cosine) / nearest(cosine, sine + cosine, sine);
    let square = tangent * tangent;
    nearest(T::of(0.0), quarter, half) + (tangent + tangent * (square * polynomial(&ARC_TANGENT, square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_agree_with_libm() {
        for step in 0..=3000_u32 {
            let x = f64::from(step) * 1e-3;
            let [sinc, cosine] = sinc_and_cosine(x * x);
            let expected = if x == 0.0 { 1.0 } else { libm::sin(x) / x };
            assert!((sinc - expected).abs() <= 3e-16, "sin({x})/{x} = {expected}, not {sinc}");
            assert!((cosine - libm::cos(x)).abs() <= 4e-16, "cos({x}), not {cosine}");
            if x <= FRAC_PI_2 {
                let (sine, cosine) = (0.7 * libm::sin(x), 0.7 * libm::cos(x).max(0.0));
                let expected = libm::atan2(sine, cosine);
                assert!((angle(sine, cosine) - expected).abs() <= 4e-16 * expected, "of {x}: {}", angle(sine, cosine));
            }
        }
        assert_eq!([angle(0.0, 1.0), angle(1.0, 0.0), angle(1e-200, 0.5)], [0.0, FRAC_PI_2, 2e-200]);
        assert!(angle(0.0, 0.0).is_nan() && angle(f64::NAN, 1.0).is_nan());
        assert!(sinc_and_cosine(f64::NAN).iter().all(|number| number.is_nan()));
    }
}
