//! The components that determine how an entity moves. Each component has a file, with its terms in the law and the check of its fields.
//!
//! | component | contributes to `x'' = a − c x' − k (x − target)` |
//! | --- | --- |
//! | [`Spring`] (ω, ζ) | `k = ω²`, `c += 2 ζ ω` |
//! | [`AxisSprings`] (ω, ζ by axis) | the same, for each axis separately |
//! | [`Friction`] (rate) | `c += rate` |
//! | [`Gravity`] (acceleration) | `a` |
//! | [`DryFriction`] (deceleration) | `− deceleration · direction`, until the entity stops |
//! | [`Fling`] (end) | a law of its own, solved so that the entity lands on the end |
//! | [`SnapPoints`] (snap points) | the end of a `Fling` that begins when the entity is released |
//! | [`Limits`] (bounds) | nothing; at a bound, the law or the velocity changes |
//! | [`ExponentialRate`] (displacement, end rate, duration) | a start velocity, and `c += λ` until its duration is over |
//! | [`TimeScale`] (scale) | nothing; scales the entity's time |
//!
//! The plugin combines all these components of an entity into one law.

pub(crate) mod axes;
mod axis_springs;
pub(crate) mod barriers;
pub(crate) mod compile;
mod displacement;
mod dry_friction;
mod exponential_rate;
mod fling;
pub(crate) mod force;
mod friction;
mod from_math;
mod gravity;
pub(crate) mod invalid;
mod limits;
mod presets;
pub(crate) mod rate;
pub(crate) mod snap_points;
mod spring;
pub(crate) mod throw;
mod time_scale;

pub use axis_springs::AxisSprings;
pub use displacement::Displacement;
pub use dry_friction::DryFriction;
pub use exponential_rate::ExponentialRate;
pub use fling::Fling;
pub use friction::Friction;
pub use gravity::Gravity;
pub use limits::{Bound, Limits, SoftBounds};
#[doc(hidden)]
pub use snap_points::SnapBy;
pub use snap_points::{SnapPoints, SnapTo};
pub use spring::Spring;
pub use time_scale::TimeScale;
