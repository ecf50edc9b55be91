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
mod tests;
