//! Targets and followers: the components, the order in which followers are evaluated, and the predicted paths of their leaders.

pub(crate) mod cubics;
pub(crate) mod depth;
pub(crate) mod follower;
pub(crate) mod frame_lookup;
mod leader;
pub(crate) mod leader_path;
pub(crate) mod leader_velocity;
pub(crate) mod order;
pub(crate) mod predict;
pub(crate) mod restart;
pub(crate) mod ring;
pub(crate) mod start;
mod target;

pub use leader::{Follow, FollowTemplate};
pub use start::StartOnTarget;
pub use target::{Target, TargetMotion};
