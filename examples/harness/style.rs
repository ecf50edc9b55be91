//! The look that all scenes share: panels, texts, colours and sizes.

use bevy::prelude::*;

/// The font size of texts. Unit: pixels at the design size.
pub const TEXT_SIZE: f32 = 16.0;
/// The font size of remarks and labels. Unit: pixels at the design size.
pub const SMALL_TEXT_SIZE: f32 = 13.0;
/// The smallest width and height of a touch target: 44 points in Apple's guidelines, 44 CSS pixels in WCAG 2.2, criterion 2.5.5.
/// Unit: pixels at the design size.
pub const TOUCH: f32 = 44.0;
/// The smallest font size on any screen, from Apple's guidelines. Unit: logical pixels.
pub const SMALLEST_TEXT: f32 = 11.0;
/// The margin around panels. Unit: pixels at the design size.
pub const MARGIN: f32 = 16.0;
/// The padding inside panels. Unit: pixels at the design size.
pub const PADDING: f32 = 10.0;

/// The translucent background of panels.
pub const PANEL: Color = Color::srgba(0.04, 0.06, 0.10, 0.74);
/// The background of plots, lists and menus, and of switches that are off.
pub const WELL: Color = Color::srgb(0.10, 0.12, 0.17);
/// The colour of slider tracks and of unlit markers.
pub const GROOVE: Color = Color::srgb(0.27, 0.31, 0.39);
/// The colour of headings, and of widgets that are lit.
pub const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
/// The colour of texts.
pub const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
/// The colour of labels and explanations.
pub const FAINT: Color = Color::srgb(0.62, 0.68, 0.74);
/// The colour of warnings, and of the naive method in comparisons.
pub const WARNING: Color = Color::srgb(1.0, 0.50, 0.42);

/// Returns the node of a part of a panel. It is laid out like a panel.
pub fn part() -> Node {
    Node { width: percent(100), flex_direction: FlexDirection::Column, row_gap: px(8), ..default() }
}

/// Marks a panel. `tests/layout.rs` checks that no panel covers another panel or a node with [`KeepUncovered`].
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Panel;

/// Marks a node of the scene's picture that no panel may cover.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct KeepUncovered;

/// Marks the touch area around a small widget. It is a child of the widget, so that its pointer events bubble to the widget.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct TouchArea;

/// Creates a translucent panel with the size and position of `node`.
pub fn panel(node: Node) -> impl Bundle {
    let node = Node {
        padding: UiRect::all(px(PADDING)),
        flex_direction: FlexDirection::Column,
        row_gap: px(8),
        border_radius: BorderRadius::all(px(8)),
        ..node
    };
    (Panel, node, BackgroundColor(PANEL))
}

/// Creates the touch area of a widget of this size. The area is at least [`TOUCH`] wide and high. Make it the widget's first child, because
/// it would cover earlier children.
pub fn touch_area(size: Vec2) -> impl Bundle {
    let beyond = Vec2::min(0.5 * (size - TOUCH), Vec2::ZERO);
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(beyond.x),
        right: px(beyond.x),
        top: px(beyond.y),
        bottom: px(beyond.y),
        ..default()
    };
    (TouchArea, node)
}

/// The height of a line of text, as a multiple of the font size.
pub const LINE_HEIGHT: f32 = 1.2;

/// Creates a text whose lines are not wrapped.
pub fn text(content: impl Into<String>, color: Color) -> impl Bundle {
    (
        Text::new(content),
        TextFont::from_font_size(TEXT_SIZE),
        TextColor(color),
        TextLayout::new(Justify::Left, LineBreak::NoWrap),
    )
}

/// Marks a text that has a smaller font size while the screen shows its panels as pages: see `Screen::has_pages`.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Shrinks;

/// Creates a text in the small font, wrapped at the edge of its panel.
pub fn remark(content: impl Into<String>, color: Color) -> impl Bundle {
    (Text::new(content), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color))
}

/// Returns the node of a [`remark`] that may take several lines. The padding leaves room for the space character at which a line is
/// wrapped, because Bevy lays out that character past the end of the line.
pub fn wrapped_node() -> Node {
    const BLANK: f32 = 0.6 * SMALL_TEXT_SIZE;
    Node { padding: px(BLANK).right(), ..default() }
}

/// Replaces the symbols that Bevy's default font does not contain.
pub fn in_ascii(text: &str) -> String {
    text.replace('≥', ">=").replace('≤', "<=").replace('×', "x").replace('−', "-")
}
