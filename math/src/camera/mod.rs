//! Geometry of cameras: where an orbit places a camera, where a point appears in the camera's picture, and how one view blends into
//! another.
//!
//! | symbol | meaning | unit |
//! | --- | --- | --- |
//! | `ψ` | yaw: 0 looks along −z; positive is to the left | rad |
//! | `θ` | pitch: 0 looks along the horizon; positive is down | rad |
//! | `ℓ` | length of the boom, from the pivot to the camera | length |
//! | `d(ψ, θ)` | direction of the boom, from the pivot to the camera; the camera looks along `−d` | 1 |
//! | `φ`, `T = tan(φ/2)` | vertical field of view; half the picture's height at distance 1 | rad, 1 |
//! | `A` | aspect ratio: width of the picture divided by its height | 1 |
//! | `s` | fraction of the picture's width or height: 0 in the middle, ±½ at the edges; positive to the right and up | 1 |
//!
//! Up is +y. Every function is total: NaN in gives NaN or `None` out, unless its special cases say otherwise.
//!
//! - Where a camera is: [`Polar`], [`Placement`].
//! - Where a point appears in the picture: [`Bearing`], [`Lens`], [`Edge`].
//! - Obstacles: [`Plane`], [`whiskers`], [`cast_radius`].
//! - Groups: [`middle()`], [`Sphere`].
//! - Blends between views: [`Decay`], [`TurnOffset`], [`LevelOffset`].

mod bearing;
mod blend;
mod edge;
mod fit;
mod lens;
mod level;
mod middle;
mod placement;
mod polar;
#[cfg(test)]
mod properties;
mod turn;
mod wall;

pub use bearing::{Bearing, MIN_DISTANCE, turned_near};
pub use blend::{Decay, DecayKind};
pub use edge::Edge;
pub use fit::Sphere;
pub use lens::Lens;
pub use level::LevelOffset;
pub use middle::{Member, Middle, middle};
pub use placement::Placement;
pub use polar::Polar;
pub use turn::TurnOffset;
pub use wall::{Plane, cast_radius, whiskers};
