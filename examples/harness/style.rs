//! The look that all scenes share: panels, texts, colours, and one size of everything for every window.

use bevy::prelude::*;

/// Of texts. Unit: pixels on a screen of the design's size.
pub const TEXT_SIZE: f32 = 16.0;
/// Of remarks. Unit: pixels on a screen of the design's size.
pub const SMALL_TEXT_SIZE: f32 = 13.0;
/// Around panels. Unit: pixels on a screen of the design's size.
pub const MARGIN: f32 = 16.0;
/// Inside panels. Unit: pixels on a screen of the design's size.
pub const PADDING: f32 = 10.0;

/// Behind texts; the scene shows through.
pub const PANEL: Color = Color::srgba(0.04, 0.06, 0.10, 0.74);
/// Hollows in a panel: tracks, plots, unpressed buttons.
pub const WELL: Color = Color::srgb(0.10, 0.12, 0.17);
/// What is drawn in a well.
pub const GROOVE: Color = Color::srgb(0.27, 0.31, 0.39);
/// Headings, and what is lit.
pub const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
/// Texts.
pub const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
/// Texts that explain.
pub const FAINT: Color = Color::srgb(0.62, 0.68, 0.74);
/// What is refused, and the naive way.
pub const WARNING: Color = Color::srgb(1.0, 0.50, 0.42);

/// A translucent panel; `node` says how large it is.
pub fn panel(node: Node) -> impl Bundle {
    let node = Node {
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
