//! The scene's own property: the scroll offset of a list. Cards use `NodeTranslation`, here the position of a card's top-left corner on
//! the table.

use bevy::prelude::*;

bevy_exact_motion::property! {
    /// The vertical offset of a list's rows. At 0 the first row is at the view's upper edge; scrolling towards the last row makes the
    /// offset negative. Unit: px, y down.
    pub(crate) Scroll: UiTransform.translation.y as f32;
}
