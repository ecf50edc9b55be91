//! The error if no landing place can be chosen.

use super::nearest::Short;

/// Why no landing place can be chosen. [`Landing`](super::Landing) has an example of a choice.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandingError {
    /// An input, or a value computed from it, is NaN or infinite.
    #[error("{name} is {}; it and all values computed from it must be finite", Short(*value))]
    NotFinite {
        /// The name of the input.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// There are no points.
    #[error("there is no point to land on; at least one is needed")]
    NoPoints,
    /// The step is not positive and finite.
    #[error("step is {}; it must be > 0 and finite", Short(*step))]
    Step {
        /// The step. Unit: length.
        step: f64,
    },
    /// The lower limit is above the upper one, a limit is NaN, or no finite position is between the limits.
    #[error("the limits are {} and {}; the upper one must be at least the lower one; ∓∞ is no limit", Short(*lower), Short(*upper))]
    Limits {
        /// The lower limit. Unit: length.
        lower: f64,
        /// The upper limit. Unit: length.
        upper: f64,
    },
}
