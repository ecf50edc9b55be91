//! Random edits of worlds with cameras, and what must hold of what is drawn.
//!
//! A seed is a world of bodies, groups, pivots, cameras, shots and attachments, and all that is done to them
//! ([`script`], [`operation`]). A smooth world has only what games have, without loops: there each drawn pose follows from the
//! one before by its velocities, except where something was declared a jump, no boom leads through a wall, and everything comes
//! to rest in the end ([`watch`]). Wild and hostile worlds may have anything, loops and NaN included: nothing panics, nothing
//! that the plugin writes is not finite, and warnings come to an end.

mod operation;
mod play;
mod script;
mod stage;
mod watch;

pub(crate) use script::Script;
