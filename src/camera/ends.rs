//! How far an orbit goes: the ends of its range.

use crate::{law::Limits, property::Property, space::Space};

/// Below critical damping, so that what passed an end is back inside in a finite time, where its own spring takes over.
const DAMPING_RATIO: f32 = 0.7;

/// Soft ones, or stops where nothing is faster.
pub(super) fn ends<P: Property<Value = f32>>([least, most]: [f32; 2], end: f32) -> Limits<P> {
    let hard = Limits::<P>::of(least, most);
    if end == f32::INFINITY { hard } else { Limits { damping_ratio: DAMPING_RATIO, ..hard.soft(end) } }
}

/// As far as an orbit goes up or down. Unit: rad.
const STEEPEST: f32 = 1.55;

/// The pitches of a range that does not lead over a pole.
pub(super) fn short_of_poles(range: [f32; 2]) -> [f32; 2] {
    // NaN stays, and is told as an invalid limit.
    range.map(|end| end.clamp(-STEEPEST, STEEPEST))
}

/// A length (m) after so long (s) of growing at a rate (1/s), within a range.
pub(super) fn zoomed(length: f32, rate: f32, seconds: f64, range: [f32; 2]) -> f32 {
    let factor = libm::exp(f64::from(if rate.is_finite() { rate } else { 0.0 }) * seconds);
    within(product(length, factor), 0.0, range).0
}

/// A finite number, however large the factor is.
pub(super) fn product(number: f32, factor: f64) -> f32 {
    let most = f64::from(f32::MAX);
    Space::narrow((f64::from(number) * factor.clamp(-most, most)).clamp(-most, most))
}

/// A place put within a range, and its rate, unless that leads out of it.
pub(super) fn within(place: f32, rate: f32, [least, most]: [f32; 2]) -> (f32, f32) {
    // Not `clamp`, which has no answer where the range is none.
    let place = if place > most { most } else { place };
    let place = if place < least { least } else { place };
    let leads_out = (place == most && rate > 0.0) || (place == least && rate < 0.0);
    (place, if leads_out { 0.0 } else { rate })
}
