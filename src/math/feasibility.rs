//! Which ends an exponential rate can meet, and with which exponent.

use super::special::phi1_inverse;

/// The largest ratio for which the profile can be evaluated: `φ₁` of its exponent must not overflow.
const LARGEST_RATIO: f64 = 2.5e305;

/// Why no exponential rate meets the given end.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExponentialRateError {
    /// NaN or infinite.
    #[error("{name} is {value}; it must be finite")]
    NotFinite {
        /// Which input.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// A duration below 0.
    #[error("duration is {duration} s; it must be ≥ 0, and > 0 where there is a distance to cover")]
    Duration {
        /// What it was. Unit: s.
        duration: f64,
    },
    /// A distance to cover in no time.
    #[error("a displacement of {displacement} in 0 s is a jump; any duration > 0 would do, or a displacement of 0")]
    Jump {
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// A velocity, yet no distance to cover: an exponential rate never changes sign.
    #[error(
        "an end rate of {end_rate} needs a displacement of the same sign, not 0; without displacement the end rate must be 0"
    )]
    NoDistance {
        /// The end rate. Unit: length/s.
        end_rate: f64,
    },
    /// An end at rest, which an exponential rate approaches but never reaches.
    #[error(
        "an exponential rate never reaches 0; end at a small rate such as {nearest}, or use friction, which comes to rest in the limit"
    )]
    EndsAtRest {
        /// A hundredth of the mean rate. Unit: length/s.
        nearest: f64,
    },
    /// An end rate that points away from the end.
    #[error(
        "the end rate {end_rate} points against the displacement {displacement}; {} would do, or a contraction", -end_rate
    )]
    WrongDirection {
        /// The end rate. Unit: length/s.
        end_rate: f64,
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// A distance too long or too short for the end rate and the duration.
    #[error(
        "displacement / (end rate × duration) is {ratio}, out of the range of numbers; the nearest end rate that works is {nearest}"
    )]
    RatioOutOfRange {
        /// `displacement/(end_rate · duration)`.
        ratio: f64,
        /// An end rate at the edge of what works. Unit: length/s.
        nearest: f64,
    },
}

/// Refuses what is not finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<(), ExponentialRateError> {
    if value.is_finite() { Ok(()) } else { Err(ExponentialRateError::NotFinite { name, value }) }
}

/// `λT` for the end conditions, or why there is none.
pub(super) fn solve(displacement: f64, end_rate: f64, duration: f64) -> Result<f64, ExponentialRateError> {
    use ExponentialRateError as Error;
    for (name, value) in [("displacement", displacement), ("end rate", end_rate), ("duration", duration)] {
        finite(name, value)?;
    }
    if duration < 0.0 {
        return Err(Error::Duration { duration });
    }
    if duration == 0.0 {
        return if displacement == 0.0 { Ok(0.0) } else { Err(Error::Jump { displacement }) };
    }
    if displacement == 0.0 {
        return if end_rate == 0.0 { Ok(0.0) } else { Err(Error::NoDistance { end_rate }) };
    }
    let mean = displacement / duration;
    if end_rate == 0.0 {
        return Err(Error::EndsAtRest { nearest: mean / 100.0 });
    }
    if (displacement > 0.0) != (end_rate > 0.0) {
        return Err(Error::WrongDirection { end_rate, displacement });
    }
    let uniform = end_rate * duration;
    let ratio = if uniform.is_normal() { displacement / uniform } else { mean / end_rate };
    if !ratio.is_normal() || ratio > LARGEST_RATIO {
        return Err(Error::RatioOutOfRange { ratio, nearest: mean / ratio.clamp(f64::MIN_POSITIVE, LARGEST_RATIO) });
    }
    Ok(phi1_inverse(ratio))
}

#[cfg(test)]
mod tests {
    use super::super::ExponentialRate;
    use super::*;

    #[test]
    fn every_row_of_the_feasibility_table() {
        use ExponentialRateError as Error;
        let over = ExponentialRate::over;
        assert!(matches!(over(1.0, 1.0, -1.0), Err(Error::Duration { .. })));
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(matches!(over(bad, 1.0, 1.0), Err(Error::NotFinite { .. })));
            assert!(matches!(over(1.0, bad, 1.0), Err(Error::NotFinite { .. })));
            assert!(matches!(over(1.0, 1.0, bad), Err(Error::NotFinite { .. })));
            assert!(ExponentialRate::between(bad, 1.0, 1.0, 1.0).is_err());
        }
        let done = over(0.0, 3.0, 0.0).unwrap();
        assert_eq!((done.lambda(), done.rate(0.0), done.value(0.0)), (0.0, 3.0, 0.0));
        assert_eq!(done.progress(0.0), 1.0);
        assert!(matches!(over(1.0, 1.0, 0.0), Err(Error::Jump { .. })));
        let rest = over(0.0, 0.0, 2.0).unwrap();
        assert_eq!((rest.lambda(), rest.start_rate(), rest.value(1.0)), (0.0, 0.0, 0.0));
        assert!(matches!(over(0.0, 1.0, 2.0), Err(Error::NoDistance { .. })));
        assert!(matches!(over(1.0, 0.0, 2.0), Err(Error::EndsAtRest { .. })));
        assert!(matches!(over(1.0, -1.0, 2.0), Err(Error::WrongDirection { .. })));
        assert!(over(-1.0, -1.0, 2.0).is_ok());
        assert!(matches!(over(1e300, 1e-10, 1.0), Err(Error::RatioOutOfRange { .. })));
        assert!(matches!(over(1e-300, 1e10, 1.0), Err(Error::RatioOutOfRange { .. })));
    }

    #[test]
    fn what_an_error_calls_feasible_is_feasible() {
        for (displacement, end_rate) in [(5.0, 0.0), (1e300, 1e-10), (1e-300, 1e10), (5.0, -2.0)] {
            let nearest = match ExponentialRate::over(displacement, end_rate, 1.5).unwrap_err() {
                ExponentialRateError::EndsAtRest { nearest }
                | ExponentialRateError::RatioOutOfRange { nearest, .. } => nearest,
                ExponentialRateError::WrongDirection { end_rate, .. } => -end_rate,
                other => panic!("unexpected {other}"),
            };
            // The division's rounding may fall beyond the edge by an ulp.
            let inward = if nearest > end_rate { 1.0 + 1e-15 } else { 1.0 - 1e-15 };
            assert!(ExponentialRate::over(displacement, nearest * inward, 1.5).is_ok());
        }
    }
}
