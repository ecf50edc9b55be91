//! Debug tools: lines that show the coming motion of entities, and a panel that tunes springs while they run.
//!
//! | file | contents |
//! | --- | --- |
//! | `inspected.rs` | which entities are inspected, and which was inspected last |
//! | `gizmos.rs` | settings of the lines: colours, lengths, times |
//! | `sketch.rs`, `bounds.rs` | what is drawn for one entity, as points in the world; these only read |
//! | `draw.rs` | the system that draws these points |
//! | `tunable.rs` | type-erased access to the spring of any property |
//! | `convention.rs` | a spring's parameters in every convention, and the code that creates it |
//! | `panel/` | its nodes (`build.rs`), their contents (`show.rs`), the picture (`curve.rs`), its handles (`handle.rs`), input (`input.rs`, `drag.rs`) |

mod bounds;
mod convention;
pub(crate) mod draw;
mod gizmos;
pub(crate) mod inspected;
pub(crate) mod panel;
mod sketch;
pub(crate) mod tunable;

#[doc(hidden)]
pub use convention::Convention;
pub use gizmos::MotionGizmos;
pub use inspected::Inspected;
pub use panel::SpringPanel;
