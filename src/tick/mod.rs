//! The systems of a tick and of a frame, one file for each step, and the reactions to components that are inserted and removed. The systems
//! run in the sets of [`MotionSystems`](crate::MotionSystems), in this order:
//!
//! ```text
//! FixedFirst   adopt → order, restart → refresh → predict → advance   (state at Time::elapsed())
//! FixedUpdate  user code
//! FixedLast    correct → emit contacts → rest
//! once a frame adopt → order, restart → refresh → predict → present   (the frame's instant)
//! ```

pub(crate) mod adopt;
pub(crate) mod advance;
pub(crate) mod columns;
pub(crate) mod complete;
pub(crate) mod correct;
pub(crate) mod detect_writes;
pub(crate) mod disabled;
pub(crate) mod emit;
pub(crate) mod emit_contacts;
pub(crate) mod forecast;
pub(crate) mod hold;
pub(crate) mod jump_to_end;
pub(crate) mod lifecycle;
pub(crate) mod measure;
pub(crate) mod observe;
pub(crate) mod present;
pub(crate) mod refresh;
pub(crate) mod repeated_writes;
pub(crate) mod rest;
pub(crate) mod shift;
mod snap;
pub(crate) mod turn_axes;
pub(crate) mod watch_leaders;
pub(crate) mod worklist;
