//! Which ends an exponential rate can meet, and with which exponent.

use super::nearest::{Short, least_positive, nearest_working};
use super::special::phi1_inverse;

/// The largest ratio for which the profile can be evaluated: `φ₁` of its exponent must not overflow.
const LARGEST_RATIO: f64 = 2.5e305;

/// Why no exponential rate meets the given end. [`ExponentialRate`](super::ExponentialRate) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExponentialRateError {
    /// NaN or infinite.
    #[error("{name} is {}; it must be finite", Short(*value))]
    NotFinite {
        /// Which input.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// A duration below 0.
    #[error("duration is {} s; it must be ≥ 0, and > 0 where there is a distance to cover", Short(*duration))]
    Duration {
        /// What it was. Unit: s.
        duration: f64,
    },
    /// A distance to cover in no time.
    #[error("a displacement of {} in 0 s is a jump; it needs a duration > 0, or a displacement of 0", Short(*displacement))]
    Jump {
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// A velocity, yet no distance to cover: an exponential rate never changes sign.
    #[error(
        "an end rate of {} needs a displacement of the same sign, not 0; without displacement the end rate must be 0",
        Short(*end_rate)
    )]
    NoDistance {
        /// The end rate. Unit: length/s.
        end_rate: f64,
    },
    /// An end at rest, which an exponential rate approaches but never reaches.
    #[error(
        "an exponential rate never reaches 0; end at a small rate such as {}, or use friction, which comes to rest in the limit",
        Short(*nearest)
    )]
    EndsAtRest {
        /// About a hundredth of the mean rate. Unit: length/s.
        nearest: f64,
    },
    /// An end rate that points away from the end.
    #[error(
        "the end rate {} points against the displacement {}; {} would do, or a contraction",
        Short(*end_rate), Short(*displacement), Short(*nearest)
    )]
    WrongDirection {
        /// The end rate. Unit: length/s.
        end_rate: f64,
        /// The distance to cover. Unit: length.
        displacement: f64,
        /// The same end rate the other way, or the nearest to it that works. Unit: length/s.
        nearest: f64,
    },
    /// A distance too long or too short for the end rate and the duration.
    #[error(
        "displacement / (end rate × duration) is {}, out of the range of numbers; the nearest end rate that works is {}",
        Short(*ratio), Short(*nearest)
    )]
    RatioOutOfRange {
        /// `displacement/(end_rate · duration)`.
        ratio: f64,
        /// An end rate at the edge of what works, to four digits. Unit: length/s.
        nearest: f64,
    },
    /// A distance that no end rate covers in the duration: at any, the profile is out of the range of numbers.
    #[error(
        "no end rate covers a displacement of {} in {} s within the range of numbers",
        Short(*displacement), Short(*duration)
    )]
    MeanRateOutOfRange {
        /// The distance to cover. Unit: length.
        displacement: f64,
        /// The duration. Unit: s.
        duration: f64,
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
    let works = |rate: f64| points_along(rate, displacement) && is_usable(ratio(displacement, rate, duration));
    let offer = |wish: f64| {
        let nearest =
            if works(wish) && wish == -end_rate { Some(wish) } else { nearest_end_rate(wish, displacement, works) };
        nearest.ok_or(Error::MeanRateOutOfRange { displacement, duration })
    };
    if end_rate == 0.0 {
        return Err(Error::EndsAtRest { nearest: offer(displacement / duration / 100.0)? });
    }
    if !points_along(end_rate, displacement) {
        return Err(Error::WrongDirection { end_rate, displacement, nearest: offer(-end_rate)? });
    }
    let ratio = ratio(displacement, end_rate, duration);
    if !is_usable(ratio) {
        let edge = displacement / duration / ratio.clamp(f64::MIN_POSITIVE, LARGEST_RATIO);
        return Err(Error::RatioOutOfRange { ratio, nearest: offer(edge)? });
    }
    Ok(phi1_inverse(ratio))
}

fn points_along(rate: f64, displacement: f64) -> bool {
    rate != 0.0 && (rate > 0.0) == (displacement > 0.0)
}

/// The displacement over the way that the end rate alone would cover.
fn ratio(displacement: f64, end_rate: f64, duration: f64) -> f64 {
    let uniform = end_rate * duration;
    if uniform.is_normal() { displacement / uniform } else { displacement / duration / end_rate }
}

fn is_usable(ratio: f64) -> bool {
    ratio.is_normal() && ratio <= LARGEST_RATIO
}

/// The end rate nearest to a wish that works, in a few digits; the least of all where none near it does.
fn nearest_end_rate(wish: f64, displacement: f64, works: impl Fn(f64) -> bool) -> Option<f64> {
    let wish = wish.clamp(-f64::MAX, f64::MAX);
    nearest_working(wish, &works)
        .or_else(|| least_positive(|size| works(size.copysign(displacement))).map(|size| size.copysign(displacement)))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

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
    fn what_an_error_calls_feasible_is_feasible_at_special_values_too_and_is_short() {
        use ExponentialRateError as Error;
        let special = [5e-324, 1e-300, 1e-20, 0.3, 1.0, 5.0, 1.5, 1e20, 1e300, f64::MAX];
        let mut offers = 0;
        for displacement in special.iter().flat_map(|x| [*x, -x]) {
            for end_rate in special.iter().flat_map(|x| [*x, -x]).chain([0.0, -0.0]) {
                for duration in special {
                    let nearest = match ExponentialRate::over(displacement, end_rate, duration) {
                        Err(
                            Error::EndsAtRest { nearest }
                            | Error::RatioOutOfRange { nearest, .. }
                            | Error::WrongDirection { nearest, .. },
                        ) => nearest,
                        Err(Error::MeanRateOutOfRange { .. }) => {
                            let works = |rate: f64| ExponentialRate::over(displacement, rate, duration).is_ok();
                            assert!(!special.iter().any(|rate| works(rate.copysign(displacement))));
                            continue;
                        }
                        Err(other) => panic!("unexpected {other}"),
                        Ok(_) => continue,
                    };
                    let judged = ExponentialRate::over(displacement, nearest, duration);
                    assert!(judged.is_ok(), "{displacement:e} {end_rate:e} {duration:e} → {nearest:e}: {judged:?}");
                    let short = nearest == -end_rate || Short(nearest).to_string().len() <= 11;
                    assert!(short, "{nearest:e} for {displacement:e} {duration:e}");
                    offers += 1;
                }
            }
        }
        assert!(offers > 1000, "{offers} offers were looked at");
    }

    #[test]
    fn what_an_error_offers_is_near() {
        let offered = |displacement, end_rate, duration| match ExponentialRate::over(displacement, end_rate, duration) {
            Err(
                ExponentialRateError::EndsAtRest { nearest } | ExponentialRateError::WrongDirection { nearest, .. },
            ) => nearest,
            other => panic!("unexpected {other:?}"),
        };
        assert_eq!(offered(5.0, 0.0, 1.5), 0.033_33);
        assert_eq!(offered(5.0, -2.0, 1.5), 2.0);
        assert_eq!(offered(-5.0, 0.1, 1.5), -0.1);
    }
}
