//! Why no landing place can be chosen.

use super::nearest::Short;

/// Why no landing place can be chosen. [`Landing`](super::Landing) has an example of a choice.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandingError {
    /// NaN or infinite, or so large that what follows from it is.
    #[error("{name} is {}; it must be finite, and so must what follows from it", Short(*value))]
    NotFinite {
        /// Which input.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// Nowhere to land.
    #[error("there is no point to land on; one would do")]
    NoPoints,
    /// A step that leads nowhere.
    #[error("step is {}; it must be > 0 and finite", Short(*step))]
    Step {
        /// What it was. Unit: length.
        step: f64,
    },
    /// Limits with nothing between them.
    #[error("the limits are {} and {}; the upper one must be at least the lower one, and ∓∞ is none", Short(*lower), Short(*upper))]
    Limits {
        /// The lower limit. Unit: length.
        lower: f64,
        /// The upper limit. Unit: length.
        upper: f64,
    },
}
