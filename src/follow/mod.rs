//! Targets: where they are, which leaders they follow, and where they will be.

pub(crate) mod cubics;
pub(crate) mod depth;
pub(crate) mod follower;
pub(crate) mod frame_lookup;
mod leader;
pub(crate) mod leader_path;
pub(crate) mod leader_velocity;
pub(crate) mod order;
pub(crate) mod parents;
pub(crate) mod predict;
pub(crate) mod restart;
pub(crate) mod ring;
mod target;

pub use leader::{Follow, FollowTemplate};
pub use target::Target;
