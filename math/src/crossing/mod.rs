//! When a motion first reaches a level: one at rest, or a moving one while the target moves, too.
//!
//! | | target | level | searched until |
//! | --- | --- | --- | --- |
//! | [`Motion::first_crossing`] | held | at rest | any time, or ∞ |
//! | [`Tracking::first_contact`] | on a cubic | on a cubic | the end of a tick |
//!
//! Both call [`may_cross`](Tracking::may_cross) first. It takes 6 to 12 ns and rules out most motions that cannot reach the level.
//!
//! Under dry friction, a follower of a moving target slides until [`Tracking::first_turn`] and then sticks until it [breaks
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
