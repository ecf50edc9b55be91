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
pub(crate) mod exponential_rate;
pub(crate) mod fling;
mod friction;
mod gravity;
pub(crate) mod invalid;
mod limits;
mod pace;
mod presets;
pub(crate) mod snap_points;
mod spring;
mod way;

pub use axis_springs::{AxisFrame, AxisSprings};
pub use dry_friction::DryFriction;
pub use exponential_rate::{AtEnd, ExponentialRate};
pub use fling::Fling;
pub use friction::Friction;
pub use gravity::Gravity;
pub use limits::{Bound, Bounds, Limits};
pub use pace::Pace;
pub use snap_points::{SnapBy, SnapPoints, SnapTo};
pub use spring::Spring;
pub use way::Way;
