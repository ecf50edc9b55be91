//! Cameras: where an orbit places them, what they see of a point, and how one view becomes another.
//!
//! | symbol | what | unit |
//! | --- | --- | --- |
//! | `ψ` | yaw: 0 looks along −z, grows to the left | rad |
//! | `θ` | pitch: 0 looks along the horizon, grows downwards | rad |
//! | `ℓ` | length of the boom, from the pivot to the camera | length |
//! | `d(ψ, θ)` | direction of the boom, from the pivot to the camera, which looks along `−d` | 1 |
//! | `φ`, `T = tan(φ/2)` | vertical field of view, and half the picture's height at distance 1 | rad, 1 |
//! | `A` | width of the picture by its height | 1 |
//! | `s` | share of the picture: 0 in the middle, ±½ at its edges, to the right and up | 1 |
//!
//! Up is +y. Every function is total: NaN in gives NaN or `None` out.
//!
//! - Where it is: [`Polar`], [`Placement`].
//! - What it sees: [`Bearing`], [`Lens`], [`Edge`].
//! - What is in its way: [`Plane`], [`feelers`], [`cast_radius`].
//! - Many at once: [`middle`], [`Sphere`].
//! - From one view to another: [`Decay`], [`TurnOffset`], [`LevelOffset`].

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

pub use bearing::{Bearing, NEAREST, turned_near};
pub use blend::{Decay, DecayKind};
pub use edge::Edge;
pub use fit::Sphere;
pub use lens::Lens;
pub use level::LevelOffset;
pub use middle::{Member, Middle, middle};
pub use placement::Placement;
pub use polar::Polar;
pub use turn::TurnOffset;
pub use wall::{Plane, cast_radius, feelers};
