//! The path of a motion: position, velocity, target and law from one instant on, and the events along it.
//!
//! The central type is the [`Segment`](segment::Segment). Between two events a segment is only evaluated. Each event starts a new segment
//! at its instant. This module depends neither on components nor on how a motion is stepped.

pub(crate) mod contact;
pub(crate) mod ending;
mod eval;
mod event;
pub(crate) mod pieces;
pub(crate) mod response_cache;
pub(crate) mod ring_path;
pub(crate) mod running_rate;
pub(crate) mod segment;
pub(crate) mod target;
