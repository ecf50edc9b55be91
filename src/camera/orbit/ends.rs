//! How far an orbit goes: the ends of its range.

use crate::{
    camera::{OrbitLength, OrbitRange},
    law::Limits,
    property::Property,
    space::Space,
};

/// Below critical damping, so that what passed an end is back inside in a finite time, where its own spring takes over.
const DAMPING_RATIO: f32 = 0.7;

/// Soft ones, or stops where nothing is faster.
pub(crate) fn ends<P: Property<Value = f32>>([least, most]: [f32; 2], end: f32) -> Limits<P> {
    let hard = Limits::<P>::of(least, most);
    if end == f32::INFINITY { hard } else { Limits { damping_ratio: DAMPING_RATIO, ..hard.soft(end) } }
}

/// Where the lengths of a range end. No spring takes a length below 0.
pub(crate) fn lengths(range: &OrbitRange) -> Limits<OrbitLength> {
    let ends = ends(range.length, range.end);
    // NaN stays, and is reported as an invalid limit.
    let least = ends.lower[0].map_or(0.0, |least| if least < 0.0 { 0.0 } else { least });
    Limits { lower: [Some(least), None, None, None], ..ends }
}

/// As far as an orbit goes up or down. Unit: rad.
const STEEPEST: f32 = 1.55;

/// The pitches of a range that does not lead over a pole.
pub(crate) fn short_of_poles(range: [f32; 2]) -> [f32; 2] {
    // NaN stays, and is reported as an invalid limit.
    range.map(|end| end.clamp(-STEEPEST, STEEPEST))
}

/// Below this length a zoom adds instead of multiplying. Unit: m. [`linear_below`] compares with it.
const NEAR: f64 = 1.0;

/// The length (m) below which a zoom adds to the length, in a range that begins at 0: a factor leads neither to 0 nor away from it.
fn linear_below([least, most]: [f32; 2]) -> f64 {
    if least <= 0.0 { (f64::from(most) / 20.0).clamp(0.0, NEAR) } else { 0.0 }
}

/// A length (m) after a zoom (1), within a range.
pub(crate) fn zoomed(length: f32, zoom: f64, range: [f32; 2]) -> f32 {
    let zoom = if zoom.is_finite() { zoom } else { 0.0 };
    within(stretched(length, zoom, range), 0.0, range).0
}

/// A length (m) after a zoom (1): `ℓ e^z`, or `ℓ + ℓ₀ z` below the length `ℓ₀` at which both have the same slope.
pub(crate) fn stretched(length: f32, zoom: f64, range: [f32; 2]) -> f32 {
    let (knee, long, multiplied) = (linear_below(range), f64::from(length), product(length, libm::exp(zoom)));
    if is_above(knee, long) && is_above(knee, multiplied.into()) {
        return multiplied;
    }
    // Where it stands on the scale on which zooms add up.
    let stands = if long < knee { long / knee - 1.0 } else { libm::log(long / knee) } + zoom;
    if stands < 0.0 {
        Space::narrow(knee * (1.0 + stands).max(0.0))
    } else {
        product(Space::narrow(knee), libm::exp(stands))
    }
}

/// The mean rate (m/s), over so many seconds, of a length that zooms at this rate (1/s).
pub(crate) fn growth(length: f32, rate: f64, seconds: f64, range: [f32; 2]) -> f32 {
    let (knee, long) = (linear_below(range), f64::from(length));
    if is_above(knee, long) && is_above(knee, long * libm::exp(rate * seconds)) {
        let mean = if seconds > 0.0 { libm::expm1(rate * seconds) / seconds } else { rate };
        return product(length, mean);
    }
    if seconds > 0.0 {
        let grown = f64::from(stretched(length, rate * seconds, range)) - long;
        return Space::narrow(grown / seconds);
    }
    Space::narrow(rate * long.max(knee))
}

/// Whether a zoom multiplies a length; also if the range is NaN.
fn is_above(knee: f64, length: f64) -> bool {
    knee.is_nan() || knee == 0.0 || length >= knee
}

/// A finite number, however large the factor is.
pub(crate) fn product(number: f32, factor: f64) -> f32 {
    let most = f64::from(f32::MAX);
    Space::narrow((f64::from(number) * factor.clamp(-most, most)).clamp(-most, most))
}

/// A place put within a range, and its rate, unless that leads out of it.
pub(crate) fn within(place: f32, rate: f32, [least, most]: [f32; 2]) -> (f32, f32) {
    // Not `clamp`, which panics for a range that is NaN or reversed.
    let place = if place > most { most } else { place };
    let place = if place < least { least } else { place };
    let leads_out = (place == most && rate > 0.0) || (place == least && rate < 0.0);
    (place, if leads_out { 0.0 } else { rate })
}
