//! Spawns the nodes of a panel.

use bevy::{
    ecs::children,
    input_focus::tab_navigation::TabIndex,
    picking::Pickable,
    prelude::*,
    text::{FontSize, Justify, LineBreak, TextColor, TextFont, TextLayout},
    ui::{
        AlignItems, BackgroundColor, BorderColor, BorderRadius, FlexDirection, FlexWrap, JustifyContent, Outline,
        Overflow, OverflowClipMargin, PositionType, percent, px, vh, vw,
        widget::{ImageNode, NodeImageMode, Text},
    },
    ui_widgets::{
        Button, Slider, SliderOrientation, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue,
        TrackClick,
    },
    utils::default,
};

use super::{
    Part,
    curve::{CURVE_COLOR, SETTLED_COLOR},
    handle::Handle,
};
use crate::dev_tools::tunable::{Knob, RATIO_RANGE};

/// The colour of the panel's background.
pub(super) const PANEL: Color = Color::srgba(0.05, 0.07, 0.11, 0.92);
/// The handles' colours, which are those of the curve and of the settling time in the picture.
const YELLOW: Color = Color::srgb_u8(CURVE_COLOR[0], CURVE_COLOR[1], CURVE_COLOR[2]);
const BLUE: Color = Color::srgb_u8(SETTLED_COLOR[0], SETTLED_COLOR[1], SETTLED_COLOR[2]);
/// The colour of the picture's background.
const WELL: Color = Color::srgb(0.11, 0.14, 0.19);
/// The colour of a slider's track.
const GROOVE: Color = Color::srgb(0.33, 0.38, 0.46);
pub(super) const BUTTON: Color = Color::srgb(0.22, 0.33, 0.55);
/// The colour of the selected tab.
pub(super) const SELECTED: Color = Color::srgb(0.62, 0.38, 0.10);
const HEADING: Color = Color::srgb(1.0, 0.83, 0.45);
const BODY: Color = Color::srgb(0.95, 0.97, 0.98);
const FAINT: Color = Color::srgb(0.72, 0.77, 0.83);

/// Sizes of nodes, gaps and text. Unit: logical pixels.
const PANEL_WIDTH: f32 = 344.0;
const MARGIN: f32 = 8.0;
const GAP: f32 = 6.0;
/// The size of a touch target.
const TOUCH: f32 = 44.0;
const PICTURE_HEIGHT: f32 = 72.0;
/// The diameter of a handle's visible dot.
const DOT: f32 = 14.0;
const TRACK_HEIGHT: f32 = 6.0;
pub(super) const THUMB: f32 = 22.0;
const TEXT: f32 = 14.0;
const SMALL: f32 = 12.0;

/// The step of the arrow keys on the slider of ω. The slider's value is log10 ω, so a step is about 6 %. Unit: 1.
const FREQUENCY_STEP: f32 = 0.025;
const RATIO_STEP: f32 = 0.05;
/// The range of ω on the slider, 0.1 to 100 rad/s, as decimal logarithms.
pub(super) const FREQUENCY_RANGE: (f32, f32) = (-1.0, 2.0);

/// The default `Node` of a panel: at the lower right, and no wider or higher than the screen.
pub(super) fn panel_node() -> Node {
    Node {
        position_type: PositionType::Absolute,
        right: px(MARGIN),
        bottom: px(MARGIN),
        width: px(PANEL_WIDTH),
        max_width: vw(95.5),
        max_height: vh(98),
        padding: px(MARGIN).all(),
        flex_direction: FlexDirection::Column,
        row_gap: px(GAP),
        overflow: Overflow::scroll_y(),
        border_radius: BorderRadius::all(px(MARGIN)),
        ..default()
    }
}

/// Despawns the nodes that the panel already has, and spawns new ones.
pub(super) fn build(world: &mut World, panel: Entity) {
    let Ok(mut panel) = world.get_entity_mut(panel) else { return };
    panel.despawn_related::<Children>();
    panel.with_children(|panel| {
        panel.spawn((Part::Title, line("", TEXT, HEADING)));
        panel.spawn((Part::Tabs, tabs_node()));
        let body = Node { flex_direction: FlexDirection::Column, row_gap: px(GAP), flex_shrink: 0.0, ..default() };
        panel.spawn((Part::Body, body)).with_children(|body| {
            body.spawn(picture());
            body.spawn((Part::Readout, line("", SMALL, BODY)));
            body.spawn(slider(Knob::AngularFrequency));
            body.spawn(slider(Knob::DampingRatio));
            body.spawn((Part::Table, line("", SMALL, BODY)));
            body.spawn((Part::Code, wrapped("", SMALL, HEADING)));
            let row = Node { column_gap: px(GAP), ..default() };
            let buttons = [(Part::Next, "next convention"), (Part::Copy, "copy as code"), (Part::Fold, "fold")];
            body.spawn(row).with_children(|row| {
                for (part, label) in buttons {
                    row.spawn(button(part, label));
                }
            });
        });
    });
}

/// Text that does not wrap.
fn line(content: &str, size: f32, color: Color) -> impl Bundle {
    (wrapped(content, size, color), TextLayout::new(Justify::Left, LineBreak::NoWrap))
}

/// Text that wraps at the panel's edge. Pointers ignore it.
fn wrapped(content: &str, size: f32, color: Color) -> impl Bundle {
    let font = TextFont { font_size: FontSize::Px(size), ..default() };
    (Text::new(content), font, TextColor(color), Pickable::IGNORE)
}

/// Lets a node get the keyboard focus. Its outline is invisible until then.
fn focusable() -> impl Bundle {
    (TabIndex(0), Outline::new(px(2), px(1), Color::NONE))
}

fn button(part: Part, label: &'static str) -> impl Bundle {
    let node = Node {
        min_height: px(TOUCH),
        flex_grow: 1.0,
        padding: UiRect::horizontal(px(GAP)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(GAP)),
        ..default()
    };
    (part, Name::new(label), Button, node, BackgroundColor(BUTTON), focusable(), children![line(label, TEXT, BODY)])
}

fn tabs_node() -> Node {
    Node { flex_wrap: FlexWrap::Wrap, column_gap: px(GAP), row_gap: px(GAP), flex_shrink: 0.0, ..default() }
}

/// Adds a tab to the panel's row of tabs.
pub(super) fn spawn_tab(tabs: &mut EntityCommands, part: Part, name: &'static str) {
    tabs.with_child(button(part, name));
}

fn picture() -> impl Bundle {
    let node = Node {
        width: percent(100),
        height: px(PICTURE_HEIGHT),
        flex_shrink: 0.0,
        // The dot of a handle at the edge is drawn whole. The rest of its touch target is clipped, so that it does not cover other nodes.
        overflow: Overflow::clip(),
        overflow_clip_margin: OverflowClipMargin::padding_box().with_margin(0.5 * DOT),
        ..default()
    };
    let image = ImageNode { image_mode: NodeImageMode::Stretch, ..default() };
    let edge = |top: Val, right: Val, bottom: Val, left: Val| Node {
        position_type: PositionType::Absolute,
        top,
        right,
        bottom,
        left,
        ..default()
    };
    let (near, auto) = (px(3), Val::Auto);
    (
        (Part::Picture, Name::new("response"), node, image, BackgroundColor(WELL)),
        children![
            // The label has its own background, because a line of the picture may pass behind it.
            (Part::Top, line("", SMALL, FAINT), edge(near, near, auto, auto), BackgroundColor(WELL)),
            (Part::Right, line("", SMALL, FAINT), edge(auto, near, near, auto)),
            handle(Handle::SettlingTime),
            handle(Handle::HalfPeriod),
        ],
    )
}

/// A handle: a touch target with a dot in its middle. The margins centre it on its position.
fn handle(handle: Handle) -> impl Bundle {
    let (name, color) = match handle {
        Handle::HalfPeriod => ("half period", YELLOW),
        Handle::SettlingTime => ("settling time", BLUE),
    };
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(TOUCH),
        height: px(TOUCH),
        margin: UiRect { left: px(-0.5 * TOUCH), bottom: px(-0.5 * TOUCH), ..UiRect::ZERO },
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let dot =
        Node { width: px(DOT), height: px(DOT), border: px(2).all(), border_radius: BorderRadius::MAX, ..default() };
    let dot = (dot, BackgroundColor(color), BorderColor::all(WELL), Pickable::IGNORE);
    (Part::Handle(handle), Name::new(name), node, children![dot])
}

fn slider(knob: Knob) -> impl Bundle {
    let (name, (start, end), step) = match knob {
        Knob::AngularFrequency => ("omega", FREQUENCY_RANGE, FREQUENCY_STEP),
        Knob::DampingRatio => ("zeta", RATIO_RANGE, RATIO_STEP),
    };
    let at = |bottom: f32, size: f32| Node {
        position_type: PositionType::Absolute,
        bottom: px(bottom),
        height: px(size),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    let track = Node { width: percent(100), ..at(0.5 * (THUMB - TRACK_HEIGHT), TRACK_HEIGHT) };
    let thumb = Node { width: px(THUMB), ..at(0.0, THUMB) };
    let decimals = match knob {
        Knob::AngularFrequency => 4,
        Knob::DampingRatio => 2,
    };
    (
        (Part::Slider(knob), Name::new(name), focusable()),
        Node { width: percent(100), height: px(TOUCH), flex_shrink: 0.0, ..default() },
        Slider { track_click: TrackClick::Snap, orientation: SliderOrientation::Horizontal },
        (SliderValue(start), SliderRange::new(start, end), SliderStep(step), SliderPrecision(decimals)),
        children![
            (Part::Number(knob), line("", TEXT, BODY)),
            (track, BackgroundColor(GROOVE), Pickable::IGNORE),
            (Part::Thumb(knob), SliderThumb, thumb, BackgroundColor(HEADING)),
        ],
    )
}

/// The panel that a node is part of.
pub(super) fn panel_of(world: &World, node: Entity) -> Option<Entity> {
    let mut node = node;
    while world.get::<super::SpringPanel>(node).is_none() {
        node = world.get::<ChildOf>(node)?.parent();
    }
    Some(node)
}
