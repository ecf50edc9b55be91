//! Random edits of worlds with cameras, and invariants of what is drawn.
//!
//! A seed determines a world of bodies, groups, pivots, cameras, shots and attached entities, and all operations on them ([`script`],
//! [`operation`]).
//!
//! A smooth world has only setups that are usual in games, and no loops. In it, each drawn pose must follow from the previous pose and the
//! velocities unless a jump was declared, no boom may pass through a wall, and everything must come to rest at the end ([`watch`]).
//!
//! Wild worlds may have any setup, including loops, and hostile worlds also have NaN. In both, nothing may panic, all values that the
//! plugin writes must be finite, and the number of warnings is limited.

mod operation;
mod play;
mod script;
mod stage;
mod watch;

pub(crate) use script::Script;
