//! The limits that an `OrbitRange` sets, and how a zoom changes the length of the boom within them.

use crate::{
    camera::{OrbitDistance, OrbitRange},
    law::{Limits, SoftBounds},
    property::Property,
    space::Space,
};

/// Damping ratio of the soft limits. It is below 1, so that a value beyond a limit is back inside after a finite time, and the property's
/// own spring then takes over.
const DAMPING_RATIO: f32 = 0.7;

/// The limits at both ends of a range: soft ones with this angular frequency (rad/s), or hard stops if it is infinite.
pub(crate) fn range_limits<P: Property<Value = f32>>([least, most]: [f32; 2], angular_frequency: f32) -> Limits<P> {
    let hard = Limits::<P>::of(least, most);
    if angular_frequency == f32::INFINITY {
        return hard;
    }
    let Limits { lower, upper, .. } = hard;
    let soft = SoftBounds { lower, upper, angular_frequency, damping_ratio: DAMPING_RATIO, ..SoftBounds::default() };
    Limits { soft: Some(soft), ..Default::default() }
}

/// The limits of the length. The hard lower limit is at least 0, so no spring can make the length negative.
pub(crate) fn distance_limits(range: &OrbitRange) -> Limits<OrbitDistance> {
    let limits = range_limits(range.distance, range.limit_angular_frequency);
    // NaN is kept, so that it is reported as an invalid limit.
    let least = limits.lower[0].map_or(0.0, |least| if least < 0.0 { 0.0 } else { least });
    Limits { lower: [Some(least), None, None, None], ..limits }
}

/// The largest pitch of an orbit, up or down, just short of the poles. Unit: rad.
const MAX_PITCH: f32 = 1.55;

/// Clamps a range of pitches, so that it ends short of the poles.
pub(crate) fn clamp_pitches(range: [f32; 2]) -> [f32; 2] {
    // NaN is kept, so that it is reported as an invalid limit.
    range.map(|pitch| pitch.clamp(-MAX_PITCH, MAX_PITCH))
}

/// The largest value of [`knee_length`]. Unit: m.
const MAX_KNEE: f64 = 1.0;

/// The length (m) below which a zoom adds to the length instead of multiplying it, or 0 if a zoom always multiplies. Only a range that
/// begins at 0 has such a length, because multiplication can neither reach a length of 0 nor leave it.
fn knee_length([least, most]: [f32; 2]) -> f64 {
    if least <= 0.0 { (f64::from(most) / 20.0).clamp(0.0, MAX_KNEE) } else { 0.0 }
}

/// A length (m) after a zoom (the logarithm of a factor), clamped to a range. A zoom that is not finite counts as 0.
pub(crate) fn zoomed(length: f32, zoom: f64, range: [f32; 2]) -> f32 {
    let zoom = if zoom.is_finite() { zoom } else { 0.0 };
    clamp_with_rate(zoomed_unclamped(length, zoom, range), 0.0, range).0
}

/// A length `ℓ` (m) after a zoom `z`, not clamped to the range: `ℓ e^z` above the knee `ℓ₀`, and `ℓ + ℓ₀ z` below it. At the knee, both
/// have the same slope.
pub(crate) fn zoomed_unclamped(length: f32, zoom: f64, range: [f32; 2]) -> f32 {
    let (knee, long, multiplied) = (knee_length(range), f64::from(length), finite_product(length, libm::exp(zoom)));
    if multiplies(knee, long) && multiplies(knee, multiplied.into()) {
        return multiplied;
    }
    // The length on a scale on which zooms add up: linear below the knee, logarithmic above it.
    let scaled = if long < knee { long / knee - 1.0 } else { libm::log(long / knee) } + zoom;
    if scaled < 0.0 {
        Space::narrow(knee * (1.0 + scaled).max(0.0))
    } else {
        finite_product(Space::narrow(knee), libm::exp(scaled))
    }
}

/// The mean rate (m/s) at which a length (m) grows over the next `seconds`, if its zoom has this `rate` (1/s).
pub(crate) fn mean_rate(length: f32, rate: f64, seconds: f64, range: [f32; 2]) -> f32 {
    let (knee, long) = (knee_length(range), f64::from(length));
    if multiplies(knee, long) && multiplies(knee, long * libm::exp(rate * seconds)) {
        let mean = if seconds > 0.0 { libm::expm1(rate * seconds) / seconds } else { rate };
        return finite_product(length, mean);
    }
    if seconds > 0.0 {
        let grown = f64::from(zoomed_unclamped(length, rate * seconds, range)) - long;
        return Space::narrow(grown / seconds);
    }
    Space::narrow(rate * long.max(knee))
}

/// Whether a zoom multiplies the length instead of adding to it. Also true if the range is NaN.
fn multiplies(knee: f64, length: f64) -> bool {
    knee.is_nan() || knee == 0.0 || length >= knee
}

/// A length times a factor, clamped to the finite range of an f32.
pub(crate) fn finite_product(length: f32, factor: f64) -> f32 {
    let most = f64::from(f32::MAX);
    Space::narrow((f64::from(length) * factor.clamp(-most, most)).clamp(-most, most))
}

/// Clamps a value to a range. Its rate becomes 0 if the value is at an end of the range and the rate leads out of it.
pub(crate) fn clamp_with_rate(value: f32, rate: f32, [least, most]: [f32; 2]) -> (f32, f32) {
    // `f32::clamp` would panic if the range contains NaN or is reversed.
    let value = if value > most { most } else { value };
    let value = if value < least { least } else { value };
    let leads_out = (value == most && rate > 0.0) || (value == least && rate < 0.0);
    (value, if leads_out { 0.0 } else { rate })
}
