//! The help, the readout and a strip of recent history: on translucent panels, legible at any size of window.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::layout::{self, Design, LeftColumn, LeftCorner};
use crate::style::{BODY, HEADING, panel, text};

/// What the keys do, for the panel at the bottom: (key, effect).
#[derive(Resource, Clone)]
pub struct Help(pub &'static [(&'static str, &'static str)]);

/// The numbers, for the panel at the top: a heading, and (label, value) lines.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Readout {
    /// The first line; while it is empty, there is no panel.
    pub heading: String,
    /// What each number is, and the number.
    pub lines: Vec<(&'static str, String)>,
}

/// A quantity over the last 2.5 s, drawn as a strip in the readout's panel. Insert it to have one.
#[derive(Resource, Clone, Debug)]
pub struct History {
    label: &'static str,
    /// The strip is full at this value and above.
    full_scale: f32,
    values: VecDeque<f32>,
    /// When the next bar is due. Unit: s.
    due: f64,
}

impl History {
    /// An empty strip with this caption, full at `full_scale`.
    pub fn new(label: &'static str, full_scale: f32) -> Self {
        Self { label, full_scale, values: VecDeque::from(vec![0.0; STRIP_BARS]), due: 0.0 }
    }

    /// Adds the value at a time (s), at the right. Call it once a tick; the strip runs at the same speed at every rate.
    pub fn push(&mut self, time: f64, value: f32) {
        while self.due <= time {
            self.due += 1.0 / BARS_PER_SECOND;
            self.values.pop_front();
            self.values.push_back(value);
        }
    }
}

/// Sizes. Unit: pixels on a screen of the design's size.
const STRIP_HEIGHT: f32 = 48.0;
const STRIP_BARS: usize = 160;
const BARS_PER_SECOND: f64 = 64.0;

const STRIP: Color = Color::srgba(1.0, 1.0, 1.0, 0.07);

/// The readout's own.
#[derive(Component)]
struct Panel;
#[derive(Component)]
struct Heading;
#[derive(Component)]
struct Lines;
/// A bar of the strip, and which value it shows.
#[derive(Component)]
struct Bar(usize);

pub(super) fn add(app: &mut App, size: UVec2, design: Design) {
    app.init_resource::<Readout>()
        .insert_resource(design)
        .insert_resource(design.on(size.as_vec2()))
        // Before what scenes put below it.
        .add_systems(PreStartup, (layout::spawn, (spawn_readout, spawn_help.run_if(resource_exists::<Help>))).chain())
        .add_systems(
            PostUpdate,
            (
                layout::fit_to_screen,
                show_readout.run_if(resource_changed::<Readout>),
                show_history.run_if(resource_exists_and_changed::<History>),
            )
                .before(UiSystems::Prepare),
        );
}

fn spawn_readout(column: Single<Entity, With<LeftColumn>>, history: Option<Res<History>>, mut commands: Commands) {
    // Hidden until there is something to read.
    let node = Node { display: Display::None, ..default() };
    commands.spawn((Panel, panel(node), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Heading, text("", HEADING)));
        panel.spawn((Lines, text("", BODY)));
        let Some(history) = history else { return };
        panel.spawn(text(history.label, BODY));
        let strip = Node { width: percent(100), height: px(STRIP_HEIGHT), align_items: AlignItems::End, ..default() };
        panel.spawn((strip, BackgroundColor(STRIP))).with_children(|strip| {
            for index in 0..STRIP_BARS {
                let bar = Node { flex_grow: 1.0, height: px(0), ..default() };
                strip.spawn((Bar(index), bar, BackgroundColor(HEADING)));
            }
        });
    });
}

fn spawn_help(corner: Single<Entity, With<LeftCorner>>, help: Res<Help>, mut commands: Commands) {
    commands.spawn((panel(Node::default()), ChildOf(*corner))).with_child(text(columns(help.0), BODY));
}

/// Two columns; the font has one width for all letters.
fn columns<Value: AsRef<str>>(lines: &[(&str, Value)]) -> String {
    let width = lines.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    let lines: Vec<_> = lines.iter().map(|(label, value)| format!("{label:width$}  {}", value.as_ref())).collect();
    lines.join("\n")
}

fn show_readout(
    readout: Res<Readout>,
    mut panel: Single<&mut Node, With<Panel>>,
    mut heading: Single<&mut Text, (With<Heading>, Without<Lines>)>,
    mut lines: Single<&mut Text, (With<Lines>, Without<Heading>)>,
) {
    panel.display = if readout.heading.is_empty() { Display::None } else { Display::Flex };
    heading.0.clone_from(&readout.heading);
    lines.0 = columns(&readout.lines);
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
