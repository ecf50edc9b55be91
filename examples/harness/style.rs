//! The look that all scenes share: panels, texts, colours, and one size of everything for every window.

use bevy::prelude::*;

/// The height for which all sizes are chosen; in other windows they scale with it. Unit: pixels.
pub const DESIGN_HEIGHT: f32 = 720.0;
/// Sizes. Unit: pixels at the design height.
pub const TEXT_SIZE: f32 = 16.0;
pub const SMALL_TEXT_SIZE: f32 = 13.0;
pub const MARGIN: f32 = 16.0;
pub const PADDING: f32 = 10.0;

pub const PANEL: Color = Color::srgba(0.04, 0.06, 0.10, 0.74);
/// Hollows in a panel: tracks, plots, unpressed buttons.
pub const WELL: Color = Color::srgb(0.10, 0.12, 0.17);
/// What is drawn in a well.
pub const GROOVE: Color = Color::srgb(0.27, 0.31, 0.39);
pub const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
pub const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
pub const FAINT: Color = Color::srgb(0.62, 0.68, 0.74);
/// What is refused, and the naive way.
pub const WARNING: Color = Color::srgb(1.0, 0.50, 0.42);

/// A translucent panel; `node` says where it is.
pub fn panel(node: Node) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        padding: UiRect::all(px(PADDING)),
        flex_direction: FlexDirection::Column,
        row_gap: px(8),
        border_radius: BorderRadius::all(px(8)),
        ..node
    };
    (node, BackgroundColor(PANEL))
}

/// Text that keeps its lines.
pub fn text(content: impl Into<String>, color: Color) -> impl Bundle {
    (
        Text::new(content),
        TextFont::from_font_size(TEXT_SIZE),
        TextColor(color),
        TextLayout::new(Justify::Left, LineBreak::NoWrap),
    )
}

/// A remark that is broken into lines where its panel ends.
pub fn remark(content: impl Into<String>, color: Color) -> impl Bundle {
    (Text::new(content), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color))
}

/// The same in the letters that Bevy's built-in font has.
pub fn in_ascii(text: &str) -> String {
    text.replace('≥', ">=").replace('≤', "<=").replace('×', "x").replace('−', "-")
}

/// Panels take the same part of a large window as of a small one.
pub(super) fn fit_to_window(
    cameras: Query<&Camera, With<IsDefaultUiCamera>>,
    windows: Query<&Window>,
    mut scale: ResMut<UiScale>,
) {
    let of_window = windows.iter().next().map(Window::height);
    let of_picture = cameras.iter().next().and_then(Camera::logical_target_size).map(|size| size.y);
    let Some(height) = of_window.or(of_picture).filter(|height| *height > 0.0) else { return };
    let wanted = height / DESIGN_HEIGHT;
    if scale.0 != wanted {
        scale.0 = wanted;
    }
}
