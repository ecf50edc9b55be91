//! Values that other code writes in each frame and that jump: each jump is shown as an offset that decays.
//!
//! ```text
//! First        put_back                       other code reads what it wrote
//!              other code writes
//! PostUpdate   show                           what is shown is the written value, plus the offset
//! ```
//!
//! [`Offset`](offset::Offset) follows one value from frame to frame. The systems read a value before it is shown, and restore it before any
//! other code reads it.

#[cfg(feature = "bevy_animation")]
pub(crate) mod clips;
mod component;
mod inertialized;
mod offset;
pub(crate) mod systems;

use core::marker::PhantomData;

use bevy::prelude::Resource;

use crate::property::Property;

#[cfg(feature = "bevy_animation")]
pub use clips::InertializeClips;
pub use component::Inertialization;

/// Marks property `P` as one whose jumps are smoothed.
#[derive(Resource)]
pub(crate) struct SmoothsJumps<P: Property>(pub(crate) PhantomData<fn() -> P>);
