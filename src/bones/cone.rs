//! A limit of the angle with a soft edge.

/// The share of the largest angle up to which nothing is limited. Unit: 1.
const FREE: f64 = 0.5;

/// The angle (rad, ≥ 0) at which a bone is shown that would swing by `angle` (rad, ≥ 0): it never reaches `largest` (rad, ≥ 0), and changes
/// smoothly.
pub(super) fn limited(angle: f64, largest: f64) -> f64 {
    let free = FREE * largest;
    let rest = largest - free;
    if angle <= free || !rest.is_finite() {
        angle
    } else if rest > 0.0 {
        free + rest * -libm::expm1(-(angle - free) / rest)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_smooth_and_never_exceeded() {
        assert_eq!(limited(0.4, 1.0), 0.4);
        assert_eq!(limited(7.0, f64::INFINITY), 7.0);
        assert_eq!(limited(7.0, 0.0), 0.0);
        let step = 1e-6;
        assert!(((limited(0.5 + step, 1.0) - limited(0.5 - step, 1.0)) / (2.0 * step) - 1.0).abs() < 1e-5);
        let mut before = 0.0;
        for tenths in 1..200 {
            let angle = limited(f64::from(tenths) * 0.1, 1.0);
            assert!(angle >= before && angle <= 1.0);
            before = angle;
        }
    }
}
