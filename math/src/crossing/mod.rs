//! Finds when a motion first reaches a level. Target and level are either both fixed or both moving.
//!
//! | | target | level | searched until |
//! | --- | --- | --- | --- |
//! | [`Motion::first_crossing`] | held | fixed | any time, even ∞ |
//! | [`Tracking::first_contact`] | on a cubic | on a cubic | the end of a tick |
//!
//! Both start with the fast check [`may_cross`](Tracking::may_cross). It takes 6 to 12 ns and rules out most motions that cannot reach the
//! level.
//!
//! Under dry friction, a follower of a moving target slides until [`Tracking::first_turn`], where it may stick until it [breaks
//! free](Tracking::breaks_free).

mod bracket;
mod cubic;
mod gap;
mod held;
mod moving;
#[cfg(test)]
mod properties;
mod search;
mod stick_slip;
mod tracking;

pub use held::{Crossing, Motion};
pub use tracking::{Contact, Level, Side, Start, Tracking};
