//! Random edits of worlds with cameras, and invariants of what is drawn.
//!
//! A seed determines a world of bodies, groups, pivots, cameras, shots and attached entities, and all operations on them ([`script`],
//! [`operation`]). A smooth world has only what games have, without loops. There, each drawn pose follows from the previous one by its
//! velocities unless a jump was declared, no boom passes through a wall, and everything comes to rest at the end ([`watch`]). Wild and
//! hostile worlds may have anything, including loops and NaN. There, nothing panics, everything that the plugin writes is finite, and the
//! number of warnings is limited.

mod operation;
mod play;
mod script;
mod stage;
mod watch;

pub(crate) use script::Script;
