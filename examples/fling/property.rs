//! What is moved here beside [`NodeTranslation`], a card's left upper corner on the table: how far a list is scrolled.

use bevy::prelude::*;

bevy_exact_motion::property! {
    /// The height of a list's rows over the view: 0 where the first row is at the upper edge, less further down. Unit: px, y down.
    pub(crate) Scroll: UiTransform.translation.y as f32;
}
