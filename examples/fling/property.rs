//! The property that is moved here beside [`NodeTranslation`], which moves a card's left upper corner: how far a list is
//! scrolled.

use bevy::prelude::*;

bevy_exact_motion::property! {
    /// The height of a list's rows over the view: 0 if the first row is at the upper edge, less further down. Unit: px, y
    /// down.
    pub(crate) Scroll: UiTransform.translation.y as f32;
}
