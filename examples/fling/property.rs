//! The scene's own property, a list's scroll offset. Cards move by [`NodeTranslation`], the place of their top-left corner.

use bevy::prelude::*;

bevy_exact_motion::property! {
    /// The vertical offset of a list's rows: 0 if the first row is at the view's upper edge, negative if the list is
    /// scrolled further. Unit: px, y down.
    pub(crate) Scroll: UiTransform.translation.y as f32;
}
