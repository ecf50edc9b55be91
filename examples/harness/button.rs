//! A thing that is pressed: Bevy's own button, with its label on it.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use crate::style::{BODY, text};

/// Of a button that can be pressed.
pub const UP: Color = Color::srgb(0.24, 0.36, 0.60);
/// Of the one of several that is chosen.
pub const CHOSEN: Color = Color::srgb(0.72, 0.47, 0.16);

/// A button with this label, which scripts point at by its name. Pressing it triggers
/// [`Activate`](bevy::ui_widgets::Activate).
pub fn button(name: &'static str, label: impl Into<String>) -> impl Bundle {
    let node = Node { padding: UiRect::axes(px(10), px(6)), border_radius: BorderRadius::all(px(6)), ..default() };
    (Name::new(name), node, Button, BackgroundColor(UP), children![(text(label, BODY), Pickable::IGNORE)])
}
