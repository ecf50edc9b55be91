//! The motion of an entity: its state, and how it is stepped, drawn and forecast along its path.

pub(crate) mod advance;
pub(crate) mod apply_law;
pub(crate) mod body;
pub(crate) mod bounds;
#[cfg(feature = "camera")]
pub(crate) mod camera;
mod clear_ticks;
pub(crate) mod clock;
mod component;
pub(crate) mod fault;
pub(crate) mod forecast;
mod free_interval;
pub(crate) mod grab_track;
mod grabbed;
pub(crate) mod guessed_step;
pub(crate) mod history;
#[cfg(feature = "dev_tools")]
pub(crate) mod path_ahead;
pub(crate) mod plain;
mod presentation;
pub(crate) mod rare_state;
mod reduced;
pub(crate) mod rest;
mod rest_tolerance;
pub(crate) mod resting;
pub(crate) mod shift;
pub(crate) mod snap;
pub(crate) mod step;
pub(crate) mod step_correction;
mod stepping;
pub(crate) mod target;
pub(crate) mod target_path;
pub(crate) mod tick_response;
mod write;
pub(crate) mod written;

pub use component::Motion;
pub use forecast::ContactForecast;
pub use grabbed::Grabbed;
pub use presentation::Presentation;
pub use reduced::ReducedMotion;
pub use rest_tolerance::RestTolerance;
pub use resting::Resting;
pub use stepping::{MotionOptions, Stepping};
