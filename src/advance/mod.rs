//! What happens in a tick.
//!
//! The core noun is the [`Segment`]: position, velocity, target and law from one instant on. Between two events it is
//! only ever evaluated: at the tick's end by [`step`], at the frame's instant by [`present`]. Whatever changes the law
//! starts a new one at its own instant ([`adopt`]).
//!
//! ```text
//! FixedFirst   adopt → follow::order, restart → refresh → follow::plan → step::advance      (state at Time::elapsed())
//! FixedUpdate  the user's code
//! FixedLast    correct → rest
//! once a frame adopt → follow::order, restart → refresh → follow::plan → present            (the frame's instant)
//! ```

mod adopt;
mod clock;
mod coefficients;
mod correct;
mod follow;
mod hold;
mod present;
mod rest;
mod run;
mod segment;
mod step;
mod stretch;
mod trail;

pub(crate) use adopt::{adopt, law_removed, motion_removed};
pub(crate) use clock::{Clock, expect_tick, measure_real, measure_tick};
pub(crate) use coefficients::{Coefficients, refresh};
pub(crate) use correct::correct;
pub(crate) use follow::{Course, Followers, leader_teleported, order, plan, restart_followers, snap};
pub(crate) use hold::{Grip, hold, released};
pub(crate) use present::present;
pub(crate) use rest::rest;
pub(crate) use run::run_inserted;
pub(crate) use segment::Segment;
pub(crate) use step::advance;
pub(crate) use trail::Trail;
