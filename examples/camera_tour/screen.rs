//! The layout of the screen: two pictures side by side, or one above the other in portrait; their readouts; and the buttons.

use bevy::camera::{ClearColorConfig, Viewport};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy_exact_motion::camera::ZoneExtents;

use super::shots::{DEAD, HARD, Ours};
use super::station::{Station, Tour};
use super::usual::Usual;
use harness::button::{CHOSEN, UP, button, buttons};
use harness::layout::Screen;
use harness::style::{BODY, FAINT, HEADING, MARGIN, Shrinks, WARNING, panel, remark, text, wrapped_node};

/// The gap between the pictures. Unit: physical pixels.
const GAP: u32 = 4;

/// The background of panels. It is less translucent than [`PANEL`](harness::style::PANEL), because there are bright walls and columns
/// behind the panels.
const BACKING: Color = Color::srgba(0.04, 0.06, 0.10, 0.92);

/// Marks the text with the readout of a camera.
#[derive(Component, Clone, Copy)]
pub(crate) enum Numbers {
    /// This crate's camera.
    Ours,
    /// The camera of the usual code.
    Usual,
}

/// Marks the node that contains both halves of the screen.
#[derive(Component)]
pub(crate) struct Halves;

/// A button that enters a station.
#[derive(Component, Clone, Copy)]
pub(crate) struct LeadsTo(Station);

/// Marks the panel with the buttons. It is over the lower edge of both pictures, or below the pictures on a small screen.
#[derive(Component)]
pub(crate) struct Foot;

/// Marks the text that explains the station.
#[derive(Component)]
pub(crate) struct Explanation;

/// Marks the outline of a zone of the picture.
#[derive(Component)]
pub(crate) struct Zone;

pub(crate) fn spawn(mut commands: Commands) {
    // A separate camera draws the UI over both pictures.
    let over = Camera { order: 2, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, over, IsDefaultUiCamera));
    let whole = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    commands.spawn((Halves, whole.clone(), Pickable::IGNORE)).with_children(|halves| {
        for (numbers, color) in [(Numbers::Ours, HEADING), (Numbers::Usual, WARNING)] {
            let half = Node { flex_grow: 1.0, flex_basis: px(0), padding: px(0.5 * MARGIN).all(), ..default() };
            let half = Node { align_items: AlignItems::Start, ..half };
            halves.spawn((half, Pickable::IGNORE)).with_children(|half| {
                half.spawn(panel(Node::default())).insert(BackgroundColor(BACKING)).with_child((
                    numbers,
                    Shrinks,
                    text("", color),
                ));
                if matches!(numbers, Numbers::Ours) {
                    half.spawn(zone(DEAD, BODY.with_alpha(0.35)));
                    half.spawn(zone(HARD, HEADING.with_alpha(0.6)));
                }
            });
        }
    });
    let foot = Node { align_items: AlignItems::Center, justify_content: JustifyContent::End, ..whole };
    let padding = UiRect::axes(px(0.25 * MARGIN), px(0.5 * MARGIN));
    let foot = Node { flex_direction: FlexDirection::Column, padding, ..foot };
    commands.spawn((foot, Pickable::IGNORE)).with_children(|foot| {
        let node = Node { max_width: px(800), ..default() };
        foot.spawn((Foot, panel(node))).insert(BackgroundColor(BACKING)).with_children(|panel| {
            panel.spawn((Explanation, remark("", FAINT), wrapped_node()));
            panel.spawn(buttons()).with_children(|row| {
                for station in Station::ALL {
                    let leads = (LeadsTo(station), button(station.name(), station.name()));
                    row.spawn(leads).observe(move |_: On<Activate>, mut tour: ResMut<Tour>| tour.next = Some(station));
                }
            });
        });
    });
}

/// Creates the outline of a zone around the middle of a half of the screen. `sides` are fractions of the half's width and height.
fn zone(sides: ZoneExtents, color: Color) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(50.0 - 100.0 * sides.left),
        top: percent(50.0 - 100.0 * sides.top),
        width: percent(100.0 * (sides.left + sides.right)),
        height: percent(100.0 * (sides.top + sides.bottom)),
        border: px(1.5).all(),
        ..default()
    };
    (Zone, node, BorderColor::all(color), Visibility::Hidden, Pickable::IGNORE)
}

/// Updates buttons, explanation and zones when the station changes.
pub(crate) fn show(
    tour: Res<Tour>,
    mut buttons: Query<(&LeadsTo, &mut BackgroundColor)>,
    mut explanation: Single<&mut Text, With<Explanation>>,
    mut zones: Query<&mut Visibility, With<Zone>>,
) {
    if !tour.is_changed() {
        return;
    }
    for (leads, mut color) in &mut buttons {
        color.set_if_neq(BackgroundColor(if leads.0 == tour.station { CHOSEN } else { UP }));
    }
    if explanation.0 != tour.station.remark() {
        tour.station.remark().clone_into(&mut explanation.0);
    }
    let shown = if tour.station == Station::LookAt { Visibility::Inherited } else { Visibility::Hidden };
    for mut zone in &mut zones {
        zone.set_if_neq(shown);
    }
}

/// Gives each camera its half of the screen.
pub(crate) fn split(
    screen: Res<Screen>,
    foot: Single<&ComputedNode, With<Foot>>,
    mut halves: Single<&mut Node, With<Halves>>,
    ours: Single<&mut Camera, (With<Ours>, Without<Usual>)>,
    usual: Single<&mut Camera, With<Usual>>,
) {
    let is_upright = screen.size.y > screen.size.x;
    let direction = if is_upright { FlexDirection::Column } else { FlexDirection::Row };
    if halves.flex_direction != direction {
        halves.flex_direction = direction;
    }
    let (mut ours, mut usual) = (ours.into_inner(), usual.into_inner());
    let Some(mut whole) = ours.physical_target_size().filter(|size| size.min_element() > 4 * GAP) else { return };
    if screen.has_pages() {
        // The panel with the buttons and its margin cover the lower part of the screen.
        let covered = foot.size().y + MARGIN / foot.inverse_scale_factor();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the picture's height")]
        let left = (whole.y as f32 - covered).max(4.0 * GAP as f32) as u32;
        whole.y = left;
    }
    let height = if screen.has_pages() { px(whole.y as f32 * foot.inverse_scale_factor()) } else { percent(100) };
    if halves.height != height {
        halves.height = height;
    }
    let axis = if is_upright { UVec2::Y } else { UVec2::X };
    let first = (whole - axis * GAP) / (UVec2::ONE + axis);
    let corner = axis * (first + GAP);
    for (camera, physical_position, physical_size) in
        [(&mut ours, UVec2::ZERO, first), (&mut usual, corner, whole - corner)]
    {
        let known = camera.viewport.as_ref().map(|known| (known.physical_position, known.physical_size));
        if known != Some((physical_position, physical_size)) {
            camera.viewport = Some(Viewport { physical_position, physical_size, ..default() });
        }
    }
}
