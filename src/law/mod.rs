//! Forces: what each component adds to the law, and when it is invalid.
//!
//! | component | contributes to `x'' = a − c x' − k (x − target)` |
//! | --- | --- |
//! | [`Spring`] (ω, ζ) | `k = ω²`, `c += 2 ζ ω` |
//! | [`AxisSprings`] (ω, ζ by axis) | the same, by axis |
//! | [`Friction`] (rate) | `c += rate` |
//! | [`Gravity`] (acceleration) | `a` |
//! | [`DryFriction`] (deceleration) | `− deceleration · direction`, until the entity stops |
//! | [`Fling`] (end) | a law of its own, solved from its end |
//! | [`SnapPoints`] (places) | the end of a `Fling` where the entity is released |
//! | [`Limits`] (bounds) | nothing; at a bound the law changes, or the velocity |
//! | [`ExponentialRate`] (way, end rate, duration) | a start velocity, and `c += λ` until its duration is over |
//!
//! All components of an entity act together, as one law.

pub(crate) mod axes;
mod axis_springs;
pub(crate) mod barriers;
pub(crate) mod compile;
mod dry_friction;
mod exponential_rate;
mod fling;
pub(crate) mod force;
mod friction;
mod from_math;
mod gravity;
pub(crate) mod invalid;
mod limits;
mod pace;
mod presets;
pub(crate) mod rate;
pub(crate) mod snap_points;
mod spring;
pub(crate) mod throw;
mod way;

pub use axes::AxisFrame;
pub use axis_springs::AxisSprings;
pub use dry_friction::DryFriction;
pub use exponential_rate::ExponentialRate;
pub use fling::Fling;
pub use friction::Friction;
pub use gravity::Gravity;
pub use limits::{Bound, Bounds, Limits};
pub use pace::Pace;
pub use rate::AtEnd;
pub use snap_points::{SnapBy, SnapPoints, SnapTo};
pub use spring::Spring;
pub use way::Way;
