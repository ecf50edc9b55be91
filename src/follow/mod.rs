//! Targets: where they are, whom they follow, and where they will be.

pub(crate) mod depth;
mod leader;
pub(crate) mod leader_velocity;
pub(crate) mod led;
pub(crate) mod order;
pub(crate) mod plan;
pub(crate) mod restart;
pub(crate) mod ring;
pub(crate) mod sight;
mod target;

pub use leader::Follow;
pub use target::Target;
