//! Cameras, which are placed and turned by springs on angles and lengths.
//!
//! The state of a camera is its angles and lengths; its pose is a function of them. The pose is composed at each tick and at each drawn
//! instant, in this order: orbit, aim, blend, shake. Each step reads what the previous step wrote to [`Composed`]. The last step, `place`,
//! is the only writer of a camera's [`Pose`] and `Transform`. Attached entities that depend on no camera are placed before the cameras, and
//! all other attached entities together with the cameras.

pub(crate) mod attach;
pub(crate) mod chain;
pub(crate) mod compose;
pub(crate) mod confiner;
pub(crate) mod frame;
pub(crate) mod frames;
pub(crate) mod group;
pub(crate) mod leader_velocity;
pub(crate) mod look;
mod loops;
mod nodes;
pub(crate) mod orbit;
mod order;
mod overwrite;
pub(crate) mod own_view;
pub(crate) mod place;
mod pose;
mod private_state;
mod remove_shake;
pub(crate) mod restore_own_view;
pub(crate) mod shake;
pub(crate) mod shot;
pub(crate) mod start;
pub(crate) mod teleports;
mod template;

pub use attach::Attach;
pub use confiner::{Confiner, ConfinerRegion};
pub use group::framing::{FramingMode, GroupFraming};
pub use group::{GroupMember, GroupMembers, GroupWeight, InGroup};
#[doc(hidden)]
pub use look::{Aim, AimPitch, AimYaw};
pub use look::{LookAt, ZoneExtents};
pub use orbit::walls::{BoomHit, Obstruction};
pub use orbit::{Orbit, OrbitControls, OrbitDistance, OrbitInput, OrbitPitch, OrbitRange, OrbitYaw};
pub use pose::Pose;
pub use shake::{Shake, ShakeKick, ShakeOffset, ShakeTurn};
pub use shot::{ActiveShot, Blend};

/// Templates from which `bsn!` builds components that name an entity.
#[doc(hidden)]
pub use {
    attach::AttachTemplate, group::InGroupTemplate, group::framing::GroupFramingTemplate, look::LookAtTemplate,
    shot::ActiveShotTemplate,
};
/// The private state of cameras and groups, in components that can be saved and rolled back.
#[doc(hidden)]
pub use {
    group::GroupMiddle, group::framing::Fitted, look::sight::Sight, orbit::walls::reach::Reach, pose::Composed,
    shot::blending::Blending,
};

/// The code that registers the properties of cameras, for [`Property::REGISTERED_BY`](crate::property::Property::REGISTERED_BY).
pub(crate) const BY_CAMERAS: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
