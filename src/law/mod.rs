//! The components that make up an entity's law: what each one adds to it, and which fields are invalid.
//!
//! | component | contributes to `x'' = a − c x' − k (x − target)` |
//! | --- | --- |
//! | [`Spring`] (ω, ζ) | `k = ω²`, `c += 2 ζ ω` |
//! | [`AxisSprings`] (ω, ζ by axis) | the same, by axis |
//! | [`Friction`] (rate) | `c += rate` |
//! | [`Gravity`] (acceleration) | `a` |
//! | [`DryFriction`] (deceleration) | `− deceleration · direction`, until the entity stops |
//! | [`Fling`] (end) | a separate law, solved from its end |
//! | [`SnapPoints`] (snap points) | the end of a `Fling` that begins when the entity is released |
//! | [`Limits`] (bounds) | nothing; at a bound, the law or the velocity changes |
//! | [`ExponentialRate`] (displacement, end rate, duration) | a start velocity, and `c += λ` until its duration is over |
//! | [`TimeScale`] (scale) | nothing; scales the entity's time |
//!
//! All these components of an entity are combined into one law.

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

pub use axes::AxisFrame;
pub use axis_springs::AxisSprings;
pub use displacement::Displacement;
pub use dry_friction::DryFriction;
pub use exponential_rate::ExponentialRate;
pub use fling::Fling;
pub use friction::Friction;
pub use gravity::Gravity;
pub use limits::{Bound, Limits, SoftBounds};
pub use rate::AtEnd;
pub use snap_points::{SnapBy, SnapPoints, SnapTo};
pub use spring::Spring;
pub use time_scale::TimeScale;
