//! The motions of entities: what each remembers, and how it is stepped, drawn and forecast along its path.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod bounds;
mod calm;
#[cfg(feature = "camera")]
pub(crate) mod camera;
pub(crate) mod clock;
pub(crate) mod cold;
mod component;
pub(crate) mod fault;
pub(crate) mod forecast;
pub(crate) mod guessed_step;
pub(crate) mod hand;
mod held;
pub(crate) mod history;
pub(crate) mod led;
pub(crate) mod obey;
#[cfg(feature = "debug")]
pub(crate) mod path_ahead;
pub(crate) mod plain;
mod presentation;
pub(crate) mod progress;
pub(crate) mod put_right;
mod reduced;
pub(crate) mod rest;
mod rest_tolerance;
pub(crate) mod resting;
mod room;
pub(crate) mod shift;
pub(crate) mod snap;
pub(crate) mod step;
mod stepping;
pub(crate) mod target_path;
mod write;
pub(crate) mod written;

pub use component::Motion;
pub use forecast::{WillReach, WillRest};
pub use held::Held;
pub use presentation::{PresentAs, Presentation};
pub use reduced::ReducedMotion;
pub use rest_tolerance::RestTolerance;
pub use resting::Resting;
pub use stepping::{FrameClock, MotionOptions, Stepping};
