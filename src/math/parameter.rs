//! The ranges of parameters, and the error for a parameter outside its range.

use super::nearest::{Short, least_positive, nearest_working};

/// A parameter that has no meaning where it was given. [`Spring::from_response`](super::Spring::from_response) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// NaN or infinite, or so large that what follows from it is.
    #[error("{name} is {}; it must be finite, and so must what follows from it", Short(*value))]
    NotFinite {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// Outside the range in which the parameter has a meaning.
    #[error("{name} is {}; it must be {range}, and the nearest that works is {}", Short(*value), Short(*nearest))]
    OutOfRange {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
        /// The condition that was violated.
        range: &'static str,
        /// The number nearest to `value` that would be accepted, to four digits; from below 0 the least above it to one.
        nearest: f64,
    },
    /// Damping without stiffness: no damping ratio describes it.
    #[error(
        "damping is {} with stiffness 0; a spring without stiffness must have damping 0, or use friction of the rate damping/mass",
        Short(*damping)
    )]
    DampingWithoutStiffness {
        /// The damping that was given. Unit: mass/s.
        damping: f64,
    },
    /// A distance that the given velocity never covers, because they point apart.
    #[error(
        "a motion of velocity {} never covers the distance {}; the distance {} would do",
        Short(*velocity), Short(*distance), Short(*nearest)
    )]
    WrongDirection {
        /// The velocity that was given. Unit: length/s.
        velocity: f64,
        /// The distance that was given. Unit: length.
        distance: f64,
        /// The nearest distance the other way. Unit: length.
        nearest: f64,
    },
}

/// `value` if it is finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value.is_finite() { Ok(value) } else { Err(ParameterError::NotFinite { name, value }) }
}

/// `value` if it is finite and at least 0; 0 is offered.
pub(super) fn non_negative(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    within(name, value, value >= 0.0, "≥ 0", || 0.0)
}

/// `value` if it is finite and greater than 0; what is offered `works`, given the other parameters.
pub(super) fn positive(name: &'static str, value: f64, works: impl Fn(f64) -> bool) -> Result<f64, ParameterError> {
    // Where nothing works, another parameter is to blame, and is told once this one is in its range.
    within(name, value, value > 0.0, "> 0", || least_positive(works).unwrap_or(1.0))
}

/// A time that is finite and at least 0: a spring that is to take no time is infinitely stiff. What is offered is 0.
pub(super) fn time(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    // −0 would make the frequency −∞.
    non_negative(name, value).map(f64::abs)
}

/// `value` if it is finite and `inside` the range with this edge; what is offered `works`, given the other parameters.
pub(super) fn inside(
    name: &'static str,
    value: f64,
    inside: impl Fn(f64) -> bool,
    range: &'static str,
    edge: f64,
    works: impl Fn(f64) -> bool,
) -> Result<f64, ParameterError> {
    let nearest = || {
        let working = nearest_working(edge, |value| inside(value) && works(value));
        working.or_else(|| nearest_working(edge, &inside)).unwrap_or(edge)
    };
    within(name, value, inside(value), range, nearest)
}

/// `value` if it is finite and `accepted`.
fn within(
    name: &'static str,
    value: f64,
    accepted: bool,
    range: &'static str,
    nearest: impl FnOnce() -> f64,
) -> Result<f64, ParameterError> {
    let value = finite(name, value)?;
    if accepted { Ok(value) } else { Err(ParameterError::OutOfRange { name, value, range, nearest: nearest() }) }
}

#[cfg(test)]
mod tests;
