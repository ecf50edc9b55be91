//! User interfaces: targets by the state of a widget, and nodes that glide to where the layout moves them.
//!
//! ```text
//! PreUpdate    picking, focus → read_states → apply_states (each property) → despawn_left, disable_left → Adopt
//! PostUpdate   layout → glide → clipping, drawing
//! ```
//!
//! One system reads the states that Bevy keeps in several places into a `WidgetState`. For each property, the
//! most specific state that a [`StateTargets`] names decides the target, which is written when another value is chosen.
//!
//! Bevy's layout writes the position and the size of every node in each frame. After it, `layout_glide.rs` adds an offset
//! from the layout, which springs bring to 0.

pub(crate) mod apply_states;
pub(crate) mod layout_glide;
mod leaving;
pub(crate) mod read_states;
mod state_targets;
pub(crate) mod widget_state;

pub use layout_glide::{LayoutGlide, NodeGlide};
pub use leaving::Leaving;
pub use state_targets::StateTargets;

pub(crate) use leaving::{despawn_left, disable_left};
