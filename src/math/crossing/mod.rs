//! When a motion first reaches a level: one that rests, or one that moves while the target moves.
//!
//! | | target | level | until |
//! | --- | --- | --- | --- |
//! | [`Motion::first_crossing`] | held | at rest | any time, ∞ too |
//! | [`Tracking::first_contact`] | on a cubic | on a cubic | the end of a tick |
//!
//! Both ask [`may_cross`](Tracking::may_cross) first: 6 to 12 ns a motion, and nothing more for most that cannot reach the level.
//!
//! What stops at a turn, under dry friction behind a target that moves, slides until [`Tracking::first_turn`] and is then held until it
//! [breaks free](Tracking::breaks_free).

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
