//! What a parameter may be, and the error when it is something else.

/// A parameter that has no meaning where it was given.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// NaN or infinite, or so large that what follows from it is.
    #[error("{name} is {value}; it must be finite, and so must what follows from it")]
    NotFinite {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// Outside the range in which the parameter has a meaning.
    #[error("{name} is {value}; it must be {range}, and the nearest that works is {nearest}")]
    OutOfRange {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
        /// The condition that was violated.
        range: &'static str,
        /// The number nearest to `value` that would be accepted.
        nearest: f64,
    },
    /// Damping without stiffness: no damping ratio describes it.
    #[error(
        "damping is {damping} with stiffness 0; a spring without stiffness must have damping 0, or use friction of the rate damping/mass"
    )]
    DampingWithoutStiffness {
        /// The damping that was given. Unit: mass/s.
        damping: f64,
    },
    /// A distance that the given velocity never covers, because they point apart.
    #[error(
        "a motion of velocity {velocity} never covers the distance {distance}; the distance {} would do", -distance
    )]
    WrongDirection {
        /// The velocity that was given. Unit: length/s.
        velocity: f64,
        /// The distance that was given. Unit: length.
        distance: f64,
    },
}

/// `value` if it is finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value.is_finite() { Ok(value) } else { Err(ParameterError::NotFinite { name, value }) }
}

/// `value` if it is finite and at least 0.
pub(super) fn non_negative(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    within(name, value, value >= 0.0, "≥ 0", 0.0)
}

/// `value` if it is finite and greater than 0.
pub(super) fn positive(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    within(name, value, value > 0.0, "> 0", f64::MIN_POSITIVE)
}

/// `value` if it is finite and `accepted`.
pub(super) fn within(
    name: &'static str,
    value: f64,
    accepted: bool,
    range: &'static str,
    nearest: f64,
) -> Result<f64, ParameterError> {
    let value = finite(name, value)?;
    if accepted { Ok(value) } else { Err(ParameterError::OutOfRange { name, value, range, nearest }) }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn the_message_names_the_condition_and_what_would_work() {
        let error = non_negative("damping ratio", -1.0).unwrap_err();
        assert_eq!(error.to_string(), "damping ratio is -1; it must be ≥ 0, and the nearest that works is 0");
        let error = positive("duration", f64::NAN).unwrap_err();
        assert_eq!(error.to_string(), "duration is NaN; it must be finite, and so must what follows from it");
    }

    #[test]
    fn edges_belong_where_they_should() {
        assert_eq!(non_negative("", 0.0), Ok(0.0));
        assert!(positive("", 0.0).is_err());
        assert_eq!(positive("", f64::MIN_POSITIVE), Ok(f64::MIN_POSITIVE));
    }
}
