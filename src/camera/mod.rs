//! Cameras: what places and turns them, on springs of angles and lengths.
//!
//! Angles and lengths are the state, the pose is a function of them. It is composed at each tick and at each drawn instant, in
//! this order: orbit, aim, blend, shake. Each step takes the [`Composed`] of the one before and leaves its own; the last one,
//! [`place`], is the only writer of a camera's [`Pose`] and `Transform`. What is attached to others is put there before that.

pub(crate) mod attach;
mod calm;
pub(crate) mod chain;
pub(crate) mod compose;
pub(crate) mod frame;
pub(crate) mod frames;
pub(crate) mod group;
pub(crate) mod jumps;
pub(crate) mod leader_velocity;
pub(crate) mod look;
mod loops;
mod nodes;
pub(crate) mod orbit;
mod order;
pub(crate) mod own;
pub(crate) mod place;
mod pose;
mod remembered;
pub(crate) mod shake;
pub(crate) mod shot;
pub(crate) mod start;
mod template;
pub(crate) mod uncover;

pub use attach::{Attach, AttachTemplate};
pub use group::framing::{Fitted, Frame, FrameBy, FrameTemplate};
pub use group::{GroupMiddle, GroupWeight, InGroup, InGroupTemplate};
pub use look::sight::Sight;
pub use look::{Aim, AimPitch, AimYaw, LookAt, LookAtTemplate, Sides};
pub use orbit::walls::{FreeLength, Obstruction, OnJump, reach::Reach};
pub use orbit::{Orbit, OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw};
pub use pose::{Composed, Pose};
pub use shake::{Shake, ShakeKick, ShakeOffset, ShakeStop, ShakeTurn};
pub use shot::blending::Blending;
pub use shot::{Blend, BlendPath, Shows, ShowsTemplate};
pub use start::{Cut, StartOnTarget};

/// The code that registers cameras' properties: [`Property::REGISTERED_BY`](crate::Property::REGISTERED_BY).
const BY_CAMERAS: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
