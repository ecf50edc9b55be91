//! Whether a ring is unstable.

use super::{RingLaw, complex::Complex, symbols};

/// The slowest growth that is detected, relative to the ring's characteristic rate.
const MIN_GROWTH: f64 = 1e-5;

/// The number of followers of the largest ring that is checked.
const MAX_FOLLOWERS: usize = 64;

/// Whether a ring with these laws is unstable: some motion in it grows like `e^{rt}`. [`evolve`](super::evolve) has an example of a ring.
///
/// A ring of `n` equal springs with the damping ratio `ζ`, and with `g` and look-ahead 0, is unstable exactly if `n ≥ 3` and
/// `ζ < cos(π/n)/√2`: below 0.354 for three springs, 0.5 for four, 0.707 for many. Linear growth, as in a ring whose offsets do not add up
/// to 0, does not count.
///
/// # Special cases
///
/// Returns `false` for growth below 1e-5 of the ring's characteristic rate (about `c + ω`), and for rings of more than 64 followers, which
/// are not checked.
///
/// # Reference
///
/// The argument principle: the number of roots of `Π D_i − Π N_i` to the right of a vertical line in the complex plane is the number of
/// times that `1 − Π N_i/D_i` winds around 0 along the line (H. Nyquist 1932).
#[must_use]
pub fn grows(laws: &[RingLaw]) -> bool {
    let characteristic_rate = laws.iter().map(|law| law.c + law.g + libm::sqrt(law.k)).fold(0.0, f64::max);
    if laws.len() > MAX_FOLLOWERS || !(characteristic_rate > 0.0 && characteristic_rate.is_finite()) {
        return false;
    }
    let line = MIN_GROWTH * characteristic_rate;
    let loop_at = |height: f64| {
        let gain = |law: &RingLaw| {
            let (own, led) = symbols(law, Complex { re: line, im: height }, 1.0);
            led * own.reciprocal()
        };
        laws.iter().map(gain).fold(Complex::ONE, |product, gain| product * gain)
    };
    // A step along the line is inversely proportional to this sum, so it is short near a root of a denominator or a numerator.
    let rates_at = |height: f64| {
        let at = Complex { re: line, im: height };
        let of = |law: &RingLaw| {
            let RingLaw { k, c, g, look_ahead } = *law;
            nearness(1.0, c, k, at) + nearness(g * look_ahead, g + k * look_ahead, k, at)
        };
        laws.iter().map(of).sum::<f64>()
    };
    let last: f64 = laws.iter().map(|law| law.g * law.look_ahead).product();
    let (mut height, mut product) = (0.0, loop_at(0.0));
    let mut turned = 0.0;
    while height < 16.0 * characteristic_rate || (product - Complex::real(last)).modulus() > 0.1 * (1.0 - last).abs() {
        let from = Complex::ONE - product;
        let mut step = 0.25 / rates_at(height);
        let next = loop {
            let next = loop_at(height + step);
            let changed = (next - product).modulus();
            if changed <= 0.5 * from.modulus() || height + step == height {
                break next;
            }
            step *= 0.5;
        };
        let to = Complex::ONE - next;
        turned += libm::atan2(from.re * to.im - from.im * to.re, from.re * to.re + from.im * to.im);
        if height + step == height || !turned.is_finite() {
            return false;
        }
        height += step;
        product = next;
    }
    // Along the whole line, each root to the right of the line gives a full turn in the negative direction. The loop followed only the
    // upper half of the line, which gives half a turn per root.
    libm::rint(-turned / core::f64::consts::PI) >= 1.0
}

/// The sum of the inverse distances of `at` from the roots of `a z² + b z + c`.
fn nearness(a: f64, b: f64, c: f64, at: Complex) -> f64 {
    let from = |re: f64, im: f64| 1.0 / Complex { re: at.re - re, im: at.im - im }.modulus();
    if a == 0.0 {
        return if b == 0.0 { 0.0 } else { from(-c / b, 0.0) };
    }
    let (half, product) = (b / (2.0 * a), c / a);
    let discriminant = half * half - product;
    let apart = libm::sqrt(discriminant.abs());
    if discriminant < 0.0 {
        return from(-half, apart) + from(-half, -apart);
    }
    let large = if half >= 0.0 { -(half + apart) } else { apart - half };
    let small = if large == 0.0 { 0.0 } else { product / large };
    from(large, 0.0) + from(small, 0.0)
}
