//! The menu that slides in from the left, and the buttons and keys that move it and pause the game.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy_exact_motion::{prelude::*, property::NodeLeft};

use super::table::{SIDE, Table};
use harness::button::button;
use harness::layout::Screen;
use harness::pages::InColumnsOnly;
use harness::style::{BODY, HEADING, MARGIN, PADDING, Panel, WELL, remark, text};

/// The part of the menu that is visible while it is closed. Unit: px.
const HANDLE: f32 = 44.0;
/// The menu's left edge while it is open, and while it is closed. Unit: px.
const OPEN: f32 = MARGIN;
const CLOSED: f32 = HANDLE - SIDE;
const SPRING: Spring = Spring::new(14.0, 0.6);

pub(crate) fn spawn(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(CLOSED),
        width: px(SIDE),
        padding: px(PADDING).all(),
        flex_direction: FlexDirection::Column,
        row_gap: px(10),
        border_radius: BorderRadius::all(px(12)),
        ..default()
    };
    commands
        .spawn((
            (Name::new("menu"), Menu, Panel, node, BackgroundColor(WELL), ZIndex(3)),
            (SPRING.on::<NodeLeft>(), Target::<NodeLeft>::of(CLOSED)),
        ))
        .with_children(|menu| {
            let row =
                Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center, ..default() };
            menu.spawn(row).with_children(|row| {
                row.spawn(text("Menu", HEADING));
                row.spawn(button(TOGGLE, "<>")).observe(toggle);
            });
            // Hidden while the menu is closed: the right margin and padding together are as wide as the handle.
            let inside = Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Start,
                row_gap: px(10),
                margin: UiRect::right(px(HANDLE - PADDING)),
                ..default()
            };
            menu.spawn(inside).with_children(|inside| {
                inside.spawn(button("pause", "pause (P)")).observe(pause);
                inside.spawn((
                    InColumnsOnly,
                    Node::default(),
                    remark("It runs on real time, so it slides even while the game is paused.", BODY),
                ));
            });
        });
}

#[derive(Component)]
pub(crate) struct Menu;

/// Runs when the screen changes.
pub(crate) fn lay_out(screen: Res<Screen>, mut menu: Single<&mut Node, With<Menu>>) {
    menu.top = px(Table::on(&screen).menu_top);
}

/// The script's name for the button that opens and closes the menu.
pub(crate) const TOGGLE: &str = "open or close";

fn toggle(_: On<Activate>, mut target: Single<&mut Target<NodeLeft>>) {
    slide(&mut target);
}

fn pause(_: On<Activate>, mut time: ResMut<Time<Virtual>>) {
    stop_or_go_on(&mut time);
}

/// Moves the menu and pauses the game by keys.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    mut target: Single<&mut Target<NodeLeft>>,
    mut time: ResMut<Time<Virtual>>,
) {
    if keys.just_pressed(KeyCode::KeyM) {
        slide(&mut target);
    }
    if keys.just_pressed(KeyCode::KeyP) {
        stop_or_go_on(&mut time);
    }
}

/// Opens or closes the menu, from wherever it is and at any speed.
fn slide(target: &mut Target<NodeLeft>) {
    target.value = if target.value == OPEN { CLOSED } else { OPEN };
}

fn stop_or_go_on(time: &mut Time<Virtual>) {
    if time.is_paused() {
        time.unpause();
    } else {
        time.pause();
    }
}
