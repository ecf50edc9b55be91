//! Dragging: pointers move values. Bevy's picking finds the pressed entities.
//!
//! A press on an entity, or on a child of it, begins a grab: the entity becomes [`Grabbed`](crate::Grabbed). From then on the pointer's
//! input messages are used, whatever the pointer is over. These systems run once a frame, before written values are adopted:
//!
//! ```text
//! PreUpdate   picking → press (observers) → follow_pointers → drag → Adopt
//! ```
//!
//! The state of a drag is the *raw* value, to which the pointer would drag the value if there were no bounds. It is the value at the grab,
//! with the rubber band undone, plus the pointer's displacement since the grab. The shown value is computed from the raw value directly,
//! never by adding up steps. On release the value gets the raw value's velocity, multiplied by the slope of the rubber band.

mod band;
mod draggable;
pub(crate) mod grab;
pub(crate) mod hold;
mod surface;

pub use draggable::{DragSurface, Draggable};
