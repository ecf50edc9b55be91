//! The look that all scenes share: panels, texts, colours, and one size of everything for every window.

use bevy::prelude::*;

/// The size of texts. Unit: pixels on a screen of the design's size.
pub const TEXT_SIZE: f32 = 16.0;
/// The size of remarks. Unit: pixels on a screen of the design's size.
pub const SMALL_TEXT_SIZE: f32 = 13.0;
/// The smallest area for a finger: Apple's guidelines ask for 44 points, the success criterion 2.5.5 of WCAG 2.2 for 44 CSS
/// pixels. Unit: pixels on a screen of the design's size.
pub const TOUCH: f32 = 44.0;
/// The smallest size of texts on any screen, from Apple's guidelines. Unit: logical pixels.
pub const SMALLEST_TEXT: f32 = 11.0;
/// The margin around panels. Unit: pixels on a screen of the design's size.
pub const MARGIN: f32 = 16.0;
/// The padding inside panels. Unit: pixels on a screen of the design's size.
pub const PADDING: f32 = 10.0;

/// The backing of texts; the scene shows through.
pub const PANEL: Color = Color::srgba(0.04, 0.06, 0.10, 0.74);
/// The colour of wells in a panel: tracks, plots, unpressed buttons.
pub const WELL: Color = Color::srgb(0.10, 0.12, 0.17);
/// The colour of what is drawn in a well.
pub const GROOVE: Color = Color::srgb(0.27, 0.31, 0.39);
/// The colour of headings, and of whatever is lit.
pub const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
/// The colour of texts.
pub const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
/// The colour of texts that explain.
pub const FAINT: Color = Color::srgb(0.62, 0.68, 0.74);
/// The colour of refusals, and of the naive way.
pub const WARNING: Color = Color::srgb(1.0, 0.50, 0.42);

/// A part of a panel, laid out as the panel itself is.
pub fn part() -> Node {
    Node { width: percent(100), flex_direction: FlexDirection::Column, row_gap: px(8), ..default() }
}

/// A panel. No panel covers another one, or the scene's picture.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Panel;

/// A part of the scene's picture that has to be visible as a whole.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Seen;

/// The area around a thing to be pressed, as far as a finger hits it. Its events go to its parent.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Reach;

/// A translucent panel; `node` says how large it is.
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

/// The reach for a thing of this size, if the thing is smaller than [`TOUCH`]. Make it the first child, or it hides what
/// can be pressed in the thing.
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

/// The height of a line of text. Unit: as of the text's size.
pub const LINE_HEIGHT: f32 = 1.2;

/// A text that keeps its lines.
pub fn text(content: impl Into<String>, color: Color) -> impl Bundle {
    (
        Text::new(content),
        TextFont::from_font_size(TEXT_SIZE),
        TextColor(color),
        TextLayout::new(Justify::Left, LineBreak::NoWrap),
    )
}

/// Columns of text, which are smaller on pages.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Shrinks;

/// A remark that is broken into lines at the edge of its panel.
pub fn remark(content: impl Into<String>, color: Color) -> impl Bundle {
    (Text::new(content), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color))
}

/// The node of a remark that is broken into lines: a blank where a line is broken is laid out behind the line's end.
pub fn broken() -> Node {
    const BLANK: f32 = 0.6 * SMALL_TEXT_SIZE;
    Node { padding: px(BLANK).right(), ..default() }
}

/// A text that uses only letters that Bevy's built-in font has.
pub fn in_ascii(text: &str) -> String {
    text.replace('≥', ">=").replace('≤', "<=").replace('×', "x").replace('−', "-")
}
