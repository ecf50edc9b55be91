//! A number that is kept between two bounds, with or without a kink.

/// Keeps `x` between two bounds. Up to `margin` inside of a bound, the result is `x`; it reaches the bound where `x` is as far beyond, and
/// between these points it is a parabola, so that a number that moves comes to the bound without a kink:
/// `lower + (x − lower + margin)²/(4 margin)`.
///
/// A margin of 0 is a plain clamp; a margin of more than half of the distance between the bounds counts as that half. If the lower bound is
/// above the upper one, the result is in the middle between them, and NaN if a number is.
#[must_use]
pub fn soft_clamp(x: f64, [lower, upper]: [f64; 2], margin: f64) -> f64 {
    if lower >= upper || (lower.is_nan() || upper.is_nan()) {
        return 0.5 * lower + 0.5 * upper;
    }
    let margin = margin.min(0.5 * (upper - lower));
    let kept = |inside: f64| {
        if inside >= margin {
            inside
        } else if inside <= -margin {
            0.0
        } else {
            (inside + margin) * (inside + margin) / (4.0 * margin)
        }
    };
    if x - lower < margin { lower + kept(x - lower) } else { upper - kept(upper - x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
    }

    #[test]
    fn a_margin_of_zero_is_a_plain_clamp() {
        for (x, expected) in [(-5.0, -1.0), (-1.0, -1.0), (0.3, 0.3), (2.0, 2.0), (9.0, 2.0)] {
            close(soft_clamp(x, [-1.0, 2.0], 0.0), expected);
        }
    }

    #[test]
    fn a_bound_is_reached_where_the_number_is_as_far_beyond() {
        let bounds = [-1.0, 5.0];
        close(soft_clamp(-1.0 - 0.5, bounds, 0.5), -1.0);
        close(soft_clamp(-1.0, bounds, 0.5), -1.0 + 0.125);
        close(soft_clamp(-1.0 + 0.5, bounds, 0.5), -0.5);
        close(soft_clamp(5.0, bounds, 0.5), 5.0 - 0.125);
        close(soft_clamp(7.0, bounds, 0.5), 5.0);
    }

    #[test]
    fn value_and_slope_are_continuous_and_the_slope_is_from_0_to_1() {
        for margin in [0.1, 0.5, 1.5, 20.0] {
            let (step, mut last_slope) = (1e-4, None);
            for index in -40_000..60_000 {
                let x = f64::from(index) * step;
                let at = |x: f64| soft_clamp(x, [-1.0, 2.0], margin);
                assert!((-1.0..=2.0).contains(&at(x)));
                let slope = (at(x + step) - at(x)) / step;
                assert!((-1e-9..=1.0 + 1e-9).contains(&slope), "{x}: {slope}");
                // The second derivative is at most 1/(2 margin).
                let allowed = step / (2.0 * margin.min(1.5)) + 1e-9;
                assert!(last_slope.is_none_or(|last: f64| (slope - last).abs() <= allowed), "{x}");
                last_slope = Some(slope);
            }
        }
    }

    #[test]
    fn between_exchanged_bounds_is_their_middle() {
        close(soft_clamp(9.0, [3.0, 1.0], 0.5), 2.0);
        close(soft_clamp(-9.0, [2.0, 2.0], 0.0), 2.0);
        assert!(soft_clamp(1.0, [f64::NAN, 2.0], 0.1).is_nan());
        assert!(soft_clamp(f64::NAN, [1.0, 2.0], 0.1).is_nan());
    }
}
