//! Debug tools: lines that show what a motion is about to do, and a panel that tunes springs while they run.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `inspected.rs` | which entities are inspected, and which was inspected last |
//! | `gizmos.rs` | settings of the lines: colours, lengths, times |
//! | `sketch.rs`, `bounds.rs` | what is drawn for one entity, as points in the world; these only read |
//! | `draw.rs` | the system that draws it |
//! | `tunable.rs` | type-erased access to the spring of any property |
//! | `convention.rs` | a spring's parameters in every convention, and the code that creates it |
//! | `panel/` | its nodes (`build.rs`), their contents (`show.rs`), the picture (`curve.rs`), its handles (`handle.rs`), input (`hands.rs`, `drag.rs`) |

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
