//! A button: Bevy's button widget with a label.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use crate::style::{BODY, LINE_HEIGHT, TEXT_SIZE, text, touch_area};

/// The colour of a button that can be pressed.
pub const UP: Color = Color::srgb(0.24, 0.36, 0.60);
/// The colour of the chosen button in a row.
pub const CHOSEN: Color = Color::srgb(0.72, 0.47, 0.16);

/// Returns the node of a row of buttons, which wraps if it is too narrow. The gaps keep the buttons' touch areas apart.
pub fn buttons() -> Node {
    Node { margin: px(2).vertical(), flex_wrap: FlexWrap::Wrap, column_gap: px(8), row_gap: px(14), ..default() }
}

/// Creates a button. Scripts point at it by `name`. Pressing it triggers [`Activate`](bevy::ui_widgets::Activate).
pub fn button(name: &'static str, label: impl Into<String>) -> impl Bundle {
    const PADDING: Vec2 = Vec2::new(10.0, 6.0);
    /// The width of a character of the monospaced font, as a multiple of the font size.
    const LETTER: f32 = 0.6;
    let label: String = label.into();
    let letters = f32::from(u8::try_from(label.len()).unwrap_or(u8::MAX));
    let node = Node {
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let size = 2.0 * PADDING + TEXT_SIZE * Vec2::new(LETTER * letters, LINE_HEIGHT);
    let label = (text(label, BODY), Pickable::IGNORE);
    (Name::new(name), node, Button, BackgroundColor(UP), children![touch_area(size), label])
}
