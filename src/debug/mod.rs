//! See it, tune it: what a motion is about to do, drawn as lines, and a panel that tunes springs while they run.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `inspected.rs` | which entities are looked at, and which was chosen last |
//! | `gizmos.rs` | how it is drawn: colours, lengths, times |
//! | `sketch.rs`, `bounds.rs` | what is drawn of one entity, as points of the world; reads, and draws nothing |
//! | `draw.rs` | the system that draws it |
//! | `tunable.rs` | a spring of any property, by its two numbers |
//! | `convention.rs` | a spring's numbers in every convention, and the code that makes it |
//! | `panel/` | the panel: `build.rs` (its nodes), `show.rs` (what they say), `curve.rs` (the picture), `handle.rs` (its handles), `hands.rs`, `drag.rs` |

mod bounds;
mod convention;
pub(crate) mod draw;
mod gizmos;
pub(crate) mod inspected;
pub(crate) mod panel;
mod sketch;
pub(crate) mod tunable;

pub use convention::Convention;
pub use gizmos::MotionGizmos;
pub use inspected::Inspected;
pub use panel::{CopiedCode, SpringPanel};
