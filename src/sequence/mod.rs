//! Sequences: steps that one property of an entity goes through.
//!
//! ```text
//! Adopt → Refresh → play → Advance      in a tick, up to its end
//! Adopt → Refresh → play → Present      in a frame, up to its instant
//! ```
//!
//! The end of every step is known ahead. So before the motion is evaluated, [`play`](play::play) begins each step that is due until then, at
//! its exact instant: it writes what the step says to the entity's components, and lets Adopt adopt it as of that instant.

mod begin;
mod component;
mod due;
mod instant;
mod next;
pub(crate) mod play;
mod progress;
mod report;
mod running;
mod seek;
mod step;
mod total;

use core::marker::PhantomData;

use bevy::prelude::Resource;

use crate::property::Property;

pub use component::Sequence;
pub use step::{Action, SequenceStep};

/// Marks property `P` as one whose sequences are played.
#[derive(Resource)]
pub(crate) struct PlaysSequences<P: Property>(pub(crate) PhantomData<fn() -> P>);
