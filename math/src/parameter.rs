//! Validation of parameters against their ranges, and the error for an invalid parameter.

use super::nearest::{Short, least_positive, nearest_working};

/// Why a parameter is invalid. [`Spring::from_response`](super::Spring::from_response) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The parameter, or a value computed from it, is NaN or infinite.
    #[error("{name} is {}; it and all values computed from it must be finite", Short(*value))]
    NotFinite {
        /// The name of the parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The parameter is outside its range.
    #[error("{name} is {}; it must be {range}, and the nearest that works is {}", Short(*value), Short(*nearest))]
    OutOfRange {
        /// The name of the parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The condition that was violated.
        range: &'static str,
        /// The valid number nearest to `value`, to four digits. For parameters that must be positive, the smallest valid one, to one digit.
        nearest: f64,
    },
    /// There is damping but no stiffness. No damping ratio describes such a spring.
    #[error(
        "damping is {} with stiffness 0; a spring without stiffness must have damping 0, or use friction of the rate damping/mass",
        Short(*damping)
    )]
    DampingWithoutStiffness {
        /// The damping. Unit: mass/s.
        damping: f64,
    },
    /// The velocity and the distance have opposite signs.
    #[error(
        "a motion of velocity {} never covers the distance {}; the distance {} works",
        Short(*velocity), Short(*distance), Short(*nearest)
    )]
    WrongDirection {
        /// The velocity. Unit: length/s.
        velocity: f64,
        /// The distance. Unit: length.
        distance: f64,
        /// The nearest distance with the other sign that works. Unit: length.
        nearest: f64,
    },
}

/// Returns `value` if it is finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value.is_finite() { Ok(value) } else { Err(ParameterError::NotFinite { name, value }) }
}

/// Returns `value` if it is finite and at least 0. The error suggests 0.
pub(super) fn non_negative(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    within(name, value, value >= 0.0, "≥ 0", || 0.0)
}

/// Returns `value` if it is finite and greater than 0. The error suggests a value that `works` with the other parameters.
pub(super) fn positive(name: &'static str, value: f64, works: impl Fn(f64) -> bool) -> Result<f64, ParameterError> {
    // If no value works, another parameter is invalid, too, and is reported once this one is valid.
    within(name, value, value > 0.0, "> 0", || least_positive(works).unwrap_or(1.0))
}

/// Returns `value` as a time if it is finite and at least 0. A time of 0 gives an infinitely stiff spring. The error suggests 0.
pub(super) fn time(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    // −0 would make the frequency −∞.
    non_negative(name, value).map(f64::abs)
}

/// Returns `value` if it is finite and `inside` returns `true` for it. The error suggests a value near `edge`, the end of the range, that
/// `works` with the other parameters.
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

/// Returns `value` if it is finite and `accepted`.
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
