//! What happens in a tick.
//!
//! The core noun is the [`segment`]: position, velocity, target and law from one instant on. Between two events it is only
//! ever evaluated: at the tick's end by [`step`], at the frame's instant by [`present`]. Whatever changes the law starts a
//! new one at its own instant ([`adopt`]).
//!
//! ```text
//! FixedFirst   adopt → order, follow::restart → refresh → plan → step::advance      (state at Time::elapsed())
//! FixedUpdate  the user's code
//! FixedLast    correct → rest
//! once a frame adopt → order, follow::restart → refresh → plan → present            (the frame's instant)
//! ```

mod adopt;
mod axes;
mod clock;
mod correct;
mod course;
mod depth;
mod disabled;
mod follow;
mod give_way;
mod hold;
mod judge;
mod leader_velocity;
mod memo;
mod motion;
mod order;
mod plan;
mod present;
mod refresh;
mod rest;
mod ring;
mod run;
mod segment;
mod shift;
mod sight;
mod step;
mod stretch;
mod tell;
mod trail;
mod worklist;

pub(crate) use adopt::{adopt, find_writes, law_removed, velocity_removed};
pub(crate) use axes::turn_axes;
pub(crate) use clock::{Clock, expect_tick, measure_real, measure_tick};
pub(crate) use correct::correct;
pub(crate) use disabled::{disabled, enabled};
pub(crate) use follow::{leader_teleported, restart_followers, snap};
pub(crate) use give_way::give_way;
pub(crate) use hold::{grabbed, hold, let_go};
pub(crate) use leader_velocity::read_leader_velocity;
pub use motion::Motion;
pub(crate) use order::{Followers, Led, motion_changed, order, parent_inserted, parent_removed};
pub(crate) use plan::plan;
pub(crate) use present::present;
pub(crate) use refresh::refresh;
pub(crate) use rest::rest;
pub(crate) use run::run_inserted;
pub(crate) use shift::shift_origin;
pub(crate) use sight::Sight;
pub(crate) use step::advance;
pub(crate) use worklist::Worklist;
