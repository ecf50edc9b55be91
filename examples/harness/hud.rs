//! The help, the readout and the strip chart, on translucent panels.

use std::collections::VecDeque;

use bevy::camera::CameraUpdateSystems;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::layout::{self, Design, LeftColumn, LeftCorner, Screen};
use crate::pages::{self, InColumnsOnly, Page};
use crate::style::{BODY, HEADING, SMALL_TEXT_SIZE, Shrinks, TEXT_SIZE, panel, text};

/// The controls of a scene, as (key, effect) pairs. Shown in a panel in the lower left corner.
#[derive(Resource, Clone)]
pub struct Help(pub &'static [(&'static str, &'static str)]);

/// The readout: numbers about the scene, shown in a panel at the top left.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Readout {
    /// The first line. Until it is set, the panel is hidden.
    pub heading: String,
    /// The label and value of each number.
    pub lines: Vec<(&'static str, String)>,
}

/// The values of a quantity over the last 2.5 s. Insert this resource to show them as a strip chart in the readout's panel.
#[derive(Resource, Clone, Debug)]
pub struct History {
    label: &'static str,
    /// The value at which a bar has the strip's full height.
    full_scale: f32,
    values: VecDeque<f32>,
    /// The time of the next bar. Unit: s.
    due: f64,
}

impl History {
    /// Creates an empty strip chart with this caption. A bar has the full height at the value `full_scale`.
    pub fn new(label: &'static str, full_scale: f32) -> Self {
        Self { label, full_scale, values: VecDeque::from(vec![0.0; STRIP_BARS]), due: 0.0 }
    }

    /// Adds the value at `time` (s) on the right. Call this once a tick. The strip scrolls at the same speed at every tick rate.
    pub fn push(&mut self, time: f64, value: f32) {
        while self.due <= time {
            self.due += 1.0 / BARS_PER_SECOND;
            self.values.pop_front();
            self.values.push_back(value);
        }
    }
}

/// Unit: pixels at the design size.
const STRIP_HEIGHT: f32 = 48.0;
const STRIP_BARS: usize = 160;
const BARS_PER_SECOND: f64 = 64.0;

const STRIP: Color = Color::srgba(1.0, 1.0, 1.0, 0.07);

/// The number of characters that fit into a line of the narrowest page.
const PAGE_LETTERS: usize = 41;

/// Marks the readout's panel.
#[derive(Component)]
struct Numbers;
/// Marks the help's text.
#[derive(Component)]
struct Keys;
/// Marks the text of the readout's heading.
#[derive(Component)]
struct Heading;
/// Marks the text of the readout's lines.
#[derive(Component)]
struct Lines;
/// A bar of the strip chart, and the index of its value in [`History`].
#[derive(Component)]
struct Bar(usize);

pub(super) fn add(app: &mut App, size: UVec2, design: Design) {
    app.init_resource::<Readout>()
        .insert_resource(design)
        .insert_resource(design.on(size.as_vec2()))
        // In `PreStartup`, so that the readout is above the panels that scenes add to its column in `Startup`.
        .add_systems(PreStartup, (layout::spawn, (spawn_readout, spawn_help.run_if(resource_exists::<Help>))).chain())
        .add_systems(
            PostUpdate,
            (
                layout::fit_to_screen,
                (
                    layout::arrange.run_if(resource_changed::<Screen>),
                    show_readout.run_if(resource_changed::<Readout>.or_else(resource_changed::<Screen>)),
                    show_help.run_if(resource_exists::<Help>.and_then(resource_changed::<Screen>)),
                    shrink,
                    pages::fit_heights.run_if(resource_changed::<Screen>),
                ),
                (pages::spawn_tabs, pages::show).chain(),
                show_history.run_if(resource_exists_and_changed::<History>),
            )
                .chain()
                .before(UiSystems::Prepare),
        )
        .add_systems(
            PostUpdate,
            (
                layout::find_free.after(UiSystems::PostLayout),
                layout::frame
                    .after(layout::fit_to_screen)
                    .before(CameraUpdateSystems)
                    .before(TransformSystems::Propagate)
                    .run_if(resource_changed::<Screen>),
            ),
        );
    pages::add(app);
}

fn spawn_readout(column: Single<Entity, With<LeftColumn>>, history: Option<Res<History>>, mut commands: Commands) {
    // The panel is hidden until there is a readout.
    let node = Node { display: Display::None, ..default() };
    commands.spawn((Numbers, panel(node), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Heading, text("", HEADING)));
        panel.spawn((Lines, Shrinks, text("", BODY)));
        let Some(history) = history else { return };
        panel.spawn((InColumnsOnly, text(history.label, BODY)));
        let strip = Node { width: percent(100), height: px(STRIP_HEIGHT), align_items: AlignItems::End, ..default() };
        panel.spawn((InColumnsOnly, strip, BackgroundColor(STRIP))).with_children(|strip| {
            for index in 0..STRIP_BARS {
                let bar = Node { flex_grow: 1.0, height: px(0), ..default() };
                strip.spawn((Bar(index), bar, BackgroundColor(HEADING)));
            }
        });
    });
}

fn spawn_help(corner: Single<Entity, With<LeftCorner>>, mut commands: Commands) {
    let page = Page { tab: "keys", order: 11 };
    commands.spawn((page, panel(Node::default()), ChildOf(*corner))).with_child((Keys, Shrinks, text("", BODY)));
}

fn show_help(help: Res<Help>, screen: Res<Screen>, mut keys: Single<&mut Text, With<Keys>>) {
    keys.0 = columns(help.0, &screen);
}

/// Formats labels and values in two columns, for a monospaced font. On a page, long values are wrapped.
fn columns<Value: AsRef<str>>(lines: &[(&str, Value)], screen: &Screen) -> String {
    let width = lines.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    let room = if screen.has_pages() { PAGE_LETTERS - width - 2 } else { usize::MAX };
    let lines = lines.iter().map(|(label, value)| {
        let value = wrapped(value.as_ref(), room).join(&format!("\n{:width$}  ", ""));
        format!("{label:width$}  {value}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps a text into lines of at most `room` bytes. A longer word is not broken. Spaces within a line are kept.
fn wrapped(text: &str, room: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.len() > room {
        let Some(end) = rest[..=room].rfind(' ').filter(|end| *end > 0) else { break };
        lines.push(rest[..end].trim_end());
        rest = rest[end..].trim_start();
    }
    lines.push(rest);
    lines
}

/// Sets the font size of texts with [`Shrinks`].
fn shrink(screen: Res<Screen>, mut fonts: Query<(&mut TextFont, Ref<Shrinks>)>) {
    for (mut font, _) in fonts.iter_mut().filter(|(_, shrinks)| screen.is_changed() || shrinks.is_added()) {
        font.font_size = FontSize::Px(if screen.has_pages() { SMALL_TEXT_SIZE } else { TEXT_SIZE });
    }
}

fn show_readout(
    readout: Res<Readout>,
    screen: Res<Screen>,
    panel: Single<(Entity, Has<Page>), With<Numbers>>,
    mut heading: Single<&mut Text, (With<Heading>, Without<Lines>)>,
    mut lines: Single<&mut Text, (With<Lines>, Without<Heading>)>,
    mut commands: Commands,
) {
    let (panel, is_page) = *panel;
    if !is_page && !readout.heading.is_empty() {
        commands.entity(panel).insert(Page { tab: "numbers", order: 10 });
    }
    heading.0.clone_from(&readout.heading);
    lines.0 = columns(&readout.lines, &screen);
}

fn show_history(history: Res<History>, mut bars: Query<(&Bar, &mut Node)>) {
    for (bar, mut node) in &mut bars {
        let Some(value) = history.values.get(bar.0) else { continue };
        let height = px((value / history.full_scale).clamp(0.0, 1.0) * STRIP_HEIGHT);
        if node.height != height {
            node.height = height;
        }
    }
}
