//! Finds the root of a function between two times.

/// Maximum number of iterations. At least every second one halves the bracket or the step, so the search reaches two adjacent `f64` values
/// in fewer iterations.
const MAX_ITERATIONS: u32 = 4400;

/// The value and derivative of a function at one time, and a by-product of their evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<P> {
    /// The function's value.
    pub value: f64,
    /// The function's derivative.
    pub slope: f64,
    /// A value of at most this magnitude counts as 0, because it may be only rounding.
    pub noise: f64,
    /// The by-product, returned together with the root.
    pub point: P,
}

/// The root of a function in `(low, high]`, and the by-product at the root. A `rising` function is negative before the root and positive
/// after it; any other function is positive before the root and negative after it.
///
/// The search starts at `guess`, or in the middle if `guess` is not between `low` and `high`.
///
/// # Reference
///
/// Press et al., *Numerical Recipes*, 3rd ed. (2007), sect. 9.4: Newton's method, and bisection if it leaves the bracket or does not halve
/// its step in two iterations.
pub(super) fn root<P: Copy>(
    (mut low, mut high): (f64, f64),
    rising: bool,
    guess: f64,
    at: impl Fn(f64) -> Sample<P>,
) -> (f64, P) {
    let halves = |low: f64, high: f64| low + (high - low) / 2.0;
    let mut t = if low < guess && guess < high { guess } else { halves(low, high) };
    let mut here = at(t);
    let (mut last, mut before_last) = (high - low, high - low);
    for _ in 0..MAX_ITERATIONS {
        if (here.value < 0.0) == rising {
            low = t;
        } else {
            high = t;
        }
        let mut step = -here.value / here.slope;
        if here.value.abs() <= here.noise || step.abs() <= 2.0 * f64::EPSILON * t {
            break;
        }
        let mut next = t + step;
        if !(low < next && next < high) || 2.0 * step.abs() > before_last {
            next = halves(low, high);
            step = next - t;
        }
        if !(low < next && next < high) {
            break;
        }
        (before_last, last) = (last, step.abs());
        t = next;
        here = at(t);
    }
    (t, here.point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(low: f64, high: f64, guess: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
        let rising = f(high).0 > 0.0;
        let at = |t| {
            let (value, slope) = f(t);
            Sample { value, slope, noise: 0.0, point: () }
        };
        root((low, high), rising, guess, at).0
    }

    #[test]
    fn roots_are_found_from_any_guess() {
        for guess in [f64::NAN, -1.0, 1e-9, 1.0, 1.999, 3.0] {
            let found = solved(0.0, 2.0, guess, |t| (t * t - 2.0, 2.0 * t));
            assert!((found - core::f64::consts::SQRT_2).abs() < 1e-15, "{guess}: {found}");
        }
    }

    #[test]
    fn a_flat_root_and_a_root_in_a_steep_step_are_found() {
        let flat = solved(0.0, 2.0, 1.9, |t| ((t - 1.0) * (t - 1.0) * (t - 1.0), 3.0 * (t - 1.0) * (t - 1.0)));
        assert!((flat - 1.0).abs() < 2e-15);
        let step = solved(0.0, 1.0, 0.999, |t| {
            (libm::atan(1e9 * (t - 0.125)), 1e9 / (1.0 + 1e18 * (t - 0.125) * (t - 0.125)))
        });
        assert!((step - 0.125).abs() < 1e-15);
    }
}
