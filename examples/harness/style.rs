//! The look that all scenes share: panels, texts, colours and sizes.

use bevy::prelude::*;

/// The font size of texts. Unit: pixels at the design size.
pub const TEXT_SIZE: f32 = 16.0;
/// The font size of remarks and labels. Unit: pixels at the design size.
pub const SMALL_TEXT_SIZE: f32 = 13.0;
/// The smallest width and height of a touch target: 44 points in Apple's guidelines, 44 CSS pixels in WCAG 2.2, criterion 2.5.5. Unit:
/// pixels at the design size.
pub const TOUCH: f32 = 44.0;
/// The smallest font size on any screen, from Apple's guidelines. Unit: logical pixels.
pub const SMALLEST_TEXT: f32 = 11.0;
/// The margin around panels. Unit: pixels at the design size.
pub const MARGIN: f32 = 16.0;
/// The padding inside panels. Unit: pixels at the design size.
pub const PADDING: f32 = 10.0;

/// The background of panels; the scene shows through.
pub const PANEL: Color = Color::srgba(0.04, 0.06, 0.10, 0.74);
/// The background of plots, lists and menus, and of switches that are off.
pub const WELL: Color = Color::srgb(0.10, 0.12, 0.17);
/// The colour of slider tracks and of unlit markings.
pub const GROOVE: Color = Color::srgb(0.27, 0.31, 0.39);
/// The colour of headings, and of everything lit.
pub const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
/// The colour of texts.
pub const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
/// The colour of labels and explanations.
pub const FAINT: Color = Color::srgb(0.62, 0.68, 0.74);
/// The colour of warnings, and of the naive method in comparisons.
pub const WARNING: Color = Color::srgb(1.0, 0.50, 0.42);

/// A part of a panel, with the panel's layout.
pub fn part() -> Node {
    Node { width: percent(100), flex_direction: FlexDirection::Column, row_gap: px(8), ..default() }
}

/// Marks a panel. No panel may cover another panel or a node with [`Seen`]; a test checks this.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Panel;

/// Marks a part of the scene's picture that no panel may cover.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Seen;

/// Marks the touch area around a small widget. Its pointer events bubble to the widget, its parent.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Reach;

/// A translucent panel with the size and position of `node`.
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

/// The touch area for a widget of this size: at least [`TOUCH`] wide and high. Make it the first child; otherwise it covers the
/// widget's other children.
pub fn reach(size: Vec2) -> impl Bundle {
    let beyond = Vec2::min(0.5 * (size - TOUCH), Vec2::ZERO);
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(beyond.x),
        right: px(beyond.x),
        top: px(beyond.y),
        bottom: px(beyond.y),
        ..default()
    };
    (Reach, node)
}

/// The height of a line of text, as a multiple of the font size.
pub const LINE_HEIGHT: f32 = 1.2;

/// A text whose lines are not wrapped.
pub fn text(content: impl Into<String>, color: Color) -> impl Bundle {
    (
        Text::new(content),
        TextFont::from_font_size(TEXT_SIZE),
        TextColor(color),
        TextLayout::new(Justify::Left, LineBreak::NoWrap),
    )
}

/// Marks a text that has a smaller font size on pages.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Shrinks;

/// A remark that is wrapped at the edge of its panel.
pub fn remark(content: impl Into<String>, color: Color) -> impl Bundle {
    (Text::new(content), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color))
}

/// The node of a wrapped remark. Its padding leaves room for the space at which a line is wrapped, which is laid out past the line's end.
pub fn broken() -> Node {
    const BLANK: f32 = 0.6 * SMALL_TEXT_SIZE;
    Node { padding: px(BLANK).right(), ..default() }
}

/// Replaces symbols that Bevy's default font lacks.
pub fn in_ascii(text: &str) -> String {
    text.replace('≥', ">=").replace('≤', "<=").replace('×', "x").replace('−', "-")
}
