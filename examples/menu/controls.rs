//! The buttons and keys that choose what the bags show.

use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy_exact_motion::{prelude::*, property::NodeScale};

use super::bag::{Bag, Kind};
use super::tiles::{About, OPENED, TILE, Tile};
use harness::button::{CHOSEN, UP, button, buttons};

/// What a button does.
#[derive(Component, Clone, Copy, PartialEq)]
pub(crate) enum Act {
    Show(Option<Kind>),
    Sort,
}

/// The buttons: their names, for scripts too, what they do, and their keys.
const BUTTONS: [(&str, Act, KeyCode); 6] = [
    ("all", Act::Show(None), KeyCode::Digit1),
    ("blades", Act::Show(Some(Kind::Blade)), KeyCode::Digit2),
    ("flasks", Act::Show(Some(Kind::Flask)), KeyCode::Digit3),
    ("gems", Act::Show(Some(Kind::Gem)), KeyCode::Digit4),
    ("coins", Act::Show(Some(Kind::Coin)), KeyCode::Digit5),
    ("sort", Act::Sort, KeyCode::KeyS),
];

pub(crate) fn spawn(mut commands: Commands) {
    let bar = Node {
        position_type: PositionType::Absolute,
        bottom: px(10),
        width: percent(100),
        justify_content: JustifyContent::Center,
        ..buttons()
    };
    // The three lines of a button that grows under the pointer and sinks when it is pressed.
    let springy = || {
        let scale =
            StateTargets::<NodeScale>::of(Vec2::ONE).with_hovered(Vec2::splat(1.1)).with_pressed(Vec2::splat(0.9));
        (scale.with_focused(Vec2::splat(1.1)), Spring::bouncy().on::<NodeScale>())
    };
    commands.spawn((TabGroup::new(0), bar, Pickable::IGNORE)).with_children(|bar| {
        for (name, act, _) in BUTTONS {
            bar.spawn((button(name, name), act, TabIndex(0), springy())).observe(press);
        }
    });
}

fn press(activate: On<Activate>, acts: Query<&Act>, mut bag: ResMut<Bag>) {
    if let Ok(act) = acts.get(activate.entity) {
        apply(*act, &mut bag);
    }
}

/// Listens to the keys.
pub(crate) fn listen(keys: Res<ButtonInput<KeyCode>>, mut bag: ResMut<Bag>) {
    for (_, act, key) in BUTTONS {
        if keys.just_pressed(key) {
            apply(act, &mut bag);
        }
    }
}

fn apply(act: Act, bag: &mut Bag) {
    match act {
        Act::Show(filter) => bag.show(filter),
        Act::Sort => bag.sort(),
    }
}

/// Shows which filter is chosen, and the texts of open tiles. Runs when the bag has changed.
pub(crate) fn show(
    bag: Res<Bag>,
    mut buttons: Query<(&Act, &mut BackgroundColor)>,
    mut tiles: Query<(&Tile, &Children, &mut BackgroundColor), Without<Act>>,
    mut texts: Query<&mut Node, With<About>>,
) {
    for (act, mut color) in &mut buttons {
        color.0 = if *act == Act::Show(bag.filter) { CHOSEN } else { UP };
    }
    for (tile, children, mut color) in &mut tiles {
        let is_open = bag.opened == Some(tile.0);
        color.0 = if is_open { OPENED } else { TILE };
        let mut texts = texts.iter_many_mut(children);
        while let Some(mut text) = texts.fetch_next() {
            text.display = if is_open { Display::Flex } else { Display::None };
        }
    }
}
