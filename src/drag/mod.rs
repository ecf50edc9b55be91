//! Values dragged by pointers, by Bevy's picking.
//!
//! A press on an entity, or on a child of it, begins a grab: the entity is [`Held`](crate::Held). From then on the pointer is
//! followed by its input alone, wherever it is. Once a frame, before motion is adopted:
//!
//! ```text
//! PreUpdate   picking → press (observers) → follow_pointers → drag → Adopt
//! ```
//!
//! The state of a drag is *raw*: where the pointer would have the value if there were no bounds, that is, where it was when it
//! was grabbed, with the rubber band undone, and the pointer's way since. What is shown follows from that at once, never by
//! adding up steps. When the value is let go, it goes on with the velocity of raw, as the band shows it.

mod band;
mod draggable;
pub(crate) mod grab;
pub(crate) mod hold;
mod surface;

pub use draggable::{DragSurface, Draggable};
