//! What happens in a tick: one file for each set of [`MotionSystems`](crate::MotionSystems), in the order in which they run.
//!
//! ```text
//! FixedFirst   adopt → order, restart → refresh → predict → advance   (state at Time::elapsed())
//! FixedUpdate  the user's code
//! FixedLast    correct → tell contacts → rest
//! once a frame adopt → order, restart → refresh → predict → present   (the frame's instant)
//! ```

pub(crate) mod adopt;
pub(crate) mod advance;
pub(crate) mod arrive;
pub(crate) mod columns;
pub(crate) mod complete;
pub(crate) mod correct;
pub(crate) mod disabled;
pub(crate) mod find_writes;
pub(crate) mod foresee;
pub(crate) mod habits;
pub(crate) mod hold;
pub(crate) mod lifecycle;
pub(crate) mod measure;
pub(crate) mod observe;
pub(crate) mod present;
pub(crate) mod refresh;
pub(crate) mod rest;
pub(crate) mod shift;
mod snap;
pub(crate) mod tell;
pub(crate) mod tell_contacts;
pub(crate) mod turn_axes;
pub(crate) mod watch_leaders;
pub(crate) mod worklist;
