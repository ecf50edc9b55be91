//! The sway of a hand, as a function of time: a sum of sines within two octaves.

use core::f64::consts::TAU;

/// The share of each sine, and its frequency as a multiple of the middle one. No ratio of two frequencies is a simple fraction, so the sway
/// does not repeat visibly.
const SINES: [(f64, f64); 5] = [(0.30, 0.531), (0.25, 0.809), (0.20, 1.127), (0.15, 1.483), (0.10, 1.971)];

/// The sway at the time `t` (s): a number from −1 to 1, whose root mean square is 0.335. `frequency` (1/s) is the middle of its band, which
/// reaches from half of it to twice as much. Different values of `axis` give different sways.
#[must_use]
pub fn sway(t: f64, frequency: f64, axis: u32) -> f64 {
    // The multiples of the golden ratio are spread evenly over a turn, whatever their number.
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let shift = GOLDEN * f64::from(axis);
    let sine =
        |(number, (share, ratio)): (f64, (f64, f64))| share * libm::sin(TAU * (ratio * frequency * t + number * shift));
    [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().zip(SINES).map(sine).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sway_stays_within_one_and_has_the_stated_root_mean_square() {
        for axis in 0..6 {
            let samples = (0..200_000).map(|step| sway(f64::from(step) * 0.01, 0.7, axis));
            let (most, squares) =
                samples.fold((0.0_f64, 0.0), |(most, squares), n| (most.max(n.abs()), squares + n * n));
            assert!(most <= 1.0 && most > 0.8, "axis {axis}: {most}");
            let mean = libm::sqrt(squares / 200_000.0);
            assert!((mean - 0.335).abs() < 0.001, "axis {axis}: {mean}");
        }
    }

    /// By its Fourier transform over a hundred periods of the middle frequency.
    #[test]
    fn a_sway_has_nothing_outside_of_two_octaves() {
        let (frequency, step, count) = (1.0, 1.0 / 16.0, 1600);
        let power = |at: f64| {
            let (mut real, mut imaginary) = (0.0, 0.0);
            for index in 0..count {
                let t = f64::from(index) * step;
                // A window that falls to 0 at both ends leaves nothing of a sine beyond a few hundredths of its frequency.
                let window = 0.5 - 0.5 * libm::cos(TAU * f64::from(index) / f64::from(count));
                let n = window * sway(t, frequency, 3);
                real += n * libm::cos(TAU * at * t);
                imaginary += n * libm::sin(TAU * at * t);
            }
            libm::sqrt(real * real + imaginary * imaginary) * 4.0 / f64::from(count)
        };
        for at in [0.1, 0.3, 0.45, 2.1, 3.0, 5.0] {
            assert!(power(at) < 1e-3, "{at} Hz: {}", power(at));
        }
        assert!((power(0.809) - 0.25).abs() < 1e-3, "{}", power(0.809));
    }

    #[test]
    fn axes_sway_differently() {
        for one in 0..6 {
            for other in 0..one {
                let (count, step) = (100_000, 0.02);
                let product: f64 = (0..count)
                    .map(|index| {
                        let t = f64::from(index) * step;
                        sway(t, 1.0, one) * sway(t, 1.0, other)
                    })
                    .sum();
                let correlation = product / f64::from(count) / (0.335 * 0.335);
                assert!(correlation.abs() < 0.6, "{one} and {other}: {correlation}");
            }
        }
    }
}
