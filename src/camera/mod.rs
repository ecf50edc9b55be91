//! Cameras: what places and turns them, on springs of angles and lengths.
//!
//! Angles and lengths are the state, the pose is a function of them. It is composed at each tick and at each drawn instant, in
//! this order: orbit, aim, blend, shake. Each step takes the [`Composed`] of the one before and leaves its own; the last one,
//! [`place`], is the only writer of a camera's [`Pose`] and `Transform`. What is attached to others is put there before that.

mod aim;
pub(crate) mod attach;
pub(crate) mod blend;
mod blending;
mod cast;
pub(crate) mod chain;
pub(crate) mod compose;
mod ends;
mod fitted;
pub(crate) mod frame;
pub(crate) mod framing;
pub(crate) mod group;
pub(crate) mod hands;
pub(crate) mod jumps;
pub(crate) mod leader_velocity;
pub(crate) mod look;
mod loops;
mod obstruction;
mod orbit;
mod order;
pub(crate) mod own;
pub(crate) mod place;
mod pose;
pub(crate) mod range;
pub(crate) mod reach;
pub(crate) mod samples;
pub(crate) mod shake;
mod shows;
pub(crate) mod start;
pub(crate) mod straighten;
mod template;
mod transition;
pub(crate) mod viewers;
pub(crate) mod walls;
mod zones;

pub use aim::{Aim, AimPitch, AimYaw, LookAt, LookAtTemplate, Sides};
pub use attach::{Attach, AttachTemplate};
pub use blending::Blending;
pub use fitted::Fitted;
pub use framing::{Frame, FrameBy, FrameTemplate};
pub use group::{GroupMiddle, GroupWeight, InGroup, InGroupTemplate};
pub use look::Sight;
pub use obstruction::{FreeLength, Obstruction, OnJump};
pub use orbit::{Orbit, OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw};
pub use pose::{Composed, Pose};
pub use reach::Reach;
pub use shake::{Shake, ShakeKick, ShakeOffset, ShakeStop, ShakeTurn};
pub use shows::{Blend, BlendPath, Shows, ShowsTemplate};
pub use start::{Cut, StartOnTarget};
