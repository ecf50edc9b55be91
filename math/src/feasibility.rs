//! Solves for the exponent of an exponential rate, and reports why its input is infeasible.

use super::nearest::{Short, least_positive, nearest_working};
use super::special::phi1_inverse;

/// The largest ratio that can be evaluated: `φ₁` of its exponent must not overflow.
const LARGEST_RATIO: f64 = 2.5e305;

/// Why no exponential rate has the given displacement, end rate and duration. [`ExponentialRate`](super::ExponentialRate) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExponentialRateError {
    /// An input is NaN or infinite.
    #[error("{name} is {}; it must be finite", Short(*value))]
    NotFinite {
        /// The name of the input.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The duration is negative.
    #[error("duration is {} s; it must be ≥ 0, and > 0 if there is a distance to cover", Short(*duration))]
    Duration {
        /// The duration. Unit: s.
        duration: f64,
    },
    /// The duration is 0, but the displacement is not.
    #[error("a displacement of {} in 0 s is a jump; it needs a duration > 0, or a displacement of 0", Short(*displacement))]
    Jump {
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// The displacement is 0, but the end rate is not: an exponential rate never changes its sign.
    #[error(
        "an end rate of {} needs a displacement of the same sign, not 0; without displacement the end rate must be 0",
        Short(*end_rate)
    )]
    NoDistance {
        /// The end rate. Unit: length/s.
        end_rate: f64,
    },
    /// The end rate is 0, which an exponential rate approaches but never reaches.
    #[error(
        "an exponential rate never reaches 0; end at a small rate such as {}, or use friction, which comes to rest in the limit",
        Short(*nearest)
    )]
    EndsAtRest {
        /// About a hundredth of the mean rate. Unit: length/s.
        nearest: f64,
    },
    /// The end rate points against the displacement.
    #[error(
        "the end rate {} points against the displacement {}; {} works, or a contraction",
        Short(*end_rate), Short(*displacement), Short(*nearest)
    )]
    WrongDirection {
        /// The end rate. Unit: length/s.
        end_rate: f64,
        /// The distance to cover. Unit: length.
        displacement: f64,
        /// The end rate with its sign changed or, if that does not work, the nearest end rate that works. Unit: length/s.
        nearest: f64,
    },
    /// The displacement is too long or too short for the end rate and the duration.
    #[error(
        "displacement / (end rate × duration) is {}, out of the range of f64; the nearest end rate that works is {}",
        Short(*ratio), Short(*nearest)
    )]
    RatioOutOfRange {
        /// `displacement/(end_rate · duration)`.
        ratio: f64,
        /// The nearest end rate that works, to four digits. Unit: length/s.
        nearest: f64,
    },
    /// No end rate covers the displacement in the duration: with any end rate, the motion exceeds the range of `f64`.
    #[error(
        "no end rate covers a displacement of {} in {} s within the range of f64",
        Short(*displacement), Short(*duration)
    )]
    MeanRateOutOfRange {
        /// The distance to cover. Unit: length.
        displacement: f64,
        /// The duration. Unit: s.
        duration: f64,
    },
}

/// Returns an error unless `value` is finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<(), ExponentialRateError> {
    if value.is_finite() { Ok(()) } else { Err(ExponentialRateError::NotFinite { name, value }) }
}

/// Solves the end conditions for `λT`.
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

/// The displacement divided by the distance that a uniform motion at the end rate would cover.
fn ratio(displacement: f64, end_rate: f64, duration: f64) -> f64 {
    let uniform = end_rate * duration;
    if uniform.is_normal() { displacement / uniform } else { displacement / duration / end_rate }
}

fn is_usable(ratio: f64) -> bool {
    ratio.is_normal() && ratio <= LARGEST_RATIO
}

/// The end rate nearest to `wish` that works, with few digits. If no rate near `wish` works, returns the smallest rate in the direction of
/// `displacement` that works.
fn nearest_end_rate(wish: f64, displacement: f64, works: impl Fn(f64) -> bool) -> Option<f64> {
    let wish = wish.clamp(-f64::MAX, f64::MAX);
    nearest_working(wish, &works)
        .or_else(|| least_positive(|size| works(size.copysign(displacement))).map(|size| size.copysign(displacement)))
}

#[cfg(test)]
mod tests;
