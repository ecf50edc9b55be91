//! The menu that slides in from the left, and the buttons and keys that move it and pause the game.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy_exact_motion::{prelude::*, property::NodeLeft};

use super::table::{SIDE, Table};
use harness::button::button;
use harness::layout::Screen;
use harness::pages::InColumnsOnly;
use harness::style::{BODY, HEADING, MARGIN, PADDING, Panel, WELL, remark, text};

/// The width of the part of the menu that is visible while it is closed. Unit: px.
const HANDLE: f32 = 44.0;
/// The menu's left edge while it is open. Unit: px.
const OPEN: f32 = MARGIN;
/// The menu's left edge while it is closed. Unit: px.
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
            // The content is outside the screen while the menu is closed, because its right margin and the menu's padding together are as
            // wide as the handle.
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
                    remark("The menu uses real time, so it slides even while the game is paused.", BODY),
                ));
            });
        });
}

#[derive(Component)]
pub(crate) struct Menu;

/// Sets the menu's vertical position. Runs when the screen changes.
pub(crate) fn lay_out(screen: Res<Screen>, mut menu: Single<&mut Node, With<Menu>>) {
    menu.top = px(Table::on(&screen).menu_top);
}

/// The name of the button that opens and closes the menu, for scripts.
pub(crate) const TOGGLE: &str = "open or close";

fn toggle(_: On<Activate>, mut target: Single<&mut Target<NodeLeft>>) {
    slide(&mut target);
}

fn pause(_: On<Activate>, mut time: ResMut<Time<Virtual>>) {
    toggle_pause(&mut time);
}

/// Opens or closes the menu when M is pressed, and pauses or resumes the game when P is pressed.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    mut target: Single<&mut Target<NodeLeft>>,
    mut time: ResMut<Time<Virtual>>,
) {
    if keys.just_pressed(KeyCode::KeyM) {
        slide(&mut target);
    }
    if keys.just_pressed(KeyCode::KeyP) {
        toggle_pause(&mut time);
    }
}

/// Opens or closes the menu, even while it moves.
fn slide(target: &mut Target<NodeLeft>) {
    target.value = if target.value == OPEN { CLOSED } else { OPEN };
}

fn toggle_pause(time: &mut Time<Virtual>) {
    if time.is_paused() {
        time.unpause();
    } else {
        time.pause();
    }
}
